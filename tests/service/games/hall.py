"""A hall of tables on a running server: players, their tokens, and games to play by hand or at random."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

import psycopg

from tests.service.api.serving import Client, Reply, Served

EDITION = {
    "players": [3, 6],
    "cards": list(range(1, 16)),
    "medals": 32,
    "medals_each": 4,
    "prizes": [1] * 7,
    "stakes": [1] * 7,
}


def edition(rounds: int) -> dict[str, object]:
    """Options of a club's own edition with so many rounds."""
    return {"edition": EDITION | {"prizes": [0] * rounds, "stakes": [1] * rounds}}


class Table(NamedTuple):
    """A game, and everybody who has to do with it."""

    id: str
    seats: tuple[Client, ...]
    players: tuple[UUID, ...]
    owner: Client
    arbiter: Client

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    @property
    def moves(self) -> str:
        return f"{self.path}/moves"

    def at(self, url: str) -> "Table":
        """The same game at another server of the same database."""
        seats = tuple(Client(url, seat.token) for seat in self.seats)
        return self._replace(seats=seats, owner=Client(url, self.owner.token), arbiter=Client(url, self.arbiter.token))

    def state(self) -> Any:
        """Where the game stands."""
        return self.seats[0].get(self.path).body

    def log(self, **told: Any) -> list[Any]:
        entries: list[Any] = self.arbiter.get(f"{self.path}/log?as=arbiter", **told).body["entries"]
        return entries

    def play(self, seat: int, move: dict[str, object], **told: Any) -> Reply:
        return self.seats[seat].post(self.moves, {"move": move}, **told)

    def turn(self) -> int:
        """The seat that is awaited."""
        [seat] = self.state()["awaited"]
        return int(seat)

    def step(self, rng: Random) -> Reply:
        """A random legal move of the awaited seat."""
        seat = self.turn()
        moves = self.seats[seat].get(self.moves).body["moves"]
        answer = self.play(seat, rng.choice(moves))
        assert answer.status == 200, answer.raw
        return answer

    def go_on(self, rng: Random, plies: int = 10_000) -> None:
        """Random moves, to the end or for so many plies."""
        for _ in range(plies):
            if self.step(rng).body["status"] == "ended":
                return

    def quickly(self, plies: int, first: int = 0) -> None:
        """So many plies of a game in which nobody stakes, from ply `first` on."""
        for seat, move in islice(quiet(len(self.seats)), first, first + plies):
            answer = self.play(seat, move)
            assert answer.status == 200, answer.raw


def quiet(seats: int) -> Iterator[tuple[int, dict[str, object]]]:
    """The moves of a game in which everybody turns a card and nobody stakes, with the seat that plays each."""
    while True:
        for move in ("replace", "pass"):
            for seat in range(seats):
                yield seat, {"move": move}
        yield 0, {"move": "deal"}


class Hall:
    """Opens tables on a server; players and their tokens are made as they are needed."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.owner = served.a("organiser")
        self.arbiter = served.a("arbiter")
        self.players: list[UUID] = []
        self.clients: list[Client] = []

    def seated(self, count: int) -> None:
        """Make sure there are so many players."""
        while len(self.players) < count:
            self.players.append(self.owner.registered(f"Player {len(self.players)}"))
            self.clients.append(self.served.a("player", self.players[-1]))

    def asked(self, seats: int = 3, **told: Any) -> dict[str, Any]:
        """The body that opens a table."""
        self.seated(seats)
        who = [{"player": str(player)} for player in self.players[:seats]]
        return {"ruleset": "kobayakawa", "seats": who} | told

    def table(self, seats: int = 3, **told: Any) -> Table:
        opened = self.owner.post("/v1/games", self.asked(seats, **told))
        assert opened.status == 201, opened.raw
        return self.known(opened.body["game"], seats)

    def known(self, game: str, seats: int = 3) -> Table:
        return Table(game, tuple(self.clients[:seats]), tuple(self.players[:seats]), self.owner, self.arbiter)


def events(url: str) -> int:
    """How many events the log holds."""
    with psycopg.connect(url) as connection:
        [[count]] = connection.execute("SELECT count(*) FROM events").fetchall()
    return int(count)
