"""What a replay shows, ply by ply, and where it comes from: a record at hand, or a service."""

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Final, Protocol
from uuid import UUID

from msgspec import UNSET, Struct

from domain.kernel.board import Board
from domain.kernel.results import Result
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer
from domain.record.archive import Spoken
from domain.record.log import LogEntry, log_entry
from domain.record.record import GameRecord
from service.cli.failures import Failure


class Frame(Struct, frozen=True):
    """A ply: the event that led to it, the board after it, the game time of both, and at the end the result."""

    ply: int
    entry: LogEntry
    board: Board
    clock: timedelta
    result: Result | None


class Source(Protocol):
    """A game to be stepped through."""

    @property
    def game(self) -> str:
        """The name of its ruleset."""
        ...

    @property
    def version(self) -> int:
        """The version of its rules."""
        ...

    @property
    def id(self) -> str:
        """Which game it is."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where; "" where the name is not known."""
        ...

    @property
    def last(self) -> int:
        """The newest ply."""
        ...

    @property
    def trouble(self) -> str | None:
        """Why there is nothing after the last ply, where there should be."""
        ...

    def frame(self, ply: int) -> Frame:
        """A ply from 0 to `last`."""
        ...


class RecordSource:
    """A record with its whole timeline, as one viewer may see it. `said` are the texts there are, by version."""

    def __init__(
        self,
        record: GameRecord,
        viewer: Viewer,
        names: tuple[str, ...] = (),
        trouble: str | None = None,
        said: Mapping[int, Spoken] = MappingProxyType({}),
    ) -> None:
        if isinstance(viewer, int) and viewer >= len(record.opened.seats):
            raise Failure(f"There is no seat {viewer}; this game has the seats 0 to {len(record.opened.seats) - 1}.")
        self._record = record
        self._viewer = viewer
        self._said = said
        self.names = names
        self.trouble = trouble
        self.game = record.opened.ruleset
        self.version = record.opened.ruleset_version
        self.id = str(record.id)
        self.last = record.ply

    def frame(self, ply: int) -> Frame:
        """A ply from 0 to `last`."""
        at = self._record.at_ply(ply)
        rules = self._record.rules
        view = rules.view(at.state, self._viewer)
        said = self._said.get(at.version)
        entry = log_entry(self._record.events[at.version - 1], self._viewer, UNSET if said is None else said.text)
        return Frame(ply, entry, rules.board(view), at.clock, rules.result(at.state))


def viewer_of(text: str) -> Viewer:
    """A viewer as people type it. Raises Failure."""
    if text in (SPECTATOR, ARBITER):
        return SPECTATOR if text == SPECTATOR else ARBITER
    if text.isascii() and text.isdigit() and len(text) < 4:
        return int(text)
    raise Failure(f"Nobody sees a game as {text!r}; say the number of a seat, spectator or arbiter.")


_FORM: Final = "00000000-0000-4000-8000-000000000000"


def game_id(text: str) -> UUID:
    """The id of a game as people type it. Raises Failure."""
    try:
        return UUID(text)
    except ValueError:
        raise Failure(f"{text!r} is no id of a game; one looks like {_FORM}.") from None
