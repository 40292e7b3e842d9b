"""The exchange of the ambassador and of the inquisitor."""

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from domain.games.coup import cards
from domain.games.coup.agenda import Exchange
from domain.games.coup.cards import Cards, sorted_cards
from domain.games.coup.moves import Keep
from domain.games.coup.state import State, put
from domain.kernel.bags import holds
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import Seat, only


def begin_exchange(state: State, seat: Seat, count: int, chance: Chance) -> State:
    """C-36, C-37, C-50: draw two, or one with the inquisitor; what to keep is the player's next decision."""
    drawn, court = cards.draw(chance, "court", state.court, count, only(seat))
    return replace(state, court=court, drawn=sorted_cards(drawn), agenda=(Exchange(seat), *state.agenda))


def choices(state: State, seat: Seat) -> Iterator[Keep]:
    """Every way to keep as many cards as before."""
    held = sorted_cards((*state.hands[seat], *state.drawn))
    for kept in dict.fromkeys(combinations(held, len(state.hands[seat]))):
        yield Keep(kept)


def keep(state: State, step: Exchange, move: Keep) -> State:
    """C-36 to C-38: as many cards as before are kept, of those in hand and those drawn; the others go back."""
    hand = state.hands[step.seat]
    if len(move.cards) != len(hand):
        raise IllegalMove("wrong_count", due=len(hand), given=len(move.cards))
    if move.cards != sorted_cards(move.cards):
        raise IllegalMove("cards_not_in_order")
    left = sorted_cards((*hand, *state.drawn))
    left = _left_over(left, move.cards)
    return replace(
        state,
        hands=put(state.hands, step.seat, move.cards),
        court=sorted_cards((*state.court, *left)),
        drawn=(),
        agenda=state.agenda[1:],
    )


def _left_over(held: Cards, kept: Cards) -> Cards:
    """What goes back; C-38: nobody keeps a card they do not hold, or one more often than they hold it."""
    for card in kept:
        if not holds(held, card):
            raise IllegalMove("card_not_held", card=card)
        held = cards.without(held, card)
    return held
