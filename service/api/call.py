"""A request as handlers see it."""

import asyncio
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec
from starlette.requests import Request
from starlette.types import Receive, Scope

from service.api.bodies import decoded
from service.api.problems import Problem
from service.api.scopes import header, request_id
from service.api.services import Services
from service.api.waiting import shown
from service.auth.principal import Principal
from service.i18n import choose

T = TypeVar("T")

_UUID_LENGTH: Final = 36

PATIENCE: Final = 60
"""Seconds a body may take to arrive: whoever sends it slowly on purpose would be given memory for nothing."""


class Call(Request):
    """A request, who it comes from, and what to work with. `principal` is None for a caller without a token."""

    def __init__(self, scope: Scope, receive: Receive, services: Services) -> None:
        super().__init__(scope, receive)
        self.services = services
        self.principal: Principal | None = None
        self.game: str | None = None
        """The name of the game it is about, once the handler knows: refusals then have the game's own words."""

    @property
    def caller(self) -> Principal:
        """The principal where one is needed. Raises Problem token_missing."""
        if self.principal is None:
            raise Problem("token_missing")
        return self.principal

    @property
    def request_id(self) -> str:
        return request_id(self.scope)

    @property
    def language(self) -> str:
        return choose(header(self.scope, b"accept-language"))

    def header(self, name: bytes) -> str:
        """The first header of this name (in lower case), "" when there is none."""
        return header(self.scope, name)

    async def body(self) -> bytes:
        """All of the body, read once. Raises Problem body_broken_off and body_too_slow.

        The library's own goes through two generators.
        """
        if not hasattr(self, "_body"):
            try:
                async with asyncio.timeout(PATIENCE):
                    self._body = await self._arriving()
            except TimeoutError:
                raise Problem("body_too_slow", {"most": PATIENCE}, headers={"connection": "close"}) from None
        return self._body

    async def _arriving(self) -> bytes:
        pieces: list[bytes] = []
        more = True
        while more:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise Problem("body_broken_off", headers={"connection": "close"})
            pieces.append(message.get("body", b""))
            more = message.get("more_body", False)
        return b"".join(pieces)

    async def decoded(self, kind: type[T]) -> T:
        """The body as a value of `kind`. Raises Problem."""
        return decoded(await self.body(), kind)

    def path_id(self, missing: str, name: str = "id") -> UUID:
        """An id from the path. What is no id names nothing: Problem `missing`."""
        found = parsed_uuid(self.path_params[name])
        if found is None:
            raise Problem(missing)
        return found

    def query_id(self, name: str) -> UUID | None:
        """An id from the query. Raises Problem bad_parameter."""
        given = self.query_params.get(name)
        if given is None:
            return None
        found = parsed_uuid(given)
        if found is None:
            raise Problem("bad_parameter", {"parameter": name, "expected": "UUID"})
        return found

    def query_int(self, name: str, default: Any = None, *, least: int = 0, most: int = 2**63 - 1) -> Any:
        """A whole number from the query. Raises Problem bad_parameter for anything that is none, or out of bounds."""
        given = self.query_params.get(name)
        if given is None:
            return default
        digits = given.removeprefix("-")
        # Bounded before int() sees it: a number of a million digits takes a while.
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 20) or not least <= int(given) <= most:
            raise Problem("bad_parameter", {"parameter": name, "expected": f"{least} – {most}"})
        return int(given)

    def query_flag(self, name: str) -> bool:
        """Yes or no from the query, no without it. Raises Problem bad_parameter."""
        given = self.query_params.get(name, "false").lower()
        if given not in ("true", "1", "false", "0"):
            raise Problem("bad_parameter", {"parameter": name, "expected": "true, false"})
        return given in ("true", "1")

    def query_moment(self, name: str) -> datetime | None:
        """A moment from the query, with its time zone. Raises Problem bad_parameter."""
        given = self.query_params.get(name)
        if given is None:
            return None
        try:
            # A plus sign that nobody escaped arrives as a space.
            found = msgspec.convert(given.replace(" ", "+"), datetime)
        except msgspec.ValidationError:
            found = None
        if found is None or found.tzinfo is None:
            raise Problem("bad_parameter", {"parameter": name, "expected": "RFC 3339, 2026-01-31T18:00:00Z"})
        return found

    async def projected(self) -> None:
        """Wait until what is read shows the position of the log that the query names in `after`, if any.

        Raises Problem projection_behind and bad_parameter.
        """
        position: int | None = self.query_int("after")
        if position is not None:
            await shown(self.services, position)


def parsed_uuid(text: str) -> UUID | None:
    """A UUID in its one usual form, or None."""
    return _parsed(text) if len(text) == _UUID_LENGTH else None


@lru_cache(maxsize=4096)
def _parsed(text: str) -> UUID | None:
    """The same few ids come again and again: those of the games being played."""
    try:
        found = UUID(text)
    except ValueError:
        return None
    return found if str(found) == text.lower() else None
