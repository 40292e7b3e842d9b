"""What an edition makes of the rules: its cards looked up by face, worked out once."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from domain.games.virus.cards import Cards, sorted_cards
from domain.games.virus.edition import CardType, Edition

_COLORS: Final = ("red", "green", "blue", "yellow", "multi", "bionic", None)
_KINDS: Final = ("organ", "virus", "medicine", "treatment")


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """The cards of an edition by id, and the treatments by what they do."""

    cards: dict[str, CardType]
    treatments: dict[str, str]
    ranks: dict[str, int]
    deck: Cards
    asks_for_suits: bool
    """V-97: everybody knows whether there are suits in the box; whether somebody holds one, nobody asks."""

    def color(self, card: str) -> str:
        """The colour of a card that has one."""
        return str(self.cards[card].color)

    def in_order(self, cards: Iterable[str]) -> Cards:
        """V-98: cards by colour, then by kind, so that their order tells nothing about when they were drawn."""
        return tuple(sorted(cards, key=self.ranks.__getitem__))


@lru_cache(maxsize=64)
def compiled(edition: Edition) -> Book:
    """The book of an edition."""
    ordered = sorted(
        range(len(edition.cards)),
        key=lambda at: (
            _COLORS.index(edition.cards[at].color),
            _KINDS.index(edition.cards[at].kind),
            edition.cards[at].strain is not None,
            at,
        ),
    )
    treatments: dict[str, str] = {card.treatment: card.id for card in edition.cards if card.treatment}
    return Book(
        cards={card.id: card for card in edition.cards},
        treatments=treatments,
        ranks={edition.cards[at].id: rank for rank, at in enumerate(ordered)},
        deck=sorted_cards(card.id for card in edition.cards for _ in range(card.count)),
        asks_for_suits="protective_suit" in treatments,
    )
