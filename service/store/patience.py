"""A bound on waiting for a database that hangs: it accepts connections and does not answer.

The server cannot end what it does not do, and neither does the network, which works. So whoever waits for too long has
its connection cut, here, and finds it broken.
"""

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any, Final

import psycopg

Connection = psycopg.Connection[Any]

_LOOK: Final = 0.1
"""Seconds between two looks at who waits."""


class Patience:
    """Cuts the connections on which an answer was awaited for longer than was said."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._awaited: dict[Connection, float] = {}
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    @contextlib.contextmanager
    def within(self, seconds: float, connection: Connection) -> Iterator[None]:
        """Work on a connection, which is cut when it takes longer: the work then fails with OperationalError."""
        with self._lock:
            self._awaited[connection] = time.monotonic() + seconds
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="acta patience", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._awaited.pop(connection, None)

    def close(self) -> None:
        """Cut nothing any more. May be called twice."""
        self._closed.set()

    def _watch(self) -> None:
        while not self._closed.wait(_LOOK):
            if self._awaited:
                self._cut_late()

    def _cut_late(self) -> None:
        now = time.monotonic()
        with self._lock:  # so that nobody gives a connection back while it is cut
            for connection in [each for each, until in self._awaited.items() if until < now]:
                del self._awaited[connection]
                with contextlib.suppress(OSError, psycopg.Error), _same_socket(connection) as shared:
                    shared.shutdown(socket.SHUT_RDWR)


def _same_socket(connection: Connection) -> socket.socket:
    return socket.socket(fileno=os.dup(connection.pgconn.socket))
