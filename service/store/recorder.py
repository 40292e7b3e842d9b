"""The recorder of the event log: appends that wait at the same moment share one transaction."""

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from functools import cache
from typing import Any
from uuid import UUID

from eventsourcing.persistence import Notification, ProgrammingError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder
from psycopg.sql import SQL, Composed, Identifier

from service.store.batch import Positions
from service.store.datastore import ActaDatastore
from service.store.rows import Append, Encoded, Row
from service.store.waiting import AppendQueue, Waiting
from service.store.writer import Writer, WriterStatistics


class GroupCommitRecorder(PostgresApplicationRecorder):
    """Stores events through one writer thread, and reads them over a pool.

    An append is acknowledged once it is on disk, with the positions of its events in the log. Each is answered on its
    own: one that is refused does not touch the others of its batch. Positions become visible in their own order, also
    between processes, so a reader that has seen a position has seen all below it. Numbers may be left out.
    """

    def __init__(self, datastore: ActaDatastore) -> None:
        """Connects to nothing yet: the writer starts with the first append."""
        super().__init__(datastore, events_table_name=datastore.settings.table)
        self._readers = datastore.readers
        self._settings = datastore.settings
        self._queue = AppendQueue(self._settings.max_waiting)
        self._writer = Writer(self._settings, self._queue)
        self._starting = threading.Lock()
        self._started = False
        self._table = Identifier(self._settings.schema, self._settings.table)
        self._select_events = cache(self._select_events_query)
        self._select_notifications = cache(self._select_notifications_query)

    @property
    def statistics(self) -> WriterStatistics:
        """What the writer has done since it started; for metrics."""
        return self._writer.statistics

    @property
    def waiting(self) -> int:
        """How many appends are in the queue."""
        return len(self._queue)

    @property
    def available(self) -> bool:
        """False from the first append that failed for the database's sake until all is well again."""
        return self._writer.trouble_since is None

    def submit(self, append: Append) -> "Future[Positions]":
        """Queue an append; the future gives the positions of its events.

        Waits for room in the queue, up to `unavailable_after` seconds. Raises `TypeError` or `ValueError` for values
        that cannot be stored, `StoreOverloaded`, `StoreUnavailable` while the database is known to be down,
        `StoreClosed`. The future raises `VersionConflict`, `DuplicateRequest`, `RowRefused`, `StoreUnavailable` or
        `OutcomeUnknown`.
        """
        future: Future[Positions] = Future()
        self._put(Waiting(Encoded(append), future), self._settings.unavailable_after)
        return future

    async def append(self, append: Append) -> Positions:
        """Store an append from an event loop; the positions of its events.

        Raises what `submit` and its future do; `StoreOverloaded` at once when the queue is full. Cancelling it does
        not take the append back.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Positions] = loop.create_future()
        self._put(Waiting(Encoded(append), future, loop), 0.0)
        return await future

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Positions:
        """The library's way to store events: waits until they are.

        `rows=` takes rows to be written with them: `app.save(game, rows=((RECORD_REQUEST, (...)),))`. Raises what
        `submit` and its future do, and `ProgrammingError` for the library's tracking objects, for which there is no
        table.
        """
        rows: tuple[Row, ...] = tuple(kwargs.pop("rows", ()))
        if any(value is not None for value in kwargs.values()):
            raise ProgrammingError(f"the recorder takes no {', '.join(sorted(kwargs))}")
        if not stored_events and not rows:
            return ()
        return self.submit(Append(tuple(stored_events), rows)).result()

    def select_event_rows(
        self,
        originator_id: UUID,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> list[tuple[int, str, bytes]]:
        """Version, topic and state of a game's events, in order: the fast way to load it. Raises `StoreUnavailable`."""
        query = self._select_events(gt is not None, lte is not None, desc, limit is not None)
        given = [value for value in (originator_id, gt, lte, limit) if value is not None]
        return self._readers.read(query, given)

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> list[StoredEvent]:
        """The events of a game as the library has them. Raises `StoreUnavailable`."""
        game = originator_id if isinstance(originator_id, UUID) else UUID(originator_id)
        rows = self.select_event_rows(game, gt=gt, lte=lte, desc=desc, limit=limit)
        return [StoredEvent(game, version, topic, state) for version, topic, state in rows]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> list[Notification]:
        """Events in the order of the log, from `start` (or behind it) to `stop`. Raises `StoreUnavailable`."""
        query = self._select_notifications(start is not None, inclusive_of_start, stop is not None, bool(topics))
        given = [value for value in (start, stop, list(topics) or None, limit) if value is not None]
        return [Notification(*row) for row in self._readers.read(query, given)]

    def max_notification_id(self) -> int | None:
        """The highest position in the log, None while it is empty. Raises `StoreUnavailable`."""
        [[position]] = self._readers.read(SQL("SELECT max(notification_id) FROM {}").format(self._table), ())
        return position if position is None else int(position)

    def close(self) -> None:
        """Take no more appends, store those that wait, stop the writer. May be called twice."""
        self._queue.close()
        with self._starting:
            if self._started:
                self._writer.close()

    def _put(self, waiting: Waiting, wait: float) -> None:
        if not self._started:
            with self._starting:
                if not self._started:
                    self._writer.start()
                    self._started = True
        self._queue.put(waiting, wait)

    def _select_events_query(self, gt: bool, lte: bool, desc: bool, limit: bool) -> Composed:
        return SQL("SELECT originator_version, topic, state FROM {} WHERE originator_id = %s{}{} ORDER BY {}{}").format(
            self._table,
            SQL(" AND originator_version > %s" if gt else ""),
            SQL(" AND originator_version <= %s" if lte else ""),
            SQL("originator_version DESC" if desc else "originator_version"),
            SQL(" LIMIT %s" if limit else ""),
        )

    def _select_notifications_query(self, start: bool, inclusive: bool, stop: bool, topics: bool) -> Composed:
        conditions = [
            SQL("notification_id >= %s" if inclusive else "notification_id > %s") if start else None,
            SQL("notification_id <= %s") if stop else None,
            SQL("topic = ANY(%s)") if topics else None,
        ]
        return SQL(
            "SELECT originator_id, originator_version, topic, state, notification_id FROM {} WHERE {} "
            "ORDER BY notification_id LIMIT %s"
        ).format(self._table, SQL(" AND ").join([c for c in conditions if c is not None] or [SQL("true")]))
