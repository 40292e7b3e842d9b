"""Following the log, so that what another process wrote is dropped from memory and told to whoever watches."""

import asyncio
import threading
from collections.abc import Iterable
from typing import Final
from uuid import UUID

from eventsourcing.persistence import Notification

from service.records.hot import HotGames
from service.store.settings import StoreSettings
from service.store.tail import Tail, TailStatus

_GATHER: Final = 0.02
"""Seconds between two looks at a busy log: a query a batch of many commits costs less than one a commit."""


class Follower:
    """A thread that tells the hot games which versions the log shows. `start` it on the event loop of those games."""

    def __init__(self, settings: StoreSettings, hot: HotGames, after: int) -> None:
        self._tail = Tail(settings, after, limit=2000)
        self._hot = hot
        self._resting = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="acta follower", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def status(self) -> TailStatus:
        """Where it stands in the log."""
        return self._tail.status

    def start(self) -> None:
        """Begin; call on the event loop that owns the hot games."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def stop(self) -> None:
        """End, and wait until the thread has."""
        self._tail.stop()
        self._resting.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _follow(self) -> None:
        for batch in self._tail:
            self._tell(batch)
            self._resting.wait(_GATHER)

    def _tell(self, batch: Iterable[Notification]) -> None:
        newest = {UUID(str(event.originator_id)): event.originator_version for event in batch}
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._hot.notice, list(newest.items()))
