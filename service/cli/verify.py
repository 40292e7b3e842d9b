"""`acta verify`: check an archive offline, trusting nothing but the file."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import msgspec
import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

from domain.record.archive import Header
from domain.record.verify import verify as verify_archive
from service.cli.console import err, out
from service.cli.failures import WRONG, Failure
from service.cli.plain import plain
from service.cli.verdict import verdict
from service.cli.words import LanguageOption, language_of

_LONGEST_LINE: Final = 16 * 1024 * 1024
"""A line of more bytes is handed on in pieces, which are no lines of an archive: a file cannot fill the memory."""


def verify(
    file: Annotated[str, typer.Argument(help="The archive of a game; - reads it from standard input.", metavar="FILE")],
    language: LanguageOption = None,
) -> None:
    """Check an archive: the chain, every move, every shuffle from the seed, the result. Needs nothing but the file.

    Exit code 0: all that can be checked is right. 1: something is wrong. 2: the file cannot be read.
    """
    speaking = language_of(language)
    with _opened(file) as (stream, size):
        first = stream.readline(_LONGEST_LINE)
        if not first:
            raise Failure(f"{_name(file)} is empty.")
        report = verify_archive(_with_bar(first, stream, size))
    for line in verdict(plain(report), plain(_header(first)), plain(_name(file)), speaking):
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
