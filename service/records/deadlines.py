"""The clock of the table: where the rules move on by themselves, the service plays the time-out when it is due.

What is due stands in the database, written with the events it follows from, so it is due after a restart too.
"""

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from psycopg.sql import SQL

from domain.kernel.refusals import IllegalMove
from domain.kernel.rules import TimeUp
from domain.kernel.seats import TABLE
from domain.record.record import told
from domain.record.refusals import Refused
from service.records.errors import Contended, DamagedRecord, NoSuchGame
from service.records.games import Games, Intent
from service.records.requests import Request
from service.store.datastore import ActaDatastore
from service.store.errors import StoreClosed, StoreUnavailable

_log: Final = logging.getLogger(__name__)

_DUE: Final = SQL("SELECT game, due_at FROM game_deadlines WHERE due_at <= %s ORDER BY due_at LIMIT %s").format()
_AT_ONCE: Final = 100
"""How many time-outs are played in one look, beside those that were refused before."""
_LOOK: Final = 0.5
"""Seconds between two looks: how late a time-out may be."""
_REQUEST: Final = Request("time_up", "table", None, b"")
_TIME_UP: Final = told(TimeUp())


class Timekeeper:
    """Plays the time-outs of all games, of whichever process. `start` it on the event loop of the games.

    Several processes may look at the same time: the second time-out is refused by the rules and changes nothing.
    """

    def __init__(self, games: Games, datastore: ActaDatastore) -> None:
        self._games = games
        self._datastore = datastore
        self._task: asyncio.Task[None] | None = None
        self._refused: dict[UUID, datetime] = {}
        """What the rules did not take: not tried again until something has changed."""

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name="acta timekeeper")

    async def stop(self) -> None:
        """End; a time-out being played is played."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            with suppress(StoreUnavailable, StoreClosed):
                for game, due_at in await self._due():
                    await asyncio.shield(self._time_up(game, due_at))
            await asyncio.sleep(_LOOK)

    async def _due(self) -> list[tuple[UUID, datetime]]:
        """What is due and was not refused. What was refused is read beside it, so that it is in nobody's way."""
        most = _AT_ONCE + len(self._refused)
        rows = await asyncio.to_thread(self._datastore.readers.read, _DUE, (datetime.now(UTC), most))
        found = dict(rows)
        if len(found) < most:
            self._refused = {game: at for game, at in self._refused.items() if found.get(game) == at}
        return [(game, at) for game, at in found.items() if self._refused.get(game) != at]

    async def _time_up(self, game: UUID, due_at: datetime) -> None:
        try:
            await self._games.play(game, Intent(_REQUEST, game), TABLE, (_TIME_UP,))
        except (IllegalMove, Refused, NoSuchGame, DamagedRecord) as error:
            self._refused[game] = due_at
            _log.info("game %s takes no time-out: %s", game, type(error).__name__)
        except Contended:
            _log.info("others were faster at game %s again and again", game)
        except (StoreUnavailable, StoreClosed):
            raise
        except Exception as error:  # noqa: BLE001 - the clocks of the other games go on
            _log.error("the time-out of game %s failed: %s", game, type(error).__name__)
