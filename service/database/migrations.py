"""Bringing a database to the newest schema, from inside the process that needs it."""

import contextlib
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psycopg
from alembic import command, context
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, create_engine, pool, text

from service.database.errors import DatabaseStartError
from service.database.grants import grant_service
from service.settings import Settings

LOCK: Final = 0x61637461_0001  # any number that all versions of acta share
_OLDEST: Final = 15
_in_process = threading.Lock()  # alembic keeps what it works on in global variables


def migrate(url: str, *, service_role: str | None = None) -> str:
    """Bring the database at `url` to the newest schema; returns its revision.

    `url` connects as the owner of the tables. `service_role` then gets its rights (`grant_service`). Everything
    happens in one transaction under an advisory lock: of several processes that start at once, one migrates and the
    others find it done. Raises `DatabaseStartError`.
    """
    with _in_process, _explained(), _connect(url) as connection:
        config = _config()
        config.attributes["connection"] = connection
        config.attributes["service_role"] = service_role
        command.upgrade(config, "head")
    return newest_revision()


def current_revision(url: str) -> str | None:
    """The revision of the database at `url`, None while it is empty. Raises `DatabaseStartError`."""
    with _explained(), psycopg.connect(url) as connection:
        row = connection.execute("SELECT to_regclass('alembic_version') IS NOT NULL").fetchone()
        if row is None or not row[0]:
            return None
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(row[0]) if row else None


def newest_revision() -> str:
    """The revision this version of acta works with."""
    revision = ScriptDirectory.from_config(_config()).get_current_head()
    assert revision is not None
    return revision


def apply(connection: Connection) -> None:
    """Run the migrations on `connection`: what `alembic/env.py` does, with or without the command line."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    context.configure(connection=connection, transaction_per_migration=False)
    with context.begin_transaction():
        context.run_migrations()
    if (role := context.config.attributes.get("service_role")) is not None:
        raw = connection.connection.driver_connection
        assert isinstance(raw, psycopg.Connection)
        grant_service(raw, role)


@contextlib.contextmanager
def connect_for_command_line() -> Iterator[Connection]:
    """A connection, in a transaction, to the database that the environment names. Raises `DatabaseStartError`."""
    settings = Settings.from_environment()
    url = settings.migration_url or settings.database_url
    if url is None:
        raise DatabaseStartError("Set ACTA_DATABASE_URL. For the embedded database, run `acta migrate` instead.")
    with _connect(url) as connection:
        yield connection


@contextlib.contextmanager
def _connect(url: str) -> Iterator[Connection]:
    # psycopg reads the address, not SQLAlchemy: one reading of its options (sockets, several hosts) everywhere.
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url), poolclass=pool.NullPool)
    with engine.begin() as connection:
        version = int(connection.execute(text("SHOW server_version_num")).scalar_one()) // 10_000
        if version < _OLDEST:
            raise DatabaseStartError(f"acta needs PostgreSQL {_OLDEST} or later; this server is version {version}.")
        yield connection


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    """Turn what can go wrong into a message for the operator; the drivers' own texts name no password."""
    try:
        yield
    except psycopg.OperationalError as error:
        raise DatabaseStartError(f"The database cannot be reached: {error}".strip()) from error
    except CommandError as error:
        raise DatabaseStartError(
            f"This database was migrated by a newer acta ({error}). Update acta, or use another database."
        ) from error
    except Exception as error:
        cause = getattr(error, "orig", None) or error
        if isinstance(cause, psycopg.Error):
            raise DatabaseStartError(f"The database cannot be migrated: {cause}".strip()) from error
        raise


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_scripts()).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _scripts() -> Path:
    """The folder of the migrations: beside the packages in a checkout, under share/ when installed from a wheel."""
    candidates = (Path(__file__).parents[2] / "alembic", Path(sys.prefix) / "share" / "acta" / "alembic")
    for folder in candidates:
        if (folder / "env.py").is_file():
            return folder
    raise DatabaseStartError(f"The migrations are missing; they should be in {candidates[0]}. Install acta anew.")
