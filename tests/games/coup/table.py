"""A table where every card is given, for tests of single rulings. Cards are written as words: ``"duke captain"``."""

from typing import Any

from msgspec.structs import replace

from domain.games.coup.agenda import Step
from domain.games.coup.edition import EDITIONS
from domain.games.coup.moves import (
    Block,
    Challenge,
    ChooseCard,
    ChooseFaction,
    ClaimEstate,
    Concede,
    Declare,
    ForceSwap,
    Keep,
    LetKeep,
    Lose,
    Move,
    Offer,
    Pass,
    Show,
)
from domain.games.coup.options import Options
from domain.games.coup.rules import COUP
from domain.games.coup.state import State
from domain.games.coup.view import View
from domain.kernel.outcomes import Outcome
from domain.kernel.refusals import IllegalMove
from domain.kernel.results import Result
from domain.kernel.rules import Played, Withdrawal, apply
from domain.kernel.rules import Step as Input
from domain.kernel.seats import Viewer
from domain.kernel.supplied import SuppliedChance

USUAL = ("duke assassin", "captain contessa", "ambassador duke", "assassin captain", "contessa ambassador")


def cards(words: str) -> tuple[str, ...]:
    """Cards from words."""
    return tuple(words.split())


def usual(**options: Any) -> tuple[str, ...]:
    """Four hands, with the characters that these options put in another's place."""
    words = " / ".join(USUAL[:4])
    for variant, replaced in (("inquisitor", "ambassador"), ("mecenas", "duke"), ("abogado", "contessa")):
        words = words.replace(replaced, variant) if options.get(variant) else words
    return tuple(words.split(" / "))


class Table:
    """A game of Coup with the hands dealt as given. The first player picks the first faction."""

    def __init__(self, *hands: str, **options: Any) -> None:
        dealt = hands or usual(**options)
        chance = SuppliedChance([cards(hand) for hand in dealt])
        self.state: State = COUP.setup(Options(**options), len(dealt), chance)
        chance.done()
        self.outcomes: tuple[Outcome, ...] = tuple(chance.outcomes)
        if self.step_kind == "FactionChoice":
            self.play(self.state.turn, ChooseFaction(self.state.options.book.edition.factions[0]))

    @property
    def awaited(self) -> list[int]:
        return sorted(COUP.awaited(self.state))

    @property
    def result(self) -> Result | None:
        return COUP.result(self.state)

    @property
    def steps(self) -> list[str]:
        """The kinds of steps that are still to happen."""
        return [type(step).__name__ for step in self.state.agenda]

    @property
    def step(self) -> Step:
        return self.state.agenda[0]

    @property
    def step_kind(self) -> str:
        return self.steps[0] if self.steps else ""

    @property
    def turn(self) -> int:
        """Whose turn it is; fails while an action is pending."""
        assert self.steps == ["Turn"], self.steps
        return self.state.turn

    @property
    def coins(self) -> tuple[int, ...]:
        return self.state.coins

    def hand(self, seat: int) -> str:
        return " ".join(self.state.hands[seat])

    def lost(self, seat: int) -> str:
        return " ".join(self.state.lost[seat])

    @property
    def shows(self) -> list[tuple[str, str, object, tuple[object, ...]]]:
        """What the last event showed: ruling, what, to whom, which cards."""
        return [(o.ruling, o.what, o.seen_by, o.cards) for o in self.outcomes if hasattr(o, "ruling")]

    def view(self, viewer: Viewer) -> View:
        return COUP.view(self.state, viewer)

    def moves(self, seat: int) -> list[Move]:
        return list(COUP.moves(self.state, seat))

    def kinds(self, seat: int) -> set[str]:
        """The kinds of moves a seat has."""
        return {type(move).__name__ for move in self.moves(seat)}

    def actions(self, seat: int) -> set[str]:
        return {move.action for move in self.moves(seat) if isinstance(move, Declare)}

    def targets(self, seat: int, action: str) -> list[int | None]:
        return [move.target for move in self.moves(seat) if isinstance(move, Declare) and move.action == action]

    def rich(self, *coins: int) -> "Table":
        """Other coins for the first seats, from the treasury."""
        every = (*coins, *self.state.coins[len(coins) :])
        taken = sum(every) - sum(self.state.coins)
        return self.put(coins=every, treasury=self.state.treasury - taken)

    def put(self, **parts: Any) -> "Table":
        """Go on from a position made up for the test."""
        self.state = replace(self.state, **parts)
        return self

    def play(self, seat: int, move: Move, *draws: str) -> "Table":
        """A move, and the cards chance gives, draw by draw."""
        return self._take(Played(seat, move), draws)

    def leave(self, seat: int, *draws: str) -> "Table":
        return self._take(Withdrawal(seat), draws)

    def declare(self, action: str, target: int | None = None, *draws: str) -> "Table":
        """The player whose turn it is names an action."""
        return self.play(self.turn, Declare(action, target), *draws)

    def passes(self, *draws: str) -> "Table":
        """Everybody who is asked lets it be; the draws are those of the last of them."""
        *first, last = self.awaited
        for seat in first:
            self.play(seat, Pass())
        return self.play(last, Pass(), *draws)

    def no_estate(self) -> "Table":
        """Nobody claims the coins of the dead."""
        while self.step_kind == "Estate":
            self.play(self.awaited[0], Pass())
        return self

    def kill(self, seat: int) -> "Table":
        """A player is out before the test begins."""
        hand = self.state.hands[seat]
        return self.put(
            hands=tuple(() if other == seat else held for other, held in enumerate(self.state.hands)),
            lost=tuple((*had, *hand) if other == seat else had for other, had in enumerate(self.state.lost)),
            coins=tuple(0 if other == seat else had for other, had in enumerate(self.coins)),
            treasury=self.state.treasury + self.coins[seat],
            out=(*self.state.out, seat),
        )

    def wound(self, seat: int, card: str) -> "Table":
        """A player has lost this card before the test begins."""
        hand = list(self.state.hands[seat])
        hand.remove(card)
        return self.put(
            hands=tuple(tuple(hand) if other == seat else held for other, held in enumerate(self.state.hands)),
            lost=tuple((*had, card) if other == seat else had for other, had in enumerate(self.state.lost)),
        )

    def refusal(self, seat: int, move: Move) -> str:
        """The words of the refusal of a move; nothing is drawn and nothing changes."""
        chance = SuppliedChance()
        before = self.state
        try:
            apply(COUP, before, Played(seat, move), chance)
        except IllegalMove as refusal:
            assert move not in self.moves(seat)
            assert self.state is before
            assert not chance.outcomes
            return str(refusal)
        raise AssertionError(f"{move} of seat {seat} was accepted")

    def _take(self, step: Input, draws: tuple[str, ...]) -> "Table":
        if isinstance(step, Played):
            assert step.move in self.moves(step.seat), f"{step.move} is not offered"
        chance = SuppliedChance([cards(drawn) for drawn in draws])
        state = apply(COUP, self.state, step, chance)
        assert isinstance(state, State)
        assert COUP.components(state) == COUP.components(self.state)
        self.state, self.outcomes = state, tuple(chance.outcomes)
        return self


def urbis(*hands: str, **options: Any) -> Table:
    """A table with the Urbis box."""
    return Table(*hands, edition=EDITIONS["urbis_25"], **options)


def spain(*hands: str, **options: Any) -> Table:
    """A table with the inquisitor in the ambassador's place."""
    return Table(*hands, edition=EDITIONS["ciudad_corrupta_18"], inquisitor=True, **options)


__all__ = [
    "Block",
    "Challenge",
    "ChooseCard",
    "ChooseFaction",
    "ClaimEstate",
    "Concede",
    "Declare",
    "ForceSwap",
    "Keep",
    "LetKeep",
    "Lose",
    "Offer",
    "Pass",
    "Show",
    "Table",
    "cards",
    "spain",
    "urbis",
]
