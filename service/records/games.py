"""Commands on games and reads of them: loaded or hot, decided by the domain, answered once durable."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

import msgspec
from msgspec import structs

from domain.kernel.refusals import IllegalMove
from domain.record import commands
from domain.record.commands import Decision, Stamp, Table
from domain.record.events import GameEvent, GameOpened
from domain.record.record import GameRecord
from domain.record.refusals import HistoryNotLoaded, Refused
from service.randomness import fresh_bytes
from service.records.beside import rows_beside
from service.records.errors import Contended, DamagedRecord, NoSuchGame, StaleVersion, VersionRequired
from service.records.hot import HotGame, HotGames
from service.records.loading import Loader
from service.records.requests import Answer, Request, answer_row, answered
from service.store.application import ActaApplication
from service.store.datastore import ActaDatastore
from service.store.errors import DuplicateRequest, VersionConflict
from service.store.rows import Append, Row

_TRIES: Final = 8
_encode: Final = msgspec.json.Encoder().encode

Decide = Callable[[GameRecord, Stamp], Decision]

Beside = Callable[[GameRecord, Sequence[GameEvent]], tuple[Row, ...]]
"""From the record after a command, and the events it made, to the rows that are written with them."""


class Intent(msgspec.Struct, frozen=True):
    """Who wants something of a game, in which request, and having seen which version (None: whatever is newest)."""

    request: Request
    by: UUID
    expected: int | None = None


class Standing(msgspec.Struct, frozen=True):
    """Where a game stands, as every command on it is answered."""

    game: UUID
    version: int
    ply: int
    status: str
    awaited: list[int]


_read_standing: Final[Callable[[bytes], Standing]] = msgspec.json.Decoder(Standing).decode


def standing(record: GameRecord) -> Standing:
    """Where a game stands; all of it public."""
    status = "ended" if record.result is not None else "paused" if record.paused else "open"
    awaited = sorted(record.rules.awaited(record.tip.state))
    return Standing(record.id, record.version, record.ply, status, awaited)


class Games:
    """Game records behind the API. For one event loop; several processes may serve the same log."""

    def __init__(self, application: ActaApplication, datastore: ActaDatastore, hot: HotGames) -> None:
        self._recorder = application.recorder
        self._stored = application.mapper.to_stored_event
        self._datastore = datastore
        self.loader = Loader(application, datastore)
        self.hot = hot

    async def newest(self, game: UUID) -> GameRecord:
        """The newest record, its timeline perhaps beginning at a checkpoint.

        Raises NoSuchGame, DamagedRecord and StoreUnavailable.
        """
        hot = self.hot.get(game)
        return hot.record or await self._load(hot, game)

    async def whole(self, game: UUID) -> GameRecord:
        """The newest record with its whole timeline. Raises NoSuchGame, DamagedRecord and StoreUnavailable."""
        hot = self.hot.get(game)
        if hot.record is not None and hot.record.complete:
            return hot.record
        return await self._load(hot, game, whole=True)

    async def terms(self, game: UUID) -> tuple[GameOpened, bool]:
        """The opening of a game and whether it is over, also of a damaged one. Raises NoSuchGame and DamagedRecord."""
        try:
            record = await self.newest(game)
        except DamagedRecord as damaged:
            if damaged.prefix is None:
                raise
            record = damaged.prefix
        return record.opened, record.result is not None

    async def open(self, table: Table, intent: Intent) -> Answer:
        """Open a table. Raises UnknownRuleset, MalformedMove, BadOptions, KeyReused and StoreUnavailable."""
        events, record = commands.open_game(table, _stamp(intent))
        body = _encode(standing(record))
        rows = (*answer_row(intent.request, 201, body), *rows_beside(record, 0))
        append = Append(tuple(map(self._stored, events)), rows)
        try:
            positions = await self._recorder.append(append)
        except DuplicateRequest:
            if (earlier := await self.answered(intent.request)) is None:
                raise Contended from None
            return earlier
        self.hot.get(table.id).put(record)
        self.hot.trim()
        return Answer(201, body, positions[-1], record.version)

    async def command(self, game: UUID, intent: Intent, decide: Decide, beside: Beside | None = None) -> Answer:
        """Decide on the newest record, and answer once the events are durable, with the rows that go `beside` them.

        With an expected version, only on that. Raises what `decide` raises, and NoSuchGame, StaleVersion, KeyReused,
        Contended, StoreUnavailable. Nothing is stored when it raises, but for OutcomeUnknown, which says so.
        """
        hot = self.hot.get(game)
        try:
            return await self._commanded(hot, game, intent, decide, beside)
        except NoSuchGame:
            self.hot.discard(game)
            raise

    async def _commanded(
        self, hot: HotGame, game: UUID, intent: Intent, decide: Decide, beside: Beside | None
    ) -> Answer:
        request = intent.request
        async with hot.lock:
            for _ in range(_TRIES):
                record = hot.record or await self._load(hot, game)
                try:
                    events, after = await self._decided(hot, record, intent, decide)
                except (Refused, IllegalMove, StaleVersion):
                    # A request sent again is refused because it was done: then it is answered as it was the first time.
                    if (earlier := await self._earlier(hot, request)) is not None:
                        return earlier
                    # Refused on what is in memory, which another process may have gone past: a refusal must be true.
                    if await asyncio.to_thread(self.loader.version, game) > record.version:
                        hot.forget()
                        continue
                    raise
                body = _encode(standing(after))
                rows = (*answer_row(request, 200, body), *rows_beside(after, record.version))
                if beside is not None:
                    rows += beside(after, events)
                try:
                    positions = await self._recorder.append(Append(tuple(map(self._stored, events)), rows))
                except VersionConflict:
                    hot.forget()
                    continue
                except DuplicateRequest:
                    if (earlier := await self._earlier(hot, request)) is None:
                        raise Contended from None
                    return earlier
                except BaseException:  # unknown outcome, or cancelled while the append goes on: the log knows better
                    hot.forget()
                    raise
                hot.put(after)
                return Answer(200, body, positions[-1], after.version)
        raise Contended

    async def play(
        self, game: UUID, intent: Intent, seat: int, moves: Sequence[object], beside: Beside | None = None
    ) -> Answer:
        """Play moves of a seat, all or none. Raises as `command` does, and MalformedMove and IllegalMove."""

        def decide(record: GameRecord, stamp: Stamp) -> Decision:
            for move in moves:
                _check_answers(record, move, intent)
            return commands.play_moves(record, seat, moves, stamp)

        return await self.command(game, intent, decide, beside)

    async def _decided(self, hot: HotGame, record: GameRecord, intent: Intent, decide: Decide) -> Decision:
        _check_expected(record, intent)
        stamp = _stamp(intent)
        try:
            return decide(record, stamp)
        except HistoryNotLoaded:
            whole = await self._load(hot, record.id, whole=True)
            _check_expected(whole, intent)  # what was loaded may be newer than what was in memory
            return decide(whole, stamp)

    async def _load(self, hot: HotGame, game: UUID, *, whole: bool = False) -> GameRecord:
        try:
            record = await asyncio.to_thread(self.loader.whole if whole else self.loader.newest, game)
        except NoSuchGame:
            self.hot.discard(game)
            raise
        hot.put(record)
        self.hot.trim()
        return record

    async def answered(self, request: Request) -> Answer | None:
        """What this request was answered before, None if it is new. Where the log ends now, that answer shows.

        Raises KeyReused and StoreUnavailable.
        """
        if request.key is None:
            return None
        earlier = await asyncio.to_thread(answered, self._datastore, request)
        if earlier is None:
            return None
        return structs.replace(earlier, position=await asyncio.to_thread(self._recorder.max_notification_id))

    async def _earlier(self, hot: HotGame, request: Request) -> Answer | None:
        """The answer to the same request before. It may have been another process's: who is answered so can read it."""
        earlier = await self.answered(request)
        if earlier is not None:
            hot.notice(_read_standing(earlier.body).version)
        return earlier


def _check_expected(record: GameRecord, intent: Intent) -> None:
    if intent.expected is not None and record.version != intent.expected:
        raise StaleVersion(intent.expected, record.version)


def _check_answers(record: GameRecord, move: object, intent: Intent) -> None:
    """An answer that comes late must not be taken for one to the next question. Raises VersionRequired."""
    kind = move.get("move") if isinstance(move, dict) else None
    if intent.expected is None and isinstance(kind, str) and kind in record.rules.answers:
        raise VersionRequired


def _stamp(intent: Intent) -> Stamp:
    return Stamp(datetime.now(UTC), intent.by, intent.request.id, fresh_bytes(32))
