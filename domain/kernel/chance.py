"""Chance: what rules ask for everything that neither they nor the players decide.

Three kinds answer: `SeededChance` at digital tables, `SuppliedChance` where the outcomes are given (physical tables,
tests), and `RecordedChance` in replay. Rules run the same function under all three.
"""

from datetime import timedelta
from typing import Protocol

from domain.kernel.bags import Bag, Card
from domain.kernel.seats import Seen


class Chance(Protocol):
    """The seam between rules and luck. What it answers is stored in the event, in the order it was asked."""

    def draw(self, pile: str, bag: Bag, count: int, *, seen_by: Seen) -> tuple[tuple[Card, ...], Bag]:
        """`count` cards from a bag nobody knows the order of, and what the bag keeps."""
        ...

    def roll(self, die: tuple[Card, ...], count: int = 1) -> tuple[Card, ...]:
        """`count` faces of a die; always public."""
        ...

    def shuffle(self, pile: str, cards: tuple[Card, ...], *, seen_by: Seen = frozenset()) -> tuple[Card, ...]:
        """An order for a pile whose order matters, first card first."""
        ...

    def show(self, ruling: str, what: str, *facts: Card, seen_by: Seen) -> tuple[Card, ...]:
        """Tell an audience what it could not know, and on which ruling's ground."""
        ...

    def elapsed(self) -> timedelta:
        """Game time: the clock of the table, stopped while the game is paused and put back by a rewind."""
        ...

    def done(self) -> None:
        """The event is complete; in replay, nothing may be left over."""
        ...
