"""The public conditions of an attempt (CF-R33): what both players can see without knowing how the spy moves."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.confusion.moves import Attempt, Handling
from domain.games.confusion.plan import DIRECTION_AT, Square
from domain.games.confusion.state import Spy, State, holds_briefcase, occupied, on_board
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import Seat

_MOVING: tuple[Handling | None, ...] = ("carry", "leave")
_UNBURDENED: tuple[Handling | None, ...] = (None,)


def attempt(state: State, seat: Seat, move: Attempt, chance: Chance) -> State:  # noqa: ARG001 # as all moves
    """CF-R35: an attempt that breaks a public condition is refused and costs nothing; any other waits for its answer.

    CF-R31: one that the mover knows to be none of the spy's moves is an attempt like any other. CF-R43: the opponent is
    asked for every spy alike. CF-R51: an attempt declines the draw the other player had offered.
    """
    check_attempt(state, seat, move)
    offer = state.offer if state.offer == seat else None
    return replace(state, pending=move, offer=offer)


def spy_named(state: State, seat: Seat, name: str) -> int:
    """The index of an own spy on the board. Raises IllegalMove."""
    at = own_spy(state, seat, name)
    if not on_board(state.spies[seat][at]):
        raise IllegalMove("spy_gone", spy=name)
    return at


def own_spy(state: State, seat: Seat, name: str) -> int:
    """The index of an own spy, on the board or not. Raises IllegalMove."""
    owner, at = state.options.plan.owners.get(name, (None, 0))
    if owner is None:
        raise IllegalMove("no_such_spy", spy=name)
    if owner != seat:
        raise IllegalMove("not_your_spy", spy=name)
    return at


def target_of(state: State, seat: Seat, move: Attempt) -> Square:
    """The square an attempt leads to, which must be one of the board."""
    spy = state.spies[seat][state.options.plan.owners[move.spy][1]]
    return state.options.plan.rays[seat][spy.square][DIRECTION_AT[move.direction]][move.distance - 1]


def check_attempt(state: State, seat: Seat, move: Attempt) -> None:
    """CF-R33: the spy is one that may be moved now, and the way and the target are free. Raises IllegalMove."""
    plan = state.options.plan
    spy = state.spies[seat][spy_named(state, seat, move.spy)]
    _check_spy(state, seat, move.spy, spy)
    ray = plan.rays[seat][spy.square][DIRECTION_AT[move.direction]]
    if not 1 <= move.distance <= len(ray):
        raise IllegalMove("off_board", distance=move.distance, most=len(ray))
    holds = holds_briefcase(state, spy)
    if holds and move.briefcase is None:
        raise IllegalMove("say_what_of_briefcase", spy=move.spy)
    if not holds and move.briefcase is not None:
        raise IllegalMove("briefcase_not_held", spy=move.spy)
    _check_way(state, ray[: move.distance - 1])
    if move.briefcase != "send" and _own_spy_on(state, seat, ray[move.distance - 1]):
        raise IllegalMove("own_spy_there", spy=move.spy)


def _check_spy(state: State, seat: Seat, name: str, spy: Spy) -> None:
    """CF-R26, CF-R27, CF-R41: what a token forbids for the rest of the turn."""
    if name in state.resting:
        raise IllegalMove("spy_rests", spy=name)
    if state.at_home:
        if spy.square not in state.options.plan.halves[seat]:
            raise IllegalMove("outside_own_half", spy=name)
        if holds_briefcase(state, spy):
            raise IllegalMove("spy_holds_briefcase", spy=name)


def _check_way(state: State, between: tuple[Square, ...]) -> None:
    stops = occupied(state) if between else ()
    for square in between:
        if square in stops or square == state.briefcase:  # CF-R14: a loose briefcase blocks as a spy does
            place = state.options.plan.places[square]
            raise IllegalMove("way_blocked", column=place.column, row=place.row)


def _own_spy_on(state: State, seat: Seat, square: Square) -> bool:
    return any(spy.square == square for spy in state.spies[seat])


def at_home(state: State, seat: Seat, spy: Spy) -> bool:
    """CF-R27, CF-R41: in the own half and without the briefcase."""
    return spy.square in state.options.plan.halves[seat] and not holds_briefcase(state, spy)


def movable(state: State, seat: Seat) -> Iterator[int]:
    """The spies that may be moved now, as far as the turn is concerned."""
    names = state.options.plan.names[seat]
    for at, spy in enumerate(state.spies[seat]):
        if on_board(spy) and names[at] not in state.resting and (not state.at_home or at_home(state, seat, spy)):
            yield at


def attempts(state: State, seat: Seat) -> Iterator[Attempt]:
    """Every attempt that meets the public conditions."""
    plan = state.options.plan
    stops = occupied(state)
    own = {spy.square for spy in state.spies[seat]}
    for at in movable(state, seat):
        square = state.spies[seat][at].square
        holds = square == state.briefcase
        offers = plan.offers[seat][at]
        for direction, ray in enumerate(plan.rays[seat][square]):
            free = 0
            for target in ray:
                free += 1
                if target in stops or target == state.briefcase:
                    break
            if not free:
                continue
            onto_own = ray[free - 1] in own
            for handling in _MOVING if holds else _UNBURDENED:
                yield from offers[handling][direction][: free - onto_own]
            if holds:
                yield from offers["send"][direction][:free]


def can_attempt(state: State, seat: Seat) -> bool:
    """CF-R29: whether there is an attempt at all. Without a token's limits there always is: own spies do not fill the
    board, and so one of them stands beside a square that it may enter."""
    return next(attempts(state, seat), None) is not None
