"""What an arbiter is told of a step on record that cannot be."""

import pytest

from domain.games.geek_out_masters.rules import GEEK_OUT_MASTERS
from domain.kernel.refusals import IllegalMove
from domain.kernel.rules import Played, apply
from domain.kernel.supplied import SuppliedChance
from tests.games.geek_out_masters.table import Continue, Move, Pass, Table, Use


@pytest.mark.parametrize(
    ("active", "move", "sentence"),
    [
        ("mvh4", Pass(), "seat 0 passes while a heart, a meeple and a superhero can act"),
        ("v4", Continue(), "seat 0 continues while a heart can act"),
        ("m4", Use("heart"), "seat 0 uses a heart, and no active die shows a heart"),
        ("m4", Use("meeple", "dragon"), "seat 0 uses a meeple on a dragon, and no active die shows a dragon"),
        ("m4", Use("42"), "seat 0 uses a 42, which does nothing"),
        ("v4", Use("heart", "42"), "seat 0 uses a heart on a 42, and it acts on no other die here"),
        ("m4", Use("meeple"), "seat 0 uses a meeple on no other die, and it acts on one"),
        ("m4", Use("meeple", "meeple"), "seat 0 uses a meeple on a meeple, which is one and the same die"),
    ],
)
def test_a_refusal_is_a_sentence(active: str, move: Move, sentence: str) -> None:
    assert told(Table().lay(active), move) == sentence


def test_nothing_to_throw() -> None:
    assert told(Table().roll("4444444"), Continue()) == "seat 0 continues, and has no used die to throw"


def told(table: Table, move: Move) -> str:
    with pytest.raises(IllegalMove) as refusal:
        apply(GEEK_OUT_MASTERS, table.state, Played(0, move), SuppliedChance())
    return GEEK_OUT_MASTERS.objection(0, move, refusal.value.code, refusal.value.facts)
