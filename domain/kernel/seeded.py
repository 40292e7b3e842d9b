"""Chance at a digital table: every outcome from the game's secret seed."""

from datetime import timedelta

from domain.kernel.bags import Bag, Card
from domain.kernel.luck import Luck
from domain.kernel.outcomes import Draw, Outcome, Roll, Show, Shuffle
from domain.kernel.seats import NOBODY, Seen


class SeededChance:
    """Draws from the luck of one event and keeps what it answered in `outcomes`.

    `clock` is the game time at which the event happens.
    """

    __slots__ = ("_clock", "_luck", "outcomes")

    def __init__(self, seed: bytes, version: int, clock: timedelta = timedelta()) -> None:
        self._luck = Luck(seed, version)
        self._clock = clock
        self.outcomes: list[Outcome] = []

    def draw(self, pile: str, bag: Bag, count: int, *, seen_by: Seen) -> tuple[tuple[Card, ...], Bag]:
        cards, left = self._luck.take(bag, count)
        self.outcomes.append(Draw(pile, seen_by, cards))
        return cards, left

    def roll(self, die: tuple[Card, ...], count: int = 1) -> tuple[Card, ...]:
        cards = tuple(die[self._luck.below(len(die))] for _ in range(count))
        self.outcomes.append(Roll(cards))
        return cards

    def shuffle(self, pile: str, cards: tuple[Card, ...], *, seen_by: Seen = NOBODY) -> tuple[Card, ...]:
        order = self._luck.order(cards)
        self.outcomes.append(Shuffle(pile, seen_by, order))
        return order

    def show(self, ruling: str, what: str, *facts: Card, seen_by: Seen) -> tuple[Card, ...]:
        self.outcomes.append(Show(ruling, what, seen_by, facts))
        return facts

    def elapsed(self) -> timedelta:
        return self._clock

    def done(self) -> None:
        """Nothing to check: what was asked is what is stored."""
