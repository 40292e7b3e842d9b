"""Reading a game back from an archive, to look at it. Whether it is genuine, `acta verify` says."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from domain.kernel.recorded import ReplayMismatch
from domain.kernel.refusals import BadOptions, IllegalMove
from domain.kernel.seats import Viewer
from domain.record.archive import FORMAT, Header, Line, Spoken, event_of
from domain.record.record import Fold
from domain.record.refusals import MalformedMove, NoSuchPly, Refused, UnknownRuleset
from service.cli.failures import Failure
from service.cli.frames import RecordSource
from service.cli.plain import plain

_BAD = (
    msgspec.MsgspecError, ValueError, IllegalMove, ReplayMismatch, BadOptions, MalformedMove, NoSuchPly, Refused,
    UnknownRuleset,
)  # fmt: skip


def source_of(file: Path, viewer: Viewer) -> RecordSource:
    """The game in an archive; where an event is bad, the game up to it. Raises Failure and OSError."""
    with file.open("rb") as stream:
        header = _header(stream.readline(), file)
        if header.opened_for != "arbiter" and not header.seed:
            raise Failure(
                f"{file} leaves out what {_reader(header)} may not know, so its positions cannot be made from it. "
                "Replay it from the service (--url), or from an arbiter's archive."
            )
        said: dict[int, Spoken] = {}
        record, trouble = _folded(stream, header, said)
    if record is None:
        raise Failure(f"{file} cannot be replayed: {trouble}. `acta verify` says more.")
    found = record.record()
    names = tuple((header.names or {}).get(str(player), "") for player in found.opened.seats)
    return RecordSource(found, viewer, names, trouble, said)


def _header(line: bytes, file: Path) -> Header:
    try:
        header: Header = msgspec.json.decode(line, type=Header)
    except (msgspec.MsgspecError, ValueError):
        raise Failure(f"{file} is no archive of a game.") from None
    if header.format != FORMAT:
        raise Failure(f"{file} is {header.format!r}; this acta reads {FORMAT}.")
    return header


def _folded(lines: Iterable[bytes], header: Header, said: dict[int, Spoken]) -> tuple[Fold | None, str | None]:
    """As much of the game as is good, and what is wrong with the rest. The texts go into `said`, by version."""
    seed = _seed(header)
    fold: Fold | None = None
    for number, text in enumerate(lines, 2):
        try:
            line: Line = msgspec.json.decode(text, type=Line)
            event = event_of(line, seed)
            if event.originator_version != number - 1:
                raise ValueError(f"version {event.originator_version} stands where version {number - 1} is due")
            (trying := fold or Fold()).add(event)
            fold = trying
            if line.said is not msgspec.UNSET:
                said[event.originator_version] = line.said
        except _BAD as error:
            return fold, f"line {number}: {plain(str(error))}"
    return fold, None if fold else "it holds no events"


def _seed(header: Header) -> bytes:
    try:
        return bytes.fromhex(header.seed or "")
    except ValueError:
        return b""


def _reader(header: Header) -> str:
    return f"seat {header.opened_for}" if isinstance(header.opened_for, int) else "a spectator"
