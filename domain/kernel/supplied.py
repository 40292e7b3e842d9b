"""Chance where somebody gives the outcomes: a physical table, or a test."""

from collections.abc import Iterable
from datetime import timedelta

from domain.kernel.bags import Bag, Card, bag, holds, taken
from domain.kernel.outcomes import Draw, Outcome, Roll, Show, Shuffle
from domain.kernel.seats import NOBODY, Seen


class MissingOutcome(Exception):
    """The rules need an outcome nobody has supplied: which kind, from where, how many cards, and for whom.

    Raised before anything has changed, so the caller can ask for it and try the same move again.
    """

    def __init__(self, kind: str, where: str, count: int, seen_by: Seen) -> None:
        super().__init__(f"{kind} {count} from {where}")
        self.kind = kind
        self.where = where
        self.count = count
        self.seen_by = seen_by


class ImpossibleOutcome(Exception):
    """A supplied outcome cannot be: the card is not in that pile, the face not on that die, or too much was given."""

    def __init__(self, where: str, cards: tuple[Card, ...]) -> None:
        super().__init__(f"{', '.join(map(str, cards))} cannot come from {where}")
        self.where = where
        self.cards = cards


class SuppliedChance:
    """Answers each draw, roll and shuffle with the next supplied group of cards, and keeps `outcomes` as an event does.

    >>> chance = SuppliedChance([(7,)])
    >>> chance.draw("deck", (3, 7, 9), 1, seen_by=NOBODY)
    ((7,), (3, 9))
    """

    __slots__ = ("_clock", "_supply", "outcomes")

    def __init__(self, supply: Iterable[tuple[Card, ...]] = (), clock: timedelta = timedelta()) -> None:
        self._supply = list(supply)
        self._clock = clock
        self.outcomes: list[Outcome] = []

    def draw(self, pile: str, bag: Bag, count: int, *, seen_by: Seen) -> tuple[tuple[Card, ...], Bag]:
        cards = self._take("draw", pile, count, seen_by)
        left = bag
        for card in cards:
            if not holds(left, card):
                raise ImpossibleOutcome(pile, cards)
            left = taken(left, card)
        self.outcomes.append(Draw(pile, seen_by, cards))
        return cards, left

    def roll(self, die: tuple[Card, ...], count: int = 1) -> tuple[Card, ...]:
        cards = self._take("roll", "die", count, "all")
        if any(face not in die for face in cards):
            raise ImpossibleOutcome("die", cards)
        self.outcomes.append(Roll(cards))
        return cards

    def shuffle(self, pile: str, cards: tuple[Card, ...], *, seen_by: Seen = NOBODY) -> tuple[Card, ...]:
        order = self._take("shuffle", pile, len(cards), seen_by)
        if bag(order) != bag(cards):
            raise ImpossibleOutcome(pile, order)
        self.outcomes.append(Shuffle(pile, seen_by, order))
        return order

    def show(self, ruling: str, what: str, *facts: Card, seen_by: Seen) -> tuple[Card, ...]:
        self.outcomes.append(Show(ruling, what, seen_by, facts))
        return facts

    def elapsed(self) -> timedelta:
        return self._clock

    def done(self) -> None:
        if self._supply:
            raise ImpossibleOutcome("anything asked for", self._supply[0])

    def _take(self, kind: str, where: str, count: int, seen_by: Seen) -> tuple[Card, ...]:
        if not self._supply:
            raise MissingOutcome(kind, where, count, seen_by)
        cards = self._supply.pop(0)
        if len(cards) != count:
            raise ImpossibleOutcome(where, cards)
        return cards
