"""A player who plays at random: now and then out of turn, by the clock, and sometimes leaving the table."""

from datetime import timedelta
from random import Random

from msgspec import Struct

from domain.kernel.rules import Played, Step, TimeUp, Withdrawal
from domain.kernel.seats import TABLE, Seat
from tests.kit.script import GameScript, due, legal

MOST_PLIES = 20_000
"""No game takes longer at random; one that does never ends."""


class GameStands(AssertionError):
    """The game is not over and nobody can do anything, or it never ends."""


def play_on(
    script: GameScript, rng: Random, *, leaving: float = 0.0, unasked: float = 0.1, plies: int | None = None
) -> GameScript:
    """Play at random to the end, or for so many plies.

    `leaving` is the chance of a withdrawal at each ply, `unasked` that of a move by a seat the game does not wait for.
    """
    last = MOST_PLIES if plies is None else min(MOST_PLIES, script.ply + plies)
    while not script.over and script.ply < last:
        script.take(*random_step(script, rng, leaving, unasked))
    if not script.over and script.ply >= MOST_PLIES:
        raise GameStands(f"{script.rules.name} goes on after {MOST_PLIES} plies")
    return script


def random_step(script: GameScript, rng: Random, leaving: float, unasked: float) -> tuple[Step, timedelta]:
    """A step that is legal in the newest position, and the moment it is made."""
    rules, state = script.rules, script.state
    clock = _moment(script, rng)
    if leaving and rng.random() < leaving:
        return Withdrawal(rng.choice([seat for seat in range(script.seats) if seat not in script.withdrawn])), clock
    if due(rules, state, clock):
        return Played(TABLE, TimeUp()), clock
    for seat in _seats(script, rng, unasked):
        moves = legal(rules, state, seat, clock)
        if moves:
            return Played(seat, random_move(moves, rng)), clock
    deadline = rules.deadline(state)
    if deadline is None:
        raise GameStands(f"{rules.name}: {sorted(rules.awaited(state))} awaited at ply {script.ply}, and none can move")
    return Played(TABLE, TimeUp()), deadline


def random_move(moves: list[Struct], rng: Random) -> Struct:
    """One of the moves.

    Half the time the kind is chosen first, so that a kind with one move comes up beside a kind with hundreds; half the
    time all are equal, so that a kind which ends the game does not always end it early.
    """
    if rng.random() < 0.5:
        kind = rng.choice(sorted({type(move) for move in moves}, key=lambda kind: kind.__name__))
        moves = [move for move in moves if type(move) is kind]
    return rng.choice(moves)


def _seats(script: GameScript, rng: Random, unasked: float) -> list[Seat]:
    """Whom to ask for a move, in this order: those the game waits for, and sometimes the others before them."""
    awaited = sorted(script.rules.awaited(script.state))
    rng.shuffle(awaited)
    if not unasked or rng.random() >= unasked:
        return awaited
    others = [seat for seat in (*range(script.seats), TABLE) if seat not in awaited]
    rng.shuffle(others)
    return others + awaited


def _moment(script: GameScript, rng: Random) -> timedelta:
    """Some moment later; the deadline itself now and then, where one runs."""
    later = script.clock + timedelta(milliseconds=rng.randrange(30_000))
    deadline = script.rules.deadline(script.state)
    if deadline is not None and later >= deadline and rng.random() < 0.7:
        return max(script.clock, deadline)
    return later
