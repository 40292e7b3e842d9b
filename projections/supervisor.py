"""Keeps the projections going: over lost connections, beside other processes, and for callers who wait for them."""

import threading
import time
from types import TracebackType
from typing import Final, Self

import psycopg
from msgspec import Struct
from psycopg.sql import SQL, Identifier

from projections.locks import LEADER
from projections.log import CHANNEL, Connection, Decode, head
from projections.runner import NAMES, Runner

_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 5.0
_GATHER: Final = 0.25  # between two steps, so that busy moments make few large batches
_IN_HASTE: Final = 0.01  # the same while somebody waits for a position
_LOOK_UP: Final = 0.1  # how long `stop` may go unnoticed
_ASKED: Final = 0.02  # how often one who stands by looks where the others are while somebody waits


class Standing(Struct, frozen=True):
    """Where a projection stands. `behind` counts positions, of which a few were never used."""

    projection: str
    position: int
    behind: int


class SupervisorStatus(Struct, frozen=True):
    """How the projections are doing, as far as this process knows."""

    projections: tuple[Standing, ...]
    head: int
    leading: bool
    """Whether the runner of this process is the one that works; otherwise it stands by for another process's."""
    connected: bool
    trouble: str | None
    """What went wrong last, until it works again."""


class Supervisor:
    """A thread that runs the projections of the database at `url`, which is that of the service's role.

    Of several processes one works; the others stand by, and take over when its session ends. Whatever goes wrong, it
    tries again, after a pause that grows to `longest_pause` seconds. `poll_every`: how often to look for new events
    that were not announced.
    """

    def __init__(
        self,
        url: str,
        decode: Decode,
        *,
        batch: int = 2_000,
        poll_every: float = 0.5,
        longest_pause: float = _LONGEST_PAUSE,
    ) -> None:
        self._url = url
        self._runner = Runner(decode, batch=batch)
        self._poll_every = poll_every
        self._longest_pause = longest_pause
        self._stopped = threading.Event()
        self._changed = threading.Condition()
        self._waiting = 0
        self._positions: dict[str, int] = {}
        self._head = 0
        self._leading = False
        self._connected = False
        self._trouble: str | None = None
        self._thread = threading.Thread(target=self._run, name="acta projections", daemon=True)

    def start(self) -> Self:
        """Begin. A supervisor starts once."""
        self._thread.start()
        return self

    def stop(self, timeout: float = 10.0) -> None:
        """End after the step in progress. May be called twice."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join(timeout)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def status(self) -> SupervisorStatus:
        """Where everything stands now."""
        with self._changed:
            standings = tuple(
                Standing(name, (position := self._positions.get(name, 0)), max(0, self._head - position))
                for name in NAMES
            )
            return SupervisorStatus(standings, self._head, self._leading, self._connected, self._trouble)

    def wait_for(self, position: int, timeout: float) -> bool:
        """Block until all projections have taken in the event at `position`; false when that takes too long.

        Whoever works, here or in another process: true means that a read from now on shows it.
        """
        with self._changed:
            self._waiting += 1
            try:
                return self._changed.wait_for(lambda: self._position() >= position, timeout)
            finally:
                self._waiting -= 1

    def _position(self) -> int:
        return min(self._positions.values(), default=-1)

    def _run(self) -> None:
        pause = _FIRST_PAUSE
        while not self._stopped.is_set():
            began = time.monotonic()
            try:
                with psycopg.connect(
                    self._url, autocommit=True, connect_timeout=5, application_name="acta projections"
                ) as connection:
                    self._work(connection)
            except Exception as error:  # noqa: BLE001  # a decoder may stumble over anything, and it must be seen
                self._lost(f"{type(error).__name__}: {error}".strip())
            else:
                self._lost(None)
            if time.monotonic() - began > self._longest_pause:  # it had worked for a while
                pause = _FIRST_PAUSE
            self._stopped.wait(pause)
            pause = min(pause * 2, self._longest_pause)

    def _work(self, connection: Connection) -> None:
        connection.execute(SQL("LISTEN {}").format(Identifier(CHANNEL)))
        leading = False
        while not self._stopped.is_set():
            if not leading:
                [[leading]] = connection.execute("SELECT pg_try_advisory_lock(%s)", [LEADER]).fetchall()
                self._report(self._runner.positions(connection), head(connection), leading)
            if not leading:
                self._stand_by(connection)
            elif (newest := head(connection)) > self._position():
                step = self._runner.step(connection)
                self._report(dict.fromkeys(NAMES, step.position), max(newest, step.head), leading)
                self._gather(0.0 if step.position < newest else _GATHER)
            else:
                self._report(None, newest, leading)
                self._listen(connection)

    def _gather(self, seconds: float) -> None:
        """Let events come in, but not while somebody waits for them."""
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self._stopped.wait(_IN_HASTE):
            if self._waiting:
                return

    def _listen(self, connection: Connection) -> None:
        """Until new events are announced, `stop`, or the next poll."""
        until = time.monotonic() + self._poll_every
        while not self._stopped.is_set() and time.monotonic() < until:
            for _ in connection.notifies(timeout=min(_LOOK_UP, self._poll_every), stop_after=1):
                return

    def _stand_by(self, connection: Connection) -> None:
        """Until it is time to see whether the one who works still does; where somebody waits, look how far that is."""
        until = time.monotonic() + self._poll_every
        while not self._stopped.is_set() and time.monotonic() < until:
            if self._waiting:
                self._report(self._runner.positions(connection), head(connection), leading=False)
            self._stopped.wait(min(_ASKED if self._waiting else _LOOK_UP, self._poll_every))

    def _report(self, positions: dict[str, int] | None, newest: int, leading: bool) -> None:
        with self._changed:
            if positions is not None:
                self._positions = positions
            self._head = newest
            self._leading = leading
            self._connected = True
            self._trouble = None
            self._changed.notify_all()

    def _lost(self, trouble: str | None) -> None:
        with self._changed:
            # A database that comes back from a crash may have forgotten the last steps: nothing is known until asked.
            self._positions = {}
            self._leading = self._connected = False
            self._trouble = trouble
