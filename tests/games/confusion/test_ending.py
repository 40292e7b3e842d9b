"""Opening, turns and ends: CF-R29, CF-R30, CF-R36 to CF-R38, CF-R42, CF-R48, CF-R51, CF-R52, CF-R54."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from domain.games.confusion.table import board
from domain.kernel.outcomes import Draw, Show
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import ALL, ARBITER, SPECTATOR, only
from tests.games.confusion.table import (
    ALL_TOKENS,
    PIECES,
    AcceptDraw,
    Answer,
    Attempt,
    ExposeAgent,
    OfferDraw,
    RemoveSuspect,
    Reveal,
    Table,
)


def test_CF_R29_who_has_no_spy_left_has_lost() -> None:
    table = Table().alone(A=(5, 5), a=(5, 6)).go("A", "F", 1)
    assert table.result is not None
    assert (table.result.why, table.result.places, table.result.scores) == ("no_spies", (1, 2), (1, 0))


def test_CF_R29_with_spies_but_no_attempt_the_turn_passes() -> None:
    table = Table(tokens=ALL_TOKENS).alone(A=(5, 5), a=(1, 11)).play(0, Reveal("A"))
    assert table.awaited == [1]
    assert table.result is None


def test_CF_R30_a_draw_by_agreement() -> None:
    table = Table().play(0, OfferDraw()).go("B", "F", 1).play(1, AcceptDraw())
    assert table.result is not None
    assert (table.result.why, table.result.places, table.result.scores) == ("agreement", (1, 1), (0, 0))


def test_CF_R30_two_hundred_moves_without_progress_are_a_draw() -> None:
    table = Table().put(quiet=198).fail("A", "F", 2)
    assert table.result is None
    table.go("b", "F", 1)
    assert table.result is not None
    assert (table.result.why, table.result.places) == ("quiet", (1, 1))


def test_CF_R30_the_limit_is_an_option() -> None:
    table = Table(draw_after=2).fail("A", "F", 2).fail("a", "F", 2)
    assert table.result is not None
    assert table.result.why == "quiet"


def test_CF_R30_progress_is_a_capture_a_promotion_an_elimination_or_the_briefcase_elsewhere() -> None:
    def quiet(table: Table) -> int:
        return table.state.quiet

    assert quiet(Table().alone(A=(5, 5), a=(5, 6), b=(1, 11)).put(quiet=50).go("A", "F", 1)) == 0
    assert quiet(Table().alone(I=(5, 10), a=(1, 5)).put(quiet=50).go("I", "F", 1)) == 0
    assert quiet(Table().put(quiet=50).play(0, RemoveSuspect("A"))) == 0
    assert quiet(Table().put(quiet=50).play(0, ExposeAgent("m"))) == 0
    held = Table().alone(A=(6, 6), a=(1, 5))
    for handling, after in (("carry", 0), ("send", 0), ("leave", 51)):
        assert quiet(held.alone(A=(6, 6), a=(1, 5)).case(6, 6).put(turn=0, quiet=50).go("A", "F", 1, handling)) == after
    assert quiet(Table().alone(A=(6, 5), a=(1, 5)).put(quiet=50).go("A", "F", 1)) == 51  # it has not moved
    assert quiet(Table().alone(B=(5, 10), a=(1, 5)).put(quiet=50).go("B", "F", 1)) == 51  # no crown


def test_CF_R36_the_pieces_are_dealt_before_the_opponents_eyes_alone() -> None:
    table = Table()
    assert table.outcomes == (
        Draw("pieces 0", only(1), PIECES),
        Draw("pieces 1", only(0), PIECES),
    )
    assert table.briefcase == (6, 6)
    assert table.holder is None
    assert [table.seen(viewer, "A").piece for viewer in (0, 1, SPECTATOR, ARBITER)] == [None, "M01", None, "M01"]
    assert [table.seen(viewer, "a").piece for viewer in (0, 1, SPECTATOR, ARBITER)] == ["M01", None, None, "M01"]
    assert {spy.crown for side in table.state.spies for spy in side} == {"unknown"}


def test_CF_R36_the_spies_stand_in_two_rows_and_red_is_white_turned() -> None:
    table = Table()
    assert [table.where(spy) for spy in "AGHM"] == [(3, 2), (9, 2), (3, 1), (9, 1)]
    for white in "ABCDEFGHIJKLM":
        column, row = table.where(white) or (0, 0)
        assert table.where(white.lower()) == (12 - column, 12 - row)


@pytest.mark.parametrize("white", [0, 1])
def test_CF_R36_who_is_white_is_an_option(white: int) -> None:
    table = Table(white=white)
    assert table.options.plan.owners["A"][0] == white
    assert table.view(0).sides[white].colour == "white"


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("white", [0, 1])
def test_CF_R37_who_begins_is_an_option(first: int, white: int) -> None:
    assert Table(first_player=first, white=white).awaited == [first]


def test_CF_R38_an_elimination_then_one_attempt_then_the_other_player() -> None:
    table = Table().play(0, RemoveSuspect("M")).go("B", "F", 1)
    assert table.awaited == [1]
    table.fail("a", "F", 2)
    assert table.awaited == [0]
    assert table.state.act == ""


def test_CF_R38_after_a_win_nothing_more() -> None:
    table = Table().alone(B=(6, 9), a=(1, 5)).case(6, 9).go("B", "F", 2, "carry")
    assert table.awaited == []
    assert table.moves(0) == table.moves(1) == []
    for move in (Attempt("B", "B", 1, "carry"), Answer(True), OfferDraw(), AcceptDraw()):
        for seat in (0, 1):
            assert table.refusal(seat, move) == "game_over"


def test_CF_R42_on_the_narrow_board_the_outer_columns_do_not_exist() -> None:
    table = Table(narrow_board=True).alone(A=(2, 5), C=(10, 5), a=(5, 11), b=(3, 8)).case(6, 6)
    assert table.refusal(0, Attempt("A", "L", 1)) == "off_board distance=1 most=0"
    assert table.refusal(0, Attempt("C", "FR", 1)) == "off_board distance=1 most=0"
    assert {far for way, far, _ in table.attempts(0, "A") if way == "R"} == set(range(1, 8))
    unused = {(cell.column, cell.row) for cell in board(table.view(0)).grids[0].cells if cell.marks}
    assert unused == {(column, row) for column in (0, 10) for row in range(11)}


def test_CF_R42_by_default_they_do() -> None:
    assert Table().alone(A=(2, 5), a=(5, 11)).go("A", "L", 1).where("A") == (1, 5)


@pytest.mark.parametrize("seat", [0, 1])
def test_CF_R48_who_withdraws_has_lost(seat: int) -> None:
    for table in (Table(), Table().attempt("A", "F", 1)):
        table.leave(seat)
        assert table.result is not None
        assert (table.result.why, table.result.places) == ("withdrawal", (2, 1) if seat == 0 else (1, 2))
        assert table.view(SPECTATOR).asked is None


def test_CF_R51_an_offer_stands_until_the_other_player_attempts_or_accepts() -> None:
    table = Table().play(0, OfferDraw())
    assert table.moves(1) == [AcceptDraw()]
    table.attempt("B", "F", 1)
    assert table.moves(1) == [AcceptDraw(), Answer(True)]
    table.yes()
    assert AcceptDraw() in table.moves(1)
    table.play(1, RemoveSuspect("m"))
    assert AcceptDraw() in table.moves(1)
    table.attempt("b", "F", 1)
    assert table.state.offer is None
    assert table.refusal(1, AcceptDraw()) == "no_offer"


def test_CF_R51_at_most_one_offer_a_turn_and_before_the_attempt() -> None:
    table = Table().play(0, OfferDraw())
    assert table.refusal(0, OfferDraw()) == "offer_stands offered_by=0"
    assert OfferDraw() not in table.moves(0)
    assert table.refusal(0, AcceptDraw()) == "no_offer"
    table.attempt("B", "F", 1)
    assert table.refusal(0, OfferDraw()) == "out_of_turn awaited=1"
    assert table.refusal(1, OfferDraw()) == "wrong_phase stage=answer"
    table.yes()
    assert table.refusal(1, OfferDraw()) == "offer_stands offered_by=0"
    table.go("b", "F", 1).play(0, OfferDraw())
    assert table.state.offer == 0


def test_CF_R51_a_table_may_do_without_offers() -> None:
    table = Table(draw_offers=False)
    assert OfferDraw() not in table.moves(0)
    assert table.refusal(0, OfferDraw()) == "no_draw_offers"


def test_CF_R52_every_answered_attempt_counts_a_no_as_well() -> None:
    table = Table().fail("A", "F", 2)
    assert table.state.quiet == 1
    table.go("b", "F", 1)
    assert table.state.quiet == 2
    table.attempt("B", "F", 1)
    assert table.state.quiet == 2


def test_CF_R54_at_the_end_everybody_sees_all_pieces() -> None:
    table = Table().leave(0)
    assert table.outcomes == (
        Show("CF-R54", "pieces 0", ALL, PIECES),
        Show("CF-R54", "pieces 1", ALL, PIECES),
    )
    for viewer in (0, 1, SPECTATOR):
        assert [spy.piece for side in table.view(viewer).sides for spy in side.spies] == [*PIECES, *PIECES]


def test_CF_R54_unless_the_table_keeps_them_sealed() -> None:
    table = Table(sealed=True).leave(0)
    assert table.outcomes == ()
    assert [spy.piece for spy in table.view(SPECTATOR).sides[0].spies] == [None] * 13
    assert [spy.piece for spy in table.view(1).sides[1].spies] == [None] * 13


def test_nobody_withdraws_who_does_not_sit_there() -> None:
    with pytest.raises(IllegalMove, match="no_such_seat"):
        Table().leave(2)


def test_the_board_is_drawn_as_its_viewer_sits_before_it() -> None:
    """White's spy A stands in column 3 and row 2: for White near the lower edge and left, for Red far and right."""

    def where(table: Table, viewer, name: str) -> tuple[int, int]:
        (grid,) = board(table.view(viewer)).grids
        (cell,) = (cell for cell in grid.cells if any(piece.face == name for piece in cell.pieces))
        return cell.column, cell.row

    for table, white, red in ((Table(), 0, 1), (Table(white=1), 1, 0)):
        for viewer in (white, SPECTATOR, ARBITER):
            assert where(table, viewer, "A") == (2, 9)
        assert where(table, red, "A") == (8, 1)
        assert where(table, red, "a") == (2, 9)
