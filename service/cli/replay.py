"""`acta replay`: step through a game in the terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any
from uuid import UUID

import typer
from rich.console import Console, Group, RenderableType
from rich.text import Text

from domain.kernel.results import Result
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer
from service.cli.archives import source_of
from service.cli.console import on_terminal, out, warn
from service.cli.drawing import Drawing
from service.cli.failures import Failure
from service.cli.frames import Source, game_id, viewer_of
from service.cli.keys import pressed
from service.cli.options import DataOption
from service.cli.plain import plain
from service.cli.remote import RemoteSource
from service.cli.telling import ply_line
from service.cli.words import LanguageOption, language_of, reason, title, word


def replay(
    game: Annotated[str, typer.Argument(help="An archive, or the id of a game.", metavar="FILE|GAME")],
    *,
    as_: Annotated[
        str | None,
        typer.Option(
            "--as",
            help="Whose eyes to see it with: the number of a seat, spectator or arbiter. "
            "Default: the arbiter's at hand, a spectator's with --url.",
            show_default=False,
        ),
    ] = None,
    ply: Annotated[int | None, typer.Option(help="Begin at this ply; print only this one without a terminal.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Print every ply instead of stepping through.")] = False,
    names: Annotated[bool, typer.Option("--names", help="Show names from the directory.")] = False,
    url: Annotated[
        str | None, typer.Option(help="Ask this service for the game, as http://127.0.0.1:8000.", show_default=False)
    ] = None,
    token: Annotated[
        str | None, typer.Option(envvar="ACTA_TOKEN", help="The token to show to that service.", show_default=False)
    ] = None,
    language: LanguageOption = None,
    data: DataOption = None,
) -> None:
    """Step through a game: from an archive, from the data folder, or from a running service.

    Keys: n, space, → next; b, ← back; f first; l last; q quit. Without a terminal every ply is printed.
    """
    speaking = language_of(language)
    viewer = viewer_of(as_ if as_ is not None else SPECTATOR if url else ARBITER)
    with _source(game, viewer, url=url, token=token, data=data, language=speaking, names=names) as source:
        if ply is not None and not 0 <= ply <= source.last:
            raise Failure(f"There is no ply {ply}; this game has the plies 0 to {source.last}.")
        screen = Screen(source, speaking, viewer)
        if on_terminal() and not every:
            _step(screen, ply or 0)
        else:
            for number in range(source.last + 1) if ply is None or every else (ply,):
                out.print(screen.drawn(number))
                out.print()
    if source.trouble is not None:
        warn(f"the game ends here, because what follows is wrong: {source.trouble}. `acta verify` says more.")


@contextmanager
def _source(
    game: str, viewer: Viewer, *, url: str | None, token: str | None, data: Path | None, language: str, names: bool
) -> Iterator[Source]:
    if url is not None:
        yield RemoteSource(url, token, str(game_id(game)), viewer, language)
    elif Path(game).exists() or not _is_id(game):
        yield source_of(Path(game), viewer)
    else:
        stored: Any = import_module("service.cli.stored")  # a file needs no database
        with stored.source_of(UUID(game), viewer, data, names=names) as source:
            yield source


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


class Screen:
    """Draws the plies of a game."""

    def __init__(self, source: Source, language: str, viewer: Viewer) -> None:
        self.last = source.last
        self._source = source
        self._language = language
        self._viewer = viewer
        self._game = plain(source.game)
        self._names = plain(source.names)
        self._title = f"{title(language, self._game, source.version)}, {plain(source.id)}"
        self.keys = word(language, "keys")

    def fitting(self, ply: int, console: Console) -> RenderableType:
        """A ply with the keys below it, drawn so that it fits on the screen as far as possible."""
        drawn = _wrapped(self.drawn(ply, self.keys))
        if len(console.render_lines(drawn)) <= console.height:
            return drawn
        return _wrapped(self.drawn(ply, self.keys, compact=True))

    def drawn(self, ply: int, foot: str = "", *, compact: bool = False) -> Group:
        """A ply: what happened, the board after it, and the result once there is one."""
        frame = plain(self._source.frame(ply))
        drawing = Drawing(self._language, self._game, self._names, words=frame.board.words, clock=frame.clock)
        head = Text.assemble(
            (f"{self._word('ply')} {ply}/{self.last}", "bold cyan"),
            (f"  {self._title}, {self._seen()}", "dim"),
        )
        line = Text(ply_line(frame.entry, self._game, drawing, self._language))
        parts: list[RenderableType] = [head, line, drawing.board(frame.board, compact=compact)]
        if frame.result is not None:
            parts.append(self._result(frame.result, drawing))
        if foot:
            parts.append(Text(foot, style="dim"))
        return Group(*parts)

    def _seen(self) -> str:
        if isinstance(self._viewer, int):
            return f"{self._word('as_seat')} {self._viewer}"
        return self._word(f"as_{self._viewer}")

    def _result(self, result: Result, drawing: Drawing) -> Text:
        why = reason(self._language, self._game, result.why)
        told = Text(f"{self._word('result')}: {why}", style="bold green")
        order = sorted(range(len(result.sides)), key=lambda side: (result.places[side], side))
        for side in order:
            seats = ", ".join(drawing.seat(seat) for seat in result.sides[side])
            place, score = result.places[side], result.scores[side]
            told.append(f"\n  {self._word('place')} {place}  {seats}  ({self._word('score')} {score})")
        return told

    def _word(self, key: str) -> str:
        return word(self._language, key)


def _wrapped(drawn: Group) -> Group:
    """Long lines wrapped: on a screen, unlike in a file, what is beyond the edge is gone."""
    for part in drawn.renderables:
        if isinstance(part, Text):
            part.no_wrap, part.overflow = False, "fold"
    return drawn


def _step(screen: Screen, ply: int) -> None:
    """Let the keys go to and fro."""
    with pressed(sys.stdin) as keys, out.screen(hide_cursor=True) as full:
        full.update(screen.fitting(ply, out))
        for key in keys:
            if key == "quit":
                return
            ply = {"next": min(ply + 1, screen.last), "back": max(ply - 1, 0), "first": 0, "last": screen.last}[key]
            full.update(screen.fitting(ply, out))
