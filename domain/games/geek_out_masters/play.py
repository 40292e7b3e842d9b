"""Playing a move: each is checked against its stage, then carried out."""

from domain.games.geek_out_masters.dice import ACTING, needs_target
from domain.games.geek_out_masters.edition import Face
from domain.games.geek_out_masters.moves import Continue, Move, Pass, Roll, Use
from domain.games.geek_out_masters.state import Stage, State
from domain.games.geek_out_masters.turns import settled, turn_over, worth
from domain.kernel.bags import added, bag, holds, taken
from domain.kernel.chance import Chance
from domain.kernel.refusals import OUT_OF_TURN, WRONG_PHASE, IllegalMove
from domain.kernel.seats import Seat


def play(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """The position after a move, or IllegalMove with nothing changed."""
    if seat != state.order[state.turn]:
        raise IllegalMove(OUT_OF_TURN, awaited=state.order[state.turn])
    match move:
        case Use(die, target):
            _check_stage(state, "act")
            return use(state, die, target, chance)
        case Roll():
            _check_stage(state, "roll")
            return roll(state, chance)
        case Pass():
            _check_decides(state)
            return turn_over(state, "passed", worth(state), ())  # GO-R29
        case Continue():
            _check_decides(state)
            return continue_(state, chance)


def roll(state: State, chance: Chance) -> State:
    """GO-R19: the turn's first throw; the other dice wait in the inactive area."""
    edition = state.options.edition
    active = bag(chance.roll(edition.die, edition.active))
    return settled(state, active, edition.dice - edition.active, 0)


def continue_(state: State, chance: Chance) -> State:
    """GO-R28: all used dice are rolled; what is inactive or scored stays where it is."""
    if not state.used:
        raise IllegalMove("nothing_to_roll")  # GO-R12
    return settled(state, bag(chance.roll(state.options.edition.die, state.used)), state.inactive, 0)


def use(state: State, die: Face, target: Face | None, chance: Chance) -> State:
    """GO-R20: the die goes to the used area, then its effect applies to the rest. GO-R2: in any order."""
    check_use(state, die, target)
    rest, used = taken(state.active, die), state.used + 1
    if target is not None:
        rest = taken(rest, target)
    match die:
        case "spaceship":  # GO-R22, GO-R4, GO-R8
            return settled(state, rest, state.inactive + 1, used)
        case "superhero" if target is not None:  # GO-R23, GO-R5, GO-R16
            return settled(state, added(rest, state.options.edition.opposite[target]), state.inactive, used)
        case "meeple" if target is not None:  # GO-R21, GO-R6: any face may come, the same one too
            (face,) = chance.roll(state.options.edition.die)
            return settled(state, added(rest, face), state.inactive, used)
        case "heart" if state.inactive:  # GO-R24
            (face,) = chance.roll(state.options.edition.die)
            return settled(state, added(rest, face), state.inactive - 1, used)
        case _:  # GO-R9, GO-R10: a die without effect, used all the same
            return settled(state, rest, state.inactive, used)


def check_use(state: State, die: Face, target: Face | None) -> None:
    """GO-R30: the die is active and acts, and it has a target exactly when it needs one."""
    active = state.active
    if not holds(active, die):
        raise IllegalMove("die_not_active", face=die)
    if die not in ACTING:
        raise IllegalMove("face_without_action", face=die)
    if not needs_target(die, active):
        if target is not None:
            raise IllegalMove("no_target_here", face=die)
    elif target is None:
        raise IllegalMove("target_needed", face=die)
    elif not holds(active, target):
        raise IllegalMove("target_not_active", face=target)
    elif target == die and active.count(die) == 1:
        raise IllegalMove("own_target", face=die)  # GO-R3


def _check_decides(state: State) -> None:
    """GO-R1: nobody passes or continues while an action is possible."""
    if state.stage == "act":
        raise IllegalMove("actions_are_due", faces=bag(ACTING.intersection(state.active)))
    _check_stage(state, "decide")


def _check_stage(state: State, stage: Stage) -> None:
    if state.stage != stage:
        raise IllegalMove(WRONG_PHASE, stage=state.stage)
