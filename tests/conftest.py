"""What every test may ask for: real PostgreSQL servers, thrown away at the end, and fresh databases on them.

`database`, `database_url`, `owner_url`, `settings`: a migrated database of the test's own on the embedded server.
`any_database`, `any_postgres_url`: the same, on the embedded server and on this machine's PostgreSQL, if it has one.
`data_folder`: a folder for a server that the test starts, kills and stops itself.
"""

import itertools
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from service.database import migrate
from service.database.embedded import EmbeddedServer
from service.database.layout import SERVICE
from service.database.opening import make_database
from service.settings import DatabaseUrl, Settings

# A runner in the background has its children ignore Ctrl-C, and theirs too: those that tests interrupt would never end.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the processes that share the tests, one takes a whole file, whose tests share a server, or all tests of one
    variant of a game, which share its games. Those that wait a lot come first: the many short ones fill up the end."""
    items.sort(key=lambda item: "service" not in item.path.parts)
    for item in items:
        params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        item.add_marker(pytest.mark.xdist_group(str(params.get("variant", item.path))))


_TEMPLATE = "acta_template"
_numbers = itertools.count(1)


class FreshDatabase(NamedTuple):
    """A database nobody else uses, as its service and its owner see it."""

    name: str
    url: str
    owner_url: str

    @property
    def settings(self) -> Settings:
        """Settings of a service on it."""
        return Settings(
            database_url=DatabaseUrl(self.url),
            migration_url=DatabaseUrl(self.owner_url),
            port=0,
            data=Path("/nonexistent"),
        )


class Databases:
    """Makes and drops databases on one server."""

    def __init__(self, server: EmbeddedServer) -> None:
        self.server = server
        make_database(server, _TEMPLATE)
        migrate(server.url(_TEMPLATE, owner=True), service_role=SERVICE)

    def fresh(self, template: str = _TEMPLATE) -> FreshDatabase:
        """A migrated database; with `template0` an empty one."""
        name = f"acta_{os.getpid()}_{next(_numbers)}"
        self._run(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(template)))
        return FreshDatabase(name, self.server.url(name), self.server.url(name, owner=True))

    def drop(self, database: FreshDatabase) -> None:
        self._run(SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(database.name)))

    def _run(self, statement: psycopg.sql.Composed) -> None:
        with psycopg.connect(self.server.url("postgres", owner=True), autocommit=True) as connection:
            connection.execute(statement)


def _temporary_folder() -> Path:
    """A folder the server's account can reach when the tests run as root; pytest's own are closed to it."""
    folder = Path(tempfile.mkdtemp(prefix="acta-test-", dir="/tmp"))
    folder.chmod(0o711)
    return folder


def _system_binaries() -> Path | None:
    """The newest PostgreSQL of this machine that acta supports."""
    found = [
        p for p in Path("/usr/lib/postgresql").glob("*/bin") if p.parent.name.isdigit() and (p / "initdb").exists()
    ]
    newest = max(found, key=lambda p: int(p.parent.name), default=None)
    return newest if newest and int(newest.parent.name) >= 15 else None


def _serve(binaries: Path | None) -> Iterator[Databases]:
    folder = _temporary_folder()
    try:
        with EmbeddedServer.started(folder / "data", binaries=binaries, keep_running=False) as server:
            yield Databases(server)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    """Databases on the embedded server."""
    yield from _serve(None)


@pytest.fixture(scope="session")
def system_databases() -> Iterator[Databases]:
    """Databases on this machine's own PostgreSQL, in a cluster of its own."""
    binaries = _system_binaries()
    if binaries is None:
        if os.environ.get("ACTA_TEST_SYSTEM_POSTGRES") == "1":
            pytest.fail("ACTA_TEST_SYSTEM_POSTGRES=1, but this machine has no PostgreSQL 15 or later.")
        pytest.skip("this machine has no PostgreSQL 15 or later of its own")
    yield from _serve(binaries)


@pytest.fixture(scope="session")
def postgres_url(databases: Databases) -> Iterator[str]:
    """A migrated database for the whole run, as its owner."""
    database = databases.fresh()
    yield database.owner_url
    databases.drop(database)


@pytest.fixture
def database(databases: Databases) -> Iterator[FreshDatabase]:
    """A migrated database of this test's own."""
    database = databases.fresh()
    yield database
    databases.drop(database)


@pytest.fixture
def database_url(database: FreshDatabase) -> str:
    """The address of this test's own database for the service's role."""
    return database.url


@pytest.fixture
def owner_url(database: FreshDatabase) -> str:
    """The address of the same database for its owner."""
    return database.owner_url


@pytest.fixture
def settings(database: FreshDatabase) -> Settings:
    """Settings of a service on this test's own database, on a free port."""
    return database.settings


@pytest.fixture(params=["embedded", "system"])
def any_databases(request: pytest.FixtureRequest) -> Databases:
    """Both servers in turn."""
    databases: Databases = request.getfixturevalue("databases" if request.param == "embedded" else "system_databases")
    return databases


@pytest.fixture
def any_database(any_databases: Databases) -> Iterator[FreshDatabase]:
    """A migrated database of this test's own, on both servers in turn."""
    database = any_databases.fresh()
    yield database
    any_databases.drop(database)


@pytest.fixture
def any_postgres_url(any_database: FreshDatabase) -> str:
    """The address of `any_database` for the service's role."""
    return any_database.url


@pytest.fixture
def data_folder() -> Iterator[Path]:
    """A data folder that does not exist yet, for a server that the test starts and stops itself."""
    folder = _temporary_folder()
    yield folder / "acta-data"
    shutil.rmtree(folder, ignore_errors=True)
