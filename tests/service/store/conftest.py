"""Recorders on a database of the test's own, and servers that a test may kill."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.database import migrate
from service.database.embedded import EmbeddedServer
from service.database.layout import SERVICE
from service.database.opening import make_database
from service.store import GroupCommitRecorder, StoreSettings
from service.store.datastore import ActaDatastore
from tests.service.store.proxy import Proxy

MakeRecorder = Callable[[StoreSettings], GroupCommitRecorder]


@pytest.fixture
def make_recorder() -> Iterator[MakeRecorder]:
    """Makes recorders that are closed at the end."""
    made: list[tuple[GroupCommitRecorder, ActaDatastore]] = []

    def make(settings: StoreSettings) -> GroupCommitRecorder:
        datastore = ActaDatastore(settings)
        made.append((GroupCommitRecorder(datastore), datastore))
        return made[-1][0]

    yield make
    for recorder, datastore in made:
        recorder.close()
        datastore.close()


@pytest.fixture
def store_settings(database_url: str) -> StoreSettings:
    return StoreSettings(url=database_url)


@pytest.fixture
def recorder(store_settings: StoreSettings, make_recorder: MakeRecorder) -> GroupCommitRecorder:
    """A recorder on this test's own database."""
    return make_recorder(store_settings)


@pytest.fixture
def own_server(data_folder: Path) -> Iterator[EmbeddedServer]:
    """A running, migrated server of this test's own, which it may kill."""
    with EmbeddedServer.started(data_folder, keep_running=False) as server:
        make_database(server, "acta")
        migrate(server.url("acta", owner=True), service_role=SERVICE)
        yield server


@pytest.fixture
def proxy(database_url: str) -> Iterator[Proxy]:
    """What stands between a recorder and the database of the test, and can lose messages."""
    with Proxy(database_url) as proxy:
        yield proxy
