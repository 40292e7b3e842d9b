"""Making a second set of tables like the first, and putting it in the first one's place."""

from typing import Final

from psycopg.sql import SQL, Identifier

from projections.generations import LIVE, NEXT, TABLES
from projections.log import Connection

_SETTINGS: Final = "SELECT unnest(reloptions) FROM pg_class WHERE oid = to_regclass(%s)"
_GRANTS: Final = (
    "SELECT CASE grantee WHEN 0 THEN NULL ELSE grantee::regrole::text END, privilege_type "
    "FROM pg_class, aclexplode(relacl) WHERE oid = to_regclass(%s) AND grantee <> relowner"
)
_CONSTRAINTS: Final = "SELECT conname FROM pg_constraint WHERE conrelid = to_regclass(%s) AND starts_with(conname, %s)"
_INDEXES: Final = (
    "SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid "
    "WHERE indrelid = to_regclass(%s) AND starts_with(relname, %s)"
)


def create_next(connection: Connection) -> None:
    """Make empty tables like those that serve: columns, indexes, settings, and who may do what."""
    with connection.transaction():
        for table in TABLES:
            names = {"old": LIVE.names[table], "new": NEXT.names[table]}
            connection.execute(SQL("CREATE TABLE {new} (LIKE {old} INCLUDING ALL)").format(**names))
            for (setting,) in connection.execute(_SETTINGS, [table]).fetchall():
                name, _, value = setting.partition("=")
                connection.execute(SQL("ALTER TABLE {new} SET ({} = {})").format(Identifier(name), value, **names))
            # As found, rather than by default or as some list says: an operator may have let a report read a table.
            for grantee, right in _grants(connection, NEXT.prefix + table):
                connection.execute(SQL("REVOKE {} ON {new} FROM {}").format(right, grantee, **names))
            for grantee, right in _grants(connection, table):
                connection.execute(SQL("GRANT {} ON {new} TO {}").format(right, grantee, **names))


def _grants(connection: Connection, table: str) -> list[tuple[SQL, SQL]]:
    """Who, beside its owner, may do what with a table; the database has quoted the names."""
    rows = connection.execute(_GRANTS, [table]).fetchall()
    return [(SQL("PUBLIC" if role is None else role), SQL(right)) for role, right in rows]


def drop_next(connection: Connection) -> None:
    """Drop the tables of a rebuild, as many as there are."""
    names = SQL(", ").join(NEXT.names[table] for table in TABLES)
    connection.execute(SQL("DROP TABLE IF EXISTS {}").format(names))


def analyze(connection: Connection) -> None:
    """Let the database see how full the new tables are before anybody's queries meet them."""
    connection.execute(SQL("ANALYZE {}").format(SQL(", ").join(NEXT.names[table] for table in TABLES)))


def put_in_place(connection: Connection) -> None:
    """Drop the tables that serve and give their names to the new ones, within the caller's transaction."""
    olds = SQL(", ").join(LIVE.names[table] for table in TABLES)
    connection.execute(SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(olds))
    connection.execute(SQL("DROP TABLE {}").format(olds))
    for table in TABLES:
        connection.execute(SQL("ALTER TABLE {} RENAME TO {}").format(NEXT.names[table], LIVE.names[table]))
        # The index of a key goes by its constraint's name, so constraints come first and the other indexes after.
        for (name,) in connection.execute(_CONSTRAINTS, [table, NEXT.prefix]).fetchall():
            renamed = Identifier(name.removeprefix(NEXT.prefix))
            connection.execute(
                SQL("ALTER TABLE {} RENAME CONSTRAINT {} TO {}").format(LIVE.names[table], Identifier(name), renamed)
            )
        for (name,) in connection.execute(_INDEXES, [table, NEXT.prefix]).fetchall():
            renamed = Identifier(name.removeprefix(NEXT.prefix))
            connection.execute(SQL("ALTER INDEX {} RENAME TO {}").format(Identifier(name), renamed))
