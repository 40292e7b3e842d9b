"""The running server: started, told about, and stopped without loss."""

import asyncio
import gc
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

import uvicorn

from service.api.app import create_app
from service.api.services import open_services
from service.cli.protocol import BoundedProtocol
from service.database import Database
from service.settings import Settings

_GRACE: Final = 5
"""Seconds for answers in progress once it is to stop."""

_STREAMS: Final = 1.0
"""Seconds for streams; then they end as if their readers had left. Readers of live events come back by themselves."""

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Server(uvicorn.Server):
    """Serves until a signal or `stop`. Unlike the library's, it returns after a signal, so that what is around it can
    be closed; a second Ctrl-C does not wait for answers in progress."""

    def __init__(self, settings: Settings, database: Database, when_ready: Callable[[], None]) -> None:
        app = create_app(open_services(settings, database.url))
        super().__init__(
            uvicorn.Config(
                app,
                loop="auto",
                http=BoundedProtocol,
                ws="none",
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=_GRACE,
            )
        )
        self._when_ready = when_ready
        self.when_stopping: Callable[[], None] = lambda: None

    def stop(self) -> None:
        """Stop soon; may be called from any thread."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, then say so."""
        await super().startup(sockets)
        if self.started:
            _settle()
            self._when_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let answers in progress be finished, and end streams that would never be."""
        hanging_up = asyncio.create_task(self._hang_up())
        await super().shutdown(sockets)
        hanging_up.cancel()

    async def _hang_up(self) -> None:
        await asyncio.sleep(_STREAMS)
        for connection in list(self.server_state.connections):
            answer, transport = getattr(connection, "cycle", None), getattr(connection, "transport", None)
            if answer is not None and transport is not None and answer.response_started:
                transport.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal came."""
        super().handle_exit(sig, frame)
        self.when_stopping()

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Stop at a signal. Afterwards signals do what they did before, and the one that came is not raised again."""
        before = {number: signal.signal(number, self.handle_exit) for number in _signals()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


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
