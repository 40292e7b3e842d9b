"""HTTP as the server speaks it: the library's, and a bound on what it would collect without end."""

from typing import Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

_MOST: Final = 64 * 1024
"""Bytes of a request's line and headers that are always taken."""

_PIECE: Final = 16 * 1024
"""What is read at once; so much more may be taken."""


class BoundedProtocol(HttpToolsProtocol):
    """Closes a connection on which more than 64 KiB come that are no body: headers, trailers, extensions of chunks.

    The parser collects those before anybody is asked. What is counted is what came since it last got somewhere.
    """

    _collected = 0

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
