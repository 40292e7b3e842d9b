"""Servers with a hall of tables: in this process, and as processes of their own."""

from collections.abc import Iterator

import pytest

from service.settings import DatabaseUrl, Settings
from tests.conftest import Databases
from tests.service.api.serving import Served, serving
from tests.service.games.hall import Hall
from tests.service.games.process import Process, process, ready


@pytest.fixture(scope="session")
def served(databases: Databases) -> Iterator[Served]:
    """A server on a database of this folder's own."""
    database = databases.fresh()
    with serving(Settings(database_url=DatabaseUrl(database.url), max_body=65_536), database.url) as served:
        yield served
    databases.drop(database)


@pytest.fixture(scope="session")
def hall(served: Served) -> Hall:
    return Hall(served)


@pytest.fixture(scope="session")
def two_servers(databases: Databases) -> Iterator[tuple[Process, Process]]:
    """Two server processes on one database, each killed and started again now and then."""
    database = databases.fresh()
    with process(database) as one, process(database) as other:
        ready(one.served.client)
        ready(other.served.client)
        yield one, other
    databases.drop(database)
