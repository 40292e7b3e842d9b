"""Operations: a path and a method, who may call it, what answers, and all that the document says about it.

    operations = Operations("players")

    @operations.post("/v1/players", "Register a player", access=ORGANISERS, body=NewPlayer, answer=Registered)
    async def register(call: Call) -> Response: ...

A handler is only ever called for those its `access` lets in; without one, only holders of a valid token are.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from service.api.authentication import authenticate
from service.api.call import Call
from service.api.problems import Problem, problem_response
from service.api.scopes import ROUTE
from service.api.services import Services
from service.api.translation import TRANSLATED, translated
from service.auth.policy import Forbidden
from service.auth.principal import ROLES, Role

Handler = Callable[[Call], Awaitable[Response]]
Access = frozenset[Role] | Literal["anyone"]

ANYONE: Final = "anyone"
"""Also callers without a token; an invalid one is refused all the same."""
HOLDERS: Final[Access] = frozenset(ROLES)
"""Holders of any valid token."""
ORGANISERS: Final[Access] = frozenset({"organiser", "admin"})
ADMINS: Final[Access] = frozenset({"admin"})


@dataclass(frozen=True)
class Parameter:
    """A parameter of the query, or a header."""

    name: str
    description: str
    type: Any = str
    place: Literal["query", "header"] = "query"


@dataclass(frozen=True)
class Operation:
    """One method of one path. `problems` are codes beyond those every such operation can end with."""

    method: str
    path: str
    summary: str
    handler: Handler
    tag: str
    access: Access = HOLDERS
    body: Any = None
    answer: Any = None
    status: int = 200
    media_type: str = "application/json"
    parameters: tuple[Parameter, ...] = ()
    headers: tuple[str, ...] = ()
    """Headers of the answer, of those the document describes."""
    problems: tuple[str, ...] = ()
    stream: bool = False
    """Whether the answer may never end: then there is no HEAD."""


class Operations(Sequence[Operation]):
    """The operations of one part of the service, collected by decorators."""

    def __init__(self, tag: str) -> None:
        self._tag = tag
        self._all: list[Operation] = []

    def __getitem__(self, index: Any) -> Any:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)

    def get(self, path: str, summary: str, **told: Any) -> Callable[[Handler], Handler]:
        """Answer GET, and HEAD."""
        return self._add("GET", path, summary, told)

    def post(self, path: str, summary: str, **told: Any) -> Callable[[Handler], Handler]:
        """Answer POST."""
        return self._add("POST", path, summary, told)

    def patch(self, path: str, summary: str, **told: Any) -> Callable[[Handler], Handler]:
        """Answer PATCH."""
        return self._add("PATCH", path, summary, told)

    def delete(self, path: str, summary: str, **told: Any) -> Callable[[Handler], Handler]:
        """Answer DELETE."""
        return self._add("DELETE", path, summary, told)

    def _add(self, method: str, path: str, summary: str, told: dict[str, Any]) -> Callable[[Handler], Handler]:
        def keep(handler: Handler) -> Handler:
            self._all.append(Operation(method, path, summary, handler, self._tag, **told))
            return handler

        return keep


class Endpoint:
    """All operations of one path, as an ASGI app: who calls, then the handler, then what went wrong as a problem."""

    def __init__(self, path: str, operations: Iterable[Operation], services: Services) -> None:
        self._path = path
        self._services = services
        self._operations = {operation.method: operation for operation in operations}
        reading = self._operations.get("GET")
        if reading is not None and not reading.stream:
            self._operations["HEAD"] = reading
        self.allowed = ", ".join(sorted({*self._operations, "OPTIONS"}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[ROUTE] = self._path
        call = Call(scope, receive, self._services)
        try:
            response = await self._answer(call)
        except Problem as problem:
            response = problem_response(problem, scope)
        except TRANSLATED as error:
            response = problem_response(_told(error, call), scope)
        await response(scope, receive, send)

    async def _answer(self, call: Call) -> Response:
        operation = self._operations.get(call.scope["method"])
        if operation is None:
            if call.scope["method"] == "OPTIONS":
                return Response(status_code=204, headers={"allow": self.allowed})
            raise Problem("method_not_allowed", {"allowed": self.allowed}, headers={"allow": self.allowed})
        if operation.body is not None:
            await call.body()  # a token counts when all of the request is here, however long that takes
        await authenticate(call)
        check_access(call, operation.access)
        if b"%00" in call.scope["query_string"]:  # nothing has such a name, and the database cannot even be asked
            raise Problem("bad_parameter", {"parameter": "%00", "expected": "—"})
        return await operation.handler(call)


def _told(error: Exception, call: Call) -> Problem:
    if isinstance(error, Forbidden) and call.principal is None:
        return Problem("token_missing")
    return translated(error, call.game)


def check_access(call: Call, access: Access) -> None:
    """Deny by default: whoever `access` does not name does not come in. Raises Problem."""
    if access == ANYONE:
        return
    if call.caller.role not in access:
        raise Problem("forbidden")


def routes(operations: Iterable[Operation], services: Services) -> list[BaseRoute]:
    """The routes of these operations, one a path, in the order the paths first appear."""
    paths: dict[str, list[Operation]] = {}
    for operation in operations:
        paths.setdefault(operation.path, []).append(operation)
    return [Route(path, Endpoint(path, those, services)) for path, those in paths.items()]
