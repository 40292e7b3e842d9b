"""From the token of a request to its principal, through a small cache.

A revocation counts at once in the process that makes it, and within `TTL` seconds in every other.
"""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

import psycopg
from msgspec import Struct

from service.auth.principal import Principal
from service.auth.tokens import digest

TTL: Final = 3.0
_MOST: Final = 10_000
_SHAPE: Final = re.compile(r"[\x21-\x7e]{8,200}")

Run = Callable[[Callable[[psycopg.Connection[Any]], "_Entry | None"]], Awaitable["_Entry | None"]]


class TokenInvalid(Exception):
    """No such token, or not any more."""


class TokenExpired(Exception):
    """The token was good once."""


class _Entry(Struct, frozen=True):
    principal: Principal
    expires_at: datetime | None


class _Cached(Struct, frozen=True):
    entry: _Entry
    until: float


class TokenLookup:
    """Finds principals. `run` runs a query on a connection to the database."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._cached: dict[bytes, _Cached] = {}
        self._asked: dict[bytes, asyncio.Task[_Entry | None]] = {}
        self._generation = 0

    async def principal(self, token: str) -> Principal:
        """Who shows this token. Raises TokenInvalid and TokenExpired, and what `run` raises."""
        if not _SHAPE.fullmatch(token):
            raise TokenInvalid
        key = digest(token)
        cached = self._cached.get(key)
        if cached is None or cached.until < time.monotonic():
            entry = await self._fetch(key)
        else:
            entry = cached.entry
        if entry.expires_at is not None and entry.expires_at <= datetime.now(UTC):
            raise TokenExpired
        return entry.principal

    def forget(self) -> None:
        """A token was revoked or an entry of the directory merged: look everything up again."""
        self._generation += 1
        self._cached.clear()
        self._asked.clear()

    async def _fetch(self, key: bytes) -> _Entry:
        """Look a token up; of many requests with the same token at once, one asks the database."""
        generation = self._generation
        if (task := self._asked.get(key)) is None:
            task = asyncio.ensure_future(self._run(lambda connection: _find(connection, key)))
            self._asked[key] = task
            task.add_done_callback(lambda done: self._asked.pop(key, None) if self._asked.get(key) is done else None)
        entry = await asyncio.shield(task)
        if entry is None:
            self._cached.pop(key, None)
            raise TokenInvalid
        if generation == self._generation:
            if len(self._cached) >= _MOST:
                self._cached.clear()
            self._cached[key] = _Cached(entry, time.monotonic() + TTL)
        return entry


def _find(connection: psycopg.Connection[Any], key: bytes) -> _Entry | None:
    row = connection.execute(
        "SELECT id, role, player_id, expires_at FROM tokens WHERE digest = %s AND revoked_at IS NULL", (key,)
    ).fetchone()
    if row is None:
        return None
    token, role, player, expires_at = row
    survivor, entries = entries_of(connection, player) if player is not None else (None, frozenset())
    return _Entry(Principal(token, role, survivor, entries), expires_at)


def entries_of(connection: psycopg.Connection[Any], player: UUID) -> tuple[UUID, frozenset[UUID]]:
    """The entry a player counts as today, and all entries that do."""
    rows = connection.execute(
        # Up to the entry that was merged into no other, then down to all that were merged into it. UNION, not UNION
        # ALL: two merges at the same moment can close a circle.
        "WITH RECURSIVE "
        "up (id) AS (SELECT %(player)s::uuid UNION SELECT m.into_id FROM player_merges m JOIN up USING (id)), "
        "top (id) AS (SELECT id FROM up WHERE NOT EXISTS (SELECT FROM player_merges m WHERE m.id = up.id) LIMIT 1), "
        "down (id) AS (SELECT coalesce((SELECT id FROM top), %(player)s::uuid) "
        "UNION SELECT m.id FROM player_merges m JOIN down ON m.into_id = down.id) "
        "SELECT coalesce((SELECT id FROM top), %(player)s::uuid), array_agg(id) FROM down",
        {"player": player},
    ).fetchall()
    [[survivor, entries]] = rows
    return survivor, frozenset(entries)
