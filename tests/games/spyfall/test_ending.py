"""Points, leaving, and the end of the game: S-35 to S-37."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from tests.games.spyfall.table import Accuse, Answer, Ask, Deal, Guess, Suspect, Table, Vote


@pytest.mark.parametrize(
    ("table", "ending", "scores"),
    [
        (Table().round(spy=1).time_up().name(s0=1, s1=0, s2=1, s3=0), "spy_uncaught", (0, 2, 0, 0)),
        (Table().round(spy=1).play(1, Guess("bank")), "guessed_right", (0, 4, 0, 0)),
        (Table().round(spy=1).accuse(2, 0, yes=[1, 3]), "innocent_accused", (0, 4, 0, 0)),
        (Table().round(spy=1).time_up().name(s0=2, s1=2, s2=0, s3=2), "innocent_named", (0, 4, 0, 0)),
        (Table().round(spy=1).accuse(2, 1, yes=[0, 3]), "caught_by_stop", (1, 0, 2, 1)),
        (Table().round(spy=1).time_up().name(s0=1, s1=0, s2=1, s3=1), "caught_in_final_vote", (1, 0, 1, 1)),
        (Table().round(spy=1).play(1, Guess("school")), "guessed_wrong", (1, 0, 1, 1)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_S_36_points_of_a_round(table: Table, ending: str, scores: tuple[int, ...]) -> None:
    assert (table.ending, table.scores) == (ending, scores)
    assert table.state.last is not None
    assert table.state.last.points == scores


def test_S_36_an_earlier_stop_brings_no_bonus() -> None:
    table = Table().round(spy=1).accuse(3, 1, no=[0]).accuse(2, 1, yes=[0, 3])
    assert table.scores == (1, 0, 2, 1)


def test_S_37_the_highest_total_after_the_last_round_wins_and_a_tie_is_shared() -> None:
    table = Table(rounds=2, seats=3).round(spy=1, location="bank").play(1, Guess("bank"))
    assert table.result is None
    table.round(spy=2, location="school").play(2, Guess("school"))
    assert table.awaited == []
    assert table.result is not None
    assert (table.result.scores, table.result.places, table.result.why) == ((0, 4, 4), (3, 1, 1), "last_round")
    assert table.refusal(2, Deal()) == "game_over"


def test_S_35_who_was_asked_leaves_and_the_dealer_asks() -> None:
    table = Table(first_dealer=2).round(spy=0).asked(2, 3).ask(3, 1).leave(1)
    assert table.awaited == [2]
    assert table.shown == [("S-35", "card of 1", ("agent",))]
    assert [move for move in table.moves(2) if isinstance(move, Ask)] == [Ask(0), Ask(3)]
    assert table.refusal(2, Ask(1)) == "player_has_left seat=1"
    assert table.refusal(2, Accuse(1)) == "player_has_left seat=1"
    assert table.refusal(1, Answer()) == "not_at_the_table"


def test_S_35_who_had_to_ask_leaves_and_it_was_the_dealer() -> None:
    table = Table(seats=5, first_dealer=4).round(spy=1).leave(4)
    assert table.awaited == [0]  # to the dealer's left
    assert table.asked(0, 2).leave(2).awaited == [0]


def test_S_35_who_asked_leaves_and_the_question_stays_open() -> None:
    table = Table().round(spy=3).ask(0, 1).leave(0)
    assert table.awaited == [1]
    table.play(1, Answer())
    assert [move for move in table.moves(1) if isinstance(move, Ask)] == [Ask(2), Ask(3)]


def test_S_35_the_dealer_leaves_before_the_clock_is_started() -> None:
    table = Table().deal(spy=3).leave(0)
    assert table.awaited == [1]
    assert table.start().awaited == [1]


def test_S_35_a_vote_that_is_no_longer_needed() -> None:
    table = Table(seats=5).round(spy=4).accuse(0, 4, yes=[1, 2])
    assert table.awaited == [3]
    table.leave(3)
    assert table.ending == "caught_by_stop"
    assert table.scores == (2, 1, 1, 0, 0)
    assert table.shown[0] == ("S-35", "card of 3", ("agent",))


def test_S_35_the_accuser_leaves_and_the_vote_goes_on() -> None:
    table = Table(seats=4).round(spy=3).accuse(0, 3).leave(0)
    assert table.awaited == [1, 2]
    table.play(1, Vote(True)).play(2, Vote(True))
    assert table.scores == (0, 1, 1, 0)


def test_S_35_the_accused_leaves_and_the_clock_runs_on() -> None:
    table = Table(seats=4).round(spy=3).wait(60).accuse(0, 1, yes=[2]).wait(100).leave(1)
    assert table.state.stage == "inquiry"
    assert table.runs_out == table.now + 7 * 60
    assert table.refusal(0, Accuse(2)) == "stop_is_used"


def test_S_35_the_spy_leaves_and_the_round_ends_without_points() -> None:
    table = Table(seats=5, first_dealer=2).round(spy=0).asked(2, 1).leave(0)
    assert (table.ending, table.scores) == ("spy_left", (0,) * 5)
    assert table.shown[:2] == [("S-35", "card of 0", ("spy",)), ("S-34", "location", ("bank",))]
    assert table.awaited == [3]  # to the left of the last dealer
    table.deal(spy=4, location="school")
    assert table.state.cards[0] == ""
    assert len(table.state.left) == 4


def test_S_35_the_spy_accused_leaves_and_is_not_caught() -> None:
    table = Table().round(spy=3).accuse(0, 3, yes=[1]).leave(3)
    assert (table.ending, table.scores) == ("spy_left", (0, 0, 0, 0))


def test_S_35_with_fewer_than_three_players_round_and_game_are_over() -> None:
    table = Table(seats=3).round(spy=1).play(1, Guess("bank")).round(spy=1, location="school").leave(0)
    assert table.ending == "too_few_players"
    assert table.result is not None
    assert (table.result.scores, table.result.why) == ((0, 4, 0), "too_few_players")
    assert table.result.places == (3, 1, 2)


def test_S_35_who_withdrew_comes_behind_all_who_stayed() -> None:
    table = Table(rounds=2).round(spy=1).play(1, Guess("bank")).leave(1)
    assert table.awaited == [2]  # the spy dealt the round left of the first dealer
    table.round(spy=2, location="school").play(2, Guess("casino"))
    assert table.result is not None
    assert table.result.scores == (1, 4, 0, 1)
    assert table.result.places == (1, 4, 3, 1)


def test_S_35_the_next_dealer_leaves_between_rounds() -> None:
    table = Table(seats=5, first_dealer=3).round(spy=1).play(1, Guess("bank"))
    assert table.awaited == [1]
    assert table.leave(1).awaited == [4]  # to the left of the last dealer
    assert Table(seats=5, first_dealer=4).leave(4).awaited == [0]
    assert Table(seats=5, first_dealer=4).leave(2).awaited == [4]


def test_S_35_the_final_vote_goes_on_without_who_left() -> None:
    table = Table(seats=5).round(spy=4).time_up().name(s0=4, s1=4).leave(2)
    assert table.awaited == [3]
    assert table.refusal(3, Suspect(2)) == "player_has_left seat=2"
    table.name(s3=4, s4=0)
    assert (table.ending, table.scores) == ("caught_in_final_vote", (1, 1, 0, 1, 0))


def test_S_35_the_last_to_name_leaves_and_the_vote_is_counted() -> None:
    table = Table(seats=4).round(spy=0).time_up().name(s0=1, s1=0, s2=0).leave(3)
    assert (table.ending, table.scores) == ("caught_in_final_vote", (0, 1, 1, 0))


def test_S_35_a_name_given_stands_when_its_bearer_has_left() -> None:
    table = Table(seats=4).round(spy=0).time_up().name(s0=3, s1=3).leave(3).name(s2=1)
    assert (table.ending, table.scores) == ("spy_uncaught", (2, 0, 0, 0))


def test_S_35_all_leave() -> None:
    table = Table(seats=3).leave(0)
    assert table.result is not None
    assert table.result.why == "too_few_players"
    assert table.result.places == (3, 1, 1)
