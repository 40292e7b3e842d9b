"""Tries to win at Coup: claims what it holds and sometimes what it does not, and remembers what was claimed and shown.

The judgement is the game's own advice to a seat; what is here remembers, between one decision and the next.
"""

from collections.abc import Sequence
from random import Random

import msgspec

from domain.games.coup import view as game
from domain.games.coup.advisor import Memory, advise, remember
from domain.games.coup.moves import Move as GameMove
from service.players.choosing import Move, View

_moves = list[GameMove]


class Player:
    """One seat of one game, with all that it has seen so far."""

    def __init__(self) -> None:
        self._memory = Memory()

    def __call__(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """The move that is worth most."""
        table = msgspec.convert(view, game.View)
        (seat,) = (player.seat for player in table.players if player.hand is not None)
        self._memory = remember(self._memory, table)
        legal = msgspec.convert(moves, _moves)
        return moves[legal.index(advise(table, seat, legal, rng.random, self._memory))]
