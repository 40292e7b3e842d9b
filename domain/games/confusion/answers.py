"""The answer to an attempt, and what a yes does: move, capture, briefcase, the announcement on the far row."""

from msgspec.structs import replace

from domain.games.confusion.attempts import target_of
from domain.games.confusion.ending import won_by_briefcase
from domain.games.confusion.moves import Answer, Attempt
from domain.games.confusion.plan import DIRECTION_AT, GONE, Square
from domain.games.confusion.state import Spies, State, visible_side, with_spy
from domain.games.confusion.turns import after_attempt
from domain.kernel.chance import Chance
from domain.kernel.refusals import WRONG_PHASE, IllegalMove
from domain.kernel.seats import ALL, Seat


def answer(state: State, seat: Seat, move: Answer, chance: Chance) -> State:
    """CF-R43: the opponent of the mover answers. CF-R2: only what is true; CF-R3: for the double agent either."""
    asked = state.pending
    if asked is None:
        raise IllegalMove(WRONG_PHASE, stage="turn")
    if move.yes not in honest(state, 1 - seat, asked):
        raise IllegalMove("answer_untrue", spy=asked.spy)
    told = _remember(state, 1 - seat, asked, yes=move.yes)
    return carry_out(told, 1 - seat, asked, chance) if move.yes else stay(told, asked, chance)


def honest(state: State, mover: Seat, asked: Attempt) -> tuple[bool, ...]:
    """The answers that may be given: CF-R34 the one the pattern gives, or for the double agent any (CF-R3, CF-R28)."""
    plan = state.options.plan
    spy = state.spies[mover][plan.owners[asked.spy][1]]
    if spy.piece == plan.agent:
        return (True, False) if asked.distance <= plan.agent_limit else (False,)
    return (plan.reaches[visible_side(spy)][DIRECTION_AT[asked.direction]] >= asked.distance,)


def _remember(state: State, mover: Seat, asked: Attempt, *, yes: bool) -> State:
    """What everybody has learned of the spy; of a promoted one there is nothing to learn."""
    at = state.options.plan.owners[asked.spy][1]
    spy = state.spies[mover][at]
    quiet = state.quiet + 1  # CF-R52: a no counts as well
    if spy.crown == "promoted":
        return replace(state, pending=None, quiet=quiet)
    way, far = DIRECTION_AT[asked.direction], asked.distance
    if yes:
        learned = replace(spy, granted=_put(spy.granted, way, max(far, spy.granted[way])))
    else:
        learned = replace(spy, refused=_put(spy.refused, way, min(far, spy.refused[way] or far)))
    return replace(state, pending=None, quiet=quiet, spies=with_spy(state, mover, at, learned))


def _put(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


def stay(state: State, asked: Attempt, chance: Chance) -> State:
    """CF-R1: the spy stays, nothing is captured, and the attempt is used up (CF-R35)."""
    return after_attempt(state, asked.spy, chance)


def carry_out(state: State, mover: Seat, asked: Attempt, chance: Chance) -> State:
    """The announced move happens. CF-R15: whether the game is won is looked at before a promotion (CF-R18)."""
    target = target_of(state, mover, asked)
    spy_moves = asked.briefcase != "send"
    moved = stepped(state, mover, asked, target) if spy_moves else sent(state, target)
    winner = won_by_briefcase(moved)
    if winner is not None:
        return after_attempt(moved, asked.spy, chance, winner=winner)
    if spy_moves:
        moved = announced(moved, mover, state.options.plan.owners[asked.spy][1], chance)
    return after_attempt(moved, asked.spy, chance)


def sent(state: State, target: Square) -> State:
    """CF-R12, CF-R13: the briefcase moves instead of the spy, and whose spy stands there, own or enemy, controls it."""
    return replace(state, briefcase=target, quiet=0)


def stepped(state: State, mover: Seat, asked: Attempt, target: Square) -> State:
    """The spy moves. CF-R4: an enemy there is captured. CF-R9: on the square of the briefcase it controls it.

    CF-R10: a briefcase left behind belongs to nobody. CF-R11: one that is carried along stays with the spy.
    """
    at = state.options.plan.owners[asked.spy][1]
    enemies = _captured(state.spies[1 - mover], target)
    own = replace(state.spies[mover][at], square=target)
    captured = enemies is not state.spies[1 - mover]
    spies = with_spy(state, mover, at, own)
    if captured:
        spies = (spies[0], enemies) if mover == 0 else (enemies, spies[1])
    if asked.briefcase == "carry":
        return replace(state, spies=spies, briefcase=target, quiet=0)
    return replace(state, spies=spies, quiet=0 if captured else state.quiet)


def _captured(spies: Spies, square: Square) -> Spies:
    """CF-R4: a captured spy leaves the board, and its piece is shown to nobody."""
    for at, spy in enumerate(spies):
        if spy.square == square:
            return (*spies[:at], replace(spy, square=GONE, fate="captured"), *spies[at + 1 :])
    return spies


def announced(state: State, mover: Seat, at: int, chance: Chance) -> State:
    """CF-R49: of an unpromoted spy on the far row everybody is told whether it has a crown.

    CF-R6: with a crown it is promoted, wanted or not. CF-R7: without one nothing happens, and both know it has none.
    CF-R8: a promoted spy is told of no more.
    """
    spy = state.spies[mover][at]
    plan = state.options.plan
    if spy.square not in plan.goals[mover] or spy.crown == "promoted":
        return state
    (told,) = chance.show("CF-R49", "crown", "promoted" if spy.piece in plan.crowns else "none", seen_by=ALL)
    if told == "none":
        return replace(state, spies=with_spy(state, mover, at, replace(spy, crown="none")))
    return replace(state, spies=with_spy(state, mover, at, replace(spy, crown="promoted")), quiet=0)
