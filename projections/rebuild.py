"""Building all projections again from the first event, while the old tables go on serving.

The new ones are made beside the old under names of their own, filled in large batches, and put in their place in one
transaction, which also takes in what came meanwhile. Until then nothing depends on them, so it may be broken off at
any moment: what is half made is dropped: at once, or after a kill by the next rebuild.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import psycopg
from psycopg.errors import DeadlockDetected, LockNotAvailable

from projections.generations import NEXT
from projections.locks import REBUILD, STEP
from projections.log import Connection, Decode
from projections.runner import Runner
from projections.tables import analyze, create_next, drop_next, put_in_place

Progress = Callable[[int, int], None]
"""Told how far it is: positions done, positions there are."""

_SWITCHES: Final = 60
_SWITCH_PAUSE: Final = 0.25


class RebuildRunning(Exception):
    """Somebody else is rebuilding this database's projections: wait for that to end."""


class SwitchFailed(Exception):
    """Somebody read the old tables without a pause for so long that the new ones could not be put in their place."""


def rebuild(url: str, decode: Decode, progress: Progress | None = None, *, batch: int = 20_000) -> int:
    """Build everything again; returns the position reached. `url` connects as the owner of the tables.

    Raises RebuildRunning, SwitchFailed, and what the database and the decoding raise; after any of these the old tables
    serve as before.
    """
    runner = Runner(decode, NEXT, batch=batch)
    with _connect(url) as connection:
        if not _take_lock(connection):
            raise RebuildRunning
        drop_next(connection)
        try:
            create_next(connection)
            _fill(connection, runner, batch, progress)
            analyze(connection)
            position = _switch(connection, runner)
        except BaseException:
            with suppress(psycopg.Error):  # then the next rebuild drops it
                drop_next(connection)
            raise
    if progress is not None:
        progress(position, position)
    return position


def _connect(url: str) -> Connection:
    return psycopg.connect(url, autocommit=True, application_name="acta rebuild")


def _take_lock(connection: Connection) -> bool:
    """The lock goes with the session, however that ends."""
    [[taken]] = connection.execute("SELECT pg_try_advisory_lock(%s)", [REBUILD]).fetchall()
    return bool(taken)


def _fill(connection: Connection, runner: Runner, batch: int, progress: Progress | None) -> None:
    """Take in the log until less than a batch is left."""
    connection.execute("SET synchronous_commit = off")
    while True:
        with connection.transaction():
            step = runner.step_within(connection)
        if progress is not None:
            progress(step.position, max(step.position, step.head))
        if step.events < batch:
            return


def _switch(connection: Connection, runner: Runner) -> int:
    """Put the new tables in the place of the old, once nobody is reading these."""
    connection.execute("SET synchronous_commit = on")
    for _ in range(_SWITCHES):
        with suppress(LockNotAvailable, DeadlockDetected), connection.transaction():
            # Shorter than deadlock_timeout: of two who wait for each other this one gives way, not a reader.
            connection.execute("SET LOCAL lock_timeout = '500ms'")
            connection.execute("SELECT pg_advisory_xact_lock(%s)", [STEP])
            while (step := runner.step_within(connection)).events:
                pass
            put_in_place(connection)
            return step.position
        time.sleep(_SWITCH_PAUSE)
    raise SwitchFailed
