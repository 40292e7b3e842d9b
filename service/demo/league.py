"""A league of simulated players: how far it is, and playing what is missing."""

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from random import Random
from typing import Final
from uuid import UUID

from msgspec import Struct

from service.demo.answers import Game, LeagueRow, Made, Rulesets, Standings
from service.demo.client import Client, Connection, Stopped
from service.demo.players import Player, players
from service.demo.tables import Table, opened

NAME: Final = "Demonstration"
POINTS: Final = ("3", "2", "1")
_BEAT: Final = 0.5
_REST: Final = 0.2


class Wishes(Struct, frozen=True):
    """What the demonstration is asked for."""

    games: int = 100
    players: int = 6
    tables: int = 4
    seed: int = 1


class Progress:
    """How far it is; written by the tables, read by whoever shows it."""

    def __init__(self, games: int, finished: int) -> None:
        self.games = games
        self.finished = finished
        self.running = 0
        self.moves = 0
        self._began = time.monotonic()
        self._ended: float | None = None
        self._lock = threading.Lock()

    @property
    def speed(self) -> float:
        """Moves a second, so far."""
        return self.moves / max(0.001, (self._ended or time.monotonic()) - self._began)

    def sat_down(self) -> None:
        """A table has begun."""
        with self._lock:
            self.running += 1

    def moved(self) -> None:
        """A move was played."""
        with self._lock:
            self.moves += 1

    def rose(self, *, finished: bool) -> None:
        """A table is done, or was left."""
        with self._lock:
            self.running -= 1
            self.finished += finished

    def stop(self) -> None:
        """No more moves will come."""
        self._ended = time.monotonic()


class League:
    """The league and all it takes to play it. Making one talks to the service: Stopped, Refused, urllib3's errors."""

    def __init__(self, connection: Connection, organiser: Client, wishes: Wishes) -> None:
        self._connection = connection
        self._organiser = organiser
        self._wishes = wishes
        self.players = players(connection, organiser, wishes.players)
        self._by_id = {player.id: player for player in self.players}
        self._rulesets = _playable(organiser, wishes.players)
        self.row, begun = self._continued() or (self._opened(), [])
        self._unfinished = [game for game in begun if game.status != "ended"]
        finished = len(begun) - len(self._unfinished)
        self._next = len(begun)
        self.progress = Progress(max(wishes.games, len(begun)), finished)
        self.continued = bool(begun)

    def standings(self) -> Standings:
        """The standings as they are now."""
        return self._organiser.get(f"/v1/leagues/{self.row.id}/standings", Standings)

    def play(self) -> Iterator[None]:
        """Play what is missing; gives control back every moment, so that it can be shown. Raises as a client does."""
        with ThreadPoolExecutor(self._wishes.tables, thread_name_prefix="acta demo table") as tables:
            waiting: set[Future[None]] = {tables.submit(self._finish, game) for game in self._unfinished}
            waiting |= {tables.submit(self._begin, number) for number in range(self._next, self._wishes.games)}
            try:
                while waiting:
                    done, waiting = wait(waiting, timeout=_BEAT, return_when=FIRST_COMPLETED)
                    for table in done:
                        table.result()
                    yield
            finally:
                for table in waiting:
                    table.cancel()
                self.progress.stop()

    def some_game(self) -> UUID | None:
        """A finished game to look at: the longest of the newest ones."""
        rows = self._organiser.pages("/v1/games", Game, league=self.row.id, status="ended")
        return max(rows[:50], key=lambda game: game.version).id if rows else None

    def _continued(self) -> tuple[LeagueRow, list[Game]] | None:
        """The newest demonstration and its games, if it was broken off and these players can finish it."""
        leagues = [row for row in self._organiser.pages("/v1/leagues", LeagueRow) if row.name == NAME]
        if not leagues:
            return None
        row = leagues[0]
        games = [
            game
            for status in ("ended", "open", "paused")
            for game in self._organiser.pages("/v1/games", Game, league=row.id, status=status)
        ]
        finished = sum(game.status == "ended" for game in games)
        known = all(player in self._by_id for game in games for player in game.seats)
        unfinished = finished < max(len(games), self._wishes.games)
        return (row, games) if known and unfinished else None

    def _opened(self) -> LeagueRow:
        made = self._organiser.post("/v1/leagues", {"name": NAME, "points": POINTS, "spectators": True}, Made)
        return LeagueRow(made.id, NAME, POINTS)

    def _begin(self, number: int) -> None:
        if self._connection.stopping.is_set():
            raise Stopped
        rng = Random(f"{self._wishes.seed}/{number}")  # noqa: S311 - no secret hangs on it
        ruleset, seats = self._rulesets[number % len(self._rulesets)]  # every game in turn
        seated = rng.sample(self.players, rng.choice(seats))
        self._sit(opened(self._organiser, ruleset, seated, self.row.id), seated, rng)

    def _finish(self, game: Game) -> None:
        rng = Random(f"{self._wishes.seed}/{game.id}")  # noqa: S311 - no secret hangs on it
        self._sit(game, [self._by_id[player] for player in game.seats], rng)

    def _sit(self, game: Game, seated: Sequence[Player], rng: Random) -> None:
        self.progress.sat_down()
        finished = False
        try:
            Table(game, seated, rng, self.progress.moved, self._rest).play()
            finished = True
        finally:
            self.progress.rose(finished=finished)

    def _rest(self) -> None:
        self._connection.stopping.wait(_REST)


def _playable(client: Client, most: int) -> list[tuple[str, list[int]]]:
    """The games so many players can play, with the numbers of seats: where there is a choice, so many that all points
    are awarded."""
    found = []
    for game in client.get("/v1/rulesets", Rulesets).items:
        fitting = list(range(game.default_seats.least, min(game.default_seats.most, most) + 1))
        if fitting:
            found.append((game.name, [seats for seats in fitting if seats >= len(POINTS)] or fitting))
    return found
