"""Verification: everything an archive claims, checked from the file alone.

The chain and the opened secrets first, then every event against the rules, every outcome against the seed, and the
result. What cannot be checked, because it was not opened or the seed is sealed, is said and not passed over.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal, TypeVar

import msgspec
from msgspec import UNSET, Struct

from domain.kernel.luck import SEED_BYTES
from domain.kernel.luck import commitment as seed_commitment
from domain.kernel.luck import salt as outcome_salt
from domain.kernel.recorded import ReplayMismatch
from domain.kernel.refusals import BadOptions, IllegalMove
from domain.record.archive import FORMAT, Header, Line
from domain.record.chain import GENESIS, SALT_BYTES, commitment, digest
from domain.record.checks import (
    Wrong,
    check_allowed,
    check_luck,
    check_said,
    check_words,
    committed_to,
    described,
    refused,
    whole_event,
)
from domain.record.events import GameEvent, GameOpened, MovePlayed, MoveTakenBack, SeatWithdrawn
from domain.record.record import Fold, GameRecord
from domain.record.refusals import MalformedMove, NoSuchPly, Refused, UnknownRuleset

Luck = Literal["checked", "sealed", "not_opened"]


class Problem(Struct, frozen=True):
    """The first thing that is wrong: the line of the file (the header is 1), the event's version, the ply it stands
    after, a stable code, and what was found. Where the end is missing, line and version are those of what should
    follow."""

    line: int
    version: int
    ply: int
    code: str
    detail: str


class Report(Struct, frozen=True):
    """What was checked, as far as the check came.

    `events` counts the events read and `plies` the positions replayed. `legality` says that every event was checked
    against the rules, `luck` whether outcomes were derived anew, `result` that the game ended as the rules say.
    `ok` alone only says that nothing wrong was found in what the file opens.
    """

    ok: bool
    events: int
    plies: int
    chain: bool
    legality: bool
    luck: Luck
    result: bool
    problem: Problem | None = None


def verify(lines: Iterable[bytes]) -> Report:
    """Check an archive, line by line, and say the first thing that is wrong with it. Trusts nothing outside the file.

    Reads the lines one at a time, so callers can show progress. Never raises for what a file says.
    """
    return Verification().run(lines)


class Verification:
    """One run over one archive: how far it has come, and what it has established."""

    def __init__(self) -> None:
        self._line = 1
        self._version = 0
        self._ply = 0
        self._at: datetime | None = None
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
                self._version += 1
                self._check_line(line, header)
                if self._version > header.events:
                    raise Wrong("cut_short", f"the header promises {header.events} events, and here is one more")
            self._check_end(header)
        except Wrong as wrong:
            place = self._line, self._version, self._ply
            if wrong.where == "behind":
                place = self._line + 1, self._version + 1, self._ply
            elif wrong.where == "header":
                place = 1, 0, 0
            return self._report(Problem(*place, wrong.code, wrong.detail))
        except OSError:  # the file itself cannot be read
            raise
        except Exception as error:  # noqa: BLE001  # a hostile file must not stop whoever checks it
            detail = f"the check broke off here: {type(error).__name__}: {error}"
            return self._report(Problem(self._line, self._version, self._ply, "not_checkable", detail))
        return self._report(None)

    def _report(self, problem: Problem | None) -> Report:
        legality = self._legality and problem is None
        ended = self._record is not None and self._record.result is not None
        luck: Luck = "not_opened" if not self._legality else "checked" if self._seed else "sealed"
        return Report(
            ok=problem is None,
            events=self._version,
            plies=self._record.ply if self._record else 0,
            chain=problem is None or problem.code not in _CHAIN_CODES,
            legality=legality,
            luck=luck,
            result=ended and legality,
            problem=problem,
        )

    def _check_header(self, lines: Iterator[bytes]) -> Header:
        header = _read(next(lines, b""), _header)
        if header.format != FORMAT:
            raise Wrong("other_format", f"this is {header.format!r}, not {FORMAT}")
        if header.seed is not None:
            try:
                self._seed = bytes.fromhex(header.seed)
            except ValueError:
                self._seed = b""
            if len(self._seed) != SEED_BYTES or self._seed.hex() != header.seed:
                raise Wrong("unreadable", f"a seed is {SEED_BYTES} bytes in lowercase hexadecimal digits")
        return header

    def _check_line(self, text: bytes, header: Header) -> None:
        line = _read(text, _line)
        self._check_chain(line, header)
        self._check_openings(line, header)
        event = whole_event(line, self._seed)
        self._check_public(event, header)
        if line.said is not UNSET:
            check_said(event, line.said)
        if self._legality:
            self._check_event(event)
        self._moved(event)

    def _check_chain(self, line: Line, header: Header) -> None:
        found = digest(line.document)
        what = f"event {self._version} ({line.document.get('event')})"
        if found.hex() != line.digest:
            raise Wrong("altered", f"{what} was changed: it hashes to {found.hex()}, and its digest is {line.digest}")
        if line.document.get("prev") != msgspec.to_builtins(self._prev):
            raise Wrong(
                "chain_broken",
                f"{what} names another event before it: here one was changed, put in, taken out or moved",
            )
        if line.document.get("originator_version") != self._version:
            raise Wrong("out_of_order", f"{what} says it is event {line.document.get('originator_version')}")
        if line.document.get("originator_id") != str(header.game):
            raise Wrong("other_game", f"{what} belongs to game {line.document.get('originator_id')}")
        self._prev = found

    def _check_openings(self, line: Line, header: Header) -> None:
        """Every secret that is opened is the one the event committed to."""
        committed = dict(committed_to(line.document))
        for path, opening in line.opened.items():
            if path not in committed:
                raise Wrong("not_committed", f"{path} is opened, but the event commits to no such secret")
            if len(opening.salt) != SALT_BYTES or commitment(opening) != committed[path]:
                raise Wrong("secret_altered", f"{path} is not what the event committed to")
            kind, _, index = path.partition("/")
            if self._seed and kind == "outcomes" and opening.salt != self._salt_of(index):
                raise Wrong("salt_not_from_seed", f"the salt of {path} does not come from the seed")
        closed = committed.keys() - line.opened.keys()
        if closed and header.opened_for == "arbiter":
            raise Wrong("not_opened", f"{min(closed)} is not opened, though this is an arbiter's archive")
        self._legality = self._legality and not closed

    def _salt_of(self, outcome: str) -> bytes:
        return outcome_salt(self._seed, self._version, int(outcome))

    def _check_public(self, event: GameEvent, header: Header) -> None:
        """What can be checked of an event without knowing any secret."""
        if isinstance(event, GameOpened) != (self._version == 1):
            raise Wrong("not_allowed", f"{described(event)}: a record begins with its opening and has one")
        if self._at is not None and event.at < self._at:
            raise Wrong(
                "time_goes_back",
                f"{described(event)} at {event.at.isoformat()}, and the event before was at {self._at.isoformat()}",
            )
        if isinstance(event, MoveTakenBack) and event.ply != max(self._ply - 1, 0):
            raise Wrong("not_allowed", f"{described(event)}, but one move is taken back from ply {self._ply}")
        if isinstance(event, GameOpened):
            if (event.ruleset, event.ruleset_version) != (header.ruleset, header.ruleset_version):
                raise Wrong("other_game", f"{described(event)}; the header says {header.ruleset}")
            if len(event.seed_commitment) != len(GENESIS):
                raise Wrong("no_event", f"{described(event)} without a commitment to its seed")
            if self._seed and event.seed_commitment != seed_commitment(self._seed):
                raise Wrong("other_seed", "the seed in the header is not the one the opening committed to")

    def _check_event(self, event: GameEvent) -> None:
        """What can be checked of an event whose secrets, and those before it, are all opened."""
        before = self._record
        try:
            if before is not None:
                check_allowed(before, event)
            self._fold.add(event)
            after = self._fold.record()
            check_words(after, event)
        except (IllegalMove, ReplayMismatch, BadOptions) as error:
            raise Wrong("against_the_rules", refused(before, event, error)) from None
        except (MalformedMove, Refused, NoSuchPly, UnknownRuleset) as error:
            raise Wrong("not_allowed", refused(before, event, error)) from None
        if self._seed:
            check_luck(before, after, event, self._seed)
        self._record = after

    def _moved(self, event: GameEvent) -> None:
        """Where the timeline stands after an event that holds."""
        self._at = event.at
        if isinstance(event, MoveTakenBack):
            self._ply = event.ply
        elif isinstance(event, MovePlayed | SeatWithdrawn):
            self._ply += 1

    def _check_end(self, header: Header) -> None:
        if self._version != header.events or self._prev.hex() != header.head or not self._version:
            raise Wrong(
                "cut_short",
                f"the header promises {header.events} events up to {header.head}, "
                f"the file has {self._version} up to {self._prev.hex()}",
                where="header" if self._version == header.events else "behind",
            )
        record = self._record
        if not self._legality or record is None:
            return
        if record.result is None and record.rules.result(record.tip.state) is not None:
            raise Wrong(
                "no_result",
                "the rules have come to a result and the record does not say so: its end is missing",
                where="behind",
            )
        if record.result is not None and not record.revealed and record.opened.reveal != "sealed":
            raise Wrong(
                "cut_short",
                f"the game is over and its seed due to {record.opened.reveal}: that event is missing",
                where="behind",
            )


_CHAIN_CODES = (
    "unreadable",
    "not_canonical",
    "other_format",
    "altered",
    "chain_broken",
    "out_of_order",
    "other_game",
    "cut_short",
    "not_checkable",
)

_header: msgspec.json.Decoder[Header] = msgspec.json.Decoder(Header)
_line: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


Part = TypeVar("Part", Header, Line)


def _read(text: bytes, decoder: msgspec.json.Decoder[Part]) -> Part:
    """A line of the file. There is one way to write each, so nothing can be hidden in another way of writing it."""
    try:
        part = decoder.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Wrong("unreadable", f"the line cannot be read: {error}") from None
    if msgspec.json.encode(part, order="sorted") != text.removesuffix(b"\n"):
        raise Wrong(
            "not_canonical",
            "the line is not written as this format writes it: something was added, repeated or renamed",
        )
    return part
