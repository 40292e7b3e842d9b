"""Chance in a twin world: answers as the record does, repairs what is no longer there, stops where a viewer sees it."""

from datetime import timedelta
from random import Random
from typing import NamedTuple

from domain.kernel.bags import Bag, Card, bag, holds, taken
from domain.kernel.outcomes import Draw, Outcome, Roll, Show, Shuffle
from domain.kernel.seats import NOBODY, Seen, Viewer, sees
from tests.kit.script import Event


class TwinEnds(Exception):
    """The twin cannot go on as the record does: what the viewer saw would have to be something else."""


class Place(NamedTuple):
    """A card of an event's outcomes."""

    outcome: int
    card: int


class TwinChance:
    """Answers one event of a twin.

    `change` is the card to be another one; `loose` are cards the twin holds in a pile where the record drew them,
    wanted in place of any card that has gone. Where the rules ask for anything the record does not hold at that place,
    the twin is answered at random: the log then differs, and that is the leak.
    """

    def __init__(
        self,
        event: Event,
        viewer: Viewer,
        rng: Random,
        loose: list[Card],
        change: Place | None = None,
    ) -> None:
        self._recorded = event.outcomes
        self._clock = event.clock
        self._viewer = viewer
        self._rng = rng
        self._loose = loose
        self._change = change
        self.outcomes: list[Outcome] = []

    def draw(self, pile: str, bag: Bag, count: int, *, seen_by: Seen) -> tuple[tuple[Card, ...], Bag]:
        found = self._found()
        if isinstance(found, Draw) and (found.pile, found.seen_by, len(found.cards)) == (pile, seen_by, count):
            wanted = list(found.cards)
            self._change_draw(wanted, bag)
        else:
            wanted = self._rng.sample(bag, count)
        cards, left = self._repaired(wanted, bag, seen_by)
        self.outcomes.append(Draw(pile, seen_by, cards))
        return cards, left

    def roll(self, die: tuple[Card, ...], count: int = 1) -> tuple[Card, ...]:
        found = self._found()
        if isinstance(found, Roll) and len(found.cards) == count and all(face in die for face in found.cards):
            cards = found.cards
        else:
            cards = tuple(self._rng.choice(die) for _ in range(count))
        self.outcomes.append(Roll(cards))
        return cards

    def shuffle(self, pile: str, cards: tuple[Card, ...], *, seen_by: Seen = NOBODY) -> tuple[Card, ...]:
        found = self._found()
        if isinstance(found, Shuffle) and (found.pile, found.seen_by, len(found.cards)) == (pile, seen_by, len(cards)):
            wanted = list(found.cards)
            self._change_order(wanted)
        else:
            wanted = self._rng.sample(cards, len(cards))
        order, _ = self._repaired(wanted, bag(cards), seen_by)
        self.outcomes.append(Shuffle(pile, seen_by, order))
        return order

    def show(self, ruling: str, what: str, *facts: Card, seen_by: Seen) -> tuple[Card, ...]:
        found = self._found()
        same = isinstance(found, Show) and (found.ruling, found.what, found.seen_by) == (ruling, what, seen_by)
        if same and found is not None and found.cards != facts and sees(self._viewer, seen_by):
            raise TwinEnds(f"{ruling} {what}")
        self.outcomes.append(Show(ruling, what, seen_by, facts))
        return facts

    def elapsed(self) -> timedelta:
        return self._clock

    def done(self) -> None:
        """Nothing to check: an outcome too few shows in the log."""

    def _found(self) -> Outcome | None:
        """What the record holds at this place."""
        at = len(self.outcomes)
        return self._recorded[at] if at < len(self._recorded) else None

    def _change_draw(self, wanted: list[Card], cards: Bag) -> None:
        if self._change is None or self._change.outcome != len(self.outcomes):
            return
        at = self._change.card
        others = sorted(set(cards) - {wanted[at]}, key=str)
        if not others:
            raise TwinEnds("nothing else could have been drawn")
        self._loose.append(wanted[at])
        other = self._rng.choice(others)
        if cards.count(other) == wanted.count(other):  # no copy is left: the two change places
            wanted[wanted.index(other)] = self._loose.pop()
        wanted[at] = other

    def _change_order(self, wanted: list[Card]) -> None:
        if self._change is None or self._change.outcome != len(self.outcomes):
            return
        at = self._change.card
        others = [n for n, card in enumerate(wanted) if card != wanted[at]]
        if not others:
            raise TwinEnds("every card of the pile is the same")
        other = self._rng.choice(others)
        wanted[at], wanted[other] = wanted[other], wanted[at]

    def _repaired(self, wanted: list[Card], cards: Bag, seen_by: Seen) -> tuple[tuple[Card, ...], Bag]:
        """What is wanted as far as it is there; what is not, drawn anew, the loose cards first."""
        left, gone = cards, []
        for at, card in enumerate(wanted):
            if holds(left, card):
                left = taken(left, card)
            else:
                gone.append(at)
        if gone and sees(self._viewer, seen_by):
            raise TwinEnds("a card the viewer saw is elsewhere")
        for at in gone:
            wanted[at] = self._instead(left)
            left = taken(left, wanted[at])
        return tuple(wanted), left

    def _instead(self, left: Bag) -> Card:
        for card in self._loose:
            if holds(left, card):
                self._loose.remove(card)
                return card
        return self._rng.choice(left)
