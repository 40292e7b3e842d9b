"""Organs, and the two tests that decide every play on one.

*Stacking* (a first card on a free organ, a second virus, a second medicine): the card must fit the organ's colour.
*Cancelling* (a medicine against a virus, a virus against a vaccine): it must fit the card on the organ.
V-25: a multicolour organ stays multicolour, whatever lies on it.
"""

from functools import lru_cache

from msgspec import Struct

from domain.games.virus.book import Book
from domain.games.virus.cards import Cards


class Organ(Struct, frozen=True, gc=False, cache_hash=True):
    """An organ in a body with the cards that lie on it, the first one first. `color` names it within the body."""

    color: str
    card: str
    on: Cards = ()


Body = tuple[Organ, ...]
"""The organs of a player, in the order in which they were laid."""


def organ_of(body: Body, color: str) -> Organ | None:
    """The organ of a kind in a body."""
    for organ in body:
        if organ.color == color:
            return organ
    return None


def with_organ(body: Body, organ: Organ) -> Body:
    """The body with an organ in the place of the one of its kind."""
    return tuple(organ if each.color == organ.color else each for each in body)


def without_organ(body: Body, color: str) -> Body:
    """The body without its organ of a kind."""
    return tuple(each for each in body if each.color != color)


def cards_of(organ: Organ) -> Cards:
    """The organ's card, then the cards on it."""
    return (organ.card, *organ.on)


def is_infected(book: Book, organ: Organ) -> bool:
    """A virus lies on the organ. Every other organ is healthy."""
    return len(organ.on) == 1 and book.cards[organ.on[0]].kind == "virus"


def is_immune(book: Book, organ: Organ) -> bool:
    """V-15: two medicines lie on it; V-72: or a single experimental one."""
    on = organ.on
    return len(on) == 2 or (len(on) == 1 and book.cards[on[0]].strain == "experimental")


def is_closed(organ: Organ) -> bool:
    """V-74: neither virus nor medicine ever comes onto the bionic organ."""
    return organ.color == "bionic"


def healthy_organs(book: Book, body: Body) -> int:
    """How many organs of a body are not infected; all are of different kinds (V-26)."""
    return sum(not is_infected(book, organ) for organ in body)


def fits(color: str, other: str) -> bool:
    """V-10, V-20, V-21: the same colour, or one side is multicolour."""
    return color in (other, "multi") or other == "multi"


def is_open(book: Book, organ: Organ) -> bool:
    """V-16, V-73, V-74: nothing comes onto an immune organ or the bionic one."""
    return not is_closed(organ) and not is_immune(book, organ)


def takes_virus(book: Book, virus: str, organ: Organ) -> bool:
    """Whether a virus can come onto an organ. V-70: an evolved one is played like any other."""
    if not is_open(book, organ):
        return False
    cancels = organ.on and not is_infected(book, organ)
    against = book.color(organ.on[0]) if cancels else organ.color  # V-12, V-19, V-22; V-10, V-11, V-17, V-24
    return fits(book.color(virus), against)


def takes_medicine(book: Book, medicine: str, organ: Organ) -> bool:
    """Whether a medicine can come onto an organ."""
    if not is_open(book, organ) or resists(book, organ, medicine):
        return False
    against = book.color(organ.on[0]) if is_infected(book, organ) else organ.color  # V-13, V-18, V-21; V-14, V-15, V-20
    return fits(book.color(medicine), against)  # V-23: not the vaccine, when a second one is laid


@lru_cache(maxsize=4_096)
def welcome(book: Book, organ: Organ) -> frozenset[str]:
    """Every card that can come onto an organ, worked out once: a list of legal moves asks for each card in hand."""
    takes = {"virus": takes_virus, "medicine": takes_medicine}
    played_on_organs = (card for card in book.cards.values() if card.kind in takes)
    return frozenset(card.id for card in played_on_organs if takes[card.kind](book, card.id, organ))


def resists(book: Book, organ: Organ, medicine: str) -> bool:
    """V-71, V-72: against an evolved virus only an experimental medicine helps."""
    evolved = len(organ.on) == 1 and book.cards[organ.on[0]].strain == "evolved"
    return evolved and book.cards[medicine].strain != "experimental"
