"""Coup for the shared tests."""

from tests.kit.profile import Profile

PROFILE = Profile()
