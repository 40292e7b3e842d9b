"""Taking back a move: by its own seat, while nobody has learned anything from it."""

from collections.abc import Callable

import pytest

from domain.record.events import MoveTakenBack
from domain.record.record import replayed
from domain.record.refusals import Refused
from tests.record.sitting import Sitting


def refusal(take: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        take()
    return refused.value.code


def test_a_move_nobody_learned_from_is_taken_back_and_stays_on_record() -> None:
    table = Sitting()
    opening = table.state
    table.play(0, "place", square=2)
    (event,) = table.take_back(0)
    assert isinstance(event, MoveTakenBack)
    assert (event.seat, event.ply) == (0, 0)
    assert (table.record.ply, table.record.version) == (0, 3)
    assert table.state == opening
    assert replayed(table.events) == table.record
    table.play(0, "place", square=1)
    assert table.state.squares == (1, 0, 0)


def test_several_moves_are_taken_back_one_after_the_other() -> None:
    table = Sitting()
    for square in (1, 2, 3):
        table.play(0, "place", square=square)
    assert [table.take_back(0)[0].ply for _ in range(3)] == [2, 1, 0]  # type: ignore[union-attr]
    assert refusal(lambda: table.take_back(0)) == "nothing_to_take_back"


def test_nothing_was_played() -> None:
    assert refusal(lambda: Sitting().take_back(0)) == "nothing_to_take_back"


def test_only_the_seat_that_moved_takes_back() -> None:
    table = Sitting()
    table.play(0, "place", square=1)
    assert refusal(lambda: table.take_back(1)) == "not_your_move"


def test_once_another_has_moved_it_stands() -> None:
    table = Sitting()
    table.play(0, "hide", bet=1)
    table.play(1, "place", square=1)
    assert refusal(lambda: table.take_back(0)) == "not_your_move"
    table.take_back(1)
    assert refusal(lambda: table.take_back(0)) == "others_learned", "that the turn passed is known to all"


@pytest.mark.parametrize("move", ["look", "throw"])
def test_what_chance_answered_cannot_be_unknown(move: str) -> None:
    table = Sitting()
    table.play(0, move)
    assert refusal(lambda: table.take_back(0)) == "chance_answered"


def test_what_was_said_was_heard() -> None:
    table = Sitting()
    table.play(0, "say", words="five")
    assert refusal(lambda: table.take_back(0)) == "others_learned"


def test_a_withdrawal_is_not_taken_back() -> None:
    table = Sitting()
    table.withdraw(1)
    assert refusal(lambda: table.take_back(1)) == "nothing_to_take_back"


def test_not_in_a_pause_and_not_after_the_end() -> None:
    table = Sitting()
    table.play(0, "place", square=1)
    table.pause()
    assert refusal(lambda: table.take_back(0)) == "paused"
    table.resume()
    table.play(0, "reveal")
    assert refusal(lambda: table.take_back(0)) == "game_over"
