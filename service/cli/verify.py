"""`acta verify`: check an archive offline, trusting nothing but the file."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import msgspec
import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn
from rich.text import Text

from domain.record.archive import Header
from domain.record.verify import Report
from domain.record.verify import verify as verify_archive
from service.cli.console import err, out
from service.cli.failures import WRONG, Failure

_LONGEST_LINE: Final = 16 * 1024 * 1024
"""A line of more bytes is handed on in pieces, which are no lines of an archive: a file cannot fill the memory."""


def verify(
    file: Annotated[str, typer.Argument(help="The archive of a game; - reads it from standard input.", metavar="FILE")],
) -> None:
    """Check an archive: the chain, every move, every shuffle from the seed, the result. Needs nothing but the file.

    Exit code 0: all that can be checked is right. 1: something is wrong. 2: the file cannot be read.
    """
    with _opened(file) as (stream, size):
        first = stream.readline(_LONGEST_LINE)
        if not first:
            raise Failure(f"{_name(file)} is empty.")
        report = verify_archive(_with_bar(first, stream, size))
    for line in verdict(report, _header(first), _name(file)):
        out.print(line)
    if not report.ok:
        raise typer.Exit(WRONG)


class _opened:  # noqa: N801 - used as a function
    """The bytes of a file and how many there are, None where nobody knows."""

    def __init__(self, file: str) -> None:
        self._path = None if file == "-" else Path(file)
        self._stream: BinaryIO = sys.stdin.buffer

    def __enter__(self) -> tuple[BinaryIO, int | None]:
        if self._path is None:
            return self._stream, None
        self._stream = self._path.open("rb")
        size = self._path.stat().st_size
        return self._stream, size or None

    def __exit__(self, *_: object) -> None:
        if self._path is not None:
            self._stream.close()


def _with_bar(first: bytes, stream: BinaryIO, size: int | None) -> Iterator[bytes]:
    """The lines, with a progress bar where somebody watches."""
    columns = (TextColumn("Checking"), BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("", total=size)
        line = first
        while line:
            yield line
            bar.advance(task, len(line))
            line = stream.readline(_LONGEST_LINE)


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def _header(line: bytes) -> Header | None:
    try:
        return msgspec.json.decode(line, type=Header)
    except (msgspec.MsgspecError, ValueError):
        return None


def verdict(report: Report, header: Header | None, name: str) -> Iterator[Text]:
    """What was checked and how it went, a line each."""
    if header is not None:
        what = f"{header.ruleset} {header.ruleset_version}, game {header.game}, opened for {_reader(header)}"
        yield Text(f"{name}: {what}")
    problem = report.problem
    if problem is not None:
        yield Text(f"WRONG at {_place(report)}: {problem.code}", style="bold red")
        yield Text(f"  {problem.detail}")
        yield Text(f"  Everything before it is right: {_count(report)}." if problem.version > 1 else "")
        return
    yield _mark(True, "chain", f"{report.events} events, each naming the one before it")
    yield _mark(report.legality, "moves", _moves(report))
    yield _mark(report.luck == "checked", "luck", _luck(report))
    yield _mark(report.result, "result", _result(report))
    partial = not (report.legality and report.luck == "checked")
    yield Text("OK: all that can be checked is right." if partial else "OK: everything is right.", style="bold green")


def _mark(checked: bool, what: str, told: str) -> Text:
    sign = ("✓", "green") if checked else ("–", "yellow")
    return Text.assemble("  ", sign, f" {what:<7} {told}")


def _reader(header: Header) -> str:
    viewer = header.opened_for
    return f"seat {viewer}" if isinstance(viewer, int) else f"the {viewer}" if viewer == "arbiter" else f"a {viewer}"


def _place(report: Report) -> str:
    assert report.problem is not None
    problem = report.problem
    if problem.line == 1:
        return "line 1, the header"
    ply = f", after ply {problem.ply}" if report.legality or problem.ply else ""
    return f"line {problem.line}, version {problem.version}{ply}"


def _count(report: Report) -> str:
    assert report.problem is not None
    return f"{report.problem.version - 1} events"


def _moves(report: Report) -> str:
    if report.legality:
        return f"{report.plies} plies replayed, every move legal"
    return "not checked: this archive leaves out what its reader may not know; the arbiter's has it all"


def _luck(report: Report) -> str:
    match report.luck:
        case "checked":
            return "every shuffle, draw and roll is the one the seed gives"
        case "sealed":
            return "not checked: the seed is not in the file (sealed, or the game is not over)"
        case "not_opened":
            return "not checked: it needs the seed and every hidden card"


def _result(report: Report) -> str:
    if report.result:
        return "the one the rules come to"
    if not report.legality:
        return "not checked: it needs every move"
    return "none yet: the game is not over"
