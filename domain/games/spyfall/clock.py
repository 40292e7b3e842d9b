"""The clock of a round: it runs while the inquiry does, and stands while a vote is open (S-16: stops are excluded)."""

from datetime import timedelta

from msgspec.structs import replace

from domain.games.spyfall.state import State


def started(state: State, now: timedelta) -> timedelta:
    """When the clock will run out, started at a moment of game time."""
    return now + state.options.time


def stopped(state: State, now: timedelta) -> State:
    """S-3, S-15: the clock stands, with what is left on it."""
    assert state.ends is not None
    return replace(state, ends=None, remaining=state.ends - now)


def resumed(state: State, now: timedelta) -> State:
    """S-9: the clock runs on from where it stopped, the question as it stood."""
    assert state.remaining is not None
    return replace(state, stage="inquiry", accusation=None, ends=now + state.remaining, remaining=None)


def deadline(state: State) -> timedelta | None:
    """S-14, S-16: when the rules move on; the kernel refuses seats from then on, and a time-out before."""
    return state.ends
