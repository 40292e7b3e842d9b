"""Leagues and their standings, now or as they stood at any moment.

Nothing is stored but who came in where, and when that began and ceased to count. Points are counted when asked for,
as exact fractions, by the terms in force at that moment.
"""

from collections import defaultdict
from datetime import datetime
from fractions import Fraction
from typing import Final
from uuid import UUID

from msgspec import Struct
from psycopg.sql import SQL

from domain.competition.leagues import Terms
from domain.competition.points import award
from projections.log import Connection
from projections.queries.pages import BIG, Page, cursor_after, key_of, limited
from projections.queries.rows import built


class LeagueRow(Struct, frozen=True):
    """A league and the terms it had at the moment asked for."""

    id: UUID
    version: int
    opened_at: datetime
    changed_at: datetime
    terms: Terms


class Place(Struct, frozen=True):
    """A line of the standings. `points` is an exact fraction; equal points share a place, and the next is skipped."""

    place: int
    player: UUID
    erased: bool
    points: str
    played: int
    won: int


class Standings(Struct, frozen=True):
    """The standings of a league. Players of the same place are in the order of their ids.

    `position` is that of the newest event all of which, and everything before it, is in; `as_of` None means now.
    """

    league: LeagueRow
    as_of: datetime | None
    position: int
    places: tuple[Place, ...]


class Reason(Struct, frozen=True):
    """What one seat of one game gave a player: the place of its side, and how many sides shared that."""

    game: UUID
    ruleset: str
    seat: int
    place: int
    tied: int
    points: str
    at: datetime


_LEAGUES: Final = (
    "SELECT last.league, last.version, first.at, last.at, last.name, last.points, last.ties, last.owner, last.rulesets,"
    " last.spectators, first.position "
    "FROM (SELECT DISTINCT ON (league) * FROM league_terms WHERE at <= %(at)s::timestamptz"
    "  AND (%(league)s::uuid IS NULL OR league = %(league)s) ORDER BY league, version DESC) AS last "
    "JOIN league_terms AS first ON first.league = last.league AND first.version = 1 "
    "WHERE first.position < %(before)s AND (last.spectators OR NOT %(public)s) "
    "ORDER BY first.position DESC LIMIT %(limit)s"
)

# Scores of a league as they counted at a moment, each under the entry its player counted as at that moment.
_COUNTED: Final = SQL("""
WITH RECURSIVE merged (id, becomes) AS (
    SELECT id, merged_into FROM player_entries WHERE merged_at <= %(at)s::timestamptz
    UNION ALL
    SELECT merged.id, further.merged_into FROM merged JOIN player_entries AS further ON further.id = merged.becomes
    WHERE further.merged_at <= %(at)s::timestamptz
), person AS (
    SELECT merged.id, merged.becomes AS survivor FROM merged JOIN player_entries AS last ON last.id = merged.becomes
    WHERE last.merged_at IS NULL OR last.merged_at > %(at)s::timestamptz
), counted AS (
    SELECT game, seat, score.position, at, ruleset, place, tied, coalesce(person.survivor, score.player) AS player
    FROM game_scores AS score LEFT JOIN person ON person.id = score.player
    WHERE league = %(league)s AND at <= %(at)s::timestamptz
        AND (voided_at IS NULL OR voided_at > %(at)s::timestamptz)
)
""")
# The lines without a place are the players' totals.
_STANDINGS: Final = _COUNTED + SQL("""
SELECT counted.player, place, tied, count(*), count(DISTINCT game), count(DISTINCT game) FILTER (WHERE place = 1),
    (SELECT erased_at IS NOT NULL FROM player_entries WHERE id = counted.player)
FROM counted GROUP BY GROUPING SETS ((counted.player), (counted.player, place, tied)) ORDER BY counted.player
""")
_REASONS: Final = _COUNTED + SQL("""
SELECT game, ruleset, seat, place, tied, at, position FROM counted
WHERE player = %(player)s AND (position, seat) < (%(position)s, %(seat)s) ORDER BY position DESC, seat DESC
LIMIT %(limit)s
""")
_POSITION: Final = "SELECT coalesce(min(position), 0) FROM projection_positions"
_NOW: Final = "infinity"


def leagues(
    connection: Connection, cursor: str | None = None, limit: int = 50, *, public_only: bool = False
) -> Page[LeagueRow]:
    """All leagues, or those open to spectators, the newest first. Raises BadCursor."""
    listing = ("leagues", public_only)
    (before,) = key_of(cursor, listing, (BIG,))
    size = limited(limit)
    asked = {"league": None, "at": _NOW, "before": before, "limit": size + 1, "public": public_only}
    rows = connection.execute(_LEAGUES, asked).fetchall()
    more = cursor_after((rows[size - 1][-1],), listing) if len(rows) > size else None
    return Page(tuple(_league(row) for row in rows[:size]), more)


def league(connection: Connection, league_id: UUID, as_of: datetime | None = None) -> LeagueRow | None:
    """A league under the terms of a moment; None where there is none, or was none yet."""
    asked = {"league": league_id, "at": as_of or _NOW, "before": BIG, "limit": 1, "public": False}
    row = connection.execute(_LEAGUES, asked).fetchone()
    return None if row is None else _league(row)


def standings(connection: Connection, league_id: UUID, as_of: datetime | None = None) -> Standings | None:
    """The standings by every event with `at` <= `as_of`; None where there is no such league, or was none yet."""
    [[position]] = connection.execute(_POSITION).fetchall()  # before the rest: what is read later is no older
    found = league(connection, league_id, as_of)
    if found is None:
        return None
    points, ties = found.terms.exact_points(), found.terms.ties
    totals: dict[UUID, tuple[int, int, bool]] = {}
    sums: defaultdict[UUID, Fraction] = defaultdict(Fraction)
    for player, place, tied, seats, played, won, erased in connection.execute(
        _STANDINGS, {"league": league_id, "at": as_of or _NOW}
    ).fetchall():
        if place is None:
            totals[player] = played, won, bool(erased)
        else:
            sums[player] += award(place, tied, points, ties) * seats
    return Standings(found, as_of, position, tuple(_ranked(sums, totals)))


def reasons(
    connection: Connection,
    league_id: UUID,
    player: UUID,
    *,
    as_of: datetime | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> Page[Reason] | None:
    """Which games gave a player of the standings what, the newest first; their sum is the player's points.

    `player` is the entry that stands in the standings of that moment. None where there is no such league. Raises
    BadCursor.
    """
    listing = ("reasons", league_id, player, as_of)
    position, seat = key_of(cursor, listing, (BIG, 0))
    found = league(connection, league_id, as_of)
    if found is None:
        return None
    size = limited(limit)
    asked = {
        "league": league_id,
        "at": as_of or _NOW,
        "player": player,
        "position": position,
        "seat": seat,
        "limit": size + 1,
    }
    rows = connection.execute(_REASONS, asked).fetchall()
    points, ties = found.terms.exact_points(), found.terms.ties
    items = tuple(
        Reason(game, ruleset, seat_, place, tied, str(award(place, tied, points, ties)), at)
        for game, ruleset, seat_, place, tied, at, _ in rows[:size]
    )
    more = cursor_after((rows[size - 1][-1], rows[size - 1][2]), listing) if len(rows) > size else None
    return Page(items, more)


def _ranked(sums: dict[UUID, Fraction], totals: dict[UUID, tuple[int, int, bool]]) -> list[Place]:
    places: list[Place] = []
    for number, (player, points) in enumerate(sorted(sums.items(), key=lambda item: (-item[1], item[0])), 1):
        written = str(points)
        place = places[-1].place if places and places[-1].points == written else number
        played, won, erased = totals[player]
        places.append(Place(place, player, erased, written, played, won))
    return places


def _league(row: tuple[object, ...]) -> LeagueRow:
    *about, name, points, ties, owner, rulesets, spectators, _ = row
    terms = {
        "name": name,
        "points": points,
        "ties": ties,
        "owner": owner,
        "rulesets": rulesets,
        "spectators": spectators,
    }
    return built(LeagueRow, [*about, terms])
