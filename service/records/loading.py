"""Loading a record from the log: from its newest checkpoint where that serves, else from the opening."""

import logging
from typing import Final
from uuid import UUID

import msgspec
from psycopg.sql import SQL

from domain.record import checkpoint
from domain.record.events import GameEvent, GameOpened
from domain.record.record import GameRecord, replayed, ruleset
from service.records.errors import NoSuchGame
from service.store.application import ActaApplication
from service.store.datastore import ActaDatastore
from service.store.rows import Row
from service.store.statements import SAVE_CHECKPOINT

_log = logging.getLogger(__name__)

_NEWEST: Final = SQL(
    "SELECT e.originator_version, e.topic, e.state, c.version, c.fingerprint, c.state "
    "FROM events e LEFT JOIN game_checkpoints c ON c.originator_id = e.originator_id AND e.originator_version = 1 "
    "WHERE e.originator_id = %s AND (e.originator_version = 1 OR e.originator_version >= "
    "coalesce((SELECT version FROM game_checkpoints WHERE originator_id = %s), 1)) ORDER BY e.originator_version"
).format()


class Loader:
    """Reads records. `whole` ones go back to the opening; others may begin at a checkpoint."""

    def __init__(self, application: ActaApplication, datastore: ActaDatastore) -> None:
        self._application = application
        self._datastore = datastore

    def newest(self, game: UUID) -> GameRecord:
        """The record, its timeline perhaps beginning at a checkpoint.

        Raises NoSuchGame, StoreUnavailable, UndecodableEvent, and what replay raises for a record that is damaged.
        """
        rows = self._datastore.read(_NEWEST, (game, game))
        if not rows:
            raise NoSuchGame(game)
        kept = rows[0][3:]
        if kept[0] is None:
            return replayed(self._decoded(game, rows))
        opened = self._decoded(game, rows[:1])[0]
        record = self._restored(opened, self._decoded(game, rows[1:2]), kept)
        if record is None:
            return self.whole(game)
        return replayed(self._decoded(game, rows[2:]), record)

    def whole(self, game: UUID) -> GameRecord:
        """The record with its whole timeline. Raises as `newest` does."""
        return replayed(self.events(game))

    def events(self, game: UUID) -> tuple[GameEvent, ...]:
        """All events of a game, in order. Raises NoSuchGame, StoreUnavailable and UndecodableEvent."""
        rows = self._application.recorder.select_event_rows(game)
        if not rows:
            raise NoSuchGame(game)
        events = self._decoded(game, rows)
        if not isinstance(events[0], GameOpened):
            raise NoSuchGame(game)
        return tuple(events)

    def _decoded(self, game: UUID, rows: list[tuple[object, ...]] | list[tuple[int, str, bytes]]) -> list[GameEvent]:
        decode = self._application.mapper.decode
        return [decode(game, version, topic, state) for version, topic, state, *_ in rows]  # type: ignore[arg-type]

    def _restored(self, opened: GameEvent, at: list[GameEvent], kept: tuple[object, ...]) -> GameRecord | None:
        """The record at its checkpoint, None where the checkpoint does not fit the code or the log."""
        _, fingerprint, state = kept
        if not isinstance(opened, GameOpened) or not isinstance(fingerprint, bytes) or not isinstance(state, bytes):
            return None
        rules = ruleset(opened.ruleset, opened.ruleset_version)
        if fingerprint != checkpoint.fingerprint(rules) or not at:
            return None
        try:
            return checkpoint.restored(opened, at[0], state, rules)
        except (msgspec.MsgspecError, ValueError) as error:
            _log.warning(
                "game %s: its checkpoint cannot be used (%s); replaying the whole game", opened.originator_id, error
            )
            return None


def checkpoint_row(record: GameRecord, before: int) -> tuple[Row, ...]:
    """The row that keeps the newest position of a record that was at version `before`, where one is due."""
    if not checkpoint.is_due(record, before):
        return ()
    values = (record.id, record.version, checkpoint.fingerprint(record.rules), checkpoint.taken(record))
    return ((SAVE_CHECKPOINT, values),)
