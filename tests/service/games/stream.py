"""Reading a live stream as it comes."""

import http.client
import json
import socket
import time
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from tests.service.api.serving import Client


class Told(NamedTuple):
    """One server-sent event."""

    event: str
    id: str | None
    data: Any
    raw: bytes


class Stream:
    """A live stream on a connection of its own. `status` and `headers` are those of the answer."""

    def __init__(self, client: Client, path: str, last: int | None = None, *, buffer: int | None = None) -> None:
        """`buffer` makes the receiving buffer so small, for a reader that falls behind."""
        parts = urlsplit(client.url)
        self._connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=15)
        if buffer is not None:
            small = socket.socket()
            small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            small.settimeout(15)
            small.connect((str(parts.hostname), parts.port))
            self._connection.sock = small
        headers = {} if client.token is None else {"authorization": f"Bearer {client.token}"}
        if last is not None:
            headers["last-event-id"] = str(last)
        self._connection.request("GET", path, headers=headers)
        self._answer = self._connection.getresponse()
        self.status = self._answer.status
        self.headers = self._answer.headers
        self.raw = b""

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._answer.close()
        self._connection.close()

    def next(self, within: float = 15) -> Told | None:
        """The next event; None at the end of the stream, whether it was ended or broke off."""
        fields: dict[str, str] = {}
        raw = b""
        until = time.monotonic() + within
        while time.monotonic() < until:
            if self._connection.sock is not None:
                self._connection.sock.settimeout(max(0.05, until - time.monotonic()))
            try:
                line = self._answer.readline()
            except (http.client.HTTPException, ConnectionError):
                return None
            if not line:
                return None
            self.raw += line
            raw += line
            if line != b"\n":
                name, _, value = line.decode().rstrip("\n").partition(":")
                fields[name] = value.strip()
            elif "data" in fields:
                return Told(fields["event"], fields.get("id"), json.loads(fields["data"]), raw)
            else:
                fields, raw = {}, b""
        raise TimeoutError

    def entries(self, last: int, within: float = 15) -> list[Told]:
        """The entries up to a version."""
        found: list[Told] = []
        until = time.monotonic() + within
        while not found or int(found[-1].id or 0) < last:
            told = self.next(max(0.1, until - time.monotonic()))
            assert told is not None, f"it ended behind {found[-1:]}"
            if told.event == "entry":
                found.append(told)
        return found

    def rest(self, within: float = 15) -> list[Told]:
        """Everything up to the end."""
        found = []
        while (told := self.next(within)) is not None:
            found.append(told)
        return found
