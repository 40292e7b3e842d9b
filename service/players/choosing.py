"""What a simulated player is."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

View: TypeAlias = Mapping[str, Any]
"""A seat's view, as the API sends it."""

Move: TypeAlias = Mapping[str, Any]
"""A legal move, as the API lists and takes it."""

Choose: TypeAlias = Callable[[View, Sequence[Move], Random], Move]
"""Picks one of the legal moves, of which there is at least one. `rng` is the player's only source of whims."""


def best(moves: Sequence[Move], worth: Callable[[Move], float], rng: Random) -> Move:
    """The move of the greatest worth; among equals any.

    >>> best([{"move": "a"}, {"move": "b"}], lambda move: float(move["move"] == "b"), Random(1))
    {'move': 'b'}
    """
    worths = [worth(move) for move in moves]
    top = max(worths)
    return rng.choice([move for move, value in zip(moves, worths, strict=True) if value == top])
