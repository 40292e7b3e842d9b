"""HTTP as the server speaks it: the library's, and a bound on what it would collect without end."""

import asyncio
from typing import Any, Final, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

_MOST: Final = 64 * 1024
"""Bytes of a request's line and headers that are always taken."""

_PIECE: Final = 16 * 1024
"""What is read at once; so much more may be taken."""


class _Joining:
    """A transport that sends the head of an answer together with the beginning of its body.

    The library writes them one after the other, and two packets cost both sides twice. A head with no body behind it
    goes out by itself a moment later.
    """

    __slots__ = ("_held", "_loop", "_transport")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._loop = asyncio.get_running_loop()
        self._held = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send, or hold back for a moment."""
        if self._held:
            data, self._held = self._held + data, b""
        elif data.startswith(b"HTTP/1.1 ") and data.endswith(b"\r\n\r\n"):
            self._held = data
            self._loop.call_soon(self._flush)
            return
        self._transport.write(data)

    def close(self) -> None:
        """Close once everything is sent."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._held:
            data, self._held = self._held, b""
            self._transport.write(data)


class BoundedProtocol(HttpToolsProtocol):
    """Closes a connection on which more than 64 KiB come that are no body: headers, trailers, extensions of chunks.

    The parser collects those before anybody is asked. What is counted is what came since it last got somewhere.
    """

    _collected = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the library has it
        """A connection begins."""
        super().connection_made(cast("asyncio.Transport", _Joining(transport)))

    def data_received(self, data: bytes) -> None:
        """Some of a request, or of several."""
        if len(data) > _PIECE:
            for at in range(0, len(data), _PIECE):
                if self.transport.is_closing():
                    return
                self.data_received(data[at : at + _PIECE])
            return
        super().data_received(data)
        self._collected += len(data)
        if self._collected > _MOST + _PIECE:
            self._refuse()

    def on_headers_complete(self) -> None:
        """A request can be answered."""
        super().on_headers_complete()
        self._collected = 0

    def on_body(self, body: bytes) -> None:
        """Some of a body, whose length is watched by whoever reads it."""
        super().on_body(body)
        self._collected = 0

    def on_message_complete(self) -> None:
        """A request is there wholly."""
        super().on_message_complete()
        self._collected = 0

    def _refuse(self) -> None:
        if self.transport.is_closing():
            return
        answer = getattr(self, "cycle", None)  # None before the first request
        if answer is None or answer.response_complete:
            self.transport.write(STATUS_LINE[431] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()
