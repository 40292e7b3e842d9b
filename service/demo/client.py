"""A client of the API, as a program of somebody else would have one: HTTP, JSON, a token."""

import threading
import time
from typing import Any, Final, TypeVar
from urllib.parse import urlencode
from uuid import uuid4

import msgspec
import urllib3
from msgspec import Struct

T = TypeVar("T")

PATIENCE: Final = 60.0
"""Seconds a request is sent again while the service is not ready to answer it."""

_PAUSE: Final = 0.25
_LONGEST_PAUSE: Final = 2.0
_NOT_READY: Final = 503


class Stopped(Exception):
    """It is time to stop; the request may or may not have been done."""


class Refused(Exception):
    """The service answered with a problem."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"{detail} ({status} {code})")
        self.status = status
        self.code = code


class _Problem(Struct, frozen=True):
    code: str
    detail: str


class Connection:
    """The way to a service, shared by all who go there. `stopping` ends every request that is waiting."""

    def __init__(self, url: str, stopping: threading.Event, tables: int = 1) -> None:
        self.url = url
        self.stopping = stopping
        self.position = 0
        """The newest position of the log that any answer named."""
        self._pool = urllib3.PoolManager(
            maxsize=tables + 2, retries=False, timeout=urllib3.Timeout(connect=5, read=30),
            headers={"user-agent": "acta demo"},
        )  # fmt: skip

    def send(
        self,
        method: str,
        path: str,
        token: str | None,
        body: bytes | None,
        asked: dict[str, str],
        *,
        version: int | None = None,
    ) -> urllib3.BaseHTTPResponse:
        """Send a request until it is answered; what changes something has a key, so that it is done once.

        Raises Stopped, Refused, and urllib3's errors when the service stays away.
        """
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        if body is not None:
            headers |= {"content-type": "application/json", "idempotency-key": str(uuid4())}
        if version is not None:
            headers["if-match"] = f'"{version}"'
        url = f"{self.url}{path}?{urlencode(asked)}" if asked else self.url + path
        until, pause = time.monotonic() + PATIENCE, _PAUSE
        while True:
            if self.stopping.is_set():
                raise Stopped
            try:
                answer = self._pool.request(method, url, headers=headers, body=body)
            except urllib3.exceptions.HTTPError:
                if time.monotonic() > until and not self.stopping.is_set():
                    raise
            else:
                if answer.status != _NOT_READY or time.monotonic() > until:
                    break
            self.stopping.wait(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
        if answer.status >= 400:
            raise _refusal(answer)
        self.position = max(self.position, int(answer.headers.get("acta-position", 0)))
        return answer


class Client:
    """Who talks to the service: a token, or none."""

    def __init__(self, connection: Connection, token: str | None = None) -> None:
        self._connection = connection
        self._token = token

    def get(self, path: str, kind: type[T], **asked: object) -> T:
        """Read something. Raises as `Connection.send` does."""
        told = {name: str(value) for name, value in asked.items() if value is not None}
        return msgspec.json.decode(self._connection.send("GET", path, self._token, None, told).data, type=kind)

    def post(self, path: str, body: object, kind: type[T], version: int | None = None) -> T:
        """Do something, once; with a version, only to that version. Raises as `Connection.send` does."""
        sent = msgspec.json.encode(body)
        answer = self._connection.send("POST", path, self._token, sent, {}, version=version)
        return msgspec.json.decode(answer.data, type=kind)

    def pages(self, path: str, kind: type[T], **asked: object) -> list[T]:
        """All rows of a listing."""
        rows: list[T] = []
        cursor: str | None = None
        while True:
            page: dict[str, Any] = self.get(path, dict[str, Any], cursor=cursor, limit=200, **asked)
            rows += msgspec.convert(page["items"], list[kind])  # type: ignore[valid-type]  # known when it runs
            cursor = page["next"]
            if cursor is None:
                return rows


def _refusal(answer: urllib3.BaseHTTPResponse) -> Refused:
    try:
        problem: _Problem = msgspec.json.decode(answer.data, type=_Problem)
    except (msgspec.MsgspecError, ValueError):
        return Refused(answer.status, "no_problem", "the answer could not be read")
    return Refused(answer.status, problem.code, problem.detail)
