"""Games kept ready in memory. A cache is a shortcut past a load, never a second truth.

A game this process writes is put here after its events are durable; one that another process writes is dropped as soon
as the log shows it, and a writer that was not told in time meets a version conflict and loads anew.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from uuid import UUID

from domain.record.record import GameRecord


class HotGame:
    """One game in memory: its newest record, the lock its commands queue at, and answers made from it."""

    __slots__ = ("_noticed", "answers", "changed", "lock", "record")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.record: GameRecord | None = None
        self.answers: dict[tuple[object, ...], bytes] = {}
        """Encoded views of the newest version, by what was asked."""
        self.changed = asyncio.Event()
        """Set, and replaced, whenever there is a newer version."""
        self._noticed = 0

    def put(self, record: GameRecord) -> None:
        """Keep a record, unless the log has shown a newer one, or the one kept is as new and as complete."""
        kept = self.record
        if record.version < self._noticed:
            return
        if kept is not None and (kept.version, kept.complete) >= (record.version, record.complete):
            return
        self.record = record
        self.answers.clear()
        if kept is None or kept.version < record.version:
            self.wake()

    def notice(self, version: int) -> None:
        """The log shows that the game has this version."""
        self._noticed = max(self._noticed, version)
        if self.record is None or self.record.version < version:
            self.forget()
            self.wake()

    def forget(self) -> None:
        """Load anew next time."""
        self.record = None
        self.answers.clear()

    def wake(self) -> None:
        """Tell everybody who waits for news of this game to look again."""
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()


class HotGames:
    """The most recently used games, up to a bound; for one event loop. Games somebody is at work on are kept longer."""

    def __init__(self, bound: int) -> None:
        self._games: OrderedDict[int, HotGame] = OrderedDict()  # by the ids' numbers, which are quicker to hash
        self._bound = bound
        self.closed = False
        """Whether the service is about to end: who waits for news should not."""

    def __len__(self) -> int:
        return len(self._games)

    def get(self, game: UUID) -> HotGame:
        """The place of a game in memory, empty at first."""
        number = game.int
        hot = self._games.get(number)
        if hot is None:
            hot = self._games[number] = HotGame()
        else:
            self._games.move_to_end(number)
        return hot

    def discard(self, game: UUID) -> None:
        """There is no such game: what asks for ids at random must not push games out."""
        hot = self._games.get(game.int)
        if hot is not None and hot.record is None and not hot.lock.locked():
            del self._games[game.int]

    def notice(self, seen: Iterable[tuple[UUID, int]]) -> None:
        """The log shows these games at these versions."""
        for game, version in seen:
            if (hot := self._games.get(game.int)) is not None:
                hot.notice(version)

    def forget(self) -> None:
        """Load every game anew next time, and now where somebody waits for its news."""
        for hot in self._games.values():
            hot.forget()
            hot.wake()

    def close(self) -> None:
        """There will be no more news: whoever waits for some looks again."""
        self.closed = True
        for hot in self._games.values():
            hot.wake()

    def trim(self) -> None:
        """Keep to the bound; called when a game has been loaded, for only games that are there may push others out."""
        for game in [game for game, _ in zip(self._games, range(len(self._games) - self._bound), strict=False)]:
            if not self._games[game].lock.locked():
                self._games.pop(game).wake()  # whoever waits for news looks again, and meets the game's next place
