"""A table where every card is given, for tests of single rulings."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain.games.kobayakawa.moves import Deal, Discard, Draw, Move, Pass, Replace, Stake
from domain.games.kobayakawa.rules import KOBAYAKAWA
from domain.games.kobayakawa.state import Options, State
from domain.games.kobayakawa.view import View
from domain.kernel.outcomes import Outcome
from domain.kernel.refusals import IllegalMove
from domain.kernel.results import Result
from domain.kernel.rules import Played, Step, Withdrawal, apply
from domain.kernel.seats import Viewer
from domain.kernel.supplied import SuppliedChance

USUAL_HANDS = (9, 15, 12, 3, 5, 7)


class Table:
    """A game of Kobayakawa. `hands` are the first round's cards in turn order."""

    def __init__(self, hands: Iterable[int] = USUAL_HANDS[:4], kobayakawa: int = 8, **options: Any) -> None:
        cards = tuple(hands)
        chance = SuppliedChance([(card,) for card in (*cards, kobayakawa)])
        self.state: State = KOBAYAKAWA.setup(Options(**options), len(cards), chance)
        chance.done()
        self.outcomes: tuple[Outcome, ...] = tuple(chance.outcomes)

    @property
    def awaited(self) -> list[int]:
        return sorted(KOBAYAKAWA.awaited(self.state))

    @property
    def result(self) -> Result | None:
        return KOBAYAKAWA.result(self.state)

    @property
    def shown(self) -> dict[int, int]:
        """The totals of the last showdown, by seat."""
        assert self.state.settlement is not None
        return {each.seat: each.total for each in self.state.settlement.shown}

    def view(self, viewer: Viewer) -> View:
        return KOBAYAKAWA.view(self.state, viewer)

    def moves(self, seat: int) -> list[Move]:
        return list(KOBAYAKAWA.moves(self.state, seat))

    def put(self, **parts: Any) -> "Table":
        """Go on from a position made up for the test."""
        self.state = replace(self.state, **parts)
        return self

    def play(self, seat: int, move: Move, *cards: int) -> "Table":
        """A move, and the cards chance gives one by one."""
        return self._take(Played(seat, move), cards)

    def leave(self, seat: int) -> "Table":
        return self._take(Withdrawal(seat), ())

    def refusal(self, seat: int, move: Move) -> str:
        """The words of the refusal of a move; nothing is drawn and nothing changes."""
        chance = SuppliedChance()
        before = self.state
        try:
            apply(KOBAYAKAWA, before, Played(seat, move), chance)
        except IllegalMove as refusal:
            assert self.state is before
            assert not chance.outcomes
            return str(refusal)
        raise AssertionError(f"{move} of seat {seat} was accepted")

    def all_keep(self) -> "Table":
        """Everybody draws the lowest card there is and discards it again: each hand stays what it was."""
        while self.state.stage == "draw":
            (seat,) = self.awaited
            card = int(self.state.deck[0])
            self.play(seat, Draw(), card).play(seat, Discard(card))
        return self

    def stakes(self, *stakers: int) -> "Table":
        """These stake, in turn order, and everybody else passes."""
        while self.state.stage == "stake":
            (seat,) = self.awaited
            self.play(seat, next(move for move in self.moves(seat) if isinstance(move, Stake) == (seat in stakers)))
        return self

    def deal(self, *hands: int, kobayakawa: int = 8) -> "Table":
        """The next round. Hands are given in turn order; by default those with the lowest cards."""
        (first,) = self.awaited
        cards = hands or tuple(range(1, 1 + len(self.state.order)))
        return self.play(first, Deal(), *cards, kobayakawa)

    def round(self, *stakers: int) -> "Table":
        """A whole round with nothing to tell but who stakes."""
        if self.state.stage == "round_over":
            self.deal()
        return self.all_keep().stakes(*stakers)

    def _take(self, step: Step, cards: Iterable[int]) -> "Table":
        chance = SuppliedChance([(card,) for card in cards])
        state = apply(KOBAYAKAWA, self.state, step, chance)
        assert isinstance(state, State)
        assert KOBAYAKAWA.components(state) == KOBAYAKAWA.components(self.state)
        self.state, self.outcomes = state, tuple(chance.outcomes)
        return self


__all__ = ["Deal", "Discard", "Draw", "Pass", "Replace", "Stake", "Table"]
