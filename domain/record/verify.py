"""Verification: everything an archive claims, checked from the file alone.

The chain and the opened secrets first, then every event against the rules, every outcome against the seed, and the
result. What cannot be checked, because it was not opened or the seed is sealed, is said and not passed over.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from domain.kernel.luck import commitment as seed_commitment
from domain.kernel.luck import salt as outcome_salt
from domain.kernel.recorded import ReplayMismatch
from domain.kernel.refusals import BadOptions, IllegalMove
from domain.kernel.rules import Played, Withdrawal, apply
from domain.kernel.seeded import SeededChance
from domain.record.archive import FORMAT, Header, Line, event_of
from domain.record.chain import GENESIS, Opening, commitment, digest
from domain.record.commands import check_going_on, check_take_back
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
from domain.record.record import Fold, GameRecord, read_move, read_options, ruleset
from domain.record.refusals import MalformedMove, NoSuchPly, Refused, UnknownRuleset

Luck = Literal["checked", "sealed", "not_opened"]


class Problem(Struct, frozen=True):
    """The first thing that is wrong: the line of the file (the header is 1), the event's version, the ply it stands
    after, a stable code, and what was found."""

    line: int
    version: int
    ply: int
    code: str
    detail: str


class Report(Struct, frozen=True):
    """What was checked. `plies` counts the positions replayed; `luck` says whether outcomes were derived anew."""

    ok: bool
    events: int
    plies: int
    chain: bool
    legality: bool
    luck: Luck
    result: bool
    problem: Problem | None = None


class _Wrong(Exception):
    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def verify(lines: Iterable[bytes]) -> Report:
    """Check an archive, line by line, and say the first thing that is wrong with it. Trusts nothing outside the file.

    Reads the lines one at a time, so callers can show progress. Never raises for what a file says.
    """
    return Verification().run(lines)


class Verification:
    """One run over one archive: how far it has come, and what it has established."""

    def __init__(self) -> None:
        self._line = 0
        self._version = 0
        self._fold = Fold()
        self._record: GameRecord | None = None
        self._prev = GENESIS
        self._legality = True
        self._seed = b""

    def run(self, lines: Iterable[bytes]) -> Report:
        """Check the whole file."""
        try:
            header = self._check_header(lines := iter(lines))
            for line in lines:
                self._line += 1
                self._check_line(line, header)
            self._check_end(header)
        except _Wrong as wrong:
            return self._report(Problem(self._line, self._version, self._ply(), wrong.code, wrong.detail))
        return self._report(None)

    def _ply(self) -> int:
        return self._record.ply if self._record else 0

    def _report(self, problem: Problem | None) -> Report:
        ended = self._record is not None and self._record.result is not None
        luck: Luck = "checked" if self._seed else "sealed" if self._legality else "not_opened"
        return Report(
            ok=problem is None,
            events=self._version,
            plies=self._ply(),
            chain=problem is None or problem.code not in _CHAIN_CODES,
            legality=self._legality and problem is None,
            luck=luck,
            result=ended and self._legality and problem is None,
            problem=problem,
        )

    def _check_header(self, lines: Iterator[bytes]) -> Header:
        self._line = 1
        first = next(lines, b"")
        try:
            header = msgspec.json.decode(first, type=Header)
            self._seed = bytes.fromhex(header.seed) if header.seed else b""
        except (msgspec.MsgspecError, ValueError) as error:
            raise _Wrong("unreadable", f"the header cannot be read: {error}") from None
        _check_canonical(first, header)
        if header.format != FORMAT:
            raise _Wrong("other_format", f"this is {header.format!r}, not {FORMAT}")
        self._legality = header.opened_for == "arbiter"
        return header

    def _check_line(self, text: bytes, header: Header) -> None:
        try:
            line = msgspec.json.decode(text, type=Line)
        except (msgspec.MsgspecError, ValueError) as error:
            raise _Wrong("unreadable", f"the line cannot be read: {error}") from None
        _check_canonical(text, line)
        self._version += 1
        self._check_chain(line, header)
        self._check_openings(line)
        if self._legality:
            self._check_event(_event(line, self._seed))

    def _check_chain(self, line: Line, header: Header) -> None:
        found = digest(line.document)
        if found.hex() != line.digest:
            raise _Wrong("altered", f"the event hashes to {found.hex()}, not to {line.digest}")
        if line.document.get("prev") != msgspec.to_builtins(self._prev):
            raise _Wrong("chain_broken", "the event does not follow the one before it")
        if line.document.get("originator_version") != self._version:
            raise _Wrong("out_of_order", f"the event says it is version {line.document.get('originator_version')}")
        if line.document.get("originator_id") != str(header.game):
            raise _Wrong("other_game", f"the event belongs to game {line.document.get('originator_id')}")
        self._prev = found

    def _check_openings(self, line: Line) -> None:
        """Every secret that is opened is the one the event committed to."""
        committed = dict(_commitments(line.document))
        for path, opening in line.opened.items():
            if path not in committed:
                raise _Wrong("not_committed", f"{path} is opened, but the event commits to no such secret")
            if commitment(opening) != committed[path]:
                raise _Wrong("secret_altered", f"{path} is not what the event committed to")
        if self._legality and (closed := committed.keys() - line.opened.keys()):
            raise _Wrong("not_opened", f"{min(closed)} is not opened, and nothing can be checked without it")
        if self._seed:
            self._check_salts(line.opened)

    def _check_salts(self, opened: dict[str, Opening]) -> None:
        for path, opening in opened.items():
            kind, _, index = path.partition("/")
            if kind == "outcomes" and opening.salt != outcome_salt(self._seed, self._version, int(index)):
                raise _Wrong("salt_not_from_seed", f"the salt of {path} does not come from the seed")

    def _check_event(self, event: GameEvent) -> None:
        before = self._record
        if before is not None and event.at < before.at:
            raise _Wrong("time_goes_back", f"{event.at.isoformat()} is before {before.at.isoformat()}")
        try:
            _check_allowed(before, event)
            self._fold.add(event)
        except (IllegalMove, ReplayMismatch, BadOptions) as error:
            raise _Wrong("against_the_rules", _told(event, error)) from None
        except (MalformedMove, Refused, NoSuchPly, UnknownRuleset) as error:
            raise _Wrong("not_allowed", _told(event, error)) from None
        self._record = self._fold.record()
        if self._seed:
            self._check_luck(before, event)

    def _check_luck(self, before: GameRecord | None, event: GameEvent) -> None:
        """Deal, draw and roll again from the seed: the same function must get the same outcomes."""
        if not isinstance(event, GameOpened | MovePlayed | SeatWithdrawn):
            return
        if isinstance(event, GameOpened):
            if event.seed_commitment != seed_commitment(self._seed):
                raise _Wrong("other_seed", "the seed in the header is not the one the opening committed to")
            chance = SeededChance(self._seed, event.originator_version)
            rules = ruleset(event.ruleset, event.ruleset_version)
            rules.setup(read_options(rules, event.options), len(event.seats), chance)
        elif before is not None:
            chance = SeededChance(self._seed, event.originator_version, before.clock(event.at))
            step = (
                Played(event.seat, read_move(before.rules, event.move))
                if isinstance(event, MovePlayed)
                else Withdrawal(event.seat)
            )
            apply(before.rules, before.tip.state, step, chance)
        for drawn, recorded in zip(chance.outcomes, event.outcomes, strict=True):
            if drawn != recorded:
                detail = f"the seed gives {', '.join(map(str, drawn.cards))}"
                raise _Wrong("not_from_seed", f"{detail}, the record has {', '.join(map(str, recorded.cards))}")

    def _check_end(self, header: Header) -> None:
        if self._version != header.events or self._prev.hex() != header.head:
            raise _Wrong("cut_short", f"the header promises {header.events} events, the file has {self._version}")
        if self._legality and self._record is not None:
            result = self._record.rules.result(self._record.tip.state)
            if result is not None and self._record.result is None:
                raise _Wrong("no_result", "the rules have come to a result and the record does not say so")


_CHAIN_CODES = (
    "unreadable",
    "not_canonical",
    "other_format",
    "altered",
    "chain_broken",
    "out_of_order",
    "other_game",
    "cut_short",
)


def _check_canonical(text: bytes, part: Header | Line) -> None:
    """There is one way to write each line, so nothing can be hidden in another way of writing it."""
    if msgspec.json.encode(part, order="sorted") != text.rstrip(b"\n"):
        raise _Wrong(
            "not_canonical", "the line is not written as this format writes it: something was added or renamed"
        )


def _event(line: Line, seed: bytes) -> GameEvent:
    try:
        return event_of(line, seed)
    except msgspec.MsgspecError as error:
        raise _Wrong("no_event", f"this is no event of a game record: {error}") from None


def _commitments(document: Told) -> Iterator[tuple[str, object]]:
    for part in ("outcomes", "move"):
        kept = document.get(part)
        items = enumerate(kept) if isinstance(kept, list) else kept.items() if isinstance(kept, dict) else ()
        for name, value in items:
            if isinstance(value, dict) and "commitment" in value:
                yield f"{part}/{name}", value["commitment"]


def _check_allowed(record: GameRecord | None, event: GameEvent) -> None:
    """What commands check before they make an event, checked of an event that somebody else made."""
    if record is None:
        if not isinstance(event, GameOpened):
            raise NoSuchPly(0, -1)
        return
    match event:
        case GameOpened():
            raise Refused("opened_twice")
        case MovePlayed() | GamePaused():
            check_going_on(record)
        case MoveTakenBack(seat=seat):
            check_take_back(record, seat)
        case GameResumed():
            if not record.paused:
                raise Refused("not_paused")
        case GameEnded(result=result):
            due = record.rules.result(record.tip.state)
            if result != due or record.result is not None:
                raise Refused("other_result")
        case SeatWithdrawn():
            if record.result is not None:
                raise Refused("game_over")
        case SeedRevealed(to=to):
            if record.result is None or record.revealed or to != record.opened.reveal:
                raise Refused("undue_reveal")


def _told(event: GameEvent, error: Exception) -> str:
    what = event.__struct_config__.tag
    seat = f" by seat {event.seat}" if isinstance(event, MovePlayed | SeatWithdrawn | MoveTakenBack) else ""
    words = ", ".join(f"{name}={value}" for name, value in event.move.items()) if isinstance(event, MovePlayed) else ""
    return f"{what}{seat}{words and f' ({words})'}: {error}"
