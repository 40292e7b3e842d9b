"""The ends of a game: the briefcase brought home, no spies left, a draw, a player who leaves."""

from typing import Literal

from msgspec.structs import replace

from domain.games.confusion.state import Spies, State, on_board
from domain.kernel.chance import Chance
from domain.kernel.results import Result
from domain.kernel.seats import ALL, Seat

Why = Literal["briefcase", "no_spies", "agreement", "quiet", "withdrawal"]


def won_by_briefcase(state: State) -> Seat | None:
    """CF-R15: who has a spy that controls the briefcase on the enemy home row.

    CF-R16: without a spy there it wins nothing. CF-R17: it may be the spy of the player who did not move. CF-R19: a
    double agent wins for its owner like any spy.
    """
    for seat in (0, 1):
        if state.briefcase in state.options.plan.goals[seat] and any(
            spy.square == state.briefcase for spy in state.spies[seat]
        ):
            return seat
    return None


def without_spies(state: State) -> Seat | None:
    """CF-R29, CF-R46: who has no spy left on the board."""
    return next((seat for seat in (0, 1) if not any(map(on_board, state.spies[seat]))), None)


def ended(state: State, winner: Seat | None, why: Why, chance: Chance) -> State:
    """The game is over; CF-R54: all pieces are shown to everybody, unless the table keeps them sealed."""
    over = replace(state, winner=winner, why=why, pending=None)
    if state.options.sealed:
        return over
    return replace(over, spies=(_opened(over, 0, chance), _opened(over, 1, chance)))


def _opened(state: State, seat: Seat, chance: Chance) -> Spies:
    pieces = tuple(spy.piece for spy in state.spies[seat])
    chance.show("CF-R54", f"pieces {seat}", *pieces, seen_by=ALL)
    return tuple(replace(spy, shown="all") for spy in state.spies[seat])


def result(state: State) -> Result | None:
    """Two sides of one seat; a draw is a shared first place."""
    if not state.why:
        return None
    if state.winner is None:
        return Result(((0,), (1,)), (1, 1), (0, 0), state.why)
    places = (1, 2) if state.winner == 0 else (2, 1)
    return Result(((0,), (1,)), places, (2 - places[0], 2 - places[1]), state.why)
