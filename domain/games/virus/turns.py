"""A turn: discarding instead of playing, an empty hand, extra plays, and the way to the next player."""

from msgspec.structs import replace

from domain.games.virus.agenda import NEW_TURN
from domain.games.virus.cards import without
from domain.games.virus.moves import Discard
from domain.games.virus.piles import filled_up
from domain.games.virus.state import State, put
from domain.games.virus.winning import over
from domain.kernel.bags import holds
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import Seat


def discard(state: State, seat: Seat, move: Discard) -> State:
    """V-87: one card or more, openly. V-4: not none, not more than there are. V-7: in the order named."""
    hand = state.hands[seat]
    if not move.cards:
        raise IllegalMove("nothing_discarded")
    for card in move.cards:
        if not holds(hand, card):
            raise IllegalMove("card_not_held", card=card)
        hand = without(hand, card)
    return replace(
        state,
        hands=put(state.hands, seat, hand),
        discards=(*state.discards, *move.cards),
        agenda=state.agenda[1:],
    )


def draw_hand(state: State, seat: Seat) -> State:
    """V-3: with no card in hand there is nothing else to do; the draw that ends every turn follows."""
    if state.hands[seat]:
        raise IllegalMove("hand_not_empty")
    return replace(state, agenda=state.agenda[1:])


def next_turn(state: State, chance: Chance) -> State:
    """V-87, V-93: the player draws, whatever left the hand short; then it is the next player's turn (V-86).

    V-2: where nobody has a card and nothing can be drawn, nobody could ever do anything again.
    """
    after = filled_up(state, state.turn, chance)
    if not any(after.hands):  # a hand is empty after the draw only when both piles are
        return over(after, None, "no_cards_left")
    return replace(after, turn=next_seat(after), agenda=NEW_TURN)


def next_seat(state: State) -> Seat:
    """V-86: play goes round by seat number; V-95: those who left are skipped."""
    count = len(state.hands)
    seat = (state.turn + 1) % count
    while seat in state.withdrawn:
        seat = (seat + 1) % count
    return seat
