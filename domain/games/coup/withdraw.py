"""C-105: a player leaves, and the others finish the game."""

from msgspec.structs import replace

from domain.games.coup.advance import advance
from domain.games.coup.losses import departed
from domain.games.coup.state import State, put
from domain.kernel.chance import Chance
from domain.kernel.refusals import ALREADY_WITHDRAWN, NO_SUCH_SEAT, IllegalMove
from domain.kernel.seats import ALL, Seat


def withdraw(state: State, seat: Seat, chance: Chance) -> State:
    """C-105: the face-down cards turn up and the coins go to the treasury, where nobody claims them."""
    if not 0 <= seat < len(state.hands):
        raise IllegalMove(NO_SUCH_SEAT, seat=seat)
    if seat in state.withdrawn:
        raise IllegalMove(ALREADY_WITHDRAWN, seat=seat)
    withdrawn = (*state.withdrawn, seat)
    hand = state.hands[seat]
    if not hand:  # dead already
        return replace(state, withdrawn=withdrawn)
    chance.show("C-105", f"hand {seat}", *hand, seen_by=ALL)
    left = replace(
        state,
        hands=put(state.hands, seat, ()),
        lost=put(state.lost, seat, (*state.lost[seat], *hand)),
        coins=put(state.coins, seat, 0),
        treasury=state.treasury + state.coins[seat],
        out=(*state.out, seat),
        withdrawn=withdrawn,
    )
    return advance(departed(left, seat), chance)
