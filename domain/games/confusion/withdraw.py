"""CF-R48: a player leaves, and the opponent has won."""

from domain.games.confusion.ending import ended
from domain.games.confusion.state import State
from domain.kernel.chance import Chance
from domain.kernel.refusals import NO_SUCH_SEAT, IllegalMove
from domain.kernel.seats import Seat


def withdraw(state: State, seat: Seat, chance: Chance) -> State:
    """CF-R48: at any moment, also while an answer is due."""
    if seat not in (0, 1):
        raise IllegalMove(NO_SUCH_SEAT, seat=seat)
    return ended(state, 1 - seat, "withdrawal", chance)
