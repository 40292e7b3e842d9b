"""Coup, version 1, as the rules contract asks for it."""

from collections import Counter

from domain.games.coup.advance import awaited
from domain.games.coup.agenda import Estate, Split
from domain.games.coup.legal import moves
from domain.games.coup.moves import ChooseCard, Keep, Move
from domain.games.coup.objections import objection
from domain.games.coup.options import Options, seats
from domain.games.coup.play import play
from domain.games.coup.setup import setup
from domain.games.coup.state import State
from domain.games.coup.table import board
from domain.games.coup.variants import option_sets
from domain.games.coup.view import View, view
from domain.games.coup.withdraw import withdraw
from domain.kernel.results import Result
from domain.kernel.rules import Ruleset
from domain.kernel.seats import Seat


def result(state: State) -> Result | None:
    """C-41, C-104: the survivor first, the others by how long they lasted. The score is how many were outlived."""
    if not state.why:
        return None
    count = len(state.hands)
    outlived = tuple(state.out.index(seat) if seat in state.out else count - 1 for seat in range(count))
    places = tuple(count - score for score in outlived)
    return Result(tuple((seat,) for seat in range(count)), places, outlived, state.why)


def components(state: State) -> Counter[str]:
    """C-91: all cards in play and all coins; a treasury that has run out owes the coins it gave."""
    estates = sum(step.coins for step in state.agenda if isinstance(step, Estate | Split))
    coins = sum(state.coins) + state.treasury + state.reserve + estates
    cards = [*state.court, *state.drawn]
    for pile in (*state.hands, *state.lost, *state.sets):
        cards += pile
    return Counter(f"card {card}" for card in cards) + Counter({"coin": coins})


def binding(state: State, seat: Seat, move: Move) -> bool:  # noqa: ARG001  # the contract's arguments
    """Everything in Coup is said aloud and heard, but for which cards are kept in secret."""
    return not isinstance(move, Keep | ChooseCard)


COUP = Ruleset(
    name="coup",
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
    answers=frozenset(
        (
            "challenge",
            "block",
            "pass",
            "all_pass",
            "show",
            "concede",
            "lose",
            "offer",
            "let_keep",
            "force_swap",
            "claim_estate",
        )
    ),
    objection=objection,
)
