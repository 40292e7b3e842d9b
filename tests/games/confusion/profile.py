"""Confusion for the shared tests: its planted leaks.

Each lets a player or a spectator know of a movement piece what only its opponent may: by what is shown of spies that
are gone, by who is asked and who is not, by what is offered or refused for the double agent.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.games.confusion.answers import honest
from domain.games.confusion.attempts import attempts
from domain.games.confusion.edition import SKIRMISH
from domain.games.confusion.legal import moves
from domain.games.confusion.moves import Answer, Attempt, Move, RemoveSuspect
from domain.games.confusion.options import Options
from domain.games.confusion.play import play
from domain.games.confusion.rules import CONFUSION
from domain.games.confusion.state import State, on_board
from domain.games.confusion.turns import awaited
from domain.games.confusion.view import View, view
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import ALL, Seat, Viewer
from tests.kit.profile import Planted, Profile, broken


def _gone_seen(state: State, viewer: Viewer) -> View:
    """CF-R4, CF-R45 broken: the piece of a spy that is off the board lies open."""
    told = view(state, viewer)
    sides = tuple(
        replace(
            side,
            spies=tuple(
                seen if on_board(spy) else replace(seen, piece=spy.piece)
                for seen, spy in zip(side.spies, spies, strict=True)
            ),
        )
        for side, spies in zip(told.sides, state.spies, strict=True)
    )
    return replace(told, sides=sides)


def _old_piece_seen(state: State, viewer: Viewer) -> View:
    """CF-R6 broken: who has been promoted shows what it was before."""
    told = view(state, viewer)
    sides = tuple(
        replace(
            side,
            spies=tuple(
                replace(seen, piece=spy.piece) if seen.crown == "promoted" else seen
                for seen, spy in zip(side.spies, spies, strict=True)
            ),
        )
        for side, spies in zip(told.sides, state.spies, strict=True)
    )
    return replace(told, sides=sides)


def _is_agent(state: State, move: Attempt) -> bool:
    owner, at = state.options.plan.owners[move.spy]
    return state.spies[owner][at].piece == state.options.plan.agent


def _agents_are_not_asked_for(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """CF-R43 broken: where one answer alone is true it is given by itself; the opponent is asked for agents only."""
    after = play(state, seat, move, chance)
    if isinstance(move, Attempt) and after.pending is not None and not _is_agent(state, move):
        (yes,) = honest(after, seat, move)
        return play(after, 1 - seat, Answer(yes), chance)
    return after


def _both_awaited_for_agents(state: State) -> frozenset[Seat]:
    """Whoever attempts a move of a double agent is kept waiting in another way."""
    asked = awaited(state)
    return asked | {state.turn} if state.pending is not None and _is_agent(state, state.pending) else asked


def _possible_attempts_only(state: State, seat: Seat) -> Iterator[Move]:
    """A player is not offered what would be answered with no."""
    legal = set(attempts(state, seat)) if state.pending is None else set()
    for move in moves(state, seat):
        if not (isinstance(move, Attempt) and move in legal and honest(state, seat, move) == (False,)):
            yield move


def _agents_first(state: State, seat: Seat) -> Iterator[Move]:
    """The own double agent is named first among the suspects."""
    offered = list(moves(state, seat))
    spies = dict(zip(state.options.plan.names[seat], state.spies[seat], strict=True)) if seat in (0, 1) else {}

    def key(move: Move) -> bool:
        return not (isinstance(move, RemoveSuspect) and spies[move.spy].piece == state.options.plan.agent)

    yield from sorted(offered, key=key)


def _refusal_tells(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """An attempt off the board is refused with how far the spy can move at all."""
    try:
        return play(state, seat, move, chance)
    except IllegalMove as refusal:
        if isinstance(move, Attempt) and refusal.code == "off_board":
            plan = state.options.plan
            reach = max(plan.reaches[state.spies[seat][plan.owners[move.spy][1]].piece])
            raise IllegalMove("off_board", distance=move.distance, reach=reach) from refusal
        raise


class _Wider:
    """Chance that lets everybody see what some were to see."""

    def __init__(self, chance: Chance, kind: str) -> None:
        self._chance, self._kind = chance, kind

    def draw(self, *asked: Any, seen_by: Any) -> Any:
        return self._chance.draw(*asked, seen_by=ALL if self._kind == "draw" else seen_by)

    def show(self, *asked: Any, seen_by: Any) -> Any:
        return self._chance.show(*asked, seen_by=ALL if self._kind == "show" else seen_by)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._chance, name)


def _revealed_to_all(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """CF-R50 broken: a revealed piece is seen by spectators too."""
    return play(state, seat, move, _Wider(chance, "show"))


def _dealt_openly(options: Any, count: int, chance: Chance) -> State:
    """CF-R36 broken: the pieces are dealt before everybody's eyes."""
    return CONFUSION.setup(options, count, _Wider(chance, "draw"))


def _captured_shown(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """CF-R4 broken: a captured spy is turned over."""
    after = play(state, seat, move, chance)
    if isinstance(move, Answer) and not after.why:
        for before, now in zip(state.spies[seat], after.spies[seat], strict=True):
            if on_board(before) and not on_board(now):
                chance.show("CF-R4", "captured spy", now.piece, seen_by=ALL)
    return after


def _small_boards() -> Iterator[Options]:
    """Where spies come to the far row often."""
    return (options for options in CONFUSION.option_sets() if options.edition is SKIRMISH)


PROFILE = Profile(
    planted=(
        Planted("a removed spy's piece", broken(CONFUSION, view=_gone_seen), "view"),
        Planted(
            "a promoted spy's old piece", broken(CONFUSION, view=_old_piece_seen, option_sets=_small_boards), "view"
        ),
        Planted("only agents are asked for", broken(CONFUSION, play=_agents_are_not_asked_for), "view"),
        Planted("who is awaited", broken(CONFUSION, awaited=_both_awaited_for_agents), "awaited"),
        Planted("number of moves", broken(CONFUSION, moves=_possible_attempts_only), "moves"),
        Planted("order of moves", broken(CONFUSION, moves=_agents_first), "moves"),
        Planted("facts of a refusal", broken(CONFUSION, play=_refusal_tells), "refusals"),
        Planted("a revealed piece for all", broken(CONFUSION, play=_revealed_to_all), "visibility"),
        Planted("pieces dealt openly", broken(CONFUSION, setup=_dealt_openly), "visibility"),
        Planted("a captured spy turned over", broken(CONFUSION, play=_captured_shown), "visibility"),
    ),
    unasked=frozenset({"accept_draw"}),
    floor=100,
)
