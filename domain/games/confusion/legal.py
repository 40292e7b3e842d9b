"""Every legal move of a seat, in an order that follows only from what that seat knows."""

from collections.abc import Iterator
from itertools import permutations

from domain.games.confusion.answers import honest
from domain.games.confusion.attempts import at_home, attempts
from domain.games.confusion.draws import may_accept
from domain.games.confusion.moves import (
    AcceptDraw,
    Answer,
    ExposeAgent,
    Move,
    MoveTwo,
    OfferDraw,
    RemoveSuspect,
    Reveal,
    Swap,
)
from domain.games.confusion.state import State, on_board
from domain.games.confusion.turns import awaited
from domain.kernel.seats import Seat


def moves(state: State, seat: Seat) -> Iterator[Move]:
    """Every legal move of a seat."""
    if state.why:
        return
    if may_accept(state, seat):
        yield AcceptDraw()
    if seat not in awaited(state):
        return
    if state.pending is not None:
        for yes in honest(state, state.turn, state.pending):
            yield Answer(yes)
        return
    if state.options.draw_offers and state.offer is None:
        yield OfferDraw()
    if not state.act:
        yield from _tokens(state, seat)
        yield from _eliminations(state, seat)
    yield from attempts(state, seat)


def _eliminations(state: State, seat: Seat) -> Iterator[Move]:
    plan = state.options.plan
    for name, spy in zip(plan.names[1 - seat], state.spies[1 - seat], strict=True):
        if on_board(spy) and spy.piece == plan.agent:
            yield ExposeAgent(name)
    for name, spy in zip(plan.names[seat], state.spies[seat], strict=True):
        if on_board(spy):
            yield RemoveSuspect(name)


def _tokens(state: State, seat: Seat) -> Iterator[Move]:
    names = state.options.plan.names[seat]
    tokens = state.tokens[seat]
    fit = [name for name, spy in zip(names, state.spies[seat], strict=True) if at_home(state, seat, spy)]
    if "move_2" in tokens and len(fit) > 1:
        yield MoveTwo()
    if "reveal_1" in tokens:
        for name in names:
            yield Reveal(name)
    if "swap" in tokens:
        for one, two in permutations(fit, 2):
            yield Swap(one, two)
