"""What chance answered: the part of an event that neither the rules nor a player decided.

That an outcome happened, its kind, count and audience are public. Its cards are for the audience alone.
"""

from msgspec import Struct

from domain.kernel.bags import Card
from domain.kernel.seats import Seen, Viewer, sees


class Draw(Struct, frozen=True, gc=False, tag="draw", tag_field="outcome"):
    """Cards drawn from a bag, in the order they came."""

    pile: str
    seen_by: Seen
    cards: tuple[Card, ...]


class Roll(Struct, frozen=True, gc=False, tag="roll", tag_field="outcome"):
    """Faces a die fell on, one after the other. Always public."""

    cards: tuple[Card, ...]


class Shuffle(Struct, frozen=True, gc=False, tag="shuffle", tag_field="outcome"):
    """An order given to a pile, first card first."""

    pile: str
    seen_by: Seen
    cards: tuple[Card, ...]


class Show(Struct, frozen=True, gc=False, tag="show", tag_field="outcome"):
    """Somebody learns what they could not know: by which ruling, what, and the facts themselves."""

    ruling: str
    what: str
    seen_by: Seen
    cards: tuple[Card, ...]


Outcome = Draw | Roll | Shuffle | Show


class Hidden(Struct, frozen=True, gc=False, tag="hidden", tag_field="outcome"):
    """An outcome as those outside its audience are told of it: that it happened, where, how many, and who saw."""

    kind: str
    where: str
    seen_by: Seen
    count: int
    ruling: str = ""


SeenOutcome = Draw | Roll | Shuffle | Show | Hidden


def audience(outcome: Outcome) -> Seen:
    """Who sees the cards of an outcome."""
    return "all" if isinstance(outcome, Roll) else outcome.seen_by


def as_seen(outcome: Outcome, viewer: Viewer) -> SeenOutcome:
    """The outcome as this viewer may be told of it.

    >>> as_seen(Draw("deck", frozenset({1}), (7,)), 0)
    Hidden(kind='draw', where='deck', seen_by=frozenset({1}), count=1, ruling='')
    """
    if sees(viewer, audience(outcome)):
        return outcome
    match outcome:
        case Draw(pile, seen_by, cards):
            return Hidden("draw", pile, seen_by, len(cards))
        case Shuffle(pile, seen_by, cards):
            return Hidden("shuffle", pile, seen_by, len(cards))
        case Show(ruling, what, seen_by, cards):
            return Hidden("show", what, seen_by, len(cards), ruling)
        case Roll():
            return outcome
