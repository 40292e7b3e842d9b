"""Players and leagues, loaded from the log and decided by the domain."""

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, cast
from uuid import UUID

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import StoredEvent

from domain.competition.events import CompetitionEvent, LeagueEvent, PlayerEvent
from domain.competition.leagues import League, league_after
from domain.competition.players import Player, player_after
from domain.record.commands import Stamp
from service.store.application import ActaApplication

_PLAYER = "player."
_LEAGUE = "league."


class Competition:
    """Reads players and leagues from the log, and makes rows of their events. Few are written: none is kept."""

    def __init__(self, store: ActaApplication) -> None:
        self._recorder = store.recorder
        self._mapper = store.mapper
        self.merging = asyncio.Lock()
        """Merges one after the other: two at once could close a circle."""

    async def player(self, player: UUID) -> Player | None:
        """An entry, None if nobody ever had this id. Raises StoreUnavailable."""
        events = await self._events(player, _PLAYER)
        return player_after(cast("list[PlayerEvent]", events)) if events else None

    async def league(self, league: UUID) -> League | None:
        """A league, None if there is none. Raises StoreUnavailable."""
        events = await self._events(league, _LEAGUE)
        return league_after(cast("list[LeagueEvent]", events)) if events else None

    def stored(self, events: Iterable[CompetitionEvent]) -> tuple[StoredEvent, ...]:
        """Events as the log keeps them."""
        return tuple(self._mapper.to_stored_event(cast("DomainEventProtocol[UUID]", event)) for event in events)

    async def _events(self, aggregate: UUID, kind: str) -> list[Any]:
        """All events of an aggregate; none where the id is that of something else."""
        rows = await asyncio.to_thread(self._recorder.select_event_rows, aggregate)
        if not rows or not rows[0][1].startswith(kind):
            return []
        return [self._mapper.decode(aggregate, *row) for row in rows]


def stamp(by: UUID, request_id: str) -> Stamp:
    """Now, by whom, in which request."""
    return Stamp(datetime.now(UTC), by, request_id)


def replaced(terms: msgspec.Struct, **changes: object) -> Any:
    """Terms with those of `changes` that were given."""
    return msgspec.structs.replace(terms, **{k: v for k, v in changes.items() if v is not msgspec.UNSET})
