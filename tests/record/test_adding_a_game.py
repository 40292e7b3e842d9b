"""docs/adding-a-game.md is true: its game goes through the kernel, the record and the shared kit as any other does."""

import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from dataclasses import replace as with_parts
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from domain.games.registry import RULESETS
from domain.kernel.rules import Ruleset
from domain.record.verify import verify
from tests.kit.games import random_game, variants
from tests.kit.laws import check_leaving, check_positions, check_replay
from tests.kit.profile import Profile
from tests.kit.twins import LeakFound, run_twins
from tests.kit.visibility import games_for_table, table
from tests.record.sitting import Sitting

DOC = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
TEXT = DOC.read_text(encoding="utf-8")


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module the page's block makes, its ruleset registered."""
    (source,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    module = ModuleType("domain.games.high_card")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(source, str(DOC), "exec"), module.__dict__)
    monkeypatch.setitem(RULESETS, ("high_card", 1), module.HIGH_CARD)
    return module


def test_random_games_keep_the_laws_of_every_game(game: Any) -> None:
    for variant in variants(game.HIGH_CARD):
        for number in range(20):
            script = random_game(variant, number, leaving=0.1 if number % 2 else 0.0)
            check_positions(script, Profile())
            check_replay(script)
            if not number % 2:
                check_leaving(script, 1, seat=0)


def test_records_of_it_verify_to_the_end(game: Any) -> None:
    rng = Random(2)
    for _ in range(20):
        sitting = Sitting("high_card", rng.randint(2, 4))
        while sitting.record.result is None:
            sitting.play(rng.choice(sorted(game.awaited(sitting.state))), "decide", stay=rng.random() < 0.6)
        report = verify(sitting.archive(with_seed=True))
        assert (report.ok, report.legality, report.luck, report.result) == (True, True, "checked", True)


def test_its_secrets_are_kept_and_a_leak_would_be_noticed(game: Any) -> None:
    report = run_twins(game.HIGH_CARD, 400)
    assert report.kinds.keys() == {"(opening) draw deck", "decide secret stay"}

    def told(state: Any, viewer: Any) -> Any:
        """Who has decided may see what the others did."""
        view = game.view(state, viewer)
        return type(view)(view.hands, any(state.choices), view.decided, view.shown, view.stayed, view.awaited)

    with pytest.raises(LeakFound):
        run_twins(with_parts(game.HIGH_CARD, view=told), 400)


def test_its_visibility_table_says_what_the_page_says(game: Any) -> None:
    rows = {tuple(re.split(r"  +", line)) for line in table(games_for_table(game.HIGH_CARD)).splitlines()}
    assert {row[-1] for row in rows if "stay" in row} == {"mover"}
    assert {row[-1] for row in rows if "draw" in row and "deck" in row} == {"other"}
    assert {row[-1] for row in rows if "show" in row} == {"all"}


def test_every_member_of_the_contract_is_on_the_page() -> None:
    told = TEXT.split("## What the rules are")[1].split("## Chance")[0]
    for member in fields(Ruleset):
        assert re.search(rf"`{member.name}[(`]", told), member.name


def test_what_the_page_points_to_is_there() -> None:
    root = DOC.parents[1]
    for path in set(re.findall(r"`((?:domain|tests|service)/[\w/.]+)`", TEXT)):
        assert (root / path).exists(), path
    for name in ("draw", "roll", "shuffle", "show", "elapsed"):
        assert f"`{name}(" in TEXT
