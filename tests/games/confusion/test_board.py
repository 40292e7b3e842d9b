"""The board: squares by the names that moves and refusals use, what is asked, and what holds for this turn only."""

import pytest

from domain.games.confusion.table import board
from domain.kernel.board import Area, Cell, Grid, Piece
from domain.kernel.seats import SPECTATOR, Viewer
from service.cli.drawing import Drawing
from service.cli.telling import move_line
from service.i18n import LANGUAGES, catalogue
from tests.games.confusion.table import ALL_TOKENS, MoveTwo, OfferDraw, Reveal, Swap, Table


def grid(table: Table, viewer: Viewer = SPECTATOR) -> Grid:
    (found,) = board(table.view(viewer)).grids
    return found


def cell(table: Table, column: int, row: int, viewer: Viewer = SPECTATOR) -> Cell | None:
    """The cell at the square that players call so."""
    drawn = grid(table, viewer)
    at = drawn.column_names.index(str(column)), drawn.row_names.index(str(row))
    return next((each for each in drawn.cells if (each.column, each.row) == at), None)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_columns_and_rows_have_the_numbers_by_which_squares_are_named(viewer: Viewer) -> None:
    table = Table().attempt("A", "F", 2)
    assert table.where("A") == (3, 2)
    found = cell(table, 3, 2, viewer)
    assert found is not None
    assert [piece.face for piece in found.pieces] == ["A"]
    asked = cell(table, 3, 4, viewer)
    assert asked is not None
    assert asked.marks == ("confusion.asked",)
    assert cell(table, 4, 4, viewer) is None


def test_the_spy_that_is_to_move_is_marked_and_what_becomes_of_the_briefcase() -> None:
    table = Table().alone(A=(6, 6), a=(1, 11)).attempt("A", "FL", 1, "leave")
    spy, target = cell(table, 6, 6), cell(table, 5, 7)
    assert spy is not None
    assert target is not None
    assert spy.pieces[0] == Piece("white_spy", "A", marks=("confusion.moving",))
    assert target.marks == ("confusion.asked", "confusion.leave")
    table.yes()
    assert all(not each.marks and not each.pieces[0].marks for each in grid(table).cells)


def test_spies_that_may_not_be_moved_this_turn_are_marked() -> None:
    table = Table(tokens=ALL_TOKENS).play(0, Swap("A", "B"))
    resting = [piece.face for each in grid(table).cells for piece in each.pieces if "confusion.resting" in piece.marks]
    assert sorted(map(str, resting)) == ["A", "B"]
    table.go("C", "F", 1)
    assert not any(piece.marks for each in grid(table).cells for piece in each.pieces)


def test_an_offer_lies_before_who_made_it_while_it_stands() -> None:
    def offers(table: Table) -> list[Area]:
        return [area for area in board(table.view(1)).areas if area.id.startswith("offer")]

    table = Table()
    assert not offers(table)
    table.play(0, OfferDraw())
    assert offers(table) == [Area("offer.0", "confusion.offer", "row", (Piece("offer", "draw"),), owner=0)]
    table.go("B", "F", 1).attempt("b", "F", 1)
    assert not offers(table)


def test_move_two_counts_down_the_attempts() -> None:
    def left(table: Table) -> list[int]:
        return [track.value for track in board(table.view(0)).tracks if track.id == "attempts"]

    table = Table(tokens=ALL_TOKENS)
    assert left(table) == []
    assert left(table.play(0, MoveTwo())) == [2]
    assert left(table.fail("A", "F", 2)) == [1]
    assert left(table.fail("C", "F", 3)) == []


def test_everything_on_the_board_has_words() -> None:
    held = Table(tokens=ALL_TOKENS, narrow_board=True).alone(A=(6, 6), B=(5, 5), C=(5, 4), I=(3, 10), a=(2, 11))
    tables = [
        held.play(0, OfferDraw()).attempt("A", "FL", 1, "send"),
        Table(tokens=ALL_TOKENS).play(0, MoveTwo()).fail("A", "F", 2),
        Table(tokens=ALL_TOKENS).stand(c=None).play(0, Reveal("A")),
        Table().alone(I=(3, 10), a=(2, 9)).go("I", "F", 1),
    ]
    keys: set[str] = set()
    for table in tables:
        drawn = board(table.view("arbiter"))
        pieces = [piece for part in (*drawn.areas, *drawn.grids[0].cells) for piece in part.pieces]
        keys |= {mark for part in (*pieces, *drawn.grids[0].cells) for mark in part.marks}
        keys |= {part.label for part in (*drawn.areas, *drawn.tracks)}
        keys |= {f"confusion.{piece.face}" for piece in pieces if piece.kind in ("token", "offer", "briefcase")}
    assert {"confusion.send", "confusion.offer", "confusion.resting", "confusion.promoted", "confusion.move_2"} <= keys
    for language in LANGUAGES:
        assert keys <= catalogue(language).labels.keys()


def test_a_line_of_a_replay_says_what_is_moved_where() -> None:
    def line(language: str, **move: object) -> str:
        return move_line(move, "confusion", Drawing(language, "confusion"), language)

    attempt = {"briefcase": "leave", "direction": "BL", "distance": 1, "move": "attempt", "spy": "d"}
    assert line("en", **attempt) == "attempts a move of d: BL 1, leaving the briefcase"
    assert line("es", **attempt) == "intenta mover d: BL 1, dejando el maletín"
    assert line("en", **attempt | {"briefcase": None}) == "attempts a move of d: BL 1"
    assert line("en", move="swap", other="B", spy="A") == "swaps A and B"
    assert line("es", move="remove_suspect", spy="A") == "retira como sospechoso a A"
    assert line("en", move="answer", yes=False) == "answers no"
