"""Game time: it stops in a pause, is given back on a rewind, and never goes back."""

from datetime import timedelta

import pytest

from domain.kernel.refusals import IllegalMove
from domain.record import commands
from domain.record.events import GamePaused, GameResumed, MoveTakenBack
from domain.record.record import replayed
from domain.record.refusals import Refused
from tests.record.sitting import START, Sitting, random_sitting, stamp


def test_game_time_runs_from_the_opening() -> None:
    table = Sitting().wait(10)
    assert table.elapsed == 10
    table.play(0, "place", square=1)
    assert table.wait(5).elapsed == 15


def test_it_stops_in_a_pause() -> None:
    table = Sitting().wait(10)
    table.pause()
    assert table.record.paused
    assert table.wait(1_000).elapsed == 10
    table.resume()
    assert not table.record.paused
    assert table.wait(3).elapsed == 13
    table.pause()
    table.wait(1_000).resume()
    assert table.wait(4).elapsed == 17, "the second pause in one ply does not forget the first"
    table.play(0, "place", square=1)
    assert table.record.tip.clock == timedelta(seconds=17)


def test_moves_wait_while_it_is_paused() -> None:
    table = Sitting()
    table.pause()
    for command in (lambda: table.play(0, "look"), table.pause):
        with pytest.raises(Refused, match="paused"):
            command()
    table.resume()
    with pytest.raises(Refused, match="not_paused"):
        table.resume()


@pytest.mark.parametrize("paused", [False, True])
def test_a_rewind_gives_the_time_back_with_a_pause_or_without(paused: bool) -> None:
    table = Sitting().wait(2)
    table.play(0, "place", square=1)
    table.wait(10)
    if paused:
        table.pause()
        table.wait(500).resume()
    table.wait(20)
    table.play(0, "place", square=2)
    assert table.elapsed == 32
    table.take_back(0)
    assert table.elapsed == 2, "the time at which the ply the table stands on came about"
    assert table.wait(7).elapsed == 9


def test_a_pause_does_not_touch_the_positions_before_it() -> None:
    table = Sitting().wait(9)
    before = table.record.plies
    table.pause()
    assert table.record.plies == before


def test_time_never_goes_back_within_a_game() -> None:
    table = Sitting().wait(30)
    table.play(0, "place", square=1)
    table.now = START - timedelta(days=1)
    table.play(0, "place", square=2)
    first, second = table.events[-2:]
    assert second.at == first.at
    assert table.record.tip.clock == timedelta(seconds=30)


def test_the_rules_move_on_when_time_is_up_and_not_before() -> None:
    table = Sitting().wait(59)
    with pytest.raises(IllegalMove, match="not_yet"):
        table.time_up()
    table.wait(1)
    with pytest.raises(IllegalMove, match="time_is_up"):
        table.play(0, "look")
    with pytest.raises(IllegalMove, match="not_yet"):
        commands.play_move(table.record, 0, {"move": "time_up"}, stamp(table.now))
    table.time_up()
    assert table.state.turn == 1
    assert table.wait(59).play(1, "look"), "the next seat has its own time"


def test_a_pause_holds_the_deadline_up() -> None:
    table = Sitting().wait(59)
    table.pause()
    table.wait(10_000).resume()
    table.play(0, "look")
    table.wait(1)
    table.time_up()


def test_the_clock_stands_when_the_game_is_over() -> None:
    table = Sitting().wait(8)
    table.play(0, "reveal")
    assert table.wait(1_000).elapsed == 8
    assert not table.record.paused, "over is not paused"
    for command in (table.pause, table.resume):
        with pytest.raises(Refused, match="game_over"):
            command()


def test_a_withdrawal_in_a_pause_leaves_the_clock_standing() -> None:
    table = Sitting().wait(6)
    table.pause()
    table.wait(100).withdraw(1)
    assert table.record.paused
    assert table.record.tip.clock == timedelta(seconds=6)
    table.wait(100).resume()
    assert table.wait(2).elapsed == 8


def test_the_clock_of_random_games_is_the_sum_of_what_ran() -> None:
    """Against another way of counting: the time of each ply is kept, and added up while nothing is paused."""
    for number in range(10):
        table = random_sitting("toy", number)
        clocks, now, running, last = [timedelta()], timedelta(), True, table.events[0].at
        for event in table.events[1:]:
            now += event.at - last if running else timedelta()
            last = event.at
            match event:
                case GamePaused():
                    running = False
                case GameResumed():
                    running = True
                case MoveTakenBack(ply=ply):
                    del clocks[ply + 1 :]
                    now = clocks[-1]
                case _ if hasattr(event, "outcomes"):
                    clocks.append(now)
        assert [ply.clock for ply in table.record.plies] == clocks
        assert replayed(table.events).clock(table.now) == table.record.clock(table.now)
