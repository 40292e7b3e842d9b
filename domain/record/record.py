"""The aggregate: a game as its events make it.

A `Fold` takes events in, one by one, and is all there is to loading, replaying and checking. Records are immutable;
the states of their timeline share structure, so a rewind or a look at an earlier ply is an index.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.games.registry import RULESETS
from domain.kernel.outcomes import Outcome
from domain.kernel.recorded import RecordedChance
from domain.kernel.results import Result
from domain.kernel.rules import AnyRuleset, Played, Step, Withdrawal, apply
from domain.record.events import (
    GameEnded,
    GameEvent,
    GameOpened,
    GamePaused,
    GameResumed,
    MovePlayed,
    MoveTakenBack,
    SeatWithdrawn,
    SeedRevealed,
    Told,
)
from domain.record.refusals import (
    OPENED_TWICE,
    HistoryNotLoaded,
    MalformedMove,
    MalformedOptions,
    NoSuchPly,
    Refused,
    UnknownRuleset,
)


class Ply(Struct, frozen=True, gc=False):
    """A position of the timeline: the state, the event that led to it, and the game time at which it came about."""

    version: int
    state: Struct
    clock: timedelta
    step: Step | None
    outcomes: tuple[Outcome, ...]


class GameRecord(Struct, frozen=True, gc=False):
    """A game at one version.

    `plies` is the timeline from ply `base` on; a record opened from a checkpoint begins later than ply 0 and holds
    only the `events` after it, beside the opening. `running_since` is None while the clock stands; `ran` is the game
    time that passed between the newest ply and the last pause.
    """

    opened: GameOpened
    version: int
    base: int
    plies: tuple[Ply, ...]
    events: tuple[GameEvent, ...]
    at: datetime
    running_since: datetime | None
    result: Result | None = None
    revealed: bool = False
    ran: timedelta = timedelta()

    @property
    def id(self) -> UUID:
        return self.opened.originator_id

    @property
    def rules(self) -> AnyRuleset:
        return ruleset(self.opened.ruleset, self.opened.ruleset_version)

    @property
    def ply(self) -> int:
        """The newest ply; 0 is the opening position."""
        return self.base + len(self.plies) - 1

    @property
    def tip(self) -> Ply:
        return self.plies[-1]

    @property
    def paused(self) -> bool:
        return self.running_since is None and self.result is None

    @property
    def complete(self) -> bool:
        """Whether every event is here, and the timeline goes back to the opening."""
        return len(self.events) == self.version

    def at_ply(self, ply: int) -> Ply:
        """The position after `ply` steps. Raises NoSuchPly, and HistoryNotLoaded before the checkpoint."""
        if not 0 <= ply <= self.ply:
            raise NoSuchPly(ply, self.ply)
        if ply < self.base:
            raise HistoryNotLoaded
        return self.plies[ply - self.base]

    def clock(self, at: datetime) -> timedelta:
        """Game time at a moment: that of the newest ply plus what has run since."""
        return self.tip.clock + self.ran + (at - self.running_since if self.running_since else timedelta())

    def due(self) -> datetime | None:
        """The moment at which the rules move on if nothing happens before; None where nothing runs out."""
        if self.running_since is None or self.result is not None:
            return None
        deadline = self.rules.deadline(self.tip.state)
        return None if deadline is None else self.running_since + (deadline - self.tip.clock - self.ran)


def ruleset(name: str, version: int) -> AnyRuleset:
    """A registered ruleset, or UnknownRuleset."""
    try:
        return RULESETS[name, version]
    except KeyError:
        raise UnknownRuleset(f"{name} {version}") from None


def read_move(rules: AnyRuleset, told: object) -> Struct:
    """A game's move from plain values, or MalformedMove saying which part is wrong."""
    try:
        move: Struct = rules.move_decoder.decode(msgspec.msgpack.encode(told))
    except (msgspec.ValidationError, OverflowError) as error:
        raise MalformedMove(str(error)) from None
    return move


def read_options(rules: AnyRuleset, told: object) -> Struct:
    """A game's options from plain values, what is left out filled in. Raises MalformedOptions."""
    try:
        options: Struct = msgspec.convert(told, rules.Options)
    except msgspec.ValidationError as error:
        raise MalformedOptions(str(error)) from None
    return options


def replayed(events: Iterable[GameEvent], record: GameRecord | None = None) -> GameRecord:
    """The record after these events, from the opening on or on top of a record.

    Raises what the rules raise where an event and the rules disagree (IllegalMove, ReplayMismatch), MalformedMove,
    NoSuchPly and HistoryNotLoaded.
    """
    fold = Fold(record)
    for event in events:
        fold.add(event)
    return fold.record()


class Fold:
    """A record in the making: takes one event after the other and can be asked for the record at any time.

    When `add` raises, the fold still stands as it was before that event: the good prefix of a damaged record.
    """

    def __init__(self, record: GameRecord | None = None) -> None:
        self._opened: GameOpened | None = None
        self._events: list[GameEvent] = []
        self._plies: list[Ply] = []
        self._base = 0
        self._version = 0
        self._running: datetime | None = None
        self._result: Result | None = None
        self._revealed = False
        self._ran = timedelta()
        if record is not None:
            self._resume(record)

    def record(self) -> GameRecord:
        """The record as it stands. Raises NoSuchPly before an opening event."""
        if self._opened is None:
            raise NoSuchPly(0, -1)
        return GameRecord(
            opened=self._opened,
            version=self._version,
            base=self._base,
            plies=tuple(self._plies),
            events=tuple(self._events),
            at=self._events[-1].at,
            running_since=self._running,
            result=self._result,
            revealed=self._revealed,
            ran=self._ran,
        )

    def add(self, event: GameEvent) -> None:
        """Fold in one event. Raises as `replayed` does, and Refused for a second opening."""
        if self._opened is None and not isinstance(event, GameOpened):
            raise NoSuchPly(0, -1)
        match event:
            case MovePlayed():
                step = Played(event.seat, read_move(self._rules(), event.move))
                self.step(event, step, self._replayed(event, step))
            case SeatWithdrawn():
                withdrawal = Withdrawal(event.seat)
                self.step(event, withdrawal, self._replayed(event, withdrawal))
            case GameOpened():
                self.open(event, self._set_up(event))
            case MoveTakenBack():
                self._rewind(event)
            case GamePaused():
                self._ran = self._clock(event.at) - self._plies[-1].clock
                self._running = None
            case GameResumed():
                self._running = event.at
            case GameEnded():
                self._running = None
                self._result = event.result
            case SeedRevealed():
                self._revealed = True
        if not isinstance(event, MovePlayed | SeatWithdrawn | GameOpened):
            self._took(event)

    def open(self, event: GameOpened, state: Struct) -> None:
        """Fold in an opening whose position has just been set up. Raises Refused when there is one already."""
        if self._opened is not None:
            raise Refused(OPENED_TWICE)
        self._opened = event
        self._plies = [Ply(event.originator_version, state, timedelta(), None, event.outcomes)]
        self._running = event.at
        self._took(event)

    def step(self, event: MovePlayed | SeatWithdrawn, step: Step, state: Struct) -> None:
        """Fold in a step that has just been played and led to `state`."""
        self._plies.append(Ply(event.originator_version, state, self._clock(event.at), step, event.outcomes))
        self._restart(event.at)
        self._took(event)

    def _took(self, event: GameEvent) -> None:
        self._events.append(event)
        self._version = event.originator_version

    def _replayed(self, event: MovePlayed | SeatWithdrawn, step: Step) -> Struct:
        chance = RecordedChance(event.outcomes, self._clock(event.at))
        return apply(self._rules(), self._plies[-1].state, step, chance)

    def _set_up(self, event: GameOpened) -> Struct:
        rules = ruleset(event.ruleset, event.ruleset_version)
        chance = RecordedChance(event.outcomes)
        state: Struct = rules.setup(read_options(rules, event.options), len(event.seats), chance)
        chance.done()
        return state

    def _resume(self, record: GameRecord) -> None:
        self._opened = record.opened
        self._events = list(record.events)
        self._plies = list(record.plies)
        self._base = record.base
        self._version = record.version
        self._running = record.running_since
        self._result = record.result
        self._revealed = record.revealed
        self._ran = record.ran

    def _rules(self) -> AnyRuleset:
        if self._opened is None:
            raise NoSuchPly(0, -1)
        return ruleset(self._opened.ruleset, self._opened.ruleset_version)

    def _clock(self, at: datetime) -> timedelta:
        stood = self._plies[-1].clock + self._ran
        return stood + (at - self._running) if self._running else stood

    def _rewind(self, event: MoveTakenBack) -> None:
        newest = self._base + len(self._plies) - 1
        if not 0 <= event.ply < newest:
            raise NoSuchPly(event.ply, newest)
        if event.ply < self._base:
            raise HistoryNotLoaded
        del self._plies[event.ply - self._base + 1 :]
        self._restart(event.at)

    def _restart(self, at: datetime) -> None:
        """The clock of the newest ply counts from here, unless it stands."""
        self._ran = timedelta()
        if self._running is not None:
            self._running = at


def told(struct: Struct) -> Told:
    """Options or a move as plain values, just as a stored event gives them back; every default is written out."""
    plain: Told = msgspec.msgpack.decode(msgspec.msgpack.encode(struct, order="sorted"))
    return plain
