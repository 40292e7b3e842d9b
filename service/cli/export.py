"""`acta export`: write the archive of a game, from the database to a file."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO, Final

import typer

from domain.kernel.seats import ARBITER, Viewer
from domain.record.archive import archive
from domain.record.events import GameEnded, GameEvent, GameOpened, SeedRevealed
from service.cli.console import say, warn
from service.cli.failures import Failure
from service.cli.frames import game_id, viewer_of
from service.cli.opening import connected, records
from service.cli.options import DataOption
from service.directory.names import names_of
from service.records.words import said_with

_STDOUT: Final = "-"


def export(
    game: Annotated[str, typer.Argument(help="The id of the game.", metavar="GAME")],
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", help="Where to; - is standard output. Default: GAME.acta in this folder.",
            show_default=False,
        ),
    ] = None,
    as_: Annotated[
        str, typer.Option("--as", help="For whom: arbiter (everything), spectator, or the number of a seat.")
    ] = ARBITER,
    names: Annotated[bool, typer.Option("--names", help="Put the players' names into the file.")] = False,
    words: Annotated[bool, typer.Option("--words", help="Put in what was said, as far as it was not erased.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if there is one.")] = False,
    data: DataOption = None,
) -> None:  # fmt: skip
    """Write the archive of a game, which `acta verify` can check anywhere.

    It holds what that reader may know; names and what was said only if you ask for them.
    """
    which, viewer = game_id(game), viewer_of(as_)
    target = output or f"{which}.acta"
    if target != _STDOUT and Path(target).exists() and not force:
        raise Failure(f"{target} is there already; name another file with -o, or add --force.")
    with connected(data) as (database, connection), records(database) as loader:
        events = tuple(loader.event(which, row) for row in loader.rows(which))
        opening = events[0]
        assert isinstance(opening, GameOpened)
        if isinstance(viewer, int) and viewer >= len(opening.seats):
            raise Failure(f"There is no seat {viewer}; this game has the seats 0 to {len(opening.seats) - 1}.")
        said = said_with(connection, which, events) if words else None
        known = {str(each): name for each, name in names_of(connection, opening.seats).items()} if names else None
    if viewer == ARBITER and not any(isinstance(event, GameEnded) for event in events):
        warn("the game is still going on, and this file shows every hidden card. Give it to nobody who plays.")
    lines = archive(events, viewer, with_seed=may_have_seed(events, viewer), names=known, said=said)
    count = _write(lines, target)
    say(f"{_told(target)}: {len(events)} events, {count:,} bytes. Check it with: acta verify {target}")


def may_have_seed(events: tuple[GameEvent, ...], viewer: Viewer) -> bool:
    """Whether the seed was revealed, and to this reader too: the table decided that when it opened."""
    to = [event.to for event in events if isinstance(event, SeedRevealed)]
    return "everyone" in to or ("arbiters" in to and viewer == ARBITER)


def _write(lines: Iterator[bytes], target: str) -> int:
    """Write a file wholly or not at all."""
    if target == _STDOUT:
        count = _copied(lines, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return count
    part = Path(f"{target}.{os.getpid()}.part")
    try:
        with part.open("wb") as stream:
            count = _copied(lines, stream)
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return count


def _copied(lines: Iterator[bytes], stream: BinaryIO) -> int:
    return sum(stream.write(line) for line in lines)


def _told(target: str) -> str:
    return "Standard output" if target == _STDOUT else target
