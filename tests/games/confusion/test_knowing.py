"""What the record proves and the notebooks beside it: CF-R39."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from domain.games.confusion.deduce import deduce, fits
from domain.games.confusion.edition import SKIRMISH, STANDARD
from domain.games.confusion.notebook import Mark, Notebook, Sheet
from domain.games.confusion.options import Options
from domain.games.confusion.rules import CONFUSION
from domain.games.confusion.view import View
from domain.kernel.refusals import BadNote
from domain.kernel.seats import SPECTATOR, Viewer
from tests.games.confusion.table import ALL_TOKENS, PIECES, ExposeAgent, RemoveSuspect, Reveal, Table
from tests.kit.games import random_game, variants

EVERY = frozenset(PIECES)


def possible(table: Table, viewer: Viewer, name: str) -> frozenset[str]:
    sides = deduce(table.view(viewer)).sides
    return next(frozenset(each.pieces) for side in sides for each in side if each.spy == name)


def test_CF_R39_at_the_start_nothing_is_proven() -> None:
    table = Table()
    for viewer in (0, 1, SPECTATOR):
        for name in "AMam":
            assert possible(table, viewer, name) == EVERY


def test_CF_R39_a_yes_leaves_the_pieces_that_move_so_and_the_double_agent() -> None:
    table = Table().go("C", "F", 2)
    assert possible(table, 0, "C") == {"M02", "M03", "M05", "M09", "M11", "DA"}
    assert possible(table, SPECTATOR, "C") == possible(table, 1, "C") == possible(table, 0, "C")


def test_CF_R39_a_no_strikes_out_the_pieces_that_move_so() -> None:
    table = Table().fail("A", "F", 2)
    assert possible(table, 0, "A") == EVERY - {"M02", "M03", "M05", "M09", "M11"}


def test_CF_R39_the_longest_yes_and_the_shortest_no_are_what_counts() -> None:
    table = Table().alone(B=(6, 1), C=(1, 1), a=(11, 11), m=(1, 6)).case(11, 6)
    table.go("B", "F", 3).go("a", "R", 1).go("B", "F", 1)
    assert possible(table, 0, "B") == {"M02", "M05", "M09", "DA"}
    table.go("a", "L", 1).fail("C", "F", 3).go("a", "R", 1).fail("C", "F", 4)
    assert possible(table, 0, "C") == EVERY - {"M02", "M05", "M09"}


def test_CF_R39_answers_that_contradict_each_other_prove_the_double_agent() -> None:
    table = Table().go("M", "FR", 1).go("b", "F", 1).stand(M=(1, 3)).fail("M", "FR", 1)
    assert possible(table, 0, "M") == {"DA"}
    assert possible(table, 0, "A") == EVERY - {"DA"}


def test_CF_R39_the_far_row_proves_a_crown_or_none() -> None:
    table = Table().stand(I=(1, 9)).go("I", "F", 2)
    assert possible(table, 0, "I") == {"M09", "M11"}
    table = Table().stand(B=(1, 9)).go("B", "F", 2)
    assert possible(table, 0, "B") == {"M02", "M03", "M05", "DA"}


def test_CF_R39_what_a_promoted_spy_does_proves_nothing_more() -> None:
    table = Table().stand(I=(1, 9)).go("I", "F", 2).go("b", "F", 1)
    before = possible(table, 0, "I")
    table.go("I", "BR", 2)
    assert possible(table, 0, "I") == before


def test_CF_R39_a_revealed_piece_is_no_other_spys_and_spectators_do_not_know_it() -> None:
    table = Table(tokens=ALL_TOKENS).play(0, Reveal("B"))
    for viewer in (0, 1):
        assert possible(table, viewer, "B") == {"M02"}
        assert possible(table, viewer, "C") == EVERY - {"M02"}
    assert possible(table, SPECTATOR, "B") == EVERY


def test_CF_R39_an_exposed_agent_is_known_and_a_removed_suspect_is_not() -> None:
    table = Table().play(0, ExposeAgent("m"))
    for viewer in (0, 1, SPECTATOR):
        assert possible(table, viewer, "m") == {"DA"}
        assert possible(table, viewer, "a") == EVERY - {"DA"}
    assert possible(Table().play(0, RemoveSuspect("M")), 0, "M") == EVERY


def test_CF_R39_two_spies_with_the_same_two_pieces_leave_none_for_a_third() -> None:
    """A and B can only be M01 or the double agent: nobody else is either."""
    table = Table()
    spies = list(table.state.spies[0])
    spies[0], spies[1] = (replace(spies[at], granted=(1,) * 8) for at in (0, 1))
    table.put(spies=(tuple(spies), table.state.spies[1]))
    assert possible(table, 0, "A") == possible(table, 0, "B") == {"M01", "DA"}
    assert possible(table, 0, "C") == EVERY - {"M01", "DA"}


def test_CF_R39_the_opponents_sheet_is_what_the_opponent_can_have_proven() -> None:
    """Red sees White's pieces, and what White can know of them is another matter."""
    table = Table().go("C", "F", 2)
    assert table.seen(1, "C").piece == "M03"
    assert len(possible(table, 1, "C")) > 1


def test_CF_R39_an_agents_limit_tells_agents_from_what_they_cannot_have_done() -> None:
    edition = replace(STANDARD, double_agent_limit=1)
    table = Table(edition=edition).go("B", "F", 2)
    assert "DA" not in possible(table, 0, "B")


@pytest.mark.parametrize("number", range(6))
def test_CF_R39_the_truth_is_always_among_what_is_possible(number: int) -> None:
    tables = variants(CONFUSION)
    script = random_game(tables[number % len(tables)], number)
    for state in script.states[:: max(1, script.ply // 12)]:
        for viewer in (0, 1, SPECTATOR):
            proven = deduce(CONFUSION.view(state, viewer))
            for side, spies in zip(proven.sides, state.spies, strict=True):
                assert all(spy.piece in each.pieces for each, spy in zip(side, spies, strict=True))


def test_CF_R39_every_piece_left_is_one_of_some_deal_that_fits() -> None:
    """Against all ways to deal a small board's pieces."""
    variant = next(each for each in variants(CONFUSION) if each.options.edition.name == "skirmish")
    rng = Random(1)
    for number in range(30):
        script = random_game(variant, number)
        view: View = CONFUSION.view(rng.choice(script.states[:-1]), 0)
        for seat in (0, 1):
            spies = view.sides[seat].spies
            names = [piece.id for piece in view.pieces]
            kinds = {piece.id: piece for piece in view.pieces}
            deals = [
                deal
                for deal in permutations(names)
                if all(
                    (spy.piece == piece)
                    if spy.shown != "nobody" and spy.piece
                    else fits(kinds[piece], spy, view.double_agent_limit)
                    for piece, spy in zip(deal, spies, strict=True)
                )
            ]
            for at, each in enumerate(deduce(view).sides[seat]):
                assert set(each.pieces) == {deal[at] for deal in deals}


def test_CF_R39_marks_are_struck_out_and_taken_back() -> None:
    mark, other = Mark("A", "M01"), Mark("A", "DA")
    sheet = Sheet().strike(mark).strike(other).strike(mark)
    assert sheet.struck == (other, mark)
    assert sheet.restore(mark).struck == (other,)
    assert sheet.restore(mark).restore(mark) == Sheet((other,))
    book = Notebook(own=sheet)
    assert book.opponents == Sheet()


@pytest.mark.parametrize("white", [0, 1])
def test_CF_R39_a_sheet_is_of_the_spies_of_its_side_and_the_pieces_in_the_box(white: int) -> None:
    options = Options(white=white)
    capitals, small = (Sheet(tuple(Mark(spy, piece) for spy in side for piece in PIECES)) for side in ("AM", "am"))
    CONFUSION.check_note(options, white, Notebook(own=capitals, opponents=small))
    CONFUSION.check_note(options, 1 - white, Notebook(own=small, opponents=capitals))
    for seat, book, words in (
        (white, Notebook(own=small), "note.own.struck.0.spy: other_sheet spy=a"),
        (1 - white, Notebook(opponents=small), "note.opponents.struck.0.spy: other_sheet spy=a"),
        (white, Notebook(own=Sheet((Mark("Z", "M01"),))), "note.own.struck.0.spy: no_such_spy spy=Z"),
        (white, Notebook(own=Sheet((Mark("A", "promoted"),))), "note.own.struck.0.piece: no_such_piece piece=promoted"),
        (
            white,
            Notebook(own=Sheet((Mark("A", "M01"), Mark("B", "M01"), Mark("A", "M01")))),
            "note.own.struck.2: struck_twice spy=A piece=M01",
        ),
    ):
        with pytest.raises(BadNote) as refusal:
            CONFUSION.check_note(options, seat, book)
        assert str(refusal.value) == words


def test_CF_R39_the_pieces_are_those_of_the_edition() -> None:
    small = Options(edition=SKIRMISH)
    CONFUSION.check_note(small, 0, Notebook(own=Sheet((Mark("E", "S4"),))))
    for mark, code in ((Mark("F", "S4"), "no_such_spy"), (Mark("E", "M01"), "no_such_piece")):
        with pytest.raises(BadNote, match=code):
            CONFUSION.check_note(small, 0, Notebook(own=Sheet((mark,))))


def test_CF_R39_notebooks_are_no_part_of_the_game() -> None:
    assert "notebook" not in Table().state.__struct_fields__
