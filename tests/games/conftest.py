"""Every registered game, and every variant of it: a test that asks for `rules` or `variant` runs for each.

The fixtures last the session, so that pytest runs all tests of one variant together and its games are played once.
"""

import pytest

from domain.kernel.rules import AnyRuleset
from tests.kit.games import ALL_RULESETS, ALL_VARIANTS, Variant
from tests.kit.profile import Profile, profile_of


@pytest.fixture(scope="session", params=ALL_RULESETS, ids=lambda rules: f"{rules.name}-{rules.version}")
def rules(request: pytest.FixtureRequest) -> AnyRuleset:
    """Each ruleset version in turn."""
    found: AnyRuleset = request.param
    return found


@pytest.fixture(scope="session", params=ALL_VARIANTS, ids=str)
def variant(request: pytest.FixtureRequest) -> Variant:
    """Each variant in turn: a ruleset with an option set and a seat count."""
    found: Variant = request.param
    return found


@pytest.fixture
def profile(variant: Variant) -> Profile:
    """What the game of the variant says about itself."""
    return profile_of(variant.rules)
