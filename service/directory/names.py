"""Names and contacts: looked up, listed, corrected. The record knows ids alone."""

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

import psycopg
from msgspec import Struct

Connection = psycopg.Connection[Any]

LONGEST_NAME: Final = 200
LONGEST_CONTACT: Final = 500


class Person(Struct, frozen=True):
    """An entry of the directory. `contact` is for organisers and the person."""

    id: UUID
    name: str
    contact: str | None


class BadName(ValueError):
    """A name or a contact that cannot be kept: empty, too long, or with characters that do not print."""

    def __init__(self, field: str, most: int) -> None:
        super().__init__(field)
        self.field = field
        self.most = most


def checked_name(name: str) -> str:
    """A name as it is kept. Raises BadName.

    >>> checked_name("  Player 1 ")
    'Player 1'
    """
    return _checked("name", name, 1, LONGEST_NAME)


def checked_contact(contact: str | None) -> str | None:
    """A contact as it is kept; an empty one is none. Raises BadName."""
    return None if contact is None else _checked("contact", contact, 0, LONGEST_CONTACT) or None


def find(connection: Connection, player: UUID) -> Person | None:
    """One entry; None where there is none, or none any more."""
    row = connection.execute("SELECT id, name, contact FROM players WHERE id = %s", (player,)).fetchone()
    return None if row is None else Person(*row)


def correct(connection: Connection, person: Person) -> bool:
    """Put another name and contact in the place of those there are. Whether there is such an entry."""
    row = connection.execute(
        "UPDATE players SET name = %s, contact = %s, updated_at = now() WHERE id = %s RETURNING id",
        (person.name, person.contact, person.id),
    ).fetchone()
    return row is not None


def search(connection: Connection, text: str, after: UUID | None, limit: int) -> list[Person]:
    """Entries whose name holds `text`, in the order of names, from behind the entry `after` on.

    A person whose entries were merged is listed once. Raises LookupError when `after` is in the directory no more.
    """
    mark = None
    if after is not None:
        mark = connection.execute('SELECT lower(name) COLLATE "C" FROM players WHERE id = %s', (after,)).fetchone()
        if mark is None:
            raise LookupError(after)
    rows = connection.execute(
        "SELECT id, name, contact FROM players AS person "
        "WHERE (%(text)s = '' OR position(lower(%(text)s) IN lower(name)) > 0) "
        "AND NOT EXISTS (SELECT FROM player_merges AS merge WHERE merge.id = person.id) "
        'AND (%(after)s::uuid IS NULL OR (lower(name) COLLATE "C", id) > (%(name)s COLLATE "C", %(after)s)) '
        'ORDER BY lower(name) COLLATE "C", id LIMIT %(limit)s',
        {"text": text, "after": after, "name": mark[0] if mark else "", "limit": limit},
    ).fetchall()
    return [Person(*row) for row in rows]


def names_of(connection: Connection, players: Iterable[UUID]) -> dict[UUID, str]:
    """The names of these players today. Who was merged has the name of the entry they count as; who was erased none."""
    rows = connection.execute(
        "WITH RECURSIVE up (asked, id, hops) AS ("
        "SELECT asked, asked, 0 FROM unnest(%s::uuid[]) AS asked UNION "
        "SELECT up.asked, merge.into_id, hops + 1 FROM up JOIN player_merges AS merge USING (id) WHERE hops < 32) "
        "SELECT DISTINCT ON (up.asked) up.asked, players.name FROM up JOIN players USING (id) "
        "ORDER BY up.asked, hops DESC",
        (list(set(players)),),
    ).fetchall()
    return dict(rows)


def known(connection: Connection, players: Iterable[UUID]) -> frozenset[UUID]:
    """Those of these ids that are in the directory."""
    rows = connection.execute("SELECT id FROM players WHERE id = ANY(%s)", (list(set(players)),)).fetchall()
    return frozenset(player for (player,) in rows)


def _checked(field: str, text: str, least: int, most: int) -> str:
    kept = text.strip()
    if not least <= len(kept) <= most or not kept.isprintable():
        raise BadName(field, most)
    return kept
