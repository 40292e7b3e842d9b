"""Kobayakawa, version 1, as the rules contract asks for it."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from domain.games.kobayakawa.moves import Deal, Discard, Draw, Move, Pass, Replace, Stake
from domain.games.kobayakawa.objections import objection
from domain.games.kobayakawa.play import has_drawn, play
from domain.games.kobayakawa.rounds import stake_due
from domain.games.kobayakawa.setup import seats, setup
from domain.games.kobayakawa.state import Options, State
from domain.games.kobayakawa.table import board
from domain.games.kobayakawa.view import View, view
from domain.games.kobayakawa.withdraw import withdraw
from domain.kernel.results import Result, ranked
from domain.kernel.rules import Ruleset
from domain.kernel.seats import Seat


def awaited(state: State) -> frozenset[Seat]:
    """One player at a time decides."""
    return frozenset(state.order[state.turn : state.turn + 1])


def moves(state: State, seat: Seat) -> Iterator[Move]:
    """Every legal move of a seat."""
    if seat not in awaited(state):
        return
    match state.stage:
        case "draw" if has_drawn(state, seat):
            yield from (Discard(card) for card in state.hands[seat])  # type: ignore[arg-type]  # cards are numbers
        case "draw":
            yield Draw()
            yield Replace()
        case "stake":
            yield Stake(stake_due(state, seat))
            yield Pass()
        case "round_over":
            yield Deal()
        case "over":
            return


def result(state: State) -> Result | None:
    """K-15: most medals win, equal medals share. Who withdrew comes behind everybody who stayed."""
    if state.stage != "over":
        return None
    seats = range(len(state.medals))
    standing = tuple(-1 if seat in state.withdrawn else state.medals[seat] for seat in seats)
    return Result(tuple((seat,) for seat in seats), ranked(standing), state.medals, state.why)


def components(state: State) -> Counter[str]:
    """All cards and medals, wherever they are."""
    cards = [*state.deck, *state.kobayakawa, *state.aside]
    for seat in range(len(state.medals)):
        cards += [*state.hands[seat], *state.discards[seat]]
    staked = sum(stake or 0 for stake in state.stakes)
    medals = sum(state.medals) + staked + state.centre + state.carried + state.box
    return Counter({"medal": medals}) + Counter(f"card {card}" for card in cards)


def option_sets() -> Iterator[Options]:
    """Every way to settle a round nobody enters, beginning with the first seat and with another."""
    for all_pass, first in product(("remove_prize", "carry_over", "last_player_wins"), (0, 2)):
        yield Options(first_player=first, all_pass=all_pass)  # type: ignore[arg-type]  # product forgets the literals


KOBAYAKAWA = Ruleset(
    name="kobayakawa",
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
)
