"""Draws by agreement (CF-R30, CF-R51)."""

from msgspec.structs import replace

from domain.games.confusion.ending import ended
from domain.games.confusion.state import State
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import Seat


def offer_draw(state: State, seat: Seat) -> State:
    """CF-R51: before the own attempt; it stands until the other player attempts or accepts, so once a turn at most."""
    if not state.options.draw_offers:
        raise IllegalMove("no_draw_offers")
    if state.offer is not None:
        raise IllegalMove("offer_stands", offered_by=state.offer)
    return replace(state, offer=seat)


def accept_draw(state: State, seat: Seat, chance: Chance) -> State:
    """CF-R30: the draw is agreed, whoever is to move."""
    if not may_accept(state, seat):
        raise IllegalMove("no_offer")
    return ended(state, None, "agreement", chance)


def may_accept(state: State, seat: Seat) -> bool:
    """CF-R51: the other player's offer stands."""
    return state.offer is not None and seat == 1 - state.offer
