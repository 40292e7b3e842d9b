"""The toy game is registered for the tests of the record alone."""

import pytest

from domain.games.registry import RULESETS
from tests.record.toy import TOY


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULESETS, ("toy", 1), TOY)
