"""The player that tries to win at Confusion: it believes what answers prove, and beats players at random."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.confusion.moves import Attempt
from domain.games.confusion.rules import CONFUSION
from domain.kernel.rules import Played, apply
from domain.kernel.seeded import SeededChance
from service.players import at_random, confusion
from service.players.choosing import Choose, Move, View
from tests.games.confusion.table import PIECES, Table
from tests.kit.games import seed_of


def as_sent(table: Table, seat: int) -> tuple[View, list[Move]]:
    """A view and moves as the API sends them."""
    return tuple(msgspec.json.decode(msgspec.json.encode(each)) for each in (table.view(seat), table.moves(seat)))


def chosen(table: Table, seat: int) -> Move:
    return confusion.choose(*as_sent(table, seat), Random(1))


def granted(table: Table, far: int) -> None:
    """Spy B has been let go so far straight on."""
    spies = list(table.state.spies[0])
    spies[1] = replace(spies[1], granted=(far, 0, 0, 0, 0, 0, 0, 0))
    table.put(spies=(tuple(spies), table.state.spies[1]))


def played(players: tuple[Choose, Choose], number: int) -> tuple[int, ...]:
    """The places of a game between two players."""
    rng, seed, version = Random(number), seed_of("players of confusion", number), 1
    state = CONFUSION.setup(CONFUSION.Options(draw_offers=False), 2, SeededChance(seed, 1))
    while awaited := CONFUSION.awaited(state):
        (seat,) = awaited
        view = msgspec.json.decode(msgspec.json.encode(CONFUSION.view(state, seat)))
        moves = msgspec.json.decode(msgspec.json.encode(list(CONFUSION.moves(state, seat))))
        move = players[seat](view, moves, rng)
        assert move in moves
        version += 1
        state = apply(
            CONFUSION, state, Played(seat, msgspec.convert(move, CONFUSION.Move)), SeededChance(seed, version)
        )
    result = CONFUSION.result(state)
    assert result is not None
    return result.places


def test_it_beats_players_at_random() -> None:
    places = [played((confusion.choose, at_random.choose), number) for number in range(6)]
    places += [played((at_random.choose, confusion.choose), number)[::-1] for number in range(6)]
    assert sum(first == 1 for first, _ in places) >= 10


def test_games_between_two_that_try_are_mostly_decided() -> None:
    places = [played((confusion.choose, confusion.choose), number) for number in range(4)]
    assert sum(first != second for first, second in places) >= 3


def test_it_moves_a_spy_as_answers_have_proven_that_it_moves() -> None:
    """B was let go straight on by three: no other attempt of it is tried first when the briefcase lies three ahead."""
    table = Table().alone(B=(6, 2), A=(1, 1), a=(1, 11), d=(9, 11)).go("B", "F", 1).go("a", "L", 1)
    granted(table, 3)
    assert msgspec.convert(chosen(table, 0), CONFUSION.Move) == Attempt("B", "F", 3)


def test_it_takes_the_briefcase_home_when_it_can() -> None:
    table = Table().alone(B=(6, 9), a=(1, 5)).case(6, 9)
    granted(table, 4)
    assert msgspec.convert(chosen(table, 0), CONFUSION.Move) == Attempt("B", "F", 2, "carry")


@pytest.mark.parametrize(("spy", "yes"), [("B", True), ("M", False)])
def test_it_tells_the_truth_of_ordinary_spies_and_does_not_let_an_agent_capture(spy: str, yes: bool) -> None:
    table = Table().alone(**{spy: (6, 6), "a": (6, 8), "b": (1, 11)}).case(11, 1).attempt(spy, "F", 2)
    assert chosen(table, 1)["yes"] == yes


def test_it_does_not_give_an_agent_away() -> None:
    """The agent was refused this very step before: it is refused again, though letting it go would do no harm."""
    table = Table((PIECES, PIECES)).alone(M=(6, 2), a=(1, 11), b=(3, 11)).case(11, 1)
    table.fail("M", "F", 1).go("a", "L", 1).attempt("M", "F", 1)
    view, moves = as_sent(table, 1)
    assert {confusion.choose(view, moves, Random(n))["yes"] for n in range(20)} == {False}


def test_it_exposes_the_agent_that_holds_the_briefcase() -> None:
    table = Table().alone(B=(6, 1), m=(6, 4), a=(1, 11)).case(6, 4)
    assert chosen(table, 0) == {"move": "expose_agent", "spy": "m"}
