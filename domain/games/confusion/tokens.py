"""The three action tokens: each kind once a game, one a turn, before any attempt (CF-R24)."""

from msgspec.structs import replace

from domain.games.confusion.attempts import at_home, own_spy, spy_named
from domain.games.confusion.edition import PROMOTED
from domain.games.confusion.eliminations import check_act
from domain.games.confusion.moves import Reveal, Swap
from domain.games.confusion.options import Token
from domain.games.confusion.state import State, holds_briefcase, visible_side, with_spy
from domain.games.confusion.turns import passed_if_stuck
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import Seat, only


def check_token(state: State, seat: Seat, token: Token) -> None:
    """CF-R24, CF-R40: a token this side has and has not played. Raises IllegalMove."""
    check_act(state)
    if token not in state.tokens[seat]:
        raise IllegalMove("no_such_token", token=token)


def _spent(state: State, seat: Seat, token: Token) -> State:
    left = tuple(each for each in state.tokens[seat] if each != token)
    tokens = (left, state.tokens[1]) if seat == 0 else (state.tokens[0], left)
    return replace(state, tokens=tokens, act="token")


def reveal(state: State, seat: Seat, move: Reveal, chance: Chance) -> State:
    """CF-R26: an own spy, on the board or not, is shown to its owner, and another must be the one moved.

    CF-R25: of a promoted spy the side that is up is shown. CF-R50: both players see it, spectators do not.
    """
    check_token(state, seat, "reveal_1")
    at = own_spy(state, seat, move.spy)
    spy = state.spies[seat][at]
    (side,) = chance.show("CF-R25", "revealed spy", visible_side(spy), seen_by=only(0, 1))
    after = replace(_spent(state, seat, "reveal_1"), resting=(move.spy,))
    if side != PROMOTED and spy.shown == "nobody":
        after = replace(after, spies=with_spy(after, seat, at, replace(spy, shown="players")))
    return passed_if_stuck(after)


def move_two(state: State, seat: Seat) -> State:
    """CF-R27: two attempts by two spies of the own half without the briefcase. CF-R47: there must be two."""
    check_token(state, seat, "move_2")
    check_two_at_home(state, seat)
    return passed_if_stuck(replace(_spent(state, seat, "move_2"), attempts=2, at_home=True))


def check_two_at_home(state: State, seat: Seat) -> None:
    """CF-R47: Move 2 and Swap need two spies of the own half. Raises IllegalMove."""
    fit = sum(at_home(state, seat, spy) for spy in state.spies[seat])
    if fit < 2:
        raise IllegalMove("too_few_spies", fit=fit)


def swap(state: State, seat: Seat, move: Swap) -> State:
    """CF-R41: two spies of the own half without the briefcase change squares unasked; a third must be moved."""
    check_token(state, seat, "swap")
    check_two_at_home(state, seat)
    if move.spy == move.other:
        raise IllegalMove("same_spy", spy=move.spy)
    one, two = (_spy_at_home(state, seat, name) for name in (move.spy, move.other))
    first, second = state.spies[seat][one], state.spies[seat][two]
    spies = with_spy(state, seat, one, replace(first, square=second.square))
    spies = with_spy(replace(state, spies=spies), seat, two, replace(second, square=first.square))
    return passed_if_stuck(replace(_spent(state, seat, "swap"), spies=spies, resting=(move.spy, move.other)))


def _spy_at_home(state: State, seat: Seat, name: str) -> int:
    at = spy_named(state, seat, name)
    spy = state.spies[seat][at]
    if holds_briefcase(state, spy):
        raise IllegalMove("spy_holds_briefcase", spy=name)
    if not at_home(state, seat, spy):
        raise IllegalMove("outside_own_half", spy=name)
    return at
