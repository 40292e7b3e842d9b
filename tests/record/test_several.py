"""Several moves in one request: all or none, and no way to learn what a move would draw without playing it."""

import pytest

from domain.kernel.refusals import IllegalMove
from domain.record.commands import play_moves
from domain.record.record import GameRecord
from domain.record.refusals import Refused
from tests.record.sitting import OWNER, START, Sitting, stamp

PLACE = {"move": "place", "square": 3}
LOOK = {"move": "look"}
THROW = {"move": "throw"}


def play(record: GameRecord, *moves: object) -> GameRecord:
    _, after = play_moves(record, 0, moves, stamp(START, OWNER))
    return after


def test_moves_that_tell_nothing_may_be_followed_by_others() -> None:
    before = Sitting().record
    assert play(before, PLACE, PLACE, LOOK).ply == 3
    assert before.ply == 0


def test_a_refused_one_leaves_nothing_of_those_before_it() -> None:
    before = Sitting().record
    with pytest.raises(IllegalMove, match="say_something"):
        play(before, PLACE, {"move": "say", "words": ""})
    assert before.ply == 0


@pytest.mark.parametrize("telling", [LOOK, THROW, {"move": "say", "words": "x"}, {"move": "hide", "bet": 1}])
def test_what_follows_a_move_that_tells_something_is_not_even_looked_at(telling: dict[str, object]) -> None:
    """With every next move the answer is the same, so it says nothing about what was drawn or thrown."""
    said = set()
    for later in (PLACE, LOOK, THROW, {"move": "hide", "bet": 99}, {"move": "fly"}, {"move": "place", "square": -1}):
        with pytest.raises(Refused) as refused:
            play(Sitting().record, PLACE, telling, later)
        said.add((refused.value.code, tuple(refused.value.facts.items())))
    assert said == {("tells_too_much", ())}
