"""Confusion, version 1, as the rules contract asks for it."""

from collections import Counter
from collections.abc import Iterator

from domain.games.confusion.deduce import deduce
from domain.games.confusion.edition import SKIRMISH
from domain.games.confusion.ending import result
from domain.games.confusion.legal import moves
from domain.games.confusion.moves import Move
from domain.games.confusion.notebook import Notebook, check_note
from domain.games.confusion.objections import objection
from domain.games.confusion.options import SEATS, Options, Token, Tokens
from domain.games.confusion.play import play
from domain.games.confusion.setup import setup
from domain.games.confusion.state import State
from domain.games.confusion.table import board
from domain.games.confusion.turns import awaited
from domain.games.confusion.view import View, view
from domain.games.confusion.withdraw import withdraw
from domain.kernel.rules import Ruleset


def components(state: State) -> Counter[str]:
    """Spies and movement pieces stay together, on the board or in the box; the briefcase is one."""
    box: Counter[str] = Counter({"briefcase": 1})
    for seat, side in enumerate(state.spies):
        box.update(f"piece {seat} {spy.piece}" for spy in side)
        box.update(f"spy {name}" for name, _ in zip(state.options.plan.names[seat], side, strict=True))
    return box


def option_sets() -> Iterator[Options]:
    """Each side, each beginning, tokens for none, all and some, the narrow board, draws in each way, a small board."""
    every: tuple[Token, ...] = ("reveal_1", "move_2", "swap")
    yield Options()
    yield Options(white=1, draw_offers=False, tokens=Tokens(every, every))
    yield Options(first_player=1, draw_offers=False, narrow_board=True, sealed=True)
    some = Tokens(("reveal_1",), ("move_2", "swap"))
    yield Options(white=1, first_player=1, draw_offers=False, draw_after=9, tokens=some)
    yield Options(edition=SKIRMISH, draw_offers=False, tokens=Tokens(every, every))


CONFUSION = Ruleset(
    name="confusion",
    version=1,
    Options=Options,
    Move=Move,
    State=State,
    View=View,
    seats=lambda _: SEATS,
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
    answers=frozenset(("answer", "accept_draw")),
    notebook=Notebook,
    check_note=check_note,
    deduce=deduce,
)
