"""S-35: a player leaves, and the round goes on where it can."""

from msgspec.structs import replace

from domain.games.spyfall.clock import resumed
from domain.games.spyfall.edition import LEAST_PLAYERS, SPY
from domain.games.spyfall.endings import round_over, turned_over, with_dealer
from domain.games.spyfall.seating import living
from domain.games.spyfall.state import State
from domain.games.spyfall.voting import closed_if_unanimous, decided_if_all_named
from domain.kernel.chance import Chance
from domain.kernel.refusals import ALREADY_WITHDRAWN, NO_SUCH_SEAT, IllegalMove
from domain.kernel.seats import ALL, Seat


def withdraw(state: State, seat: Seat, chance: Chance) -> State:
    """S-35: their vote is no longer needed, and nobody asks or accuses them any more."""
    if not 0 <= seat < len(state.scores):
        raise IllegalMove(NO_SUCH_SEAT, seat=seat)
    if seat in state.withdrawn:
        raise IllegalMove(ALREADY_WITHDRAWN, seat=seat)
    left = replace(state, withdrawn=tuple(sorted((*state.withdrawn, seat))))
    if state.stage == "between":
        return with_dealer(left, state.dealer)
    return _in_the_round(left, seat, chance)


def _in_the_round(state: State, seat: Seat, chance: Chance) -> State:
    """The round goes on unless the spy left, which everybody sees by that: so everybody is told whether."""
    (told,) = chance.show("S-35", f"card of {seat}", "spy" if state.cards[seat] == SPY else "agent", seen_by=ALL)
    if told == SPY:
        return round_over(state, "spy_left", *turned_over(state, chance))
    if len(living(state)) < LEAST_PLAYERS:
        return round_over(state, "too_few_players", *turned_over(state, chance))
    match state.stage:
        case "accusation":
            return _in_the_vote(_question_dropped(state, seat), seat, chance)
        case "final":
            return decided_if_all_named(state, chance)
        case _:
            return _question_dropped(state, seat)


def _question_dropped(state: State, seat: Seat) -> State:
    """S-35: if they were asked or had to ask, the dealer asks next."""
    if state.question is not None and state.question.to == seat:
        return replace(state, question=None)
    return state


def _in_the_vote(state: State, seat: Seat, chance: Chance) -> State:
    """S-35: with the accused gone there is nothing to vote on; without a voter the others may be unanimous."""
    accusation = state.accusation
    assert accusation is not None
    if seat == accusation.against:
        return resumed(state, chance.elapsed())
    return closed_if_unanimous(state, chance)
