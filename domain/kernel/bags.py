"""Cards and bags.

A pile whose order nobody knows is a *bag*: a multiset kept as a tuple in canonical order, so that equal bags are equal
values and a draw by number means the same card in every implementation.
"""

from bisect import bisect_left
from collections.abc import Iterable

Card = int | str
"""A card by its face. Flat, so that what an event stores decodes to the same value."""

Bag = tuple[Card, ...]
"""A multiset of cards in canonical order; see `bag`."""


def _order(card: Card) -> tuple[bool, int, str]:
    return (True, 0, card) if isinstance(card, str) else (False, card, "")


def bag(cards: Iterable[Card]) -> Bag:
    """The cards in canonical order: numbers by value, then words by code point, equal cards side by side.

    >>> bag(["duke", 3, "captain", 1, 3])
    (1, 3, 3, 'captain', 'duke')
    """
    return tuple(sorted(cards, key=_order))


def _place(cards: Bag, card: Card) -> int:
    try:
        return bisect_left(cards, card)  # one kind of card a bag: all games so far
    except TypeError:  # numbers and words in one bag
        return bisect_left(cards, _order(card), key=_order)


def holds(cards: Bag, card: Card) -> bool:
    """Whether the bag has at least one such card."""
    at = _place(cards, card)
    return at < len(cards) and cards[at] == card


def taken(cards: Bag, card: Card) -> Bag:
    """The bag with one such card fewer.

    Raises KeyError when the bag has none: callers ask `holds` first, or were given the card by chance.

    >>> taken((1, 3, 3, 8), 3)
    (1, 3, 8)
    """
    at = _place(cards, card)
    if at == len(cards) or cards[at] != card:
        raise KeyError(card)
    return cards[:at] + cards[at + 1 :]


def added(cards: Bag, card: Card) -> Bag:
    """The bag with one such card more.

    >>> added((1, 8), 3)
    (1, 3, 8)
    """
    at = _place(cards, card)
    return (*cards[:at], card, *cards[at:])
