"""Geek Out Masters, version 1, as the rules contract asks for it."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.geek_out_masters.dice import ACTING, needs_target
from domain.games.geek_out_masters.edition import STANDARD
from domain.games.geek_out_masters.moves import Continue, Move, Pass, Roll, Use
from domain.games.geek_out_masters.objections import objection
from domain.games.geek_out_masters.play import play
from domain.games.geek_out_masters.setup import seats, setup, withdraw
from domain.games.geek_out_masters.state import Options, State
from domain.games.geek_out_masters.table import board
from domain.games.geek_out_masters.view import View, view
from domain.kernel.results import Result, ranked
from domain.kernel.rules import Ruleset
from domain.kernel.seats import Seat


def awaited(state: State) -> frozenset[Seat]:
    """One player at a time throws."""
    return frozenset(state.order[state.turn : state.turn + 1])


def moves(state: State, seat: Seat) -> Iterator[Move]:
    """Every legal move of a seat."""
    if seat not in awaited(state):
        return
    match state.stage:
        case "roll":
            yield Roll()
        case "act":
            yield from _actions(state)
        case "decide":
            yield Pass()
            if state.used:  # GO-R12
                yield Continue()
        case "over":
            return


def _actions(state: State) -> Iterator[Move]:
    """GO-R20: each acting face with each face it can be aimed at. GO-R3: at one like itself only if there are two."""
    faces = sorted(set(state.active))
    for die in faces:
        if die not in ACTING:
            continue
        if not needs_target(die, state.active):
            yield Use(die)  # type: ignore[arg-type]  # a bag is of cards; these are faces
            continue
        for target in faces:
            if target != die or state.active.count(die) > 1:
                yield Use(die, target)  # type: ignore[arg-type]


def binding(before: State, seat: Seat, move: Move) -> bool:  # noqa: ARG001
    """GO-R34: everything lies open, so from an action without a throw nobody learns anything."""
    return not isinstance(move, Use)


def result(state: State) -> Result | None:
    """GO-R31: the highest total wins and equal ones share. GO-R36: who withdrew comes behind everybody who stayed."""
    if state.stage != "over":
        return None
    table = range(len(state.totals))
    behind = max(state.totals) + 1
    standing = tuple(state.totals[seat] - (behind if seat in state.withdrawn else 0) for seat in table)
    return Result(tuple((seat,) for seat in table), ranked(standing), state.totals, state.why)


def components(state: State) -> Counter[str]:
    """All dice, wherever they lie."""
    return Counter(die=state.in_hand + len(state.active) + state.inactive + state.used + state.scored)


def option_sets() -> Iterator[Options]:
    """The printed game, and a quick one with more dice in which another seat begins."""
    yield Options()
    quick = replace(
        STANDARD,
        name="quick",
        players=(2, 3),
        rounds=2,
        dice=12,
        active=8,
        scores=(*STANDARD.scores, 66, 78),
    )
    yield Options(first_player=1, edition=quick)


GEEK_OUT_MASTERS = Ruleset(
    name="geek_out_masters",
    version=1,
    Options=Options,
    Move=Move,
    State=State,
    View=View,
    seats=seats,
    setup=setup,
    awaited=awaited,
    moves=moves,
    play=play,
    withdraw=withdraw,
    result=result,
    view=view,
    board=board,
    components=components,
    option_sets=option_sets,
    binding=binding,
    objection=objection,
)
