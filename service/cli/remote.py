"""A game of a running service, read over its API."""

from datetime import timedelta
from typing import Annotated, Any, Final, TypeVar

import msgspec
import urllib3
from msgspec import Meta, Struct

from domain.kernel.board import Board
from domain.kernel.results import Result
from domain.kernel.seats import Viewer
from domain.record.log import LogEntry
from service.cli.failures import Failure
from service.cli.frames import Frame
from service.cli.plain import plain

_TIMEOUT: Final = urllib3.Timeout(connect=5, read=30)

T = TypeVar("T")


class _Game(Struct, frozen=True):
    id: str
    ruleset: str
    ruleset_version: int
    seats: tuple[str, ...]
    ply: int
    result: Result | None


class _Drawn(Struct, frozen=True):
    board: Board
    clock: Annotated[float, Meta(ge=0, le=10**12)]


class _Ply(Struct, frozen=True):
    event: LogEntry


class _Problem(Struct, frozen=True):
    code: str
    detail: str
    what_to_do: str


class RemoteSource:
    """A game as the service shows it to whoever holds the token. Raises Failure where it does not."""

    def __init__(self, url: str, token: str | None, game: str, viewer: Viewer, language: str) -> None:
        self._base = f"{url.rstrip('/')}/v1/games/{game}"
        self._viewer = viewer
        headers = {"accept-language": language, "user-agent": "acta"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        self._pool = urllib3.PoolManager(headers=headers, timeout=_TIMEOUT, retries=urllib3.Retry(2, redirect=0))
        about = self._get("", _Game)
        self._result = about.result
        self.game = about.ruleset
        self.version = about.ruleset_version
        self.id = about.id
        self.last = about.ply
        self.names: tuple[str, ...] = ()
        self.trouble: str | None = None

    def frame(self, ply: int) -> Frame:
        """A ply from 0 to `last`."""
        seen = {"as": str(self._viewer)}
        drawn = self._get("/board", _Drawn, seen | {"ply": str(ply)})
        entry = self._get("/replay", _Ply, seen | {"from": str(ply), "to": str(ply)}).event
        result = self._result if ply == self.last else None
        return Frame(ply, entry, drawn.board, timedelta(seconds=drawn.clock), result)

    def _get(self, path: str, kind: type[T], asked: dict[str, str] | None = None) -> T:
        try:
            answer = self._pool.request("GET", self._base + path, fields=asked)
        except urllib3.exceptions.HTTPError as error:
            raise Failure(f"{self._base} cannot be reached: {_reason(error)}. Is the service running?") from None
        if answer.status != 200:
            raise Failure(f"The service refuses. {_problem(answer.data, answer.status)}")
        try:
            return msgspec.json.decode(answer.data, type=kind)
        except (msgspec.MsgspecError, ValueError):
            raise Failure(f"{self._base} is no game of an acta service.") from None


def _problem(body: bytes, status: int) -> str:
    try:
        told: _Problem = msgspec.json.decode(body, type=_Problem)
    except (msgspec.MsgspecError, ValueError):
        return f"It answered {status}."
    return plain(f"{told.detail} {told.what_to_do} ({told.code})")


def _reason(error: Any) -> str:
    cause = getattr(error, "reason", None) or error
    return plain(str(cause).rpartition(": ")[2].rstrip("."))
