"""HTTP over a socket: what is parsed and sent is Granian's work, in a thread that the interpreter's lock does not hold.

docs/decisions/http-server.md says why.
"""

import asyncio
import socket
import sys
from typing import Final

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.net import SocketHolder  # type: ignore[attr-defined]  # what it passes on to its own processes
from granian.server.embed import Server
from starlette.types import ASGIApp, Receive, Scope, Send

if sys.platform != "win32":
    import resource

_HEADERS: Final = 64 * 1024
"""Bytes of a request's line and headers that are taken; a client with more is told so, and the connection closed."""

BACKLOG: Final = 2048
"""Connections that wait to be taken."""

_AT_ONCE: Final = 10_000
"""Connections, live streams among them; whoever comes then waits to be let in."""

_FILES: Final = _AT_ONCE + 240
"""Files this process may have open: one a connection, and those of the database and the log."""


def make_room() -> None:
    """Let this process have as many files open as it has connections, where the system lets it.

    Most systems begin with 1,024 and allow far more: a thousand idle connections would shut everybody else out.
    """
    if sys.platform != "win32":
        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _FILES if most == resource.RLIM_INFINITY else min(_FILES, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


class HttpServer:
    """Answers HTTP on a socket that listens already, by an app whose lifespan somebody else sees to."""

    def __init__(self, app: ASGIApp, listener: socket.socket) -> None:
        self._app = app
        self._granian = _Granian(self._answer, listener)
        self._serving: asyncio.Task[None] | None = None
        self._in_progress: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to answer, on the running loop."""
        self._serving = asyncio.create_task(self._granian.serve())

    async def stop(self) -> None:
        """Let in nobody any more, and return when all in progress is answered."""
        assert self._serving is not None
        self._granian.stop()  # type: ignore[no-untyped-call]
        await self._serving

    def abandon(self) -> None:
        """Break off what is still in progress, so that a `stop` ends."""
        for task in self._in_progress:
            task.cancel()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._in_progress.add(task)
        try:
            await self._app(scope, receive, send)
        finally:
            self._in_progress.discard(task)


class _Granian(Server):
    """The library's server within a loop, on a socket that is ours."""

    def __init__(self, app: ASGIApp, listener: socket.socket) -> None:
        super().__init__(
            app,
            interface=Interfaces.ASGINL,
            http=HTTPModes.http1,
            http1_settings=HTTP1Settings(max_buffer_size=_HEADERS),
            websockets=False,
            backpressure=_AT_ONCE,
            log_enabled=False,
        )
        self._listener = listener

    def _init_shared_socket(self) -> None:
        """It would open one of its own, and share a taken port with whoever has it."""
        number = self._listener.dup().detach()
        told = (number,) if sys.platform == "win32" else (number, False, BACKLOG)
        self._shd = SocketHolder(*told)  # type: ignore[assignment]  # declared nowhere
