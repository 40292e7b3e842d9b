"""The briefcase and the far row: CF-R6 to CF-R19, CF-R49."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from domain.kernel.outcomes import Show
from domain.kernel.seats import ALL
from tests.games.confusion.table import PIECES, Answer, Attempt, Table


def crown(told: str) -> Show:
    return Show("CF-R49", "crown", ALL, (told,))


def test_the_worked_example_the_briefcase_is_passed_to_a_spy_of_ones_own() -> None:
    """The three options of a holder: here it sends the briefcase in a way it could move itself, and stays.

    B moves straight up to four. It holds the briefcase in the middle and sends it three squares on, onto A.
    """
    table = Table().alone(B=(6, 6), A=(6, 9), a=(1, 11))
    assert table.holder == "B"
    table.go("B", "F", 3, "send")
    assert table.where("B") == (6, 6)
    assert table.where("A") == (6, 9)
    assert table.holder == "A"
    assert table.briefcase == (6, 9)


def test_CF_R6_a_crown_on_the_far_row_is_promoted_and_announced() -> None:
    table = Table().alone(I=(2, 9), A=(11, 1), a=(8, 9)).go("I", "F", 2)
    assert table.outcomes == (crown("promoted"),)
    assert table.spy("I").crown == "promoted"
    for viewer in (0, "spectator"):
        assert table.seen(viewer, "I").piece is None
        assert table.seen(viewer, "I").crown == "promoted"
    table.go("a", "L", 1)
    table.go("I", "BR", 2)  # no move of M09
    assert table.where("I") == (4, 9)
    table.go("a", "R", 1).go("I", "BR", 2).go("a", "L", 1)
    table.attempt("I", "F", 3)
    assert table.moves(1) == [Answer(False)]  # M09 could


def test_CF_R7_another_spy_on_the_far_row_is_told_to_have_no_crown() -> None:
    table = Table().alone(B=(2, 9), A=(11, 1), a=(8, 9)).go("B", "F", 2)
    assert table.outcomes == (crown("none"),)
    assert table.spy("B").crown == "none"
    assert table.seen(0, "B").crown == "none"


def test_CF_R8_a_promoted_spy_at_an_edge_again_is_no_event() -> None:
    table = Table().alone(I=(2, 10), A=(11, 1), a=(8, 9)).go("I", "F", 1)
    table.go("a", "L", 1).go("I", "R", 1)
    assert table.outcomes == ()
    table.go("a", "L", 1).go("I", "B", 2)
    table.go("a", "L", 1).go("I", "F", 2)
    assert table.outcomes == ()
    assert table.spy("I").crown == "promoted"


def test_CF_R9_who_lands_on_the_briefcase_controls_it_capturing_an_enemy_first() -> None:
    table = Table().alone(B=(6, 2), a=(1, 11))
    assert table.holder is None
    assert table.go("B", "F", 4).holder == "B"
    table = Table().alone(B=(6, 2), a=(6, 6), b=(1, 11))
    assert table.holder == "a"
    table.go("B", "F", 4)
    assert table.holder == "B"
    assert table.where("a") is None


def test_CF_R10_a_briefcase_left_behind_belongs_to_nobody() -> None:
    table = Table().alone(A=(6, 6), a=(1, 11)).go("A", "FL", 1, "leave")
    assert table.where("A") == (5, 7)
    assert table.briefcase == (6, 6)
    assert table.holder is None


def test_CF_R11_carrying_it_onto_an_enemy_captures_and_keeps_it() -> None:
    table = Table().alone(A=(6, 6), a=(6, 7), b=(1, 11)).go("A", "F", 1, "carry")
    assert table.holder == "A"
    assert table.briefcase == (6, 7)
    assert table.where("a") is None


def test_CF_R12_sending_needs_the_same_yes_as_moving() -> None:
    table = Table().alone(B=(6, 6), a=(1, 11), M=(1, 1))
    table.attempt("B", "R", 1, "send")
    assert table.refusal(1, Answer(True)) == "answer_untrue spy=B"
    assert table.no().briefcase == (6, 6)
    table.put(turn=0).attempt("B", "F", 4, "send")
    assert table.refusal(1, Answer(False)) == "answer_untrue spy=B"
    assert table.yes().briefcase == (6, 10)
    assert table.where("B") == (6, 6)
    assert table.outcomes == ()  # the spy itself has not come to the far row


def test_CF_R12_a_briefcase_does_not_pass_over_a_spy() -> None:
    table = Table().alone(B=(6, 6), A=(6, 8), a=(1, 11))
    assert table.refusal(0, Attempt("B", "F", 3, "send")) == "way_blocked column=6 row=8"
    assert ("F", 2, "send") in table.attempts(0, "B")
    assert ("F", 2, "carry") not in table.attempts(0, "B")


def test_CF_R13_whoever_stands_where_it_arrives_controls_it() -> None:
    onto_own = Table().alone(B=(6, 6), A=(6, 8), a=(1, 11)).go("B", "F", 2, "send")
    assert onto_own.holder == "A"
    onto_enemy = Table().alone(B=(6, 6), a=(6, 8)).go("B", "F", 2, "send")
    assert onto_enemy.holder == "a"
    assert onto_enemy.where("a") == (6, 8)
    onto_nobody = Table().alone(B=(6, 6), a=(1, 11)).go("B", "F", 2, "send")
    assert onto_nobody.holder is None
    assert onto_nobody.briefcase == (6, 8)


def test_CF_R14_a_loose_briefcase_blocks_the_way() -> None:
    table = Table().alone(B=(6, 4), a=(1, 11))
    assert {far for way, far, _ in table.attempts(0, "B") if way == "F"} == {1, 2}
    assert table.refusal(0, Attempt("B", "F", 3)) == "way_blocked column=6 row=6"


def test_CF_R15_carrying_the_briefcase_to_the_enemy_home_row_wins() -> None:
    table = Table().alone(B=(6, 9), a=(1, 5)).case(6, 9).go("B", "F", 2, "carry")
    assert table.result is not None
    assert (table.result.why, table.result.places) == ("briefcase", (1, 2))


def test_CF_R15_sending_it_to_an_own_spy_there_wins() -> None:
    table = Table().alone(B=(6, 9), A=(6, 11), a=(1, 5)).case(6, 9).go("B", "F", 2, "send")
    assert table.result is not None
    assert table.result.places == (1, 2)


def test_CF_R15_stepping_onto_it_there_wins() -> None:
    table = Table().alone(B=(6, 9), a=(1, 5)).case(6, 11).go("B", "F", 2)
    assert table.result is not None
    assert table.result.places == (1, 2)


def test_CF_R15_red_wins_on_whites_home_row() -> None:
    table = Table(first_player=1).alone(b=(6, 3), A=(1, 5)).case(6, 3).go("b", "F", 2, "carry")
    assert table.result is not None
    assert table.result.places == (2, 1)


def test_CF_R16_the_briefcase_alone_there_wins_nothing() -> None:
    table = Table().alone(B=(6, 9), a=(1, 5)).case(6, 9).go("B", "F", 2, "send")
    assert table.briefcase == (6, 11)
    assert table.result is None
    assert table.awaited == [1]


def test_CF_R16_the_own_home_row_wins_nothing() -> None:
    table = Table().alone(B=(6, 3), a=(1, 5)).case(6, 3).go("B", "B", 2, "carry")
    assert table.result is None


def test_CF_R17_sent_onto_an_enemy_on_the_own_home_row_it_wins_for_the_enemy() -> None:
    table = Table().alone(B=(6, 3), a=(6, 1)).case(6, 3).go("B", "B", 2, "send")
    assert table.result is not None
    assert (table.result.why, table.result.places) == ("briefcase", (2, 1))


def test_CF_R18_the_win_comes_before_a_promotion() -> None:
    table = Table(sealed=True).alone(I=(6, 9), a=(1, 5)).case(6, 9).go("I", "F", 2, "carry")
    assert table.result is not None
    assert table.outcomes == ()
    assert table.spy("I").crown == "unknown"


def test_CF_R19_the_double_agent_can_win_for_its_owner() -> None:
    table = Table().alone(M=(6, 9), a=(1, 5)).case(6, 9).go("M", "F", 2, "carry")
    assert table.result is not None
    assert table.result.places == (1, 2)


@pytest.mark.parametrize(
    ("spy", "told"), [("I", "promoted"), ("B", "none"), ("A", "none"), ("L", "promoted"), ("M", "none")]
)
def test_CF_R49_everybody_is_told_whether_a_spy_on_the_far_row_has_a_crown(spy: str, told: str) -> None:
    table = Table().alone(**{spy: (2, 10), "a": (8, 9)}).go(spy, "F", 1)
    assert table.outcomes == (crown(told),)


def test_CF_R49_each_time_it_ends_a_move_there() -> None:
    table = Table().alone(A=(2, 10), a=(8, 9)).go("A", "F", 1).go("a", "L", 1).go("A", "R", 1)
    assert table.outcomes == (crown("none"),)


def test_CF_R49_not_after_a_no() -> None:
    assert Table().alone(A=(2, 9), a=(8, 9)).fail("A", "F", 2).outcomes == ()


def test_CF_R49_the_owner_learns_no_more_than_that() -> None:
    """Two spies without crowns change pieces: their owner is sent the same."""
    other = ("M02", "M01", *PIECES[2:])
    tables = [Table((deal, PIECES)).alone(A=(2, 10), a=(8, 9)).go("A", "F", 1) for deal in (PIECES, other)]
    assert tables[0].view(0) == tables[1].view(0)
    assert tables[0].outcomes == tables[1].outcomes
