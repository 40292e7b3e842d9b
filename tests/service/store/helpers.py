"""Events, and what the table says about them."""

import hashlib
import time
from collections.abc import Callable
from uuid import UUID, uuid4

import psycopg
from eventsourcing.persistence import StoredEvent

from service.store import RECORD_REQUEST, Append
from service.store.rows import Row

TOPIC = "game.move_played/1"


def event(game: UUID, version: int, state: bytes | None = None) -> StoredEvent:
    return StoredEvent(game, version, TOPIC, f"{game}:{version}".encode() if state is None else state)


def move(game: UUID, version: int, state: bytes | None = None) -> Append:
    return Append((event(game, version, state),))


def request(scope: str, key: str, response: bytes = b"{}", digest: bytes = b"") -> Row:
    return RECORD_REQUEST, (scope, key, digest or hashlib.sha256(key.encode()).digest(), 201, response)


def new_game() -> UUID:
    return uuid4()


def stored(url: str) -> dict[tuple[UUID, int], int]:
    """(Game, version) -> position of every event there is."""
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT originator_id, originator_version, notification_id FROM events").fetchall()
    assert len({position for _, _, position in rows}) == len(rows)
    return {(game, version): position for game, version, position in rows}


def count(url: str, table: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    assert row is not None
    return int(row[0])


def eventually(condition: Callable[[], object], within: float = 10.0) -> None:
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)
