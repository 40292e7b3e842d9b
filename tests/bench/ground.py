"""What benchmarks run on: an embedded PostgreSQL of their own, thrown away afterwards."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from psycopg.conninfo import conninfo_to_dict

from service.database import migrate
from service.database.embedded import EmbeddedServer
from service.database.layout import SERVICE
from service.database.opening import make_database


class Ground:
    """One server; `acta` is a migrated database, `stock` one for the library as it comes."""

    def __init__(self, server: EmbeddedServer) -> None:
        self._server = server
        for name in ("acta", "stock"):
            make_database(server, name)
        migrate(self.owner_url, service_role=SERVICE)

    @property
    def url(self) -> str:
        return self._server.url("acta")

    @property
    def owner_url(self) -> str:
        return self._server.url("acta", owner=True)

    @property
    def stock_environment(self) -> dict[str, str]:
        """The library's own settings for the stock database, with connections enough for 64 threads."""
        parts = conninfo_to_dict(self._server.url("stock", owner=True))
        return {
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": str(parts["dbname"]),
            "POSTGRES_HOST": str(parts["host"]),
            "POSTGRES_PORT": str(parts.get("port", "5432")),
            "POSTGRES_USER": str(parts["user"]),
            "POSTGRES_PASSWORD": str(parts.get("password") or "unused"),
            "POSTGRES_POOL_SIZE": "16",
            "POSTGRES_MAX_OVERFLOW": "48",
        }

    @property
    def stock_url(self) -> str:
        return self._server.url("stock", owner=True)


@contextmanager
def ground() -> Iterator[Ground]:
    """A server for one benchmark run."""
    folder = Path(tempfile.mkdtemp(prefix="acta-bench-", dir="/tmp"))
    folder.chmod(0o711)
    try:
        with EmbeddedServer.started(folder / "data", keep_running=False) as server:
            yield Ground(server)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
