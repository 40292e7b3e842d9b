"""The writer's own connection: statements queued in libpq's pipeline mode, one round trip a batch.

Below psycopg's cursors, on its documented libpq wrapper: per batch that is a handful of calls instead of a handful of
cursors, and one wait for the network, where the interpreter lock is given away, instead of one a statement.
"""

import contextlib
import math
import select
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

import psycopg
from psycopg import pq
from psycopg.pq.abc import PGconn, PGresult
from psycopg.sql import SQL, Identifier, Literal

from service.store.rows import Statement
from service.store.settings import StoreSettings

BEGIN: Final = b"acta_begin"
LOCK: Final = b"acta_lock"
INSERT: Final = b"acta_insert"
FIND: Final = b"acta_find"
NOTIFY: Final = b"acta_notify"
COMMIT: Final = b"acta_commit"
ROLLBACK: Final = b"acta_rollback"
SAVE: Final = b"acta_save"
KEEP: Final = b"acta_keep"
UNDO: Final = b"acta_undo"

_BINARY: Final = 1
_GONE: Final = ("57P01", "57P02", "57P03", "57P05")  # the server ends this session, or all of them


class Unreachable(Exception):
    """No session can be had: the server is down, refuses, or is not set up for us."""


class ConnectionLost(Exception):
    """The session ended before the answer came. If a COMMIT was on its way, nobody knows yet what became of it."""


class Failure(NamedTuple):
    """An error the server reported."""

    sqlstate: str
    message: str

    @classmethod
    def of(cls, result: PGresult) -> "Failure":
        """The error in `result`."""
        state = result.error_field(pq.DiagnosticField.SQLSTATE) or b""
        message = result.error_field(pq.DiagnosticField.MESSAGE_PRIMARY) or result.error_message
        return cls(state.decode(), message.decode(errors="replace").strip())


class Backend(NamedTuple):
    """The server's side of a session: a process, and since when. The number alone may be another's later."""

    pid: int
    started: str


class Session:
    """An open connection in pipeline mode with everything prepared."""

    def __init__(self, connection: psycopg.Connection, backend: Backend, answer_within: float) -> None:
        """Use `open_session`."""
        self.backend = backend
        self._connection = connection
        self._libpq: PGconn = connection.pgconn
        self._answer_within = answer_within
        self._poll = select.poll()
        self._poll.register(self._libpq.socket, select.POLLIN)
        self._prepared: dict[Statement, bytes] = {}
        self._finders: dict[Statement, bytes] = {}
        self._libpq.nonblocking = 1
        self._libpq.enter_pipeline_mode()

    def run(self, name: bytes, parameters: Sequence[bytes] = ()) -> None:
        """Queue a prepared statement. Its parameters and its answer are binary."""
        self._libpq.send_query_prepared(name, parameters, [_BINARY] * len(parameters), _BINARY)

    def sync(self) -> None:
        """End a segment: an error skips the rest of its segment, and no more."""
        self._libpq.pipeline_sync()

    def exchange(self, segments: int) -> list[list[PGresult]]:
        """Send what is queued and wait for the answers of `segments` segments. Raises `ConnectionLost`."""
        try:
            return self._exchange(segments)
        except psycopg.OperationalError as error:
            raise ConnectionLost(str(error).strip()) from error

    def roll_back(self) -> None:
        """End a failed transaction. Raises `ConnectionLost`."""
        self.run(ROLLBACK)
        self.sync()
        self.exchange(1)

    def prepare(self, statement: Statement) -> Failure | None:
        """Make `run_rows` possible for this statement; what is wrong with it if the server refuses it."""
        if statement in self._prepared:
            return None
        name = f"acta_row_{len(self._prepared)}_{statement.name}".encode()
        self._libpq.send_prepare(name, statement.sql.encode())
        self.sync()
        [[result]] = self.exchange(1)
        if result.status != pq.ExecStatus.COMMAND_OK:
            return Failure.of(result)
        self._prepared[statement] = name
        return None

    def prepare_find(self, statement: Statement) -> bytes:
        """The prepared `find` of a statement. Raises `Unreachable` if the server refuses it."""
        assert statement.find is not None
        if (name := self._finders.get(statement)) is None:
            name = f"acta_find_{len(self._finders)}_{statement.name}".encode()
            self._libpq.send_prepare(name, statement.find.encode())
            self.sync()
            [[result]] = self.exchange(1)
            if result.status != pq.ExecStatus.COMMAND_OK:
                raise Unreachable(f"the query that finds rows of {statement.name} fails: {Failure.of(result).message}")
            self._finders[statement] = name
        return name

    def run_rows(self, statement: Statement, parameters: Sequence[bytes]) -> None:
        """Queue a prepared row statement."""
        self.run(self._prepared[statement], parameters)

    def check_idle(self) -> None:
        """Notice a connection that ended while nothing was asked of it. Raises `ConnectionLost`."""
        try:
            # The server's last words come before the end itself. What is followed by no end is a notice.
            while self._poll.poll(0):
                self._libpq.consume_input()
        except psycopg.OperationalError as error:
            raise ConnectionLost(str(error).strip()) from error

    def close(self) -> None:
        """End the session. The server rolls back what was not committed."""
        self._connection.close()

    def _exchange(self, segments: int) -> list[list[PGresult]]:
        libpq = self._libpq
        deadline = time.monotonic() + self._answer_within
        answers: list[list[PGresult]] = []
        segment: list[PGresult] = []
        to_send = libpq.flush()
        while True:
            # A large batch fills the buffers of both sides: read while writing, or each waits for the other.
            self._poll.modify(libpq.socket, select.POLLIN | select.POLLOUT if to_send else select.POLLIN)
            if not self._poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
                raise ConnectionLost(f"no answer within {self._answer_within:g} s")
            libpq.consume_input()
            if to_send:
                to_send = libpq.flush()
            while not libpq.is_busy():
                result = libpq.get_result()
                if result is None:  # between two statements
                    if libpq.status != pq.ConnStatus.OK:
                        raise ConnectionLost(libpq.get_error_message())
                    continue
                if result.status == pq.ExecStatus.PIPELINE_SYNC:
                    answers.append(segment)
                    if len(answers) == segments:
                        return answers
                    segment = []
                    continue
                if result.status == pq.ExecStatus.FATAL_ERROR and Failure.of(result).sqlstate in ("", *_GONE):
                    raise ConnectionLost(Failure.of(result).message)
                segment.append(result)


def open_session(settings: StoreSettings, fence: Backend | None = None) -> Session:
    """Connect and prepare.

    `fence` is the backend of a lost session: it is ended first, and waited for. Otherwise it might still commit after
    we looked whether it did. Raises `Unreachable`.
    """
    connection: psycopg.Connection | None = None
    try:
        # libpq counts whole seconds, and not less than two.
        wait = max(2, math.ceil(settings.unavailable_after))
        connection = psycopg.connect(
            settings.url, autocommit=True, connect_timeout=wait, application_name="acta writer"
        )
        backend = _set_up(connection, settings)
        if fence is not None:
            _end(connection, fence, settings.unavailable_after)
        return Session(connection, backend, settings.unavailable_after)
    except (psycopg.Error, Unreachable) as error:
        if connection is not None:
            with contextlib.suppress(psycopg.Error):
                connection.close()
        raise Unreachable(str(error).strip()) from error


def _set_up(connection: psycopg.Connection, settings: StoreSettings) -> Backend:
    # The server gives up before we do, so that most delays end with a definite answer: not stored.
    patience = max(1, int(settings.unavailable_after * 1000 * 0.8))
    connection.execute(
        SQL(
            "SET synchronous_commit = on; SET lock_timeout = {0}; SET idle_in_transaction_session_timeout = {0}"
        ).format(patience)
    )
    row = connection.execute(
        "SELECT pid, extract(epoch FROM backend_start)::text, current_setting('synchronous_commit'), "
        "current_setting('transaction_read_only') FROM pg_stat_activity WHERE pid = pg_backend_pid()"
    ).fetchone()
    assert row is not None
    pid, started, synchronous, read_only = row
    if synchronous != "on":
        raise Unreachable(f"synchronous_commit is {synchronous}: an acknowledged move would not be on disk")
    if read_only != "off":
        raise Unreachable("this server only reads (a standby, or a read-only database)")
    table = Identifier(settings.schema, settings.table)
    for name, sql in (
        (BEGIN, SQL("BEGIN ISOLATION LEVEL READ COMMITTED")),
        # Every writer takes this lock first in its transaction and draws its positions while it holds it. PostgreSQL
        # makes a commit visible to others before it releases the transaction's locks. So whoever holds the lock draws
        # positions higher than all that are visible or ever will be from before: positions appear in their own order,
        # and a reader that has seen one has nothing below it to wait for. A table lock would say the same, but needs
        # more rights and stands in the way of autovacuum.
        (LOCK, SQL("SELECT pg_advisory_xact_lock({})").format(Literal(settings.lock_key))),
        (
            INSERT,
            # Sorted, so that the positions are given in the order of the events: a column's default is computed after
            # that.
            SQL(
                "INSERT INTO {} (originator_id, originator_version, topic, state) "
                "SELECT originator_id, originator_version, topic, state "
                "FROM unnest($1::uuid[], $2::int8[], $3::text[], $4::bytea[]) WITH ORDINALITY "
                "AS given (originator_id, originator_version, topic, state, place) ORDER BY place "
                "RETURNING notification_id"
            ).format(table),
        ),
        (
            FIND,
            SQL(
                "SELECT place, topic, state, notification_id FROM unnest($1::uuid[], $2::int8[]) WITH ORDINALITY "
                "AS asked (originator_id, originator_version, place) JOIN {} USING (originator_id, originator_version)"
            ).format(table),
        ),
        (NOTIFY, SQL("NOTIFY {}").format(Identifier(settings.table))),
        (COMMIT, SQL("COMMIT")),
        (ROLLBACK, SQL("ROLLBACK")),
        (SAVE, SQL("SAVEPOINT acta")),
        (KEEP, SQL("RELEASE SAVEPOINT acta")),
        (UNDO, SQL("ROLLBACK TO SAVEPOINT acta")),
    ):
        result = connection.pgconn.prepare(name, sql.as_bytes(connection))
        if result.status != pq.ExecStatus.COMMAND_OK:
            raise Unreachable(f"the database is not set up for acta: {Failure.of(result).message}")
    return Backend(pid, started)


def _end(connection: psycopg.Connection, fence: Backend, wait: float) -> None:
    row = connection.execute(
        "SELECT pg_terminate_backend(pid, %s) FROM pg_stat_activity "
        "WHERE pid = %s AND extract(epoch FROM backend_start)::text = %s",
        (max(1, int(wait * 1000)), fence.pid, fence.started),
    ).fetchone()
    if row is not None and not row[0]:
        raise Unreachable("the server still works on a session that was lost")
