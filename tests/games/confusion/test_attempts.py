"""Attempts and their answers: CF-R1 to CF-R5, CF-R28, CF-R31 to CF-R35, CF-R43."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest
from msgspec.structs import replace

from domain.games.confusion.edition import DIRECTIONS, STANDARD
from domain.games.confusion.table import board
from domain.kernel.board import Piece
from domain.kernel.seats import Viewer
from tests.games.confusion.table import PIECES, Answer, Attempt, OfferDraw, RemoveSuspect, Table


def test_CF_R1_after_a_no_the_spy_stays_and_the_turn_passes() -> None:
    table = Table().alone(C=(5, 5), a=(6, 6), M=(1, 1)).case(11, 11)
    table.attempt("C", "FR", 1).no()
    assert table.where("C") == (5, 5)
    assert table.where("a") == (6, 6)
    assert table.awaited == [1]
    assert table.outcomes == ()


@pytest.mark.parametrize(
    ("spy", "way", "far", "true"),
    [("B", "F", 3, True), ("B", "F", 4, True), ("B", "F", 5, False), ("B", "L", 1, False), ("C", "R", 2, True)],
)
def test_CF_R2_the_answer_for_an_ordinary_spy_must_be_true(spy: str, way, far: int, true: bool) -> None:
    table = Table().alone(B=(5, 2), C=(5, 3), a=(1, 11)).stand(**{"C" if spy == "B" else "B": (9, 9)})
    table.attempt(spy, way, far)
    assert table.refusal(1, Answer(not true)) == f"answer_untrue spy={spy}"
    assert table.moves(1) == [Answer(true)]
    table.play(1, Answer(true))
    assert (table.where(spy) != ({"B": (5, 2), "C": (5, 3)}[spy])) == true


def test_CF_R2_nobody_answers_in_the_players_place_even_where_only_one_answer_is_true() -> None:
    table = Table().attempt("A", "F", 1)
    assert table.state.pending == Attempt("A", "F", 1)
    assert table.awaited == [1]
    assert table.outcomes == ()


def test_CF_R3_the_answer_for_a_double_agent_is_free_and_may_change() -> None:
    table = Table().alone(M=(6, 2), a=(1, 11), A=(11, 1))
    table.attempt("M", "F", 2)
    assert table.moves(1) == [Answer(True), Answer(False)]
    table.no()
    table.go("a", "L", 1)
    table.go("M", "F", 2)
    assert table.where("M") == (6, 4)
    table.go("a", "R", 1)
    table.fail("M", "F", 2)
    assert table.where("M") == (6, 4)


def test_CF_R4_a_captured_spy_leaves_the_board_and_its_owner_is_not_shown_what_it_was() -> None:
    table = Table().alone(B=(6, 2), c=(6, 6), a=(1, 11)).case(11, 6)
    table.go("B", "F", 4)
    assert table.where("B") == (6, 6)
    assert table.where("c") is None
    assert table.outcomes == ()
    assert table.seen(1, "c").piece is None
    assert table.seen("spectator", "c").piece is None
    assert table.seen(0, "c").piece == "M03"
    assert table.seen(1, "c").fate == "captured"


def diagram(table: Table, viewer: Viewer, name: str) -> Piece:
    """The movement piece behind a spy as it is drawn for a viewer."""
    areas = board(table.view(viewer)).areas
    (row,) = (
        area.pieces
        for area in areas
        if area.id.startswith("movement") and any(piece.face == name for piece in area.pieces)
    )
    at = next(at for at, piece in enumerate(row) if piece.face == name)
    return row[at + 1]


def test_CF_R5_a_piece_is_drawn_for_who_looks_at_it() -> None:
    """M05 moves forward and diagonally back. Its opponent sees it come down the board, and go up diagonally."""
    table = Table()
    assert diagram(table, 1, "E").marks == (
        "confusion.reach_3",
        "confusion.down",
        "confusion.up_right",
        "confusion.up_left",
        "confusion.lock",
    )
    assert diagram(table, 0, "e").marks == diagram(table, 1, "E").marks
    assert diagram(table, "arbiter", "E").marks == (
        "confusion.reach_3",
        "confusion.up",
        "confusion.down_left",
        "confusion.down_right",
        "confusion.lock",
    )
    assert diagram(table, 0, "E") == Piece("movement")


def test_CF_R5_the_lock_marks_pieces_that_may_be_unable_to_step_back() -> None:
    locked = [piece.id for at, piece in enumerate(STANDARD.pieces) if _has_lock_mark("abcdefghijklm"[at])]
    assert locked == ["M05", "M06", "M07", "M09", "M10", "M11", "M12"]


def _has_lock_mark(name: str) -> bool:
    return "confusion.lock" in diagram(Table(), 0, name).marks


def test_CF_R28_a_double_agents_attempt_may_be_as_long_as_the_board_allows() -> None:
    table = Table().alone(M=(1, 1), a=(6, 11)).case(2, 2)
    table.attempt("M", "R", 10)
    assert table.moves(1) == [Answer(True), Answer(False)]
    assert table.yes().where("M") == (11, 1)


def test_CF_R28_an_edition_may_limit_it_and_then_only_no_is_true() -> None:
    table = Table(edition=replace(STANDARD, double_agent_limit=4)).alone(M=(1, 1), a=(6, 11)).case(2, 2)
    table.attempt("M", "R", 5)
    assert table.moves(1) == [Answer(False)]
    assert table.refusal(1, Answer(True)) == "answer_untrue spy=M"
    assert table.no().awaited == [1]


def test_CF_R31_there_is_no_passing_but_a_known_illegal_attempt_serves() -> None:
    """A promoted spy moves up to two: an attempt of three is known to fail, and is an attempt all the same."""
    table = Table().alone(I=(6, 10), a=(1, 11), A=(11, 1)).go("I", "F", 1)
    table.go("a", "L", 1)
    assert {move.__struct_config__.tag for move in table.moves(0)} == {
        "attempt",
        "offer_draw",
        "remove_suspect",
    }
    table.attempt("I", "B", 3)
    assert table.moves(1) == [Answer(False)]
    assert table.no().awaited == [1]


def test_CF_R32_an_attempt_says_what_becomes_of_the_briefcase_exactly_if_it_is_held() -> None:
    table = Table().alone(A=(6, 6), C=(2, 2), a=(1, 11))
    assert table.refusal(0, Attempt("A", "F", 1)) == "say_what_of_briefcase spy=A"
    assert table.refusal(0, Attempt("C", "F", 1, "leave")) == "briefcase_not_held spy=C"
    assert {handling for _, _, handling in table.attempts(0, "A")} == {"carry", "leave", "send"}
    assert {handling for _, _, handling in table.attempts(0, "C")} == {None}


def test_CF_R33_public_conditions_are_refused_by_name() -> None:
    table = Table()
    assert table.refusal(1, Attempt("a", "F", 1)) == "out_of_turn awaited=0"
    assert table.refusal(0, Attempt("a", "F", 1)) == "not_your_spy spy=a"
    assert table.refusal(0, Attempt("Z", "F", 1)) == "no_such_spy spy=Z"
    assert table.refusal(0, Attempt("A", "L", 3)) == "off_board distance=3 most=2"
    assert table.refusal(0, Attempt("A", "L", 0)) == "off_board distance=0 most=2"
    assert table.refusal(0, Attempt("A", "R", 1)) == "own_spy_there spy=A"
    assert table.refusal(0, Attempt("H", "F", 2)) == "way_blocked column=3 row=2"
    assert table.refusal(0, Attempt("D", "F", 9)) == "way_blocked column=6 row=6"
    table.stand(A=None)
    assert table.refusal(0, Attempt("A", "F", 1)) == "spy_gone spy=A"


def test_CF_R33_an_enemy_may_stand_on_the_target_but_not_between() -> None:
    table = Table().alone(B=(6, 2), a=(6, 4), b=(6, 5)).case(11, 11)
    assert {far for way, far, _ in table.attempts(0, "B") if way == "F"} == {1, 2}
    assert table.refusal(0, Attempt("B", "F", 3)) == "way_blocked column=6 row=4"


def test_CF_R34_red_moves_the_other_way() -> None:
    table = Table(first_player=1).alone(e=(6, 6), A=(1, 1)).case(11, 11)
    table.go("e", "F", 3)
    assert table.where("e") == (6, 3)
    table.put(turn=1).stand(e=(6, 6)).go("e", "BL", 2)
    assert table.where("e") == (8, 8)


@pytest.mark.parametrize("piece", [each for each in STANDARD.pieces if not each.double_agent], ids=lambda each: each.id)
def test_CF_R34_every_pattern_is_answered_as_it_is_drawn(piece) -> None:
    """From the middle of an empty board, every direction and distance."""
    at = PIECES.index(piece.id)
    spy = "ABCDEFGHIJKLM"[at]
    for way in DIRECTIONS:
        for far in range(1, 6):
            table = Table().alone(**{spy: (6, 6), "a": (1, 10)}).case(1, 4).attempt(spy, way, far)
            assert table.moves(1) == [Answer(way in piece.directions and far <= piece.max_distance)]


def test_CF_R35_a_refused_attempt_costs_nothing_and_an_answered_one_is_used_up() -> None:
    table = Table()
    table.refusal(0, Attempt("A", "R", 1))
    assert table.awaited == [0]
    assert table.state.quiet == 0
    table.fail("C", "FL", 1)
    assert table.awaited == [1]
    assert table.state.quiet == 1


@pytest.mark.parametrize("spy", ["A", "B", "M"])
def test_CF_R43_the_opponent_is_asked_for_every_spy_alike_and_nobody_else_may_act(spy: str) -> None:
    table = Table().stand(**{spy: (6, 4)}).attempt(spy, "F", 1)
    assert table.awaited == [1]
    assert table.moves(0) == []
    for move in (Attempt("C", "F", 1), OfferDraw(), RemoveSuspect("A"), Answer(True)):
        assert table.refusal(0, move) == "out_of_turn awaited=1"
    for move in (Attempt("a", "F", 1), OfferDraw(), RemoveSuspect("a")):
        assert table.refusal(1, move) == "wrong_phase stage=answer"


def test_CF_R43_who_looks_on_sees_the_same_whatever_the_spy_is() -> None:
    """The spy's owner and spectators are sent the same for the double agent and for an ordinary spy."""
    swapped = (*PIECES[:11], "DA", "M12")
    tables = [Table((deal, PIECES)).stand(L=(6, 4)).attempt("L", "F", 1) for deal in (PIECES, swapped)]
    for viewer in (0, "spectator"):
        assert tables[0].view(viewer) == tables[1].view(viewer)
    assert tables[0].moves(0) == tables[1].moves(0)
    answered = [table.yes() for table in tables]
    for viewer in (0, "spectator"):
        assert answered[0].view(viewer) == answered[1].view(viewer)


def test_an_answer_without_a_question_is_refused() -> None:
    assert Table().refusal(0, Answer(True)) == "wrong_phase stage=turn"
