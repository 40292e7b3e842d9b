"""Loading a record from the log: from its newest checkpoint where that serves, else from the opening."""

import logging
from collections.abc import Iterable
from typing import Final
from uuid import UUID

import msgspec
from psycopg.sql import SQL

from domain.kernel.recorded import ReplayMismatch
from domain.kernel.refusals import BadOptions, IllegalMove
from domain.record import checkpoint
from domain.record.events import GameEvent, GameOpened
from domain.record.record import Fold, GameRecord, ruleset
from domain.record.refusals import HistoryNotLoaded, MalformedMove, NoSuchPly, Refused, UnknownRuleset
from service.records.errors import DamagedRecord, NoSuchGame
from service.store.application import ActaApplication
from service.store.datastore import ActaDatastore
from service.store.errors import UndecodableEvent

_log = logging.getLogger(__name__)

DAMAGE: Final = (
    IllegalMove,
    ReplayMismatch,
    BadOptions,
    MalformedMove,
    NoSuchPly,
    Refused,
    UnknownRuleset,
    UndecodableEvent,
)
"""What reading and replaying a record raises that does not hold."""

StoredRow = tuple[int, str, bytes]

_NEWEST: Final = SQL(
    "SELECT e.originator_version, e.topic, e.state, c.version, c.fingerprint, c.state "
    "FROM events e LEFT JOIN game_checkpoints c ON c.originator_id = e.originator_id AND e.originator_version = 1 "
    "WHERE e.originator_id = %s AND (e.originator_version = 1 OR e.originator_version >= "
    "coalesce((SELECT version FROM game_checkpoints WHERE originator_id = %s), 1)) ORDER BY e.originator_version"
).format()

_VERSION: Final = SQL("SELECT coalesce(max(originator_version), 0) FROM events WHERE originator_id = %s").format()


class Loader:
    """Reads records. `whole` ones go back to the opening; others may begin at a checkpoint."""

    def __init__(self, application: ActaApplication, datastore: ActaDatastore) -> None:
        self._recorder = application.recorder
        self._decode = application.mapper.decode
        self._datastore = datastore

    def newest(self, game: UUID) -> GameRecord:
        """The record, its timeline perhaps beginning at a checkpoint.

        Raises NoSuchGame, StoreUnavailable, and DamagedRecord.
        """
        rows = self._datastore.readers.read(_NEWEST, (game, game))
        if not rows:
            raise NoSuchGame(game)
        events: list[StoredRow] = [(version, topic, state) for version, topic, state, *_ in rows]
        kept = rows[0][3:]
        if kept[0] is None:
            return self._replayed(game, events)
        record = self._restored(game, events[:2], kept)
        if record is None:
            return self.whole(game)
        try:
            return self._replayed(game, events[2:], record)
        except HistoryNotLoaded:  # a take-back went to before the checkpoint
            return self.whole(game)

    def whole(self, game: UUID) -> GameRecord:
        """The record with its whole timeline. Raises as `newest` does."""
        return self._replayed(game, self.rows(game))

    def version(self, game: UUID) -> int:
        """The newest version the log has of a game, 0 for none. Raises StoreUnavailable."""
        [[version]] = self._datastore.readers.read(_VERSION, (game,))
        return int(version)

    def rows(self, game: UUID) -> list[StoredRow]:
        """The stored events of a game: version, topic and bytes. Raises NoSuchGame and StoreUnavailable."""
        rows = self._recorder.select_event_rows(game)
        if not rows or not rows[0][1].startswith("game.opened/"):
            raise NoSuchGame(game)
        return rows

    def events(self, game: UUID) -> tuple[GameEvent, ...]:
        """All events of a game, in order. Raises NoSuchGame, StoreUnavailable and UndecodableEvent."""
        return tuple(self.event(game, row) for row in self.rows(game))

    def event(self, game: UUID, row: StoredRow) -> GameEvent:
        """The event of a row. Raises UndecodableEvent."""
        event: GameEvent = self._decode(game, *row)
        return event

    def _replayed(self, game: UUID, rows: Iterable[StoredRow], record: GameRecord | None = None) -> GameRecord:
        fold = Fold(record)
        good = record is not None
        for expected, row in enumerate(rows, record.version + 1 if record is not None else 1):
            if row[0] != expected:
                prefix = fold.record() if good else None
                raise DamagedRecord(game, expected, prefix, "this version is not there")
            try:
                event = self.event(game, row)
                if not good and not isinstance(event, GameOpened):
                    raise NoSuchGame(game)
                fold.add(event)
            except DAMAGE as error:
                prefix = fold.record() if good else None
                raise DamagedRecord(game, row[0], prefix, f"{type(error).__name__}: {error}") from error
            good = True
        return fold.record()

    def _restored(self, game: UUID, rows: list[StoredRow], kept: tuple[object, ...]) -> GameRecord | None:
        """The record at its checkpoint, None where the checkpoint does not fit the code or the log."""
        _, fingerprint, state = kept
        if len(rows) != 2 or not isinstance(fingerprint, bytes) or not isinstance(state, bytes):
            return None
        try:
            opened, newest = (self.event(game, row) for row in rows)
            if not isinstance(opened, GameOpened):
                raise NoSuchGame(game)
            rules = ruleset(opened.ruleset, opened.ruleset_version)
            if fingerprint != checkpoint.fingerprint(rules):
                return None
            return checkpoint.restored(opened, newest, state, rules)
        except (UndecodableEvent, UnknownRuleset, msgspec.MsgspecError, ValueError) as error:
            _log.warning("game %s: its checkpoint is of no use (%s); replaying all of it", game, type(error).__name__)
            return None
