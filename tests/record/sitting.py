"""A table at which the tests play: it keeps the events, the newest record, and a watch."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any
from uuid import UUID

from msgspec import Struct, to_builtins

from domain.kernel.rules import TimeUp
from domain.kernel.seats import TABLE
from domain.record import commands
from domain.record.archive import archive
from domain.record.commands import Decision, Stamp, Table
from domain.record.events import GameEvent
from domain.record.record import GameRecord

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
SEED = sha256(b"a seed for tests").digest()
GAME = UUID(int=7)
OWNER = UUID(int=99)
PLAYERS = tuple(UUID(int=100 + seat) for seat in range(6))


def stamp(at: datetime = START, by: UUID = OWNER, request: str = "request-0") -> Stamp:
    return Stamp(at, by, request, sha256(b"entropy" + request.encode()).digest())


def table(ruleset: str = "toy", count: int = 3, **changed: Any) -> Table:
    wanted: dict[str, Any] = {
        "id": GAME,
        "ruleset": ruleset,
        "ruleset_version": 1,
        "options": {},
        "seats": PLAYERS[:count],
        "owner": OWNER,
        "seed": SEED,
    }
    return Table(**wanted | changed)


class Sitting:
    """Plays commands on a record. What is refused raises, and leaves everything as it was."""

    record: GameRecord

    def __init__(self, ruleset: str = "toy", seats: int = 3, **changed: Any) -> None:
        self.now = START
        self.events: tuple[GameEvent, ...] = ()
        self._requests = 0
        self._take(commands.open_game(table(ruleset, seats, **changed), self._stamp(OWNER)))

    def wait(self, seconds: float) -> "Sitting":
        self.now += timedelta(seconds=seconds)
        return self

    def play(self, seat: int, move: object, **fields: object) -> tuple[GameEvent, ...]:
        """A move by its kind and fields, or as a struct of the game."""
        told = {"move": move, **fields} if isinstance(move, str) else to_builtins(move)
        return self._take(commands.play_move(self.record, seat, told, self._stamp(PLAYERS[seat])))

    def time_up(self) -> tuple[GameEvent, ...]:
        return self.play(TABLE, TimeUp())

    def take_back(self, seat: int) -> tuple[GameEvent, ...]:
        return self._take(commands.take_back(self.record, seat, self._stamp(PLAYERS[seat])))

    def withdraw(self, seat: int) -> tuple[GameEvent, ...]:
        return self._take(commands.withdraw(self.record, seat, self._stamp(PLAYERS[seat])))

    def pause(self) -> tuple[GameEvent, ...]:
        return self._take(commands.pause(self.record, self._stamp(OWNER)))

    def resume(self) -> tuple[GameEvent, ...]:
        return self._take(commands.resume(self.record, self._stamp(OWNER)))

    @property
    def elapsed(self) -> float:
        """Game time now, in seconds."""
        return self.record.clock(self.now).total_seconds()

    @property
    def state(self) -> Any:
        return self.record.tip.state

    def archive(self, viewer: Any = "arbiter", *, with_seed: bool = False) -> list[bytes]:
        return list(archive(self.events, viewer, with_seed=with_seed))

    def step(self, rng: Random) -> None:
        """Something legal at random: mostly a move, now and then a pause, a take-back or a withdrawal."""
        self.wait(rng.choice((0, 1, 7, 25)))
        if rng.random() < 0.05:
            self.pause()
            self.wait(rng.randrange(500))
            self.resume()
        if rng.random() < 0.02 and self.record.ply > 20:
            left = getattr(self.state, "withdrawn", ())
            self.withdraw(rng.choice([seat for seat in range(len(self.record.opened.seats)) if seat not in left]))
            return
        last = self.record.tip.step
        if rng.random() < 0.5 and getattr(getattr(last, "move", None), "square", None):
            self.take_back(last.seat)  # type: ignore[union-attr]
            return
        self.random_move(rng)

    def random_move(self, rng: Random) -> None:
        rules = self.record.rules
        deadline = rules.deadline(self.state)
        if deadline is not None and self.record.clock(self.now) >= deadline:
            self.time_up()
            return
        (seat,) = rules.awaited(self.state)
        moves: list[Struct] = list(rules.moves(self.state, seat))
        move = rng.choice(moves)
        if type(move).__name__ == "Reveal" and rng.random() < 0.8:
            move = moves[0]
        self.play(seat, move)

    def _take(self, decision: Decision) -> tuple[GameEvent, ...]:
        events, self.record = decision
        self.events += events
        return events

    def _stamp(self, by: UUID) -> Stamp:
        self._requests += 1
        return stamp(self.now, by, f"request-{self._requests}")


def random_sitting(ruleset: str, number: int, *, most: int = 400, **changed: Any) -> Sitting:
    """The n-th random game, to its end unless that takes too long: always the same game."""
    rng = Random(f"{ruleset}/{number}")
    sitting = Sitting(ruleset, rng.randint(3, 4), seed=sha256(f"{ruleset}/{number}".encode()).digest(), **changed)
    while sitting.record.result is None and len(sitting.events) < most:
        sitting.step(rng)
    return sitting
