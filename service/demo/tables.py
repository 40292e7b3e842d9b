"""A table: one game, played to its end by whoever sits there."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final
from uuid import UUID

from service.demo.answers import Game, Legal, Seen, Standing
from service.demo.client import Client, Refused
from service.demo.players import Player
from service.players import player_of

_OVERTAKEN: Final = ("out_of_turn", "stale_version", "version_conflict", "time_is_up", "wrong_phase")
"""Somebody else's move, or the clock, came in between."""


def opened(organiser: Client, ruleset: str, seated: Sequence[Player], league: UUID) -> Game:
    """A new table that everybody may watch, and look through when it is over."""
    terms = {"ruleset": ruleset, "seats": [{"player": player.id} for player in seated], "league": league}
    terms |= {"spectators": True, "review": "everyone", "reveal": "everyone"}
    stands = organiser.post("/v1/games", terms, Standing)
    seats = tuple(player.id for player in seated)
    return Game(stands.game, ruleset, seats, stands.version, stands.status, stands.awaited)


class Table:
    """Plays on from wherever a game stands. `played` is called after every move."""

    def __init__(
        self, game: Game, seated: Sequence[Player], rng: Random, played: Callable[[], None], rest: Callable[[], None]
    ) -> None:
        self._path = f"/v1/games/{game.id}"
        self._status = game.status
        self._awaited = game.awaited
        self._seated = seated
        self._choose = [player_of(game.ruleset, player.style(game.ruleset)) for player in seated]
        self._rng = rng
        self._played = played
        self._rest = rest

    def play(self) -> None:
        """To the end. Raises what the client raises."""
        while self._status != "ended":
            seats = [seat for seat in self._awaited if seat >= 0]
            self._rng.shuffle(seats)
            if not any(self._move(seat) for seat in seats):
                self._rest()  # the clock will go on
                self._look()

    def _move(self, seat: int) -> bool:
        """A move of a seat, if it has any."""
        player = self._seated[seat]
        legal = player.client.get(f"{self._path}/moves", Legal)
        moves = legal.moves
        if not moves:
            return False
        view = player.client.get(f"{self._path}/view", Seen, **{"as": seat}).view
        chosen = self._choose[seat](view, moves, self._rng)
        try:
            stands = player.client.post(f"{self._path}/moves", {"move": chosen}, Standing, legal.version)
        except Refused as refused:
            if refused.code not in _OVERTAKEN:
                raise
            self._look()
            return True
        self._status, self._awaited = stands.status, stands.awaited
        self._played()
        return True

    def _look(self) -> None:
        game = self._seated[0].client.get(self._path, Game)
        self._status, self._awaited = game.status, game.awaited
