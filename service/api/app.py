"""The app: operations, the gateway before them, the document about them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from service.api import docs, explanations, games, health, leagues, merging, players, rulesets, tokens
from service.api.gateway import Gateway
from service.api.openapi import one_document
from service.api.problems import Problem, problem_response
from service.api.routes import Operation, routes
from service.api.services import Services

# Those most often asked for stand first: routes are tried in order.
GROUPS: Final[tuple[Sequence[Operation], ...]] = (
    games.operations,
    players.operations,
    merging.operations,
    leagues.operations,
    rulesets.operations,
    tokens.operations,
    health.operations,
    docs.operations,
    explanations.operations,
)


def all_operations() -> tuple[Operation, ...]:
    """Every operation of the service, in the order their routes are tried."""
    return tuple(operation for group in GROUPS for operation in group)


def create_app(services: Services) -> FastAPI:
    """The app over these services. Starts without the database, answers 503 until it is there, and recovers."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:  # noqa: ARG001 - the signature is given
        services.start()
        try:
            yield
        finally:
            await services.timekeeper.stop()
            services.close()

    operations = all_operations()
    app = _Acta(services, title="Acta", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.openapi = one_document(operations)  # type: ignore[method-assign]  # as FastAPI documents it
    app.router.redirect_slashes = False
    app.router.default = _not_found
    app.router.routes.extend(routes(operations, services))
    return app


class _Acta(FastAPI):
    """FastAPI with the gateway in the place of its middleware stack.

    The stack answers errors, reads bodies and closes what FastAPI's own handlers opened. Endpoints and the gateway do
    the first two their own way and need no third, and without it a move costs a tenth less.
    """

    def __init__(self, services: Services, **told: Any) -> None:
        super().__init__(**told)
        self.state.services = services
        self._gateway = Gateway(self.router, metrics=services.metrics, max_body=services.settings.max_body)

    def build_middleware_stack(self) -> ASGIApp:
        """The gateway, and behind it the routes."""
        return self._gateway

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A request goes straight to the gateway; FastAPI looks into the environment for each whether to trace it."""
        if scope["type"] == "http":
            scope["app"] = self
            await self._gateway(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


async def _not_found(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        await send({"type": "websocket.close", "code": 1000})
        return
    await problem_response(Problem("not_found"), scope)(scope, receive, send)
