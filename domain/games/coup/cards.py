"""Character cards: the kernel's bags and draws, spoken in this game's words."""

from collections.abc import Iterable

from domain.kernel import bags
from domain.kernel.chance import Chance
from domain.kernel.seats import Seen

Cards = tuple[str, ...]
"""Character cards: a bag in canonical order where nobody knows an order, as in the court and in a hand."""


def sorted_cards(cards: Iterable[str]) -> Cards:
    """The cards as a bag."""
    return tuple(sorted(cards))


def without(cards: Cards, card: str) -> Cards:
    """The bag with one such card fewer."""
    return bags.taken(cards, card)  # type: ignore[return-value]  # this game's cards are words


def with_card(cards: Cards, card: str) -> Cards:
    """The bag with one such card more."""
    return bags.added(cards, card)  # type: ignore[return-value]  # this game's cards are words


def draw(chance: Chance, pile: str, cards: Cards, count: int, seen_by: Seen) -> tuple[Cards, Cards]:
    """C-39: so many cards, or what there is, and what the pile keeps."""
    return chance.draw(pile, cards, min(count, len(cards)), seen_by=seen_by)  # type: ignore[return-value]  # as above
