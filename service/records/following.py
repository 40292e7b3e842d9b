"""Following the log, so that what another process wrote is dropped from memory and told to whoever watches."""

import asyncio
import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final
from uuid import UUID

from eventsourcing.persistence import Notification

from service.records.hot import HotGames
from service.store.errors import StoreClosed, StoreUnavailable
from service.store.settings import StoreSettings
from service.store.tail import Tail, TailStatus

_RETRY: Final = 0.5
_GATHER: Final = 0.05
"""Seconds between two looks at a busy log: a query a batch of many commits costs less than one a commit."""


class Follower:
    """A thread that tells the hot games which versions the log shows. `start` it on the event loop of those games.

    It begins at the end of the log, which `head` reads: nothing is in memory yet.
    """

    def __init__(self, settings: StoreSettings, hot: HotGames, head: Callable[[], int | None]) -> None:
        self._settings = settings
        self._hot = hot
        self._head = head
        self._tail: Tail | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="acta follower", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def status(self) -> TailStatus | None:
        """Where it stands in the log; None while it has not begun."""
        return self._tail.status if self._tail else None

    def start(self) -> None:
        """Begin; call on the event loop that owns the hot games."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def stop(self) -> None:
        """End, and wait until the thread has."""
        self._stopped.set()
        if self._tail is not None:
            self._tail.stop()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _follow(self) -> None:
        after = self._begin()
        if after is None:
            return
        self._tail = Tail(self._settings, after, limit=2000)
        self._call(self._hot.forget)  # what was loaded before the head was read may be older than the head
        for batch in self._tail:
            self._tell(batch)
            if self._stopped.wait(_GATHER):
                return

    def _begin(self) -> int | None:
        """Where the log ends, as soon as the database tells; None when stopped before."""
        while not self._stopped.is_set():
            try:
                return self._head() or 0
            except StoreUnavailable:
                self._stopped.wait(_RETRY)
            except StoreClosed:
                break
        return None

    def _tell(self, batch: Iterable[Notification]) -> None:
        newest = {event.originator_id: event.originator_version for event in batch}
        seen = [(game if isinstance(game, UUID) else UUID(game), version) for game, version in newest.items()]
        self._call(partial(self._hot.notice, seen))

    def _call(self, do: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(do)
