"""`acta audit`: check every game of the database."""

from typing import Any, Final
from uuid import UUID

import psycopg
import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from domain.record.verify import Problem
from service.cli.console import err, out, say
from service.cli.failures import WRONG
from service.cli.opening import connected, records
from service.cli.options import DataOption
from service.cli.plain import plain
from service.records.audit import audit as audit_of
from service.records.errors import NoSuchGame
from service.records.loading import Loader

# Also those whose opening is not there any more.
_GAMES: Final = (
    "SELECT originator_id FROM events WHERE starts_with(topic, 'game.') "
    "GROUP BY originator_id ORDER BY min(notification_id)"
)
_NO_OPENING: Final = Problem(2, 1, 0, "no_opening", "the record does not begin with the opening of a table")


def audit(data: DataOption = None) -> None:
    """Check every game of the database: chain, every move, every shuffle from the seed, results.

    Names each damaged game with the first thing that is wrong in it. A service may run meanwhile; Ctrl-C breaks off.
    Exit code 0: all games are right. 1: some are damaged.
    """
    columns = (TextColumn("Checking"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with connected(data) as (database, connection), records(database) as loader:
        games = _games(connection)
        done: list[Problem | None] = []
        try:
            with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
                for game in bar.track(games):
                    done.append(_problem(loader, game))  # noqa: PERF401  # kept when it is broken off
        except KeyboardInterrupt:
            say(f"Broken off after {len(done)} of {len(games)} games.")
            raise
        finally:
            _tell(games, done)
    damaged = len(done) - done.count(None)
    out.print(_sum(len(games), damaged), style="bold red" if damaged else "bold green" if games else "", markup=False)
    if damaged:
        raise typer.Exit(WRONG)


def _games(connection: psycopg.Connection[Any]) -> list[UUID]:
    """Every game the log has, in the order they were opened."""
    with connection.transaction():
        return [game for (game,) in connection.execute(_GAMES).fetchall()]


def _problem(loader: Loader, game: UUID) -> Problem | None:
    """The first thing that is wrong with a game."""
    try:
        report = audit_of(loader, game)
    except NoSuchGame:
        return _NO_OPENING
    return None if report.ok else report.problem or _NO_OPENING


def _tell(games: list[UUID], done: list[Problem | None]) -> None:
    """The damaged games."""
    for game, problem in zip(games, done, strict=False):
        if problem is not None:
            out.print(f"{game}: WRONG at version {problem.version}: {problem.code}", style="red", markup=False)
            out.print(f"  {plain(problem.detail)}", markup=False)


def _sum(games: int, damaged: int) -> str:
    if not games:
        return "There are no games yet."
    if damaged:
        return f"{damaged} of {games} games {'is' if damaged == 1 else 'are'} damaged."
    return "The one game is right." if games == 1 else f"All {games} games are right."
