"""The one loop: steps are run until somebody must decide."""

from msgspec.structs import replace

from domain.games.virus.agenda import Aim, Answers, Extra, Refill, Spreading, Step, Strike, Turn
from domain.games.virus.contagion import run_spreading
from domain.games.virus.state import State
from domain.games.virus.suits import run_strike
from domain.games.virus.turns import next_turn
from domain.kernel.chance import Chance
from domain.kernel.seats import Seat


def advance(state: State, chance: Chance) -> State:
    """The position in which somebody must decide, or nobody any more."""
    while state.agenda:
        after = _run(state, state.agenda[0], chance)
        if after is None:
            return state
        state = after
    return state


def _run(state: State, step: Step, chance: Chance) -> State | None:
    """The position after a step, or None where it waits for somebody.

    A step runs by itself only where everybody can see that there is nothing to choose.
    """
    match step:
        case Turn() | Aim():
            return None
        case Refill():
            return next_turn(state, chance)
        case Answers(waiting):
            return None if waiting else dropped(state)
        case Strike():
            return run_strike(state, step, chance)
        case Extra(plays):
            return None if plays and state.hands[state.turn] else dropped(state)
        case Spreading():
            return run_spreading(state, step)


def dropped(state: State) -> State:
    """The step in front is done."""
    return replace(state, agenda=state.agenda[1:])


def awaited(state: State) -> frozenset[Seat]:
    """For whom the game stands still: the player whose turn it is, or V-83: the next one to answer."""
    if not state.agenda:
        return frozenset()
    step = state.agenda[0]
    return frozenset(step.waiting[:1]) if isinstance(step, Answers) else frozenset((state.turn,))
