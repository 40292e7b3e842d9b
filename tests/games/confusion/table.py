"""A table where every piece is given, for tests of single rulings.

Unless a test says otherwise spy A has piece M01, B has M02 and so on to L with M12, and M is the double agent; Red's
small letters have the same. Seat 0 is White and begins.
"""

from typing import Any

from msgspec.structs import replace

from domain.games.confusion.edition import Direction, Edition
from domain.games.confusion.moves import (
    AcceptDraw,
    Answer,
    Attempt,
    ExposeAgent,
    Handling,
    Move,
    MoveTwo,
    OfferDraw,
    RemoveSuspect,
    Reveal,
    Swap,
)
from domain.games.confusion.options import Options, Tokens
from domain.games.confusion.plan import GONE, Place
from domain.games.confusion.rules import CONFUSION
from domain.games.confusion.state import Spy, State
from domain.games.confusion.view import SpySeen, View
from domain.kernel.outcomes import Outcome
from domain.kernel.refusals import IllegalMove
from domain.kernel.results import Result
from domain.kernel.rules import Played, Step, Withdrawal, apply
from domain.kernel.seats import Viewer
from domain.kernel.supplied import SuppliedChance

PIECES = ("M01", "M02", "M03", "M04", "M05", "M06", "M07", "M08", "M09", "M10", "M11", "M12", "DA")
ALL_TOKENS = Tokens(("reveal_1", "move_2", "swap"), ("reveal_1", "move_2", "swap"))

Where = tuple[int, int]


class Table:
    """A game of Confusion in which every piece is known to the test."""

    def __init__(self, deals: tuple[tuple[str, ...], ...] = (PIECES, PIECES), **options: Any) -> None:
        self.options = Options(**options)
        chance = SuppliedChance(deals)
        self.state: State = CONFUSION.setup(self.options, 2, chance)
        chance.done()
        self.outcomes: tuple[Outcome, ...] = tuple(chance.outcomes)

    @property
    def awaited(self) -> list[int]:
        return sorted(CONFUSION.awaited(self.state))

    @property
    def result(self) -> Result | None:
        return CONFUSION.result(self.state)

    @property
    def briefcase(self) -> Where:
        return self._square(self.state.briefcase)

    @property
    def holder(self) -> str | None:
        return self.view("spectator").holder

    def spy(self, name: str) -> Spy:
        seat, at = self.options.plan.owners[name]
        return self.state.spies[seat][at]

    def where(self, name: str) -> Where | None:
        spy = self.spy(name)
        return None if spy.square == GONE else self._square(spy.square)

    def _square(self, square: int) -> Where:
        place = self.options.plan.places[square]
        return place.column, place.row

    def view(self, viewer: Viewer) -> View:
        return CONFUSION.view(self.state, viewer)

    def seen(self, viewer: Viewer, name: str) -> SpySeen:
        return next(spy for side in self.view(viewer).sides for spy in side.spies if spy.name == name)

    def moves(self, seat: int) -> list[Move]:
        return list(CONFUSION.moves(self.state, seat))

    def attempts(self, seat: int, spy: str) -> set[tuple[str, int, str | None]]:
        return {
            (move.direction, move.distance, move.briefcase)
            for move in self.moves(seat)
            if isinstance(move, Attempt) and move.spy == spy
        }

    def put(self, **parts: Any) -> "Table":
        """Go on from a position made up for the test."""
        self.state = replace(self.state, **parts)
        return self

    def stand(self, **places: Where | None) -> "Table":
        """Move spies to other squares, or off the board."""
        for name, place in places.items():
            seat, at = self.options.plan.owners[name]
            square = GONE if place is None else self.options.plan.places.index(Place(*place))
            spies = list(self.state.spies[seat])
            spies[at] = replace(spies[at], square=square, fate="captured" if place is None else "")
            sides = list(self.state.spies)
            sides[seat] = tuple(spies)
            self.state = replace(self.state, spies=tuple(sides))
        return self

    def alone(self, **places: Where) -> "Table":
        """These spies stand where they are put, and all others are off the board."""
        nowhere = dict.fromkeys(self.options.plan.owners)
        return self.stand(**{**nowhere, **places})

    def case(self, column: int, row: int) -> "Table":
        return self.put(briefcase=self.options.plan.places.index(Place(column, row)))

    def play(self, seat: int, move: Move) -> "Table":
        return self._take(Played(seat, move))

    def leave(self, seat: int) -> "Table":
        return self._take(Withdrawal(seat))

    def attempt(self, spy: str, way: Direction, far: int, briefcase: Handling | None = None) -> "Table":
        return self.play(self.options.plan.owners[spy][0], Attempt(spy, way, far, briefcase))

    def yes(self) -> "Table":
        return self.play(1 - self.state.turn, Answer(True))

    def no(self) -> "Table":
        return self.play(1 - self.state.turn, Answer(False))

    def go(self, spy: str, way: Direction, far: int, briefcase: Handling | None = None) -> "Table":
        """An attempt that is answered with yes."""
        return self.attempt(spy, way, far, briefcase).yes()

    def fail(self, spy: str, way: Direction, far: int, briefcase: Handling | None = None) -> "Table":
        """An attempt that is answered with no."""
        return self.attempt(spy, way, far, briefcase).no()

    def refusal(self, seat: int, move: Move) -> str:
        """The words of the refusal of a move; nothing is asked of chance and nothing changes."""
        chance = SuppliedChance()
        before = self.state
        try:
            apply(CONFUSION, before, Played(seat, move), chance)
        except IllegalMove as refusal:
            assert self.state is before
            assert not chance.outcomes
            return str(refusal)
        raise AssertionError(f"{move} of seat {seat} was accepted")

    def _take(self, step: Step) -> "Table":
        chance = SuppliedChance()
        state = apply(CONFUSION, self.state, step, chance)
        assert isinstance(state, State)
        assert CONFUSION.components(state) == CONFUSION.components(self.state)
        self.state, self.outcomes = state, tuple(chance.outcomes)
        return self


__all__ = [
    "ALL_TOKENS",
    "PIECES",
    "AcceptDraw",
    "Answer",
    "Attempt",
    "Edition",
    "ExposeAgent",
    "MoveTwo",
    "OfferDraw",
    "RemoveSuspect",
    "Reveal",
    "Swap",
    "Table",
    "Tokens",
]
