"""Following the event log: what was appended, in order, nothing twice, for as long as somebody listens."""

import select
import threading
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Final, Self

import msgspec
import psycopg
from eventsourcing.persistence import Notification
from psycopg.rows import TupleRow
from psycopg.sql import SQL, Identifier

from service.store.settings import StoreSettings

_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 2.0
_LOOK_UP: Final = 0.1  # how long `stop` may go unnoticed


class TailStatus(msgspec.Struct, frozen=True):
    """Where a tail stands."""

    position: int
    """The last position handed out; everything up to it has been."""
    head: int
    """The highest position known to exist; asked for at least once a poll."""
    connected: bool
    caught_up_at: float | None
    """The monotonic time at which there was last nothing left to hand out; None if that has not happened yet."""
    trouble: str | None
    """Why it is not connected."""

    @property
    def behind(self) -> int:
        """How many positions it is behind, as far as known."""
        return max(0, self.head - self.position)


class Tail:
    """Hands out the events after a position in batches, waiting for more.

    It listens on the channel the recorder announces batches on, and looks every `poll_every` seconds in case an
    announcement was lost. A lost connection is made again, for ever. Because positions become visible in their own
    order, remembering the last one is enough to miss nothing and see nothing twice. One thread iterates; `stop` and
    `status` are for any.
    """

    def __init__(self, settings: StoreSettings, after: int = 0, *, limit: int = 500, poll_every: float = 1.0) -> None:
        """`after` is the last position already seen."""
        self._settings = settings
        self._limit = limit
        self._poll_every = poll_every
        self._position = after
        self._head = after
        self._connected = False
        self._caught_up_at: float | None = None
        self._trouble: str | None = None
        self._stopped = threading.Event()
        self._announced = False
        table = Identifier(settings.schema, settings.table)
        self._listen = SQL("LISTEN {}").format(Identifier(settings.table))
        self._select = SQL(
            "SELECT originator_id, originator_version, topic, state, notification_id FROM {} "
            "WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
        ).format(table)
        self._newest = SQL("SELECT coalesce(max(notification_id), 0) FROM {}").format(table)

    @property
    def status(self) -> TailStatus:
        """Where it stands now."""
        return TailStatus(
            self._position, max(self._head, self._position), self._connected, self._caught_up_at, self._trouble
        )

    def stop(self) -> None:
        """End the iteration soon, also while it waits. May be called twice, from any thread."""
        self._stopped.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def __iter__(self) -> Iterator[list[Notification]]:
        """Batches of at most `limit` events, never empty, until `stop`.

        A batch counts as seen when the next is asked for.
        """
        pause = _FIRST_PAUSE
        while not self._stopped.is_set():
            try:
                with self._connect() as connection:
                    for batch in self._follow(connection):
                        pause = _FIRST_PAUSE
                        if batch:
                            yield batch
                            self._position = batch[-1].id
            except psycopg.Error as error:
                self._trouble = str(error).strip()
            finally:
                self._connected = False
            self._stopped.wait(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    def _connect(self) -> psycopg.Connection[TupleRow]:
        connection = psycopg.connect(
            self._settings.url, autocommit=True, connect_timeout=5, application_name="acta tail"
        )
        connection.add_notify_handler(self._hear)
        connection.execute(self._listen)
        self._connected = True
        self._trouble = None
        return connection

    def _follow(self, connection: psycopg.Connection[TupleRow]) -> Iterator[list[Notification]]:
        """Batches as they come; an empty one says that all is well and nothing is left."""
        next_look_at_head = 0.0
        while not self._stopped.is_set():
            if (now := time.monotonic()) >= next_look_at_head:
                [[self._head]] = connection.execute(self._newest).fetchall()
                next_look_at_head = now + self._poll_every
            self._announced = False  # before looking: what is announced meanwhile may be too new to be seen
            cursor = connection.cursor(binary=True)
            rows = cursor.execute(self._select, (self._position, self._limit), prepare=True).fetchall()
            yield [Notification(*row) for row in rows]
            if len(rows) < self._limit:
                self._caught_up_at = time.monotonic()
                self._wait(connection)

    def _hear(self, notify: psycopg.Notify) -> None:  # noqa: ARG002
        self._announced = True  # once is as good as many times: the log says what is new

    def _wait(self, connection: psycopg.Connection[TupleRow]) -> None:
        """Until something new is announced, `stop`, or the next poll."""
        libpq = connection.pgconn
        poll = select.poll()
        poll.register(libpq.socket, select.POLLIN)
        until = time.monotonic() + self._poll_every
        while not self._announced and not self._stopped.is_set() and time.monotonic() < until:
            if poll.poll(_LOOK_UP * 1000):
                libpq.consume_input()
                while libpq.notifies() is not None:
                    self._announced = True
