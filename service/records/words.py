"""What was said: texts and their salts, beside the record and erasable, written in the append of the move they go with.

They are kept as bytes, for a text may hold what the database's own texts cannot.
"""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import psycopg

from domain.record.archive import Spoken
from domain.record.events import GameEvent, MovePlayed
from domain.record.record import GameRecord
from service.store.errors import VersionConflict
from service.store.rows import Row, Statement

SAVE_WORDS: Final = Statement(
    name="save_words",
    # Not for a player who was erased a moment ago: appends come one after the other, so this one then sees it.
    sql=(
        "INSERT INTO game_words (game, version, seat, player, salt, said) SELECT given.* FROM "
        "unnest($1::uuid[], $2::int8[], $3::int4[], $4::uuid[], $5::bytea[], $6::bytea[]) "
        "AS given (game, version, seat, player, salt, said) "
        "WHERE EXISTS (SELECT FROM players WHERE players.id = given.player)"
    ),
    columns=("uuid", "int8", "int4", "uuid", "bytea", "bytea"),
    duplicate=lambda row: VersionConflict(row[0], row[1]),
)
"""With game.move_played: game, version, seat, the player of the seat, salt, text."""

ERASE_WORDS: Final = Statement(
    name="erase_words",
    sql="DELETE FROM game_words WHERE player = ANY($1::uuid[])",
    columns=("uuid",),
    latest_by=1,
)
"""With player.erased, and behind the row that erases the entry: the entry whose texts go."""


def words_row(record: GameRecord, events: Sequence[GameEvent], said: Spoken) -> tuple[Row, ...]:
    """The row that keeps a text, beside the move that carries its digest."""
    [move] = [event for event in events if isinstance(event, MovePlayed)]
    player = record.opened.seats[move.seat]
    values = (record.id, move.originator_version, move.seat, player, said.salt, said.text.encode())
    return ((SAVE_WORDS, values),)


def speaks(event: GameEvent) -> bool:
    """Whether a text was said with this event. It may have been erased."""
    return isinstance(event, MovePlayed) and bool(event.move.get("words"))


def said_with(connection: psycopg.Connection[Any], game: UUID, events: Sequence[GameEvent]) -> dict[int, Spoken]:
    """The texts said with these events of a game, by version; without those that were erased."""
    versions = [event.originator_version for event in events if speaks(event)]
    if not versions:
        return {}
    rows = connection.execute(
        "SELECT version, salt, said FROM game_words WHERE game = %s AND version BETWEEN %s AND %s ORDER BY version",
        (game, min(versions), max(versions)),
    ).fetchall()
    return {version: Spoken(bytes(salt), bytes(said).decode()) for version, salt, said in rows}


def erase_words(connection: psycopg.Connection[Any], game: UUID, version: int) -> bool:
    """Erase one text. Whether there was one."""
    row = connection.execute(
        "DELETE FROM game_words WHERE game = %s AND version = %s RETURNING version", (game, version)
    ).fetchone()
    return row is not None
