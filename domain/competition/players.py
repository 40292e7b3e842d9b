"""A player's entry: registered, perhaps merged into another entry of the same person, perhaps erased."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.competition.events import PlayerErased, PlayerEvent, PlayerMerged, PlayerRegistered
from domain.competition.refusals import (
    ALREADY_ERASED,
    ALREADY_MERGED,
    MERGE_CYCLE,
    MERGE_INTO_ITSELF,
    MERGE_INTO_MERGED,
    PLAYER_ERASED,
)
from domain.record.commands import Stamp
from domain.record.refusals import Refused


class Player(Struct, frozen=True):
    """An entry at one version. `merged_into` is the entry it counts as, itself perhaps merged since."""

    id: UUID
    version: int
    at: datetime
    merged_into: UUID | None = None
    erased: bool = False


Decision = tuple[tuple[PlayerEvent, ...], Player]


def player_after(events: Iterable[PlayerEvent], player: Player | None = None) -> Player:
    """The entry after these events, from its registration on or on top of `player`. Raises ValueError for none."""
    for event in events:
        if player is None or isinstance(event, PlayerRegistered):
            player = Player(event.originator_id, event.originator_version, event.at)
        else:
            player = replace(player, version=event.originator_version, at=event.at)
        match event:
            case PlayerMerged():
                player = replace(player, merged_into=event.into)
            case PlayerErased():
                player = replace(player, erased=True)
            case PlayerRegistered():
                pass
    if player is None:
        raise ValueError("a player begins with an event")
    return player


def register_player(player: UUID, stamp: Stamp) -> Decision:
    """Make an entry. That the id is new shows when the event is stored."""
    return _decided(PlayerRegistered(player, 1, stamp.at, stamp.by, stamp.request_id))


def merge_players(player: Player, into: Player, stamp: Stamp) -> Decision:
    """Let an entry count as another of the same person. Raises Refused.

    Two merges made at the same moment can still close a circle, because they are decided on different entries; whoever
    reads the log drops the later one.
    """
    if player.id == into.id:
        raise Refused(MERGE_INTO_ITSELF)
    if player.erased or into.erased:
        raise Refused(PLAYER_ERASED, player=str(player.id if player.erased else into.id))
    if player.merged_into is not None:
        raise Refused(ALREADY_MERGED, into=str(player.merged_into))
    if into.merged_into == player.id:
        raise Refused(MERGE_CYCLE)
    if into.merged_into is not None:
        raise Refused(MERGE_INTO_MERGED, into=str(into.merged_into))
    return _decided(PlayerMerged(*_stamped(player, stamp), into=into.id), player)


def erase_player(player: Player, stamp: Stamp) -> Decision:
    """Let an entry stand for nobody; the names go from the directory outside. Raises Refused."""
    if player.erased:
        raise Refused(ALREADY_ERASED)
    return _decided(PlayerErased(*_stamped(player, stamp)), player)


def _decided(event: PlayerEvent, player: Player | None = None) -> Decision:
    return (event,), player_after((event,), player)


def _stamped(player: Player, stamp: Stamp) -> tuple[UUID, int, datetime, UUID, str]:
    """The fields every event begins with. Time never goes back within an entry."""
    return player.id, player.version + 1, max(stamp.at, player.at), stamp.by, stamp.request_id
