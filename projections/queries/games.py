"""The listing of games."""

from collections.abc import Collection
from datetime import datetime
from typing import Final, LiteralString
from uuid import UUID

import msgspec
from msgspec import Struct
from psycopg.sql import SQL

from domain.kernel.results import Result
from projections.games import Status
from projections.log import Connection
from projections.queries.pages import BIG, Page, cursor_after, key_of, limited
from projections.queries.rows import built


class GameRow(Struct, frozen=True):
    """A game as the index knows it. `seats` are the entries that were recorded, `players` those they count as today."""

    id: UUID
    ruleset: str
    ruleset_version: int
    seats: tuple[UUID, ...]
    players: tuple[UUID, ...]
    owner: UUID
    league: UUID | None
    spectators: bool
    status: Status
    opened_at: datetime
    last_at: datetime
    version: int
    ply: int
    position: int
    """That of the game's newest event in the log."""
    result: Result | None


class GameFilter(Struct, frozen=True, omit_defaults=True):
    """Which games to list; what is left out does not matter.

    `player` and `owner` are any entry of a person and find the games of all of them. `visible_to` is who is asking, and
    leaves out games without spectators that are none of theirs; `public_only` leaves out all of these.
    """

    ruleset: str | None = None
    player: UUID | None = None
    status: Status | None = None
    league: UUID | None = None
    owner: UUID | None = None
    opened_from: datetime | None = None
    opened_before: datetime | None = None
    visible_to: UUID | None = None
    public_only: bool = False


EVERY_GAME: Final = GameFilter()

_COLUMNS: Final = SQL(
    "SELECT id, ruleset, ruleset_version, seats,"
    " ARRAY(SELECT coalesce(entry.survivor, seat.player)"
    "  FROM unnest(game.seats) WITH ORDINALITY AS seat (player, number)"
    "  LEFT JOIN player_entries AS entry ON entry.id = seat.player ORDER BY seat.number),"
    " owner, league, spectators, status, opened_at, last_at, version, ply, position, opened_position, result::text "
    "FROM game_index AS game "
)
_ONE: Final = _COLUMNS + SQL("WHERE id = %s")

# All entries of the person an entry belongs to. An array, computed once, so that the index on seats can be used.
_ENTRIES: Final = (
    "(SELECT coalesce(array_agg(other.id), ARRAY[{0}::uuid]) FROM player_entries AS entry"
    " JOIN player_entries AS other ON other.survivor = entry.survivor WHERE entry.id = {0})"
)
_CONDITIONS: Final[dict[str, LiteralString]] = {
    "ruleset": "ruleset = %(ruleset)s",
    "player": "seats && " + _ENTRIES.format("%(player)s"),
    "league": "league = %(league)s",
    "owner": "owner = ANY(" + _ENTRIES.format("%(owner)s") + "::uuid[])",
    "opened_from": "opened_at >= %(opened_from)s",
    "opened_before": "opened_at < %(opened_before)s",
    "visible_to": "(spectators OR ARRAY[owner] || seats && " + _ENTRIES.format("%(visible_to)s") + ")",
}
# Written out, so that the database sees when the index of games still going on will do.
_STATUSES: Final[dict[Status, LiteralString]] = {
    "open": "status = 'open'",
    "paused": "status = 'paused'",
    "ended": "status = 'ended'",
}


def list_games(
    connection: Connection, asked: GameFilter = EVERY_GAME, cursor: str | None = None, limit: int = 50
) -> Page[GameRow]:
    """Games, the newest opening first. Raises BadCursor.

    Pages do not shift when games are added; a game that no longer fits the filter is missing from pages read later.
    """
    (before,) = key_of(cursor, asked, (BIG,))
    size = limited(limit)
    values = msgspec.structs.asdict(asked)
    conditions = [SQL("opened_position < %(before)s")]
    conditions += [SQL(condition) for name, condition in _CONDITIONS.items() if values[name] is not None]
    if asked.status is not None:
        conditions.append(SQL(_STATUSES[asked.status]))
    if asked.public_only:
        conditions.append(SQL("spectators"))
    query = (
        _COLUMNS + SQL("WHERE ") + SQL(" AND ").join(conditions) + SQL(" ORDER BY opened_position DESC LIMIT %(limit)s")
    )
    rows = connection.execute(query, {**values, "before": before, "limit": size + 1}).fetchall()
    more = cursor_after((rows[size - 1][-2],), asked) if len(rows) > size else None
    return Page(tuple(_game(row) for row in rows[:size]), more)


def game(connection: Connection, game_id: UUID) -> GameRow | None:
    """One game, None if there is none of this id."""
    row = connection.execute(_ONE, [game_id]).fetchone()
    return None if row is None else _game(row)


def shared_game(connection: Connection, one: Collection[UUID], other: Collection[UUID]) -> UUID | None:
    """A game still going on at which entries of both persons sit; None if there is none."""
    row = connection.execute(
        "SELECT id FROM game_index WHERE status <> 'ended' AND seats && %s::uuid[] AND seats && %s::uuid[] LIMIT 1",
        (list(one), list(other)),
    ).fetchone()
    return None if row is None else row[0]


def _game(row: tuple[object, ...]) -> GameRow:
    *shown, _, result = row
    return built(GameRow, [*shown, None if result is None else msgspec.json.decode(str(result))])
