"""What an arbiter is told of a step on record that cannot be, and of a record that shows other pieces."""

from collections.abc import Callable

import msgspec
import pytest

from domain.games.confusion.edition import Edition, Pattern, Reach
from domain.games.confusion.options import Options
from domain.games.confusion.rules import CONFUSION
from domain.kernel.refusals import IllegalMove
from domain.kernel.rules import Played, apply
from domain.kernel.supplied import SuppliedChance
from domain.record.verify import verify
from tests.games.confusion.table import (
    ALL_TOKENS,
    AcceptDraw,
    Answer,
    Attempt,
    ExposeAgent,
    Move,
    MoveTwo,
    OfferDraw,
    RemoveSuspect,
    Reveal,
    Swap,
    Table,
)
from tests.record.cases import MOVE
from tests.record.forge import Forgery, forged
from tests.record.sitting import Sitting


def usual() -> Table:
    """B holds the briefcase in the middle, D has left the board."""
    return Table(tokens=ALL_TOKENS).stand(B=(6, 6), D=None)


def asked() -> Table:
    return usual().attempt("A", "F", 1)


@pytest.mark.parametrize(
    ("table", "move", "sentence"),
    [
        (usual(), RemoveSuspect("Z"), "removes spy Z as a suspect, and there is no spy Z"),
        (usual(), Reveal("a"), "asks for the piece of spy a, and spy a is of the other side"),
        (usual(), ExposeAgent("A"), "exposes spy A as the double agent, and spy A is its own"),
        (usual(), ExposeAgent("a"), "exposes spy a as the double agent, and spy a is not the double agent"),
        (usual(), RemoveSuspect("D"), "removes spy D as a suspect, and spy D is no longer on the board"),
        (
            usual().play(0, Reveal("A")),
            Attempt("A", "F", 1),
            "attempts a move of spy A, direction F, distance 1, and spy A may not be moved any more this turn",
        ),
        (
            usual().stand(A=(1, 6)),
            Swap("A", "C"),
            "swaps spies A and C, and spy A does not stand in the own half, as the token asks",
        ),
        (
            usual().stand(B=(6, 5)).case(6, 5),
            Swap("B", "C"),
            "swaps spies B and C, and spy B holds the briefcase, which the token does not allow",
        ),
        (
            usual(),
            Attempt("A", "L", 3),
            "attempts a move of spy A, direction L, distance 3, and there are 2 squares up to the edge of the board",
        ),
        (
            usual(),
            Attempt("B", "F", 1),
            "attempts a move of spy B, direction F, distance 1 without saying what becomes of the briefcase it holds",
        ),
        (
            usual(),
            Attempt("A", "F", 1, "carry"),
            "attempts a move of spy A, direction F, distance 1, and spy A does not hold the briefcase",
        ),
        (
            usual(),
            Attempt("H", "F", 2),
            "attempts a move of spy H, direction F, distance 2, and something stands in the way in column 3, row 2",
        ),
        (
            usual(),
            Attempt("H", "F", 1),
            "attempts a move of spy H, direction F, distance 1, and a spy of its own stands there",
        ),
        (asked(), Answer(False), "answers no for spy A, and the movement piece says otherwise"),
        (usual().play(0, RemoveSuspect("A")), MoveTwo(), "plays Move 2 after an elimination in the same turn"),
        (usual().play(0, MoveTwo()), Reveal("A"), "asks for the piece of spy A after a token in the same turn"),
        (Table(), MoveTwo(), "plays Move 2, and has no token for it"),
        (
            Table(tokens=ALL_TOKENS).alone(A=(3, 3), B=(3, 6), a=(1, 11)),
            MoveTwo(),
            "plays Move 2, and of the two spies that needs it has 1 in its own half without the briefcase",
        ),
        (usual(), Swap("A", "A"), "swaps spies A and A, which is one and the same"),
        (Table(draw_offers=False), OfferDraw(), "offers a draw, and this table plays without draws by agreement"),
        (usual().play(0, OfferDraw()), OfferDraw(), "offers a draw while the offer of seat 0 stands"),
        (usual(), AcceptDraw(), "accepts a draw, and none is offered to it"),
    ],
)
def test_a_refusal_is_a_sentence(table: Table, move: Move, sentence: str) -> None:
    (seat,) = table.awaited
    with pytest.raises(IllegalMove) as refusal:
        apply(CONFUSION, table.state, Played(seat, move), SuppliedChance())
    told = CONFUSION.objection(seat, move, refusal.value.code, refusal.value.facts)
    assert told == f"seat {seat} {sentence}"


SMALL = Edition(
    name="small",
    map=("a.b", "..*", "A.B"),
    own_half=1,
    narrow_columns=(1, 3),
    pieces=(Pattern("K", 2, ("F",), crown=True), Pattern("DA", None, (), double_agent=True)),
    promoted=Reach(1, ("B",)),
)


def sitting() -> Sitting:
    """A game of four spies on a small board, in which spy A has just come to the far row."""
    tokens = {"white": ["reveal_1"], "red": []}
    table = Sitting("confusion", 2, options=msgspec.to_builtins(Options(edition=SMALL)) | {"tokens": tokens})
    table.play(0, Reveal("B"))
    table.play(0, Attempt("A", "F", 2))
    table.play(1, Answer(True))
    return table


def piece(table: Sitting, seat: int, at: int) -> str:
    return str(table.state.spies[seat][at].piece)


def told(table: Sitting, change: Callable[[Forgery], object]) -> str:
    """What `acta verify` says of a forged record."""
    problem = verify(forged(table.archive(with_seed=True), change)).problem
    assert problem is not None
    assert problem.code == "against_the_rules"
    return problem.detail


def test_a_false_answer_on_record() -> None:
    table = Sitting("confusion", 2)
    table.play(0, Attempt("A", "F", 1))
    (true,) = CONFUSION.moves(table.state, 1)
    table.play(1, true)
    said = "no" if true.yes else "yes"
    assert told(table, lambda it: it.documents[it.find(MOVE, 1)]["move"].update(yes=not true.yes)) == (
        f"ply 2: seat 1 answers {said} for spy A, and the movement piece says otherwise (answer_untrue)"
    )


def test_another_piece_than_was_dealt_is_not_shown() -> None:
    table = sitting()
    held, other = piece(table, 0, 1), piece(table, 0, 0)
    assert told(table, lambda it: it.open_as(it.find(MOVE, move="reveal"), "outcomes/0", [other])) == (
        f"ply 1: seat 0 is shown {other} for its spy, and the piece is {held} (other_facts)"
    )


def test_a_crown_is_not_announced_otherwise_than_it_is() -> None:
    table = sitting()
    due, other = ("promoted", "none") if piece(table, 0, 0) == "K" else ("none", "promoted")

    def change(it: Forgery) -> None:
        it.documents[it.find(MOVE, move="answer")]["outcomes"][0]["cards"] = [other]

    assert told(table, change) == (
        f"ply 3: the record announces {other} of a spy on the far row, and due is {due} (other_facts)"
    )


def test_an_exposed_double_agent_is_one() -> None:
    table = sitting()
    table.play(1, ExposeAgent("AB"[piece(table, 0, 0) == "K"]))

    def change(it: Forgery) -> None:
        it.documents[it.find(MOVE, move="expose_agent")]["outcomes"][0]["cards"] = ["K"]

    assert told(table, change) == "ply 4: the record shows K for the exposed spy, and the piece is DA (other_facts)"


def test_the_pieces_shown_at_the_end_are_those_that_were_dealt() -> None:
    table = sitting()
    first, second = piece(table, 1, 0), piece(table, 1, 1)
    table.withdraw(0)

    def swapped(it: Forgery) -> None:
        it.documents[it.find("game.seat_withdrawn")]["outcomes"][1]["cards"] = [second, first]

    def shortened(it: Forgery) -> None:
        it.documents[it.find("game.seat_withdrawn")]["outcomes"][1]["cards"] = [first]

    assert told(table, swapped) == (
        f"ply 4: the record shows {second} as piece 1 of seat 1 at the end, and the piece is {first} (other_facts)"
    )
    assert told(table, shortened) == (
        f"ply 4: the record shows nothing as piece 2 of seat 1 at the end, and the piece is {second} (other_facts)"
    )
