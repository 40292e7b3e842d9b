"""Virus!, version 1, as the rules contract asks for it."""

from collections import Counter

from domain.games.virus.advance import awaited
from domain.games.virus.legal import moves
from domain.games.virus.moves import Move
from domain.games.virus.objections import objection
from domain.games.virus.options import Options, seats
from domain.games.virus.organs import healthy_organs
from domain.games.virus.play import play
from domain.games.virus.setup import setup
from domain.games.virus.state import State
from domain.games.virus.table import board
from domain.games.virus.variants import option_sets
from domain.games.virus.view import View, view
from domain.games.virus.withdraw import withdraw
from domain.kernel.results import Result, ranked
from domain.kernel.rules import Ruleset


def result(state: State) -> Result | None:
    """V-94: the winner, then the others by healthy organs, equal numbers sharing; V-95: who left comes last."""
    if not state.why:
        return None
    count = range(len(state.hands))
    healthy = tuple(healthy_organs(state.options.book, body) for body in state.bodies)
    best = max(healthy) + 1
    standing = tuple(
        best if seat == state.winner else -1 if seat in state.withdrawn else healthy[seat] for seat in count
    )
    return Result(tuple((seat,) for seat in count), ranked(standing), healthy, state.why)


def components(state: State) -> Counter[str]:
    """V-90: all cards, wherever they are; those out of the game too."""
    cards = [*state.deck, *state.turned, *state.discards, *state.gone]
    if state.played:
        cards.append(state.played)
    for hand in state.hands:
        cards += hand
    for body in state.bodies:
        for organ in body:
            cards.append(organ.card)
            cards += organ.on
    return Counter(cards)


VIRUS = Ruleset(
    name="virus",
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
    objection=objection,
    answers=frozenset(("suit", "pass")),
)
