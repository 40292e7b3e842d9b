"""The entries of players: which there are, which count as which, which stand for nobody any more."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from domain.competition.events import PlayerErased, PlayerMerged, PlayerRegistered
from projections.generations import Generation
from projections.log import Connection, Decode, Recorded, kind


class Merge(NamedTuple):
    """An entry that counts as another from a moment on, and the entry it thereby counts as in the end."""

    player: UUID
    into: UUID
    survivor: UUID
    at: datetime


@dataclass(slots=True)
class PlayerChanges:
    """What a run of events changes, in the order in which it has to be written."""

    registered: list[tuple[UUID, int, datetime]] = field(default_factory=list)
    merges: list[Merge] = field(default_factory=list)
    erased: list[tuple[UUID, datetime]] = field(default_factory=list)
    positions: dict[UUID, int] = field(default_factory=dict)


def fold(rows: Iterable[Recorded], decode: Decode, merged: Mapping[UUID, UUID]) -> PlayerChanges:
    """The changes that events of players make. `merged` says what was merged into what before them.

    Of merges that would close a circle (two decided at the same moment, each on its own entry) the later is dropped.
    """
    parents = dict(merged)
    changes = PlayerChanges()
    for row in rows:
        player = UUID(bytes=row.originator_id)
        match decode(player, row.version, row.topic, row.state):
            case PlayerRegistered(at=at):
                changes.registered.append((player, row.position, at))
            case PlayerMerged(into=into, at=at):
                survivor = _survivor(parents, into)
                if player not in parents and survivor != player:
                    parents[player] = into
                    changes.merges.append(Merge(player, into, survivor, at))
            case PlayerErased(at=at):
                changes.erased.append((player, at))
        changes.positions[player] = row.position
    return changes


def _survivor(parents: Mapping[UUID, UUID], player: UUID) -> UUID:
    while (into := parents.get(player)) is not None:
        player = into
    return player


class Players:
    """The table of entries."""

    name: Final = "players"
    stream: Final = "player"

    def __init__(self, decode: Decode, generation: Generation) -> None:
        self._decode = decode
        self._merged = generation.sql("SELECT id, merged_into FROM {player_entries} WHERE merged_into IS NOT NULL")
        self._register = generation.sql(
            "INSERT INTO {player_entries} (id, position, registered_at, survivor) "
            "SELECT id, position, at, id "
            "FROM unnest(%s::uuid[], %s::bigint[], %s::timestamptz[]) AS new (id, position, at)"
        )
        self._merge = generation.sql("UPDATE {player_entries} SET merged_into = %s, merged_at = %s WHERE id = %s")
        self._follow = generation.sql("UPDATE {player_entries} SET survivor = %s WHERE survivor = %s")
        self._erase = generation.sql("UPDATE {player_entries} SET erased_at = %s WHERE id = %s")
        self._move_on = generation.sql(
            "UPDATE {player_entries} AS entry SET position = new.position "
            "FROM unnest(%s::uuid[], %s::bigint[]) AS new (id, position) WHERE entry.id = new.id"
        )

    def apply(self, connection: Connection, rows: Sequence[Recorded]) -> None:
        """Take in events of players."""
        merged: dict[UUID, UUID] = {}
        if any(kind(row.topic) == "player.merged" for row in rows):
            merged = dict(connection.execute(self._merged).fetchall())
        changes = fold(rows, self._decode, merged)
        if changes.registered:
            connection.execute(self._register, [list(column) for column in zip(*changes.registered, strict=True)])
        for merge in changes.merges:
            connection.execute(self._merge, (merge.into, merge.at, merge.player))
            connection.execute(self._follow, (merge.survivor, merge.player))
        for player, at in changes.erased:
            connection.execute(self._erase, (at, player))
        connection.execute(self._move_on, [list(changes.positions), list(changes.positions.values())])
