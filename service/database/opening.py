"""Opening the database the settings ask for."""

from pathlib import Path
from types import TracebackType
from typing import Final, Self

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier

from service.database.embedded import EmbeddedServer
from service.database.errors import DatabaseStartError
from service.database.layout import SERVICE
from service.database.migrations import current_revision, migrate, newest_revision
from service.settings import DatabaseUrl, Settings

DATABASE: Final = "acta"


class Database:
    """An open database. Close it (or use it as a context manager) to let go of an embedded server."""

    def __init__(self, url: DatabaseUrl, owner_url: DatabaseUrl, place: str, server: EmbeddedServer | None) -> None:
        """Use `open_database`."""
        self.url = url
        """The address the service connects to. Its role can read and append the record, and cannot change it."""
        self.owner_url = owner_url
        """The address of the tables' owner: for migrations and rebuilds. The same as `url` if only one was given."""
        self.place = place
        """Where the data is, for people; without a password."""
        self.server = server
        """The embedded server, None for a database of the user's."""

    @property
    def service_role(self) -> str | None:
        """The role of `url` when it is another than the owner's."""
        return None if self.url == self.owner_url else _role(self.url)

    def migrate(self) -> str:
        """Bring it to the newest schema; returns the revision. Raises `DatabaseStartError`."""
        # A service that connects with its own, weaker role to tables somebody else migrated has nothing to do and
        # could not.
        if self.url == self.owner_url and current_revision(self.url) == newest_revision():
            return newest_revision()
        return migrate(self.owner_url, service_role=self.service_role)

    def close(self) -> None:
        """Let go of it; the last to let go of an embedded server stops it. May be called twice."""
        if self.server is not None:
            self.server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_database(settings: Settings, *, migrated: bool = True, keep_running: bool = True) -> Database:
    """Open the database `settings` ask for, starting the embedded one if need be.

    `migrated` brings it to the newest schema first; `keep_running` starts an embedded server again when it dies.
    Raises `DatabaseStartError`, whose text is for the operator.
    """
    if settings.database_url is not None:
        url = settings.database_url
        database = Database(url, settings.migration_url or url, url.redacted, None)
    else:
        server = EmbeddedServer.started(settings.data, keep_running=keep_running)
        try:
            make_database(server, DATABASE)
        except BaseException:
            server.close()
            raise
        database = Database(
            DatabaseUrl(server.url(DATABASE)),
            DatabaseUrl(server.url(DATABASE, owner=True)),
            str(_shown(server)),
            server,
        )
    try:
        if migrated:
            database.migrate()
    except BaseException:
        database.close()
        raise
    return database


def make_database(server: EmbeddedServer, name: str) -> None:
    """Make the service's role and an empty database on an embedded server, unless they are there."""
    try:
        with psycopg.connect(server.url("postgres", owner=True), autocommit=True) as connection:
            # Two processes that start at once both find it missing; the lock makes one of them wait.
            connection.execute("SELECT pg_advisory_lock(hashtext('acta: make database'))")
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [SERVICE]).fetchone():
                connection.execute(
                    SQL("CREATE ROLE {} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE").format(Identifier(SERVICE))
                )
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                connection.execute(SQL("CREATE DATABASE {} TEMPLATE template0").format(Identifier(name)))
    except psycopg.Error as error:
        raise DatabaseStartError(f"The embedded PostgreSQL refuses: {error}".strip()) from error


def _role(url: str) -> str:
    user = conninfo_to_dict(url).get("user")
    if not isinstance(user, str):
        raise DatabaseStartError("ACTA_DATABASE_URL must name a user when ACTA_MIGRATION_URL is set.")
    return user


def _shown(server: EmbeddedServer) -> Path:
    """The folder to tell people; the true one where it lies elsewhere than they said."""
    home = server.layout.home
    return server.folder if home.is_relative_to(server.folder.resolve()) else home
