"""The one thread that writes: takes what waits, commits it as one transaction, answers each append on its own."""

import contextlib
import logging
import threading
import time
from collections.abc import Sequence
from typing import Final

import msgspec

from service.store.batch import Answer, BatchRefused, commit, find_stored
from service.store.errors import AppendRefused, OutcomeUnknown, StoreUnavailable
from service.store.session import Backend, ConnectionLost, Session, Unreachable, open_session
from service.store.settings import StoreSettings
from service.store.waiting import AppendQueue, Waiting, answer

_FIRST_PAUSE: Final = 0.02
_LONGEST_PAUSE: Final = 1.0

_log: Final = logging.getLogger(__name__)


class WriterStatistics(msgspec.Struct):
    """What the writer has done since it started; for metrics."""

    batches: int = 0
    appends: int = 0
    events: int = 0
    refused: int = 0
    unavailable: int = 0
    connections: int = 0


class Writer:
    """Drains an `AppendQueue` into the database until the queue is closed and empty.

    Trouble with the database begins when a batch first fails and ends with a commit or a new connection. Appends are
    tried again until it has lasted `unavailable_after` seconds. Then they are answered `StoreUnavailable`
    (`OutcomeUnknown` where a COMMIT was sent and never answered), new ones are turned away at once, and the thread
    goes on trying to connect.
    """

    def __init__(self, settings: StoreSettings, queue: AppendQueue) -> None:
        """The thread starts with `start`."""
        self.statistics = WriterStatistics()
        self._settings = settings
        self._queue = queue
        self._session: Session | None = None
        self._lost: Backend | None = None
        self._trouble_since: float | None = None
        self._pause = _FIRST_PAUSE
        self._closing = threading.Event()
        # A daemon: a process that forgets to close the recorder still ends, and what was not acknowledged was not
        # promised.
        self._thread = threading.Thread(target=self._run, name="acta writer", daemon=True)

    @property
    def trouble_since(self) -> float | None:
        """The monotonic time since which the database has failed us; None while all is well."""
        return self._trouble_since

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """Wait until all that waits is answered. The queue must be closed before."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        while (batch := self._queue.take(self._settings.max_batch)) is not None:
            try:
                self._store(batch)
            except Exception:  # noqa: BLE001
                # A fault of ours. The thread must outlive it, or everybody waits for ever.
                _log.exception("the writer failed")
                self._drop_session()
                self._tell(batch, OutcomeUnknown("the writer failed; its log says why"))
            if self._trouble_since is not None:
                self._reconnect()
        if self._session is not None:
            self._session.close()

    def _store(self, batch: Sequence[Waiting]) -> None:
        """Answer every append of the batch, whatever happens."""
        unknown = False  # whether the batch may be stored although nobody told us
        while batch:
            began = time.monotonic()
            try:
                session = self._connected()
                if unknown:
                    batch = self._answer_stored(session, batch)
                    unknown = False
                    continue
                session.check_idle()
                unknown = True
                answers = commit(session, [waiting.encoded for waiting in batch])
            except (Unreachable, ConnectionLost) as error:
                trouble = str(error)
                self._drop_session()
            except BatchRefused as error:
                trouble = str(error)
                unknown = False
            else:
                self._all_well()
                self._count(answers)
                answer(batch, answers)
                return
            if self._out_of_patience(began):
                self._give_up(batch, trouble, unknown=unknown)
                return
            time.sleep(self._next_pause())

    def _connected(self) -> Session:
        if self._session is None:
            self._session = open_session(self._settings, fence=self._lost)
            self._lost = None
            self.statistics.connections += 1
        return self._session

    def _answer_stored(self, session: Session, batch: Sequence[Waiting]) -> list[Waiting]:
        """Answer those that were stored before the connection was lost; returns the others."""
        try:
            found = find_stored(session, [waiting.encoded for waiting in batch])
        except BatchRefused as refused:
            raise Unreachable(str(refused)) from refused
        stored = [
            (waiting, positions) for waiting, positions in zip(batch, found, strict=True) if positions is not None
        ]
        answers: list[Answer] = [positions for _, positions in stored]
        self._count(answers)
        answer([waiting for waiting, _ in stored], answers)
        return [waiting for waiting, positions in zip(batch, found, strict=True) if positions is None]

    def _drop_session(self) -> None:
        if self._session is not None:
            self._lost = self._session.backend
            with contextlib.suppress(Exception):
                self._session.close()
            self._session = None

    def _out_of_patience(self, began: float) -> bool:
        if self._trouble_since is None:
            self._trouble_since = began
        return time.monotonic() - self._trouble_since >= self._settings.unavailable_after

    def _give_up(self, batch: Sequence[Waiting], reason: str, *, unknown: bool) -> None:
        refusal = StoreUnavailable(f"the database is unavailable: {reason}", retry_after=_LONGEST_PAUSE)
        never_sent = self._queue.refuse(refusal)
        self._drop_session()  # a new one is looked at first: this server may be full, or a primary no longer
        self._tell(batch, OutcomeUnknown(f"outcome unknown: {reason}") if unknown else refusal)
        self._tell(never_sent, refusal)
        _log.error("the database is unavailable, %d appends were told so: %s", len(batch) + len(never_sent), reason)

    def _tell(self, batch: Sequence[Waiting], error: StoreUnavailable) -> None:
        # One object each: an error raised in many threads would collect all their tracebacks.
        answers = [type(error)(str(error), retry_after=error.retry_after) for _ in batch]
        self.statistics.unavailable += len(answers)
        answer(batch, answers)

    def _reconnect(self) -> None:
        """Try until there is a connection again or the recorder is closed."""
        while not self._closing.is_set():
            try:
                self._connected()
            except Unreachable:
                self._closing.wait(self._next_pause())
            else:
                _log.info("the database is available again")
                self._all_well()
                self._queue.accept()
                return

    def _all_well(self) -> None:
        self._trouble_since = None
        self._pause = _FIRST_PAUSE

    def _next_pause(self) -> float:
        pause = self._pause
        self._pause = min(pause * 2, _LONGEST_PAUSE)
        return pause

    def _count(self, answers: Sequence[Answer]) -> None:
        statistics = self.statistics
        statistics.batches += 1
        statistics.appends += len(answers)
        for result in answers:
            if isinstance(result, tuple):
                statistics.events += len(result)
            elif isinstance(result, AppendRefused):
                statistics.refused += 1
