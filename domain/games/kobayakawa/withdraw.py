"""K-25: a player leaves, and the round goes on without them."""

from msgspec.structs import replace

from domain.games.kobayakawa.rounds import end_if_decided, settle
from domain.games.kobayakawa.state import State
from domain.kernel.bags import bag
from domain.kernel.chance import Chance
from domain.kernel.refusals import ALREADY_WITHDRAWN, NO_SUCH_SEAT, IllegalMove
from domain.kernel.seats import Seat


def withdraw(state: State, seat: Seat, chance: Chance) -> State:
    """K-25: the hand is put aside unseen, a stake already made stays, the other medals leave the game."""
    if not 0 <= seat < len(state.medals):
        raise IllegalMove(NO_SUCH_SEAT, seat=seat)
    if seat in state.withdrawn:
        raise IllegalMove(ALREADY_WITHDRAWN, seat=seat)
    left = replace(
        state,
        hands=tuple(() if other == seat else hand for other, hand in enumerate(state.hands)),
        aside=bag((*state.aside, *state.hands[seat])),
        medals=tuple(0 if other == seat else had for other, had in enumerate(state.medals)),
        box=state.box + state.medals[seat],
        withdrawn=tuple(sorted((*state.withdrawn, seat))),
    )
    if seat not in state.order:  # already eliminated
        return left
    return _without(left, seat, chance)


def _without(state: State, seat: Seat, chance: Chance) -> State:
    """The turn order closes up; the player to decide stays the same, or is the next in order."""
    gone = state.order.index(seat)
    order = state.order[:gone] + state.order[gone + 1 :]
    turn = state.turn - (gone < state.turn)
    after = end_if_decided(replace(state, order=order, turn=turn))
    if after.stage in ("over", "round_over") or turn < len(order):
        return after
    if state.stage == "draw":  # the last to draw left: the stakes begin
        return replace(after, stage="stake", turn=0)
    return settle(after, chance)
