"""Drawing: first from the deck whose order nobody knows, then from discard piles that were turned over."""

from msgspec.structs import replace

from domain.games.virus.cards import draw, sorted_cards
from domain.games.virus.state import State, put
from domain.kernel.chance import Chance
from domain.kernel.seats import Seat, only


def filled_up(state: State, seat: Seat, chance: Chance) -> State:
    """V-87: draw until the hand is full.

    V-88: an empty draw pile is replaced by the discard pile turned over, the oldest card on top; nobody shuffles, so
    everybody knows what comes. V-1: also in the middle of a draw. V-2: when both are empty, the hand stays short.
    """
    hand = state.hands[seat]
    missing = state.options.box.hand_size - len(hand)
    if missing <= 0:
        return state
    deck, turned, discards = state.deck, state.turned, state.discards
    if deck:
        drawn, deck = draw(chance, deck, min(missing, len(deck)), only(seat))
        hand = (*hand, *drawn)
        missing -= len(drawn)
    while missing and (turned or discards):
        if not turned:
            turned, discards = discards, ()
        hand, turned = (*hand, turned[0]), turned[1:]
        missing -= 1
    return replace(state, hands=put(state.hands, seat, sorted_cards(hand)), deck=deck, turned=turned, discards=discards)
