"""The connections that requests share: work on the database runs in threads of its own, off the event loop."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from service.store.errors import StoreUnavailable
from service.store.patience import Patience

T = TypeVar("T")
Connection = psycopg.Connection[Any]

_WAIT: Final = 2.0
_PAUSE: Final = 0.5
_CHECK: Final = 1.0
"""Seconds for a sign of life from a connection that was idle."""
_PATIENCE: Final = 4.0
"""Seconds for the work of a request."""


class Reader:
    """A pool of connections. It can be opened while the database is down or hangs, and recovers with it."""

    def __init__(self, url: str, size: int) -> None:
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="acta reader")
        self._patience = Patience()
        self._pool: ConnectionPool[Connection] = ConnectionPool(
            url,
            min_size=1,
            max_size=size,
            open=False,
            timeout=_WAIT,
            check=self._check,
            reconnect_timeout=1.0,
            kwargs={"application_name": "acta api", "connect_timeout": 2},
        )
        self._down_until = 0.0

    def open(self) -> None:
        """Begin to connect; does not wait for it."""
        self._pool.open(wait=False)

    def close(self) -> None:
        """Let go of everything."""
        self._threads.shutdown(wait=True)
        self._pool.close()
        self._patience.close()

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in one transaction. Raises StoreUnavailable when the database cannot be reached, or does not
        answer for seconds; whether what was being committed just then is stored, nobody knows.

        Once it could not, requests are told so at once for a moment, or each would wait its turn to find out.
        """
        self._check_up()
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._run, work)

    def _run(self, work: Callable[[Connection], T]) -> T:
        self._check_up()  # it may have waited for its turn for long
        began = time.monotonic()
        try:
            connection = self._pool.getconn()
            try:
                with self._patience.within(_PATIENCE, connection), connection:
                    return work(connection)
            finally:
                self._pool.putconn(connection)
        except PoolTimeout as error:
            self._down_until = time.monotonic() + _PAUSE
            raise StoreUnavailable("no connection to the database") from error
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            if time.monotonic() > began + _PATIENCE:
                self._down_until = time.monotonic() + _PAUSE
            raise StoreUnavailable(type(error).__name__) from error

    def _check_up(self) -> None:
        if time.monotonic() < self._down_until:
            raise StoreUnavailable("the database was unavailable a moment ago")

    def _check(self, connection: Connection) -> None:
        with self._patience.within(_CHECK, connection):
            ConnectionPool.check_connection(connection)
