"""Chance in replay: hands back what the event holds, and says where an event and the rules disagree."""

from datetime import timedelta

from domain.kernel.bags import Bag, Card, bag, taken
from domain.kernel.outcomes import Draw, Outcome, Roll, Show, Shuffle
from domain.kernel.refusals import Fact
from domain.kernel.seats import NOBODY, Seen


class ReplayMismatch(Exception):
    """The rules and the record disagree: what the rules asked for is not what the event holds.

    `facts` tell it of shown cards (``other_facts``): the `ruling`, `what` is shown, what is `due`, what is `shown`.
    """

    def __init__(self, code: str, asked: str, found: str, **facts: Fact) -> None:
        super().__init__(code)
        self.facts = facts
        self.code = code
        self.asked = asked
        self.found = found

    def __str__(self) -> str:
        return f"{self.code}: the rules ask for {self.asked}, the record holds {self.found}"


class RecordedChance:
    """Answers from the outcomes of one stored event; kind, pile, count and audience must match.

    Raises ReplayMismatch where they do not, where a recorded card was not there to be drawn, and where something is
    left over at the end. Never draws a number nor reads a clock.
    """

    __slots__ = ("_clock", "_next", "_outcomes")

    def __init__(self, outcomes: tuple[Outcome, ...], clock: timedelta = timedelta()) -> None:
        self._outcomes = outcomes
        self._next = 0
        self._clock = clock

    def draw(self, pile: str, bag: Bag, count: int, *, seen_by: Seen) -> tuple[tuple[Card, ...], Bag]:
        found = self._take(f"draw {count} from {pile}")
        if type(found) is not Draw or found.pile != pile or len(found.cards) != count or found.seen_by != seen_by:
            raise ReplayMismatch("other_outcome", f"draw {count} from {pile}", _told(found))
        left = bag
        try:
            for card in found.cards:
                left = taken(left, card)
        except (KeyError, TypeError):
            raise ReplayMismatch("card_not_there", f"draw {count} from {pile}", _told(found)) from None
        return found.cards, left

    def roll(self, die: tuple[Card, ...], count: int = 1) -> tuple[Card, ...]:
        found = self._take(f"roll {count}")
        if type(found) is not Roll or len(found.cards) != count:
            raise ReplayMismatch("other_outcome", f"roll {count}", _told(found))
        if any(face not in die for face in found.cards):
            raise ReplayMismatch("no_such_face", f"roll {count}", _told(found))
        return found.cards

    def shuffle(self, pile: str, cards: tuple[Card, ...], *, seen_by: Seen = NOBODY) -> tuple[Card, ...]:
        asked = f"shuffle of {len(cards)} in {pile}"
        found = self._take(asked)
        if type(found) is not Shuffle or found.pile != pile or found.seen_by != seen_by:
            raise ReplayMismatch("other_outcome", asked, _told(found))
        if bag(found.cards) != bag(cards):
            raise ReplayMismatch("other_cards", asked, _told(found))
        return found.cards

    def show(self, ruling: str, what: str, *facts: Card, seen_by: Seen) -> tuple[Card, ...]:
        found = self._take(f"{ruling} show {what}")
        if type(found) is not Show or found.ruling != ruling or found.what != what or found.seen_by != seen_by:
            raise ReplayMismatch("other_outcome", f"{ruling} show {what}", _told(found))
        if found.cards != facts:
            asked = f"{ruling} show {what}: {', '.join(map(str, facts)) or 'nothing'}"
            due_and_shown = {"due": facts, "shown": found.cards}
            raise ReplayMismatch("other_facts", asked, _told(found), ruling=ruling, what=what, **due_and_shown)
        return facts

    def elapsed(self) -> timedelta:
        return self._clock

    def done(self) -> None:
        if self._next != len(self._outcomes):
            raise ReplayMismatch("left_over", "nothing more", _told(self._outcomes[self._next]))

    def _take(self, asked: str) -> Outcome:
        if self._next == len(self._outcomes):
            raise ReplayMismatch("missing_outcome", asked, "nothing more")
        found = self._outcomes[self._next]
        self._next += 1
        return found


def _told(outcome: Outcome) -> str:
    cards = ", ".join(map(str, outcome.cards)) or "nothing"
    match outcome:
        case Draw(pile=pile):
            return f"draw from {pile}: {cards}"
        case Roll():
            return f"roll: {cards}"
        case Shuffle(pile=pile):
            return f"shuffle of {pile}: {cards}"
        case Show(ruling=ruling, what=what):
            return f"{ruling} show {what}: {cards}"
