"""Whether the process lives, whether it can work, and its numbers."""

from typing import Any

import psycopg
from msgspec import Struct
from starlette.responses import Response

from service.api.bodies import answer
from service.api.call import Call
from service.api.metrics import MEDIA_TYPE
from service.api.problems import Problem
from service.api.routes import ADMINS, ANYONE, Operations
from service.database import newest_revision
from service.store.errors import StoreUnavailable

operations = Operations("health")


class Alive(Struct, frozen=True):
    """The process answers."""

    status: str = "ok"


class Ready(Struct, frozen=True):
    """The service can work: database, schema and projections. `lag` is how many events the projections are behind."""

    lag: int
    status: str = "ready"


@operations.get("/healthz", "Whether the process lives", access=ANYONE, answer=Alive)
async def healthz(call: Call) -> Response:  # noqa: ARG001 - handlers are alike
    """Never looks at the database, but for a token that is shown: a process whose database is down need not be
    restarted."""
    return answer(Alive())


@operations.get("/readyz", "Whether the service can work", access=ANYONE, answer=Ready, problems=("not_ready",))
async def readyz(call: Call) -> Response:
    """The database is reachable, its schema is this version's, and the projections follow."""
    try:
        migrated = await call.services.reader.run(_revision) == newest_revision()
    except StoreUnavailable:
        raise Problem("database_unavailable", headers={"retry-after": "1"}) from None
    if not call.services.store.recorder.available:  # it can be read, and the writer has not found its way back yet
        raise Problem("database_unavailable", headers={"retry-after": "1"})
    projections, lag = _projections(call)
    if not migrated or not projections:
        facts = {"migrated": migrated, "projections": projections}
        raise Problem("not_ready", facts, headers={"retry-after": "1"})
    return answer(Ready(lag=lag))


@operations.get("/metrics", "Numbers for Prometheus", access=ADMINS, media_type=MEDIA_TYPE)
async def metrics(call: Call) -> Response:
    """For whoever shows an administrator's token."""
    return Response(call.services.metrics.text(), media_type=MEDIA_TYPE)


def _revision(connection: psycopg.Connection[Any]) -> str | None:
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except psycopg.errors.UndefinedTable:
        return None
    return str(row[0]) if row else None


def _projections(call: Call) -> tuple[bool, int]:
    status = call.services.projections.status
    if not status.connected or status.trouble is not None:
        return False, 0
    return True, max((standing.behind for standing in status.projections), default=0)
