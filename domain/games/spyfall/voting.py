"""Votes: the one on an accusation, while the clock stands, and the final one, when it has run out."""

from msgspec.structs import replace

from domain.games.spyfall.clock import resumed, stopped
from domain.games.spyfall.endings import accused_by_all, voted
from domain.games.spyfall.seating import check_named, next_to_name, voters
from domain.games.spyfall.state import Accusation, State
from domain.kernel.chance import Chance
from domain.kernel.refusals import OUT_OF_TURN, IllegalMove
from domain.kernel.seats import Seat


def accuse(state: State, seat: Seat, player: Seat, chance: Chance) -> State:
    """S-3, S-31: at any moment of the inquiry the clock stops and a vote opens; the accuser's own is a yes."""
    if seat in state.stops:  # S-4
        raise IllegalMove("stop_is_used")
    check_named(state, player)
    if player == seat:  # S-5
        raise IllegalMove("own_accusation")
    after = replace(state, stage="accusation", stops=(*state.stops, seat), accusation=Accusation(seat, player))
    return stopped(after, chance.elapsed())


def vote(state: State, seat: Seat, yes: bool, chance: Chance) -> State:
    """S-30: openly, once, in any order. S-9: the first no lets the round go on."""
    accusation = state.accusation
    assert accusation is not None
    if seat == accusation.against:  # S-5
        raise IllegalMove("accused_does_not_vote")
    if seat == accusation.by or seat in accusation.yes:
        raise IllegalMove("already_voted")
    if not yes:
        return resumed(state, chance.elapsed())
    agreed = Accusation(accusation.by, accusation.against, tuple(sorted((*accusation.yes, seat))))
    return closed_if_unanimous(replace(state, accusation=agreed), chance)


def closed_if_unanimous(state: State, chance: Chance) -> State:
    """S-7, S-8, S-30: the last yes closes the vote."""
    accusation = state.accusation
    assert accusation is not None
    if any(seat not in accusation.yes for seat in voters(state, accusation)):
        return state
    return accused_by_all(state, accusation.by, accusation.against, chance)


def time_up(state: State) -> State:
    """S-14: no more questions, stops or guesses; the final vote begins."""
    return replace(state, stage="final", ends=None, question=None)


def suspect(state: State, seat: Seat, player: Seat, chance: Chance) -> State:
    """S-17: each in turn names one other player."""
    naming = next_to_name(state)
    if seat != naming:  # S-19
        raise IllegalMove(OUT_OF_TURN, awaited=naming or 0)
    check_named(state, player)
    if player == seat:  # S-19
        raise IllegalMove("own_suspicion")
    named = (*state.suspects[:seat], player, *state.suspects[seat + 1 :])
    return decided_if_all_named(replace(state, suspects=named), chance)


def decided_if_all_named(state: State, chance: Chance) -> State:
    """S-17: when everybody has named somebody the round is over."""
    return voted(state, chance) if next_to_name(state) is None else state
