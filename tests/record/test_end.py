"""Withdrawal, the end of a game, and the reveal of its seed."""

import pytest

from domain.kernel.refusals import IllegalMove
from domain.record import commands
from domain.record.events import GameEnded, MovePlayed, Reveal, SeatWithdrawn, SeedRevealed
from domain.record.refusals import Refused
from tests.record.sitting import Sitting, random_sitting, stamp


def test_a_player_leaves_and_the_others_finish() -> None:
    table = Sitting()
    (event,) = table.withdraw(0)
    assert isinstance(event, SeatWithdrawn)
    assert (event.seat, table.record.ply, table.state.turn) == (0, 1, 1)
    table.play(1, "hide", bet=3)
    ending = table.withdraw(2)
    assert [type(event) for event in ending] == [SeatWithdrawn, GameEnded, SeedRevealed]


@pytest.mark.parametrize(("seat", "code"), [(1, "already_withdrawn"), (3, "no_such_seat"), (-1, "no_such_seat")])
def test_a_seat_that_cannot_leave_is_refused(seat: int, code: str) -> None:
    table = Sitting()
    table.withdraw(1)
    with pytest.raises(IllegalMove) as refusal:
        table.withdraw(seat)
    assert refusal.value.code == code
    assert len(table.events) == 2


def test_a_player_may_leave_also_while_the_game_is_paused() -> None:
    table = Sitting()
    table.pause()
    table.withdraw(1)
    assert table.record.paused


@pytest.mark.parametrize("policy", ["everyone", "arbiters", "sealed"])
def test_the_end_goes_on_record_with_the_move_that_brought_it_and_the_seed_by_policy(policy: Reveal) -> None:
    table = Sitting(reveal=policy)
    events = table.play(0, "reveal")
    move, ended, *reveal = events
    assert isinstance(move, MovePlayed)
    assert isinstance(ended, GameEnded)
    assert ended.result == table.record.result == table.record.rules.result(table.state)
    if policy == "sealed":
        assert not reveal
        assert not table.record.revealed
    else:
        (revealed,) = reveal
        assert isinstance(revealed, SeedRevealed)
        assert revealed.to == policy
        assert table.record.revealed
    assert {event.request_id for event in events} == {move.request_id}
    assert {event.at for event in events} == {move.at}


def test_nothing_happens_after_the_end() -> None:
    table = Sitting()
    table.play(0, "reveal")
    for command in (
        lambda: table.play(1, "look"),
        lambda: table.withdraw(1),
        lambda: table.take_back(0),
        table.pause,
        table.resume,
    ):
        with pytest.raises(Refused, match="game_over"):
            command()


def test_a_game_of_kobayakawa_comes_to_its_end_with_places() -> None:
    table = random_sitting("kobayakawa", 3)
    assert table.record.result is not None
    assert isinstance(table.events[-2], GameEnded)
    with pytest.raises(Refused, match="game_over"):
        commands.play_move(table.record, 0, {"move": "pass"}, stamp())
