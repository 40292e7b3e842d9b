"""What a player has done: games played and won, by game and by opponent, over all entries of the person."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final
from uuid import UUID

from msgspec import Struct

from projections.log import Connection


class Entry(Struct, frozen=True):
    """What an entry stands for today: itself or the entry it was merged into, and whether that person was erased."""

    id: UUID
    survivor: UUID
    erased: bool
    registered_at: datetime | None
    """None for an id that was recorded in a game and never registered."""


class Tally(Struct, frozen=True):
    """Games of one ruleset that ended. Shared first places are won."""

    ruleset: str
    played: int
    won: int


class HeadToHead(Struct, frozen=True):
    """Games against one opponent that ended: how often one came in before them, behind them, or at the same place."""

    opponent: UUID
    erased: bool
    played: int
    ahead: int
    behind: int
    level: int


class PlayerPage(Struct, frozen=True):
    """A person's results. Erased persons have a page as well: their opponents' games stay whole."""

    id: UUID
    entries: tuple[UUID, ...]
    """Every entry of the person, `id` among them."""
    erased: bool
    registered_at: datetime
    played: int
    won: int
    unfinished: int
    """Games that are still going on."""
    rulesets: tuple[Tally, ...]
    opponents: tuple[HeadToHead, ...]


_PERSON: Final = (
    "SELECT own.survivor, array_agg(other.id ORDER BY other.id), min(other.registered_at),"
    " bool_or(other.erased_at IS NOT NULL) FILTER (WHERE other.id = own.survivor),"
    " (SELECT count(*) FROM game_index WHERE status <> 'ended' AND seats && array_agg(other.id)) "
    "FROM player_entries AS own JOIN player_entries AS other ON other.survivor = own.survivor "
    "WHERE own.id = %s GROUP BY own.survivor"
)

# One statement, so that both halves are of the same moment. Somebody who was at a table with two of their own entries,
# as a merge may show, played that game once and did not meet themselves.
_RESULTS: Final = """
WITH own AS MATERIALIZED (
    SELECT game, side, place, ruleset FROM game_scores
    WHERE voided_at IS NULL
        AND player = ANY(ARRAY(SELECT id FROM player_entries WHERE survivor = %(person)s))
), met AS (
    SELECT own.game, own.place, other.place AS theirs, coalesce(entry.survivor, other.player) AS opponent
    FROM own
    JOIN game_scores AS other ON other.game = own.game AND other.voided_at IS NULL AND other.side <> own.side
    LEFT JOIN player_entries AS entry ON entry.id = other.player
)
SELECT ruleset, NULL::uuid, false, count(DISTINCT game) AS played,
    count(DISTINCT game) FILTER (WHERE place = 1), 0::bigint, 0::bigint
FROM own GROUP BY ruleset
UNION ALL
SELECT NULL, met.opponent, bool_or(entry.erased_at IS NOT NULL), count(DISTINCT game),
    count(*) FILTER (WHERE place < theirs), count(*) FILTER (WHERE place > theirs),
    count(*) FILTER (WHERE place = theirs)
FROM met LEFT JOIN player_entries AS entry ON entry.id = met.opponent
WHERE met.opponent <> %(person)s GROUP BY met.opponent
ORDER BY played DESC, 1, 2
"""

_ENTRIES: Final = (
    "SELECT asked.id, coalesce(entry.survivor, asked.id), survivor.erased_at IS NOT NULL, entry.registered_at "
    "FROM unnest(%s::uuid[]) AS asked (id) LEFT JOIN player_entries AS entry ON entry.id = asked.id "
    "LEFT JOIN player_entries AS survivor ON survivor.id = entry.survivor"
)


def player_page(connection: Connection, player_id: UUID) -> PlayerPage | None:
    """The page of the person any entry belongs to; its `id` is the entry all others count as. None: no such entry."""
    person = connection.execute(_PERSON, [player_id]).fetchone()
    if person is None:
        return None
    survivor, entries_, registered_at, erased, unfinished = person
    rulesets: list[Tally] = []
    opponents: list[HeadToHead] = []
    for ruleset, opponent, gone, *numbers in connection.execute(_RESULTS, {"person": survivor}).fetchall():
        if opponent is None:
            rulesets.append(Tally(ruleset, *numbers[:2]))
        else:
            opponents.append(HeadToHead(opponent, gone, *numbers))
    return PlayerPage(
        id=survivor,
        entries=tuple(entries_),
        erased=erased,
        registered_at=registered_at,
        played=sum(tally.played for tally in rulesets),
        won=sum(tally.won for tally in rulesets),
        unfinished=unfinished,
        rulesets=tuple(rulesets),
        opponents=tuple(opponents),
    )


def entries(connection: Connection, ids: Iterable[UUID]) -> dict[UUID, Entry]:
    """What each of these ids stands for today; all of them are in the answer."""
    rows = connection.execute(_ENTRIES, [list(set(ids))]).fetchall()
    return {row[0]: Entry(*row) for row in rows}
