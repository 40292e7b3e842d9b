"""Whose turn it is, and when it ends (CF-R38)."""

from msgspec.structs import replace

from domain.games.confusion.attempts import can_attempt
from domain.games.confusion.ending import ended, without_spies
from domain.games.confusion.state import State
from domain.kernel.chance import Chance
from domain.kernel.seats import Seat


def awaited(state: State) -> frozenset[Seat]:
    """The player whose turn it is; CF-R43: once something was attempted, the other alone until it is answered."""
    if state.why:
        return _NOBODY
    return _SEATS[state.turn if state.pending is None else 1 - state.turn]


_NOBODY: frozenset[Seat] = frozenset()
_SEATS: tuple[frozenset[Seat], frozenset[Seat]] = (frozenset({0}), frozenset({1}))


def after_attempt(state: State, spy: str, chance: Chance, *, winner: Seat | None = None) -> State:
    """An attempt by this spy is used up.

    CF-R38: after a win nothing more. CF-R30: nor when nothing has happened for too long.
    """
    if winner is not None:
        return ended(state, winner, "briefcase", chance)
    loser = without_spies(state)
    if loser is not None:
        return ended(state, 1 - loser, "no_spies", chance)
    if state.quiet >= state.options.draw_after:
        return ended(state, None, "quiet", chance)
    if state.attempts == 1:
        return next_turn(state)
    second = replace(state, attempts=state.attempts - 1, resting=(spy,))  # CF-R27: not by the same spy again
    return passed_if_stuck(second)


def next_turn(state: State) -> State:
    """CF-R38: then the other player."""
    return replace(state, turn=1 - state.turn, act="", resting=(), attempts=1, at_home=False)


def passed_if_stuck(state: State) -> State:
    """CF-R29, CF-R53: with spies left but no attempt to make, the turn passes: everybody can see that there is none.

    Only a token can bring it about, in this very turn, so that nothing else is left to choose either.
    """
    return state if can_attempt(state, state.turn) else next_turn(state)
