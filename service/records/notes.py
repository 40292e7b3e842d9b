"""Private notes: a stream for each seat beside the record, which no event, version or position tells of."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

import msgspec
import psycopg
from msgspec import Struct

from service.store.rows import Statement

SAVE_NOTE: Final = Statement(
    name="save_note",
    # Not for a player who was erased a moment ago: appends come one after the other, so this one then sees it.
    sql=(
        "INSERT INTO game_notes (id, game, seat, player, ply, written_at, note) "
        "SELECT given.* FROM "
        "unnest($1::uuid[], $2::uuid[], $3::int4[], $4::uuid[], $5::int8[], $6::timestamptz[], $7::bytea[]) "
        "AS given (id, game, seat, player, ply, written_at, note) "
        "WHERE EXISTS (SELECT FROM players WHERE players.id = given.player)"
    ),
    columns=("uuid", "uuid", "int4", "uuid", "int8", "timestamptz", "bytea"),
    find=(
        "SELECT asked.position FROM "
        "unnest($1::uuid[], $2::uuid[], $3::int4[], $4::uuid[], $5::int8[], $6::timestamptz[], $7::bytea[]) "
        "WITH ORDINALITY AS asked (id, game, seat, player, ply, written_at, note, position) "
        "JOIN game_notes AS stored ON stored.id = asked.id"
    ),
)
"""A note: its id, the game, the seat and the player of the seat, the ply, when, and what it says in JSON."""

ERASE_NOTES: Final = Statement(
    name="erase_notes",
    sql="DELETE FROM game_notes WHERE player = ANY($1::uuid[])",
    columns=("uuid",),
    latest_by=1,
)
"""With player.erased, and behind the row that erases the entry: the entry whose notes go."""


class Note(Struct, frozen=True):
    """A note as it was written, at a ply of the game. `note` is the whole book of the game's own; see its schema."""

    id: UUID
    ply: int
    at: datetime
    note: msgspec.Raw


def count_of(connection: psycopg.Connection[Any], game: UUID, seat: int) -> int:
    """How many notes a seat has written."""
    row = connection.execute("SELECT count(*) FROM game_notes WHERE game = %s AND seat = %s", (game, seat)).fetchone()
    return 0 if row is None else int(row[0])


def notes_of(
    connection: psycopg.Connection[Any], game: UUID, seat: int, *, ply: int, before: UUID | None, limit: int
) -> list[Note]:
    """The notes of a seat up to a ply, the newest first, from behind the note `before` on.

    Raises LookupError when there is no such note.
    """
    mark = None
    if before is not None:
        mark = connection.execute(
            "SELECT position FROM game_notes WHERE id = %s AND game = %s AND seat = %s", (before, game, seat)
        ).fetchone()
        if mark is None:
            raise LookupError(before)
    rows = connection.execute(
        "SELECT id, ply, written_at, note FROM game_notes WHERE game = %(game)s AND seat = %(seat)s "
        "AND ply <= %(ply)s AND (%(mark)s::bigint IS NULL OR position < %(mark)s) "
        "ORDER BY position DESC LIMIT %(limit)s",
        {"game": game, "seat": seat, "ply": ply, "mark": mark[0] if mark else None, "limit": limit},
    ).fetchall()
    return [Note(id_, at_ply, at, msgspec.Raw(bytes(note))) for id_, at_ply, at, note in rows]
