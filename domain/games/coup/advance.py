"""The one loop: steps are run until somebody must decide."""

from msgspec.structs import replace

from domain.games.coup.abogado import run_estate, run_split
from domain.games.coup.actions import run_next_turn, run_resolve
from domain.games.coup.agenda import (
    Answer,
    Blocks,
    BlockStands,
    CardChoice,
    Challenges,
    Estate,
    Examination,
    Exchange,
    FactionChoice,
    Loss,
    NextTurn,
    Resolve,
    Split,
    Step,
    Turn,
    Verdict,
)
from domain.games.coup.blocks import run_block_stands
from domain.games.coup.challenge import run_answer
from domain.games.coup.losses import run_loss
from domain.games.coup.state import State
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

    A step waits for everybody who might react, whether or not they can; it runs by itself only where everybody can see
    that there is nothing to choose (C-10).
    """
    match step:
        case Challenges(waiting=waiting) | Blocks(waiting=waiting) | CardChoice(waiting=waiting):
            return None if waiting else closed(state)  # C-96
        case Turn() | FactionChoice() | Exchange() | Examination() | Verdict():
            return None
        case NextTurn():
            return run_next_turn(state)
        case Resolve():
            return run_resolve(state, step, chance)
        case Loss():
            return run_loss(state, step, chance)
        case Answer():
            return run_answer(state, step, chance)
        case BlockStands():
            return run_block_stands(state)
        case Estate():
            return run_estate(state, step)
        case Split():
            return run_split(state, step)


def closed(state: State) -> State:
    """C-96: the window in front is closed."""
    return replace(state, agenda=state.agenda[1:])


def awaited(state: State) -> frozenset[Seat]:
    """For whom the game stands still: in a window everybody who has not passed yet."""
    if not state.agenda:
        return frozenset()
    match state.agenda[0]:
        case Challenges(waiting=waiting) | Blocks(waiting=waiting) | CardChoice(waiting=waiting):
            return frozenset(waiting)
        case Estate(waiting=waiting):
            return frozenset(waiting[:1])  # C-82: one after the other, clockwise
        case Turn():
            return frozenset((state.turn,))
        case Answer(claimant=seat) | Loss(seat) | Exchange(seat) | FactionChoice(seat):
            return frozenset((seat,))
        case Examination(target=seat) | Verdict(inquisitor=seat):
            return frozenset((seat,))
        case BlockStands() | Resolve() | Split() | NextTurn():
            return frozenset()
