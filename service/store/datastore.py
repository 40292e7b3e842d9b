"""Reading connections: the library's datastore, made from an address and outliving a restart of the database."""

import time
from collections.abc import Sequence
from typing import Any

import psycopg
import psycopg_pool
from eventsourcing.postgres import PostgresDatastore
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import dict_row, tuple_row
from psycopg.sql import Composed

from service.store.errors import StoreClosed, StoreUnavailable
from service.store.settings import StoreSettings


class ActaDatastore(PostgresDatastore):
    """A pool of connections to the database of `settings`.

    Nothing is connected until something is read, so a service can start before its database.
    """

    def __init__(self, settings: StoreSettings) -> None:
        parts = {key: str(value) for key, value in conninfo_to_dict(settings.url).items() if value is not None}
        super().__init__(
            dbname=parts.get("dbname", ""),
            host=parts.get("host", ""),
            port=parts.get("port", ""),
            user=parts.get("user", ""),
            password=parts.get("password", ""),
            connect_timeout=settings.unavailable_after,
            pool_size=settings.pool_size,
            max_overflow=max(0, settings.pool_max - settings.pool_size),
            schema=settings.schema,
            enable_db_functions=False,  # with them tailing readers miss events
        )
        self.settings = settings
        # The library knows five parts of an address. This passes on the others too (sslmode, a socket's folder, several
        # hosts), and leaves out those it does not have.
        self.pool.kwargs = {"application_name": "acta reader", **parts, "row_factory": dict_row}

    def register_type_adapters(self) -> None:
        """Nothing: the recorder sends plain arrays, and the library would need the database to be there already."""

    def read(self, query: Composed, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The rows of a query, prepared and in binary.

        A connection that broke is replaced and the query run again, within `unavailable_after` seconds. Raises
        `StoreUnavailable` after that and `StoreClosed` when the datastore was closed.
        """
        deadline = time.monotonic() + self.settings.unavailable_after
        self.pool.open()
        while True:
            try:
                with (
                    self.pool.connection(timeout=max(0.1, deadline - time.monotonic())) as connection,
                    connection.cursor(binary=True, row_factory=tuple_row) as cursor,
                ):
                    return cursor.execute(query, parameters, prepare=True).fetchall()
            except psycopg_pool.PoolClosed as error:
                raise StoreClosed("the datastore was closed") from error
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                if time.monotonic() >= deadline:
                    raise StoreUnavailable(f"the database is unavailable: {error}".strip()) from error
                time.sleep(0.02)
                self.pool.check()  # the other idle connections broke with this one, most likely
