"""A connection to write the log and one to read the projections, and the contents of every table."""

from collections.abc import Iterator

import psycopg
import pytest

from projections.generations import TABLES


@pytest.fixture
def writer(database_url: str) -> Iterator[psycopg.Connection]:
    """Appends to the log, as the service's role."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def reader(database_url: str) -> Iterator[psycopg.Connection]:
    """Reads the tables and runs the projections, as the service's role."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


def contents(connection: psycopg.Connection, tables: tuple[str, ...] = TABLES) -> dict[str, list[tuple]]:
    """Every row of every table of the projections, in a fixed order."""
    return {table: connection.execute(f"SELECT t::text FROM {table} AS t ORDER BY 1").fetchall() for table in tables}
