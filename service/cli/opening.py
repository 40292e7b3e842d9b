"""The settings a command works under, and the database behind them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import psycopg

from service.cli.console import set_up_logging
from service.cli.failures import Failure
from service.database import Database, open_database
from service.database.layout import FOLDER
from service.records.loading import Loader
from service.records.registry import event_mapper
from service.settings import Settings
from service.store.application import ActaApplication
from service.store.datastore import ActaDatastore
from service.store.settings import StoreSettings


def settings_of(**given: Any) -> Settings:
    """The settings of the environment, those `given` (and not None) in their place. Raises BadSettingError."""
    settings = Settings.from_environment()
    set_up_logging(settings.log_level)
    changes = {name: value for name, value in given.items() if value is not None}
    if "data" in changes and settings.database_url is not None:
        raise Failure("--data and ACTA_DATABASE_URL name two different databases; give one of them.")
    return msgspec.structs.replace(settings, **changes)


@contextmanager
def opened(data: Path | None) -> Iterator[Database]:
    """The database of a command that works beside the service. It is never made here: an empty one would only hide
    that the folder is the wrong one."""
    settings = settings_of(data=data)
    if settings.database_url is None and not (settings.data / FOLDER).exists():
        raise Failure(f"There is no data in {settings.data}. Begin with acta serve, or name the folder with --data.")
    with open_database(settings, keep_running=False) as database:
        yield database


@contextmanager
def connected(data: Path | None) -> Iterator[tuple[Database, psycopg.Connection[Any]]]:
    """The same, and a connection as the service's role."""
    with (
        opened(data) as database,
        psycopg.connect(database.url, application_name="acta cli") as connection,
    ):
        yield database, connection


@contextmanager
def records(database: Database) -> Iterator[Loader]:
    """The game records of a database, to be read."""
    store = ActaApplication(StoreSettings(url=database.url), event_mapper())
    datastore = ActaDatastore(StoreSettings(url=database.url))
    try:
        yield Loader(store, datastore)
    finally:
        datastore.close()
        store.close()
