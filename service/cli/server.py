"""The running service: started, told about, and stopped without loss."""

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

from service.api.app import create_app
from service.api.services import open_services
from service.database import Database
from service.serving import HttpServer, make_room
from service.settings import Settings

if sys.platform == "win32":
    from asyncio import run
else:
    from uvloop import run

_GRACE: Final = 5
"""Seconds for answers in progress once it is to stop."""

_BROKEN_OFF: Final = 0.5
"""Seconds for what was broken off to end. A connection that sent half a request stays; the process takes it along."""

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Server:
    """Serves until a signal or `stop`; a second Ctrl-C does not wait for answers in progress."""

    def __init__(self, settings: Settings, database: Database, when_ready: Callable[[], None]) -> None:
        self.when_stopping: Callable[[], None] = lambda: None
        self._services = open_services(settings, database.url)
        self._when_ready = when_ready
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
        self._hurry = asyncio.Event()

    def run(self, listener: socket.socket) -> None:
        """Answer on this socket until told to stop."""
        make_room()
        with self._signals():
            run(self._serve(listener))

    def stop(self) -> None:
        """Stop soon; may be called from any thread."""
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._stop.set)

    async def _serve(self, listener: socket.socket) -> None:
        self._loop = asyncio.get_running_loop()
        app = create_app(self._services)
        async with app.router.lifespan_context(app):
            http = HttpServer(app, listener)
            http.start()
            _settle()
            self._when_ready()
            await self._stop.wait()
            self._services.games.hot.close()
            stopped = asyncio.create_task(http.stop())
            hurried = asyncio.create_task(self._hurry.wait())
            await asyncio.wait({stopped, hurried}, timeout=_GRACE, return_when=asyncio.FIRST_COMPLETED)
            http.abandon()
            await asyncio.wait({stopped}, timeout=_BROKEN_OFF)

    @contextmanager
    def _signals(self) -> Generator[None, None, None]:
        """Stop at a signal. Afterwards signals do what they did before, and the one that came is not raised again."""
        before = {number: signal.signal(number, self._told_to_stop) for number in _signals()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _told_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        told = self._hurry if self._stop.is_set() else self._stop
        if self._loop is None:
            told.set()
        else:
            self._loop.call_soon_threadsafe(told.set)
        self.when_stopping()


def _settle() -> None:
    """Spare the garbage collector what stays for good, and call it less often.

    Games in memory are many small values without cycles; going through all of them again and again took a fifth of the
    time of a move, at the worst moments for whoever was waiting.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


@contextmanager
def stoppable() -> Generator[None, None, None]:
    """While there is no server yet, or none any more: a request to end is a Ctrl-C, and a Ctrl-C is no failure."""
    for number in _signals():
        signal.signal(number, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        yield


def _signals() -> tuple[signal.Signals, ...]:
    """What ends the service. Under `nohup` the end of the terminal does not."""
    ignored = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    return _SIGNALS[:-1] if ignored else _SIGNALS
