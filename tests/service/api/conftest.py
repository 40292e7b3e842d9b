"""A server for the tests of the API."""

from collections.abc import Iterator

import pytest

from service.settings import DatabaseUrl, Settings
from tests.conftest import Databases
from tests.service.api.serving import Client, Served, serving


@pytest.fixture(scope="module")
def served(databases: Databases) -> Iterator[Served]:
    """A server on a database of the module's own."""
    database = databases.fresh()
    with serving(Settings(database_url=DatabaseUrl(database.url), max_body=65_536), database.url) as served:
        yield served
    databases.drop(database)


@pytest.fixture
def anyone(served: Served) -> Client:
    """A client without a token."""
    return served.client


@pytest.fixture(scope="module")
def organiser(served: Served) -> Client:
    return served.a("organiser")


@pytest.fixture(scope="module")
def admin(served: Served) -> Client:
    return served.a("admin")
