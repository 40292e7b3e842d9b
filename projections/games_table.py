"""Writing what the fold over games came to: a handful of statements, however many games changed."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

import msgspec

from projections.games import GameChange, fold
from projections.generations import Generation
from projections.log import Connection, Decode, Recorded

_json: Final = msgspec.json.Encoder()


class OpeningMissing(Exception):
    """The log holds events of a game whose opening was never seen: rows of the index are missing. Rebuild."""


class Games:
    """The index of games and the scores of those that ended."""

    name: Final = "games"
    stream: Final = "game"

    def __init__(self, decode: Decode, generation: Generation) -> None:
        self._decode = decode
        self._insert = generation.sql(
            "COPY {game_index} (id, opened_position, position, version, ply, status, spectators, ruleset_version,"
            " ruleset, opened_at, last_at, owner, league, seats, result) FROM STDIN"
        )
        self._update = generation.sql(
            "UPDATE {game_index} AS game SET position = new.position, version = new.version, last_at = new.last_at,"
            " ply = coalesce(new.ply, game.ply) + new.steps,"
            " status = CASE WHEN new.status IS NOT NULL THEN new.status"
            "  WHEN new.rewound AND game.status = 'ended' THEN 'open' ELSE game.status END,"
            " result = CASE WHEN new.result IS NOT NULL THEN new.result::jsonb"
            "  WHEN new.rewound THEN NULL ELSE game.result END "
            "FROM unnest(%s::uuid[], %s::bigint[], %s::bigint[], %s::timestamptz[], %s::int[], %s::int[], %s::text[],"
            " %s::boolean[], %s::text[])"
            " AS new (id, position, version, last_at, ply, steps, status, rewound, result) "
            "WHERE game.id = new.id"
        )
        self._void = generation.sql(
            "UPDATE {game_scores} AS score SET voided_at = void.at, voided_position = void.position "
            "FROM unnest(%s::uuid[], %s::timestamptz[], %s::bigint[]) AS void (game, at, position) "
            "WHERE score.game = void.game AND score.voided_at IS NULL"
        )
        self._score = generation.sql(
            "INSERT INTO {game_scores} (game, seat, position, at, side, place, tied, voided_at, voided_position,"
            " player, league, ruleset) "
            "SELECT new.*, game.seats[new.seat + 1], game.league, game.ruleset "
            "FROM unnest(%s::uuid[], %s::int[], %s::bigint[], %s::timestamptz[], %s::int[], %s::int[], %s::int[],"
            " %s::timestamptz[], %s::bigint[])"
            " AS new (game, seat, position, at, side, place, tied, voided_at, voided_position) "
            "JOIN {game_index} AS game ON game.id = new.game"
        )

    def apply(self, connection: Connection, rows: Sequence[Recorded]) -> None:
        """Take in events of games. Raises `OpeningMissing`."""
        changes = {UUID(bytes=game): change for game, change in fold(rows, self._decode).items()}
        self._open(connection, changes)
        self._change(connection, {game: change for game, change in changes.items() if change.opened is None})
        self._settle(connection, changes)

    def _open(self, connection: Connection, changes: dict[UUID, GameChange]) -> None:
        new = [(game, change, change.opened) for game, change in changes.items() if change.opened is not None]
        if not new:
            return
        with connection.cursor() as cursor, cursor.copy(self._insert) as copy:
            for game, change, opened in new:
                copy.write_row(
                    (
                        game,
                        change.opened_position,
                        change.position,
                        change.version,
                        (change.ply or 0) + change.steps,
                        change.status,
                        opened.spectators,
                        opened.ruleset_version,
                        opened.ruleset,
                        opened.at,
                        change.last_at,
                        opened.owner,
                        opened.league,
                        list(opened.seats),
                        _result(change),
                    )
                )

    def _change(self, connection: Connection, changes: dict[UUID, GameChange]) -> None:
        if not changes:
            return
        columns = zip(
            *(
                (
                    game,
                    change.position,
                    change.version,
                    change.last_at,
                    change.ply,
                    change.steps,
                    change.status,
                    change.rewound,
                    _result(change),
                )
                for game, change in changes.items()
            ),
            strict=True,
        )
        cursor = connection.execute(self._update, [list(column) for column in columns])
        if cursor.rowcount != len(changes):
            raise OpeningMissing(f"{len(changes) - cursor.rowcount} games at or before {_last(changes)}")

    def _settle(self, connection: Connection, changes: dict[UUID, GameChange]) -> None:
        """Scores: first those go that were there and no longer count, then the new ones come."""
        voids = [(game, *change.voided) for game, change in changes.items() if change.voided]
        if voids:
            connection.execute(self._void, [list(column) for column in zip(*voids, strict=True)])
        scores = [(game, *score) for game, change in changes.items() for score in change.scores]
        if scores:
            connection.execute(self._score, [list(column) for column in zip(*scores, strict=True)])


def _result(change: GameChange) -> str | None:
    return None if change.result is None else _json.encode(change.result).decode()


def _last(changes: dict[UUID, GameChange]) -> int:
    return max(change.position for change in changes.values())
