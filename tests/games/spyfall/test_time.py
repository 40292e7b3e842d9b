"""The clock and the final vote: S-14 to S-19; the worked example is the clock after a failed vote."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from datetime import timedelta

import pytest

from domain.games.spyfall.rules import SPYFALL
from domain.kernel.refusals import IllegalMove
from tests.games.spyfall.table import Accuse, Answer, Ask, Guess, Start, Suspect, Table, TimeUp, Vote
from tests.record.sitting import Sitting

MINUTE = 60


def test_the_example_of_the_rulebook_the_clock_goes_on_from_where_the_vote_stopped_it() -> None:
    """Eight minutes; stopped after three, a vote of two minutes fails, and five are left."""
    table = Table().wait(20).round().wait(3 * MINUTE).accuse(1, 2).wait(2 * MINUTE)
    assert table.runs_out is None
    table.play(3, Vote(False))
    assert table.runs_out == table.now + 5 * MINUTE
    table.wait(5 * MINUTE - 1)
    assert table.refusal(-1, TimeUp()) == "not_yet"
    table.play(0, Ask(1)).wait(1)
    assert table.refusal(1, Answer()) == "time_is_up"
    table.time_up()
    assert table.now == 20 + (3 + 2 + 5) * MINUTE


def test_S_14_when_time_is_up_there_is_only_the_final_vote() -> None:
    table = Table().round(spy=1).ask(0, 1).wait(8 * MINUTE)
    for late in (Answer(), Accuse(0), Guess("bank"), Ask(2)):
        assert table.refusal(1, late) == "time_is_up"
    table.time_up()
    for late in (Answer(), Accuse(0), Guess("bank"), Ask(2)):
        assert table.refusal(1, late) == "wrong_phase stage=final"
    assert table.state.question is None
    assert table.runs_out is None


def test_S_15_time_cannot_run_out_while_a_vote_is_open() -> None:
    table = Table().round().wait(8 * MINUTE - 1).accuse(1, 2).wait(1_000 * MINUTE)
    assert table.refusal(-1, TimeUp()) == "not_yet"
    assert list(SPYFALL.moves(table.state, -1)) == []
    table.play(3, Vote(False))
    assert table.runs_out == table.now + 1


def test_S_16_elapsed_time_is_the_sum_of_running_spans() -> None:
    table = Table(minutes=1).wait(500).deal().wait(500).start()
    for seat in (0, 1, 2):
        table.wait(15).accuse(seat, 3).wait(777)
        table.play(min(table.awaited), Vote(False))
    assert table.runs_out == table.now + 15
    table.wait(14)
    assert table.refusal(-1, TimeUp()) == "not_yet"
    assert table.refusal(0, TimeUp()) == "not_yet"
    table.wait(1)
    assert table.refusal(0, TimeUp()) == "not_yet"  # no seat calls time
    assert list(SPYFALL.moves(table.state, -1)) == [TimeUp()]
    table.time_up()
    assert table.awaited == [0]


def test_S_16_a_time_out_is_no_move_where_no_clock_runs() -> None:
    for table in (Table(), Table().deal(), Table().round().time_up()):
        assert table.wait(100 * MINUTE).refusal(-1, TimeUp()) == "not_yet"


def test_S_16_a_rewind_gives_the_time_back_and_a_pause_takes_none() -> None:
    """The start of the clock binds nobody: taken back after half a minute, the half minute is there again."""
    sitting = Sitting("spyfall", 3, options={"minutes": 1})
    sitting.play(0, "deal")
    sitting.wait(5).play(0, "start")
    assert SPYFALL.deadline(sitting.state) == timedelta(seconds=65)
    sitting.wait(30)
    sitting.take_back(0)
    assert sitting.elapsed == 0
    sitting.wait(10).play(0, "start")
    assert SPYFALL.deadline(sitting.state) == timedelta(seconds=70)
    sitting.wait(40).pause()
    sitting.wait(1_000).resume()
    with pytest.raises(IllegalMove, match="not_yet"):
        sitting.time_up()
    sitting.wait(20)
    with pytest.raises(IllegalMove, match="time_is_up"):
        sitting.play(0, "ask", player=1)
    sitting.time_up()
    assert sitting.state.stage == "final"
    assert SPYFALL.binding(sitting.state, 0, Suspect(1))


def test_S_16_only_the_start_of_the_clock_may_be_taken_back() -> None:
    state = Table().deal().state
    assert not SPYFALL.binding(state, 0, Start())
    for move in (Ask(1), Answer(), Accuse(1), Vote(True), Guess("bank"), Suspect(1)):
        assert SPYFALL.binding(state, 0, move)


def test_S_17_the_dealer_names_first_and_then_the_left() -> None:
    table = Table(first_dealer=2).round(spy=1).time_up()
    for seat in (2, 3, 0, 1):
        assert table.awaited == [seat]
        table.play(seat, Suspect(1 if seat != 1 else 0))
    assert table.ending == "caught_in_final_vote"
    assert table.scores == (1, 0, 1, 1)


@pytest.mark.parametrize("suspects", [(1, 2, 3, 0), (1, 0, 1, 2), (2, 3, 3, 2)])
def test_S_17_a_spy_not_named_by_all_others_wins(suspects: tuple[int, ...]) -> None:
    table = Table().round(spy=1).time_up()
    for seat, player in enumerate(suspects):
        table.play(seat, Suspect(player))
    assert table.ending == "spy_uncaught"
    assert table.scores == (0, 2, 0, 0)


def test_S_17_the_names_given_are_public_before_the_next_one_names() -> None:
    table = Table().round(spy=1).time_up().name(s0=2)
    assert [player.suspects for player in table.view(3).players] == [2, None, None, None]


def test_S_18_an_innocent_named_by_all_others_brings_the_spy_the_bonus() -> None:
    table = Table().round(spy=1).time_up().name(s0=3, s1=3, s2=3, s3=1)
    assert table.ending == "innocent_named"
    assert table.scores == (0, 4, 0, 0)


def test_S_19_nobody_names_themselves_twice_or_out_of_order() -> None:
    table = Table().round(spy=1).time_up()
    assert table.refusal(0, Suspect(0)) == "own_suspicion"
    assert table.refusal(0, Suspect(9)) == "no_such_seat seat=9"
    assert table.refusal(1, Suspect(0)) == "out_of_turn awaited=0"
    table.name(s0=1)
    assert table.refusal(0, Suspect(2)) == "out_of_turn awaited=1"
    assert table.moves(0) == []
    assert table.moves(1) == [Suspect(0), Suspect(2), Suspect(3)]
