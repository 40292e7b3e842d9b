"""Who has won."""

from msgspec.structs import replace

from domain.games.virus.options import healthy_organs_needed
from domain.games.virus.organs import Body, healthy_organs
from domain.games.virus.state import State, others_in_turn
from domain.kernel.seats import Seat


def is_complete(state: State, body: Body, needed: int) -> bool:
    """V-40 to V-43: enough healthy organs, which are always of different kinds; the multicolour one is one of them.

    V-41: another organ may be infected beside them, V-42: none of them. V-91: where the
    table plays the strict sentence, none at all.
    """
    if len(body) < needed:
        return False
    healthy = healthy_organs(state.options.book, body)
    if state.options.any_infection_blocks_win and healthy < len(body):
        return False
    return healthy >= needed


def settled(state: State) -> State:
    """V-40: whoever has a complete body wins at once, also outside their own turn.

    V-44: of several the player whose turn it is, or else the next in turn order. V-45: nobody draws any more.
    """
    bodies, needed = state.bodies, healthy_organs_needed(state.options, len(state.hands))
    for seat in (state.turn, *others_in_turn(state)):
        if is_complete(state, bodies[seat], needed):
            return over(state, seat, "healthy_body")
    return state


def over(state: State, winner: Seat | None, why: str) -> State:
    """No more decisions. A card whose effect was still to come is discarded."""
    discards = (*state.discards, state.played) if state.played else state.discards
    return replace(state, agenda=(), winner=winner, why=why, discards=discards, played="")
