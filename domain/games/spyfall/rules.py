"""Spyfall, version 1, as the rules contract asks for it."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.spyfall.clock import deadline
from domain.games.spyfall.edition import SETS
from domain.games.spyfall.legal import moves
from domain.games.spyfall.moves import Move, Start
from domain.games.spyfall.objections import objection
from domain.games.spyfall.options import Options, check_options, seats
from domain.games.spyfall.play import play
from domain.games.spyfall.seating import awaited_seats
from domain.games.spyfall.state import State
from domain.games.spyfall.table import board
from domain.games.spyfall.view import View, view
from domain.games.spyfall.withdraw import withdraw
from domain.kernel.chance import Chance
from domain.kernel.results import Result, ranked
from domain.kernel.rules import Ruleset
from domain.kernel.seats import Seat


def setup(options: Options, count: int, chance: Chance) -> State:  # noqa: ARG001  # the first deal is a move
    """S-23, S-26: the table before its first deal."""
    check_options(options, count)
    return State(
        options=options,
        round=0,
        stage="between",
        dealer=options.first_dealer,
        unused=options.box.bag,
        scores=(0,) * count,
        cards=("",) * count,
        suspects=(None,) * count,
    )


def binding(before: State, seat: Seat, move: Move) -> bool:  # noqa: ARG001
    """Everything said, asked or voted tells the others something; only the start of the clock does not."""
    return not isinstance(move, Start)


def result(state: State) -> Result | None:
    """S-37: the highest total wins and equal ones share. S-35: who withdrew comes behind everybody who stayed."""
    if state.stage != "over":
        return None
    table = range(len(state.scores))
    behind = max(state.scores) + 1
    standing = tuple(state.scores[seat] - (behind if seat in state.withdrawn else 0) for seat in table)
    return Result(tuple((seat,) for seat in table), ranked(standing), state.scores, state.why)


def components(state: State) -> Counter[str]:
    """The cards of each location and the spy's among them: in their bag, or dealt and left over in this round."""
    role_cards = state.options.box.role_cards
    found = Counter({str(location): len(role_cards[str(location)]) + 1 for location in (*state.unused, *state.used)})
    if state.location:
        found[state.location] += len({*state.left, *state.cards} - {""})  # a card dealt twice counts once
    return found


def option_sets() -> Iterator[Options]:
    """The proposed game; short ones with each set of locations, in role and not; one of a club with few locations."""
    yield Options()
    yield Options(rounds=3, minutes=1)
    yield Options(rounds=2, minutes=2, in_role=False, first_dealer=2, location_set="original_ru")
    few = replace(SETS["international"], name="club", players=(3, 5), locations=SETS["international"].locations[:4])
    yield Options(rounds=4, minutes=1, location_set=few)


SPYFALL = Ruleset(
    name="spyfall",
    version=1,
    Options=Options,
    Move=Move,
    State=State,
    View=View,
    seats=seats,
    setup=setup,
    awaited=awaited_seats,
    moves=moves,
    play=play,
    withdraw=withdraw,
    result=result,
    view=view,
    board=board,
    components=components,
    option_sets=option_sets,
    answers=frozenset(("answer", "vote")),
    deadline=deadline,
    binding=binding,
    objection=objection,
)
