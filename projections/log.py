"""The event log as projections read it."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import psycopg
from psycopg.rows import TupleRow

Connection: TypeAlias = psycopg.Connection[TupleRow]


class Recorded(NamedTuple):
    """A row of the log. The id is 16 bytes: most rows need it as nothing but a key."""

    position: int
    originator_id: bytes
    version: int
    topic: str
    state: bytes


Decode: TypeAlias = Callable[[UUID, int, str, bytes], Any]
"""Makes an event of the columns of a row, old versions brought up to date. The service's mapper has one."""

CHANNEL: Final = "events"
"""Where new events are announced (NOTIFY)."""

_HEAD: Final = "SELECT coalesce(max(notification_id), 0) FROM events"
_READ: Final = (
    "SELECT notification_id, uuid_send(originator_id), originator_version, topic, state FROM events "
    "WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
)


def head(connection: Connection) -> int:
    """The position of the newest event; 0 while there is none."""
    [[position]] = connection.execute(_HEAD).fetchall()
    return int(position)


def read(connection: Connection, after: int, limit: int) -> list[Recorded]:
    """The next events, at most `limit`. Writers commit in the order of positions, so none turns up later between."""
    rows = connection.cursor(binary=True).execute(_READ, (after, limit), prepare=True).fetchall()
    return [Recorded._make(row) for row in rows]


@lru_cache(maxsize=1024)
def kind(topic: str) -> str:
    """The stable name of an event, whatever its version.

    >>> kind("game.move_played/1")
    'game.move_played'
    """
    return topic.partition("/")[0]


@lru_cache(maxsize=1024)
def stream(topic: str) -> str:
    """What an event is about: a game, a player, a league.

    >>> stream("game.move_played/1")
    'game'
    """
    return topic.partition(".")[0]
