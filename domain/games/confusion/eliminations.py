"""Double agents taken off the board before the attempt: an own suspect, or the opponent's real one."""

from msgspec.structs import replace

from domain.games.confusion.attempts import spy_named
from domain.games.confusion.ending import ended, without_spies
from domain.games.confusion.moves import ExposeAgent, RemoveSuspect
from domain.games.confusion.plan import GONE
from domain.games.confusion.state import Spy, State, on_board, with_spy
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import ALL, Seat


def check_act(state: State) -> None:
    """CF-R22, CF-R24: one elimination or one token a turn, before any attempt. Raises IllegalMove."""
    if state.act == "elimination":
        raise IllegalMove("already_eliminated")
    if state.act == "token":
        raise IllegalMove("token_played")


def remove_suspect(state: State, seat: Seat, move: RemoveSuspect, chance: Chance) -> State:
    """CF-R20: an own spy goes, whatever it is. CF-R45: nobody says what it was. CF-R44: an own spy on the board."""
    check_act(state)
    at = spy_named(state, seat, move.spy)
    gone = replace(state.spies[seat][at], square=GONE, fate="suspected")
    return _eliminated(state, seat, at, gone, chance)


def expose_agent(state: State, seat: Seat, move: ExposeAgent, chance: Chance) -> State:
    """CF-R21: the real one only, which the player who eliminates it sees. CF-R50: it is shown to everybody."""
    check_act(state)
    check_agent(state, seat, move)
    at = state.options.plan.owners[move.spy][1]
    spy = state.spies[1 - seat][at]
    (shown,) = chance.show("CF-R50", "eliminated spy", spy.piece, seen_by=ALL)
    exposed = replace(spy, piece=str(shown), shown="all", square=GONE, fate="exposed")
    return _eliminated(state, 1 - seat, at, exposed, chance)


def check_agent(state: State, seat: Seat, move: ExposeAgent) -> None:
    """CF-R44: an enemy spy on the board, and CF-R21 the double agent; its piece is before this player's eyes."""
    plan = state.options.plan
    owner, at = plan.owners.get(move.spy, (None, 0))
    if owner is None:
        raise IllegalMove("no_such_spy", spy=move.spy)
    if owner == seat:
        raise IllegalMove("your_own_spy", spy=move.spy)
    spy = state.spies[owner][at]
    if not on_board(spy):
        raise IllegalMove("spy_gone", spy=move.spy)
    if spy.piece != plan.agent:
        raise IllegalMove("not_the_double_agent", spy=move.spy)


def _eliminated(state: State, seat: Seat, at: int, gone: Spy, chance: Chance) -> State:
    """CF-R23: a briefcase it held stays on its square. CF-R46: it may have been the last spy of its side (CF-R29)."""
    after = replace(state, spies=with_spy(state, seat, at, gone), act="elimination", quiet=0)
    loser = without_spies(after)
    return after if loser is None else ended(after, 1 - loser, "no_spies", chance)
