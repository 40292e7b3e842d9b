"""Reading: connections that are made when needed and outlive a restart of the database."""

import threading
import time
from collections.abc import Sequence
from typing import Any, Final

import psycopg
from eventsourcing.postgres import PostgresDatastore
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import TupleRow, dict_row
from psycopg.sql import Composed

from service.store.errors import StoreClosed, StoreUnavailable
from service.store.patience import Patience
from service.store.settings import StoreSettings

_PAUSE: Final = 0.02
_REST: Final = 0.2
"""Seconds in which nobody tries after a failure that took long: those who waited for their turn have waited enough."""
_LONG: Final = 1.0
_RECENT: Final = 5.0
"""Seconds for which the failure of one reader tells others that they need not try."""


class ReaderPool:
    """At most `pool_size` connections, lent to one query each.

    Not psycopg's pool: after an outage that comes back only with its next attempt in the background, and those grow
    rarer the longer the outage lasts. Here whoever wants to read connects.
    """

    def __init__(self, settings: StoreSettings) -> None:
        """Nothing is connected yet, so a service can start before its database."""
        self._settings = settings
        self._free = threading.BoundedSemaphore(settings.pool_size)
        self._idle: list[psycopg.Connection[TupleRow]] = []
        self._patience = Patience()
        self._failing_since: float | None = None
        self._failed_at = 0.0
        self._rest_until = 0.0
        self._trying = False
        self._closed = threading.Event()

    def read(self, query: Composed, parameters: Sequence[Any]) -> list[TupleRow]:
        """The rows of a query, prepared and in binary.

        A connection that broke is replaced and the query run again, within `unavailable_after` seconds; once the
        database has been away for that long, it is tried once, by one reader at a time. A query that is not answered
        for `hangs_after` seconds counts as broken. Raises `StoreUnavailable`, and `StoreClosed` after `close`.
        """
        began = time.monotonic()
        deadline = began + self._settings.unavailable_after
        if not self._free.acquire(timeout=self._settings.unavailable_after):
            raise StoreUnavailable("all connections for reading are busy")
        trying = False
        try:
            while True:
                if not trying and self._is_gone():
                    if self._trying or time.monotonic() < self._rest_until:
                        raise StoreUnavailable("the database was unavailable a moment ago")
                    trying = self._trying = True
                tried_at = time.monotonic()
                try:
                    return self._read_once(query, parameters)
                except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                    now = self._failed_at = time.monotonic()
                    if now > tried_at + _LONG:
                        self._rest_until = now + _REST
                    failing_since = self._failing_since = self._failing_since or began
                    if now >= min(deadline, failing_since + self._settings.unavailable_after):
                        raise StoreUnavailable(f"the database is unavailable: {error}".strip()) from error
                time.sleep(_PAUSE)
        finally:
            if trying:
                self._trying = False
            self._free.release()

    def _is_gone(self) -> bool:
        """Whether it has failed for so long, and so lately, that it would again."""
        since = self._failing_since
        now = time.monotonic()
        return since is not None and now > since + self._settings.unavailable_after and now < self._failed_at + _RECENT

    def close(self) -> None:
        """Read no more. May be called twice."""
        self._closed.set()
        self._patience.close()
        self._drop_idle()

    def _read_once(self, query: Composed, parameters: Sequence[Any]) -> list[TupleRow]:
        if self._closed.is_set():
            raise StoreClosed("the datastore was closed")
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = psycopg.connect(
                self._settings.url, autocommit=True, connect_timeout=2, application_name="acta reader"
            )
        try:
            with self._patience.within(self._settings.hangs_after, connection):
                rows = connection.cursor(binary=True).execute(query, parameters, prepare=True).fetchall()
        except BaseException as error:
            connection.close()
            if isinstance(error, psycopg.OperationalError):
                self._drop_idle()  # the others broke with this one, most likely
            raise
        self._failing_since = None
        self._idle.append(connection)
        if self._closed.is_set():
            self._drop_idle()
        return rows

    def _drop_idle(self) -> None:
        while self._idle:
            try:
                connection = self._idle.pop()
            except IndexError:  # somebody was faster
                return
            connection.close()


class ActaDatastore(PostgresDatastore):
    """What the library wants of a datastore, made from an address. `readers` is what we read with."""

    def __init__(self, settings: StoreSettings) -> None:
        parts = {key: str(value) for key, value in conninfo_to_dict(settings.url).items() if value is not None}
        super().__init__(
            dbname=parts.get("dbname", ""),
            host=parts.get("host", ""),
            port=parts.get("port", ""),
            user=parts.get("user", ""),
            password=parts.get("password", ""),
            schema=settings.schema,
            enable_db_functions=False,  # with them tailing readers miss events
        )
        self.settings = settings
        self.readers = ReaderPool(settings)
        # The library's own pool, opened only by parts of the library we do not use. It knows five parts of an
        # address; this passes on the others too (sslmode, a socket's folder, several hosts), and leaves out those it
        # does not have.
        self.pool.kwargs = {**parts, "row_factory": dict_row}

    def register_type_adapters(self) -> None:
        """Nothing: the recorder sends plain arrays, and the library would need the database to be there already."""

    def close(self) -> None:
        """Let go of all connections. May be called twice."""
        if hasattr(self, "readers"):  # the library closes also what was never finished
            self.readers.close()
        super().close()
