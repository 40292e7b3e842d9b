"""A table where every card and every second is given, for tests of single rulings."""

from collections.abc import Iterable
from datetime import timedelta
from itertools import pairwise
from typing import Any

from domain.games.spyfall.edition import SETS, SPY
from domain.games.spyfall.moves import Accuse, Answer, Ask, Deal, Guess, Move, Start, Suspect, Vote
from domain.games.spyfall.options import Options
from domain.games.spyfall.rules import SPYFALL
from domain.games.spyfall.state import State
from domain.games.spyfall.view import View
from domain.kernel.outcomes import Outcome, Show
from domain.kernel.refusals import IllegalMove
from domain.kernel.results import Result
from domain.kernel.rules import Played, Step, TimeUp, Withdrawal, apply
from domain.kernel.seats import TABLE, Viewer
from domain.kernel.supplied import SuppliedChance

INTERNATIONAL = SETS["international"]


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


class Table:
    """A game of Spyfall; `now` is its game time in seconds."""

    def __init__(self, seats: int = 4, **options: Any) -> None:
        self.now = 0.0
        self.state: State = SPYFALL.setup(Options(**options), seats, SuppliedChance())
        self.outcomes: tuple[Outcome, ...] = ()

    @property
    def awaited(self) -> list[int]:
        return sorted(SPYFALL.awaited(self.state))

    @property
    def result(self) -> Result | None:
        return SPYFALL.result(self.state)

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores

    @property
    def ending(self) -> str:
        """How the last round ended, once it has."""
        assert self.state.last is not None
        return self.state.last.ending

    @property
    def runs_out(self) -> float | None:
        """The game time at which the clock runs out, while it runs."""
        found = SPYFALL.deadline(self.state)
        return None if found is None else found.total_seconds()

    @property
    def shown(self) -> list[tuple[str, str, tuple[int | str, ...]]]:
        """What the last step showed."""
        return [(each.ruling, each.what, each.cards) for each in self.outcomes if isinstance(each, Show)]

    def view(self, viewer: Viewer) -> View:
        return SPYFALL.view(self.state, viewer)

    def moves(self, seat: int) -> list[Move]:
        return list(SPYFALL.moves(self.state, seat))

    def wait(self, more: float) -> "Table":
        self.now += more
        return self

    def deal(self, spy: int = 0, location: str = "bank") -> "Table":
        """A round at a location with this spy; the others are its first roles in the order of the edition."""
        (at,) = (each for each in self.state.options.box.locations if each.id == location)
        players = [seat for seat in range(len(self.state.scores)) if seat not in self.state.withdrawn]
        dealt = [f"{location}.{role.id}" for role in at.roles[: len(players) - 1]]
        cards = [*dealt]
        cards.insert(players.index(spy), SPY)
        supply = [(location,), tuple(dealt), *((card,) for card in cards)]
        return self._take(Played(self.state.dealer, Deal()), supply)

    def start(self) -> "Table":
        return self.play(self.awaited[0], Start())

    def round(self, spy: int = 0, location: str = "bank") -> "Table":
        """A round dealt, its clock running."""
        return self.deal(spy, location).start()

    def play(self, seat: int, move: Move) -> "Table":
        return self._take(Played(seat, move), [])

    def ask(self, seat: int, player: int) -> "Table":
        return self.play(seat, Ask(player))

    def asked(self, *seats: int) -> "Table":
        """Questions from each to the next, all answered."""
        for one, other in pairwise(seats):
            self.ask(one, other).play(other, Answer())
        return self

    def accuse(self, seat: int, player: int, *, yes: Iterable[int] = (), no: Iterable[int] = ()) -> "Table":
        """A stop, and what the others vote."""
        self.play(seat, Accuse(player))
        for voter in yes:
            self.play(voter, Vote(True))
        for voter in no:
            self.play(voter, Vote(False))
        return self

    def time_up(self) -> "Table":
        """The clock runs out, and the table says so."""
        assert self.runs_out is not None
        self.now = self.runs_out
        return self._take(Played(TABLE, TimeUp()), [])

    def name(self, **suspects: int) -> "Table":
        """The final vote: ``s0=2`` is seat 0 naming seat 2, in this order."""
        for seat, player in suspects.items():
            self.play(int(seat[1:]), Suspect(player))
        return self

    def leave(self, seat: int) -> "Table":
        return self._take(Withdrawal(seat), [])

    def refusal(self, seat: int, move: Move) -> str:
        """The words of the refusal of a move; nothing is drawn and nothing changes."""
        chance, before = SuppliedChance(clock=seconds(self.now)), self.state
        try:
            apply(SPYFALL, before, Played(seat, move), chance)
        except IllegalMove as refusal:
            assert not chance.outcomes
            return str(refusal)
        raise AssertionError(f"{move} of seat {seat} was accepted")

    def _take(self, step: Step, supply: list[tuple[str, ...]]) -> "Table":
        chance = SuppliedChance(supply, seconds(self.now))
        state = apply(SPYFALL, self.state, step, chance)
        assert isinstance(state, State)
        assert SPYFALL.components(state) == SPYFALL.components(self.state)
        self.state, self.outcomes = state, tuple(chance.outcomes)
        return self


__all__ = [
    "Accuse", "Answer", "Ask", "Deal", "Guess", "Start", "Suspect", "Table", "TimeUp", "Vote", "seconds",
]  # fmt: skip
