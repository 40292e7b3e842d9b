"""Simulated players: each decides from what a seat may see and do over the API, and from nothing else.

A player is a function `choose(view, moves, rng)` in a module of its own, pure unless it remembers what its seat has
seen before; `registry` says which plays what.
"""

from service.players.registry import UnknownPlayer, player_of, styles, trying_style

__all__ = ["UnknownPlayer", "player_of", "styles", "trying_style"]
