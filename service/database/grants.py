"""What the service's own role may do: everything with the tables, but only read and append where the record is."""

from typing import Final

import psycopg
from psycopg.sql import SQL, Identifier

APPEND_ONLY: Final = {
    # The columns the service may fill in. Positions are the database's to give.
    "events": ("originator_id", "originator_version", "topic", "state"),
}


def grant_service(connection: psycopg.Connection, role: str) -> None:
    """Give `role` its rights on all tables of the schema, and none by default on those made there later.

    Idempotent; run as the owner of the tables, after every migration. By default nothing, because a restore makes
    `events` anew, and a default would then let the service change it. Never gives TRUNCATE, ownership, or a way to
    change or remove what is recorded.
    """
    row = connection.execute("SELECT current_schema()").fetchone()
    assert row is not None
    names = {"role": Identifier(role), "schema": Identifier(row[0])}
    for statement in (
        "GRANT USAGE ON SCHEMA {schema} TO {role}",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role}",
        "GRANT USAGE ON ALL SEQUENCES IN SCHEMA {schema} TO {role}",
        # Earlier versions of acta gave them.
        "ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} REVOKE ALL ON TABLES FROM {role}",
        "ALTER DEFAULT PRIVILEGES IN SCHEMA {schema} REVOKE ALL ON SEQUENCES FROM {role}",
        "REVOKE ALL ON alembic_version FROM {role}",
        "GRANT SELECT ON alembic_version TO {role}",
    ):
        connection.execute(SQL(statement).format(**names))
    for table, columns in APPEND_ONLY.items():
        fillable = SQL(", ").join(map(Identifier, columns))
        connection.execute(SQL("REVOKE ALL ON {table} FROM {role}").format(table=Identifier(table), **names))
        connection.execute(
            SQL("GRANT SELECT, INSERT ({columns}) ON {table} TO {role}").format(
                table=Identifier(table), columns=fillable, **names
            )
        )
