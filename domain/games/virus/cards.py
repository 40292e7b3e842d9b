"""Cards by their ids: the kernel's bags, spoken in this game's words."""

from collections.abc import Iterable

from domain.kernel import bags
from domain.kernel.chance import Chance
from domain.kernel.seats import Seen

Cards = tuple[str, ...]
"""Cards by id: a bag in canonical order where nobody knows an order, as in a hand; in their order elsewhere."""


def sorted_cards(cards: Iterable[str]) -> Cards:
    """The cards as a bag."""
    return tuple(sorted(cards))


def without(cards: Cards, card: str) -> Cards:
    """The bag with one such card fewer."""
    return bags.taken(cards, card)  # type: ignore[return-value]  # this game's cards are words


def draw(chance: Chance, cards: Cards, count: int, seen_by: Seen) -> tuple[Cards, Cards]:
    """So many cards of the deck nobody knows the order of, and what it keeps."""
    return chance.draw("deck", cards, count, seen_by=seen_by)  # type: ignore[return-value]  # as above
