"""What an arbiter is told of a step on record that cannot be, and of a record that shows other cards."""

from collections.abc import Callable

import pytest

from domain.games.spyfall.edition import SPY
from domain.games.spyfall.moves import Move
from domain.games.spyfall.rules import SPYFALL
from domain.kernel.refusals import IllegalMove
from domain.kernel.rules import Played, apply
from domain.kernel.seats import TABLE
from domain.kernel.supplied import SuppliedChance
from domain.record.verify import verify
from tests.games.spyfall.table import Accuse, Answer, Ask, Guess, Suspect, Table, TimeUp, Vote, seconds
from tests.record.cases import MOVE
from tests.record.forge import Forgery, forged
from tests.record.sitting import Sitting


def usual() -> Table:
    """The clock runs, seat 0 is to ask, seat 2 is the spy."""
    return Table().round(spy=2)


@pytest.mark.parametrize(
    ("table", "seat", "move", "sentence"),
    [
        (usual(), 0, Ask(0), "seat 0 asks itself"),
        (usual().asked(0, 1), 1, Ask(0), "seat 1 asks seat 0, who has just asked it"),
        (usual().ask(0, 1), 2, Ask(0), "seat 2 asks while the question of seat 0 to seat 1 is open"),
        (usual(), 1, Answer(), "seat 1 answers, and no question is open"),
        (usual().accuse(1, 2, no=[0]), 1, Accuse(0), "seat 1 stops the clock a second time in this round"),
        (usual(), 1, Accuse(1), "seat 1 accuses itself"),
        (usual().accuse(1, 2), 2, Vote(True), "seat 2 votes on the accusation against itself"),
        (usual().accuse(1, 2), 1, Vote(True), "seat 1 votes, and has agreed to this accusation already"),
        (usual().time_up(), 0, Suspect(0), "seat 0 names itself in the final vote"),
        (usual(), 1, Guess("bank"), "seat 1 guesses where they are, and is not the spy"),
        (usual(), 2, Guess("moon"), "seat 2 guesses moon, which is no location of this table"),
        (usual().leave(3), 0, Ask(3), "seat 0 asks seat 3, whose player has left"),
        (usual().leave(3), 1, Accuse(3), "seat 1 accuses seat 3, whose player has left"),
        (usual().time_up().leave(3), 0, Suspect(3), "seat 0 names seat 3, whose player has left"),
        (usual().leave(3), 3, Accuse(0), "seat 3 accuses, and is not at the table or has left it"),
        (usual(), TABLE, TimeUp(), "the table calls time before the clock has run out"),
        (usual().wait(480), 0, Ask(1), "seat 0 asks after the time was up"),
    ],
)
def test_a_refusal_is_a_sentence(table: Table, seat: int, move: Move, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        apply(SPYFALL, table.state, Played(seat, move), SuppliedChance(clock=seconds(table.now)))
    assert SPYFALL.objection(seat, move, refusal.value.code, refusal.value.facts) == sentence


def sitting() -> tuple[Sitting, int]:
    """A round whose clock runs, and its spy."""
    table = Sitting("spyfall", 4)
    table.play(0, "deal")
    table.play(0, "start")
    return table, table.state.cards.index(SPY)


def told(table: Sitting, change: Callable[[Forgery], object]) -> str:
    """What `acta verify` says of a forged record."""
    problem = verify(forged(table.archive(with_seed=True), change)).problem
    assert problem is not None
    assert problem.code == "against_the_rules"
    return problem.detail


def in_words(face: str) -> str:
    location, _, role = face.replace("_", " ").partition(".")
    return f"a {role} at {location}" if role else location


def test_a_guess_of_an_agent_on_record() -> None:
    table, spy = sitting()
    table.play(spy, "guess", location="bank")
    agent = (spy + 1) % 4
    assert told(table, lambda it: it.documents[it.find(MOVE, move="guess")].update(seat=agent)) == (
        f"ply 3: seat {agent} guesses where they are, and is not the spy (not_the_spy)"
    )


@pytest.mark.parametrize("shown", [["moon"], [], ["bank", "school"]])
def test_another_location_is_not_shown_after_the_round(shown: list[str]) -> None:
    table, spy = sitting()
    where = table.state.location.replace("_", " ")
    table.play(spy, "guess", location="bank")
    assert told(table, lambda it: it.documents[it.find(MOVE, move="guess")]["outcomes"][0].update(cards=shown)) == (
        f"ply 3: the location was {where}, and the record shows {' and '.join(shown) or 'nothing'} (other_facts)"
    )


def test_another_card_is_not_shown_after_the_round() -> None:
    table, spy = sitting()
    seat = (spy + 1) % 4
    held = in_words(table.state.cards[seat])
    table.play(spy, "guess", location="bank")

    def change(it: Forgery) -> None:
        it.documents[it.find(MOVE, move="guess")]["outcomes"][seat + 1]["cards"] = ["spy"]

    assert told(table, change) == (
        f"ply 3: seat {seat} held the card of {held}, and the record shows the spy (other_facts)"
    )


def test_who_leaves_is_not_said_to_have_been_another() -> None:
    table, spy = sitting()
    table.withdraw(spy)

    def change(it: Forgery) -> None:
        it.documents[it.find("game.seat_withdrawn")]["outcomes"][0]["cards"] = ["agent"]

    assert told(table, change) == (
        f"ply 3: seat {spy} held the card of the spy, and the record shows an agent (other_facts)"
    )
