"""Plays any game: one legal move is as good as another."""

from collections.abc import Sequence
from random import Random

from service.players.choosing import Move, View


def choose(view: View, moves: Sequence[Move], rng: Random) -> Move:  # noqa: ARG001 - players are alike
    """Any of the moves. The kind is chosen first, so that a kind with one move comes up beside one with hundreds."""
    kinds = sorted({str(move.get("move")) for move in moves})
    kind = rng.choice(kinds)
    return rng.choice([move for move in moves if str(move.get("move")) == kind])
