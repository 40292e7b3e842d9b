"""The demonstration from the first move to the sum."""

import threading
from collections.abc import Iterator
from itertools import islice
from typing import Final
from uuid import UUID

from msgspec import Struct
from rich.console import Console
from rich.live import Live

from service.demo.check import Sum, check
from service.demo.client import Client, Connection, Refused
from service.demo.display import Display
from service.demo.league import League, Wishes

_LINKS: Final = 3
_LINE_EVERY: Final = 10
"""Games between two lines where nobody watches a display."""


class Outcome(Struct, frozen=True):
    """What came of it, and what there is to look at."""

    sum: Sum
    links: tuple[tuple[str, str], ...]
    game: UUID


def run(url: str, token: str, wishes: Wishes, stopping: threading.Event, console: Console) -> Outcome:
    """Play a league and add it up. Raises Stopped, Refused, and urllib3's errors when the service stays away."""
    connection = Connection(url, stopping, wishes.tables)
    organiser = Client(connection, token)
    league = League(connection, organiser, wishes)
    if league.continued:
        console.print(f"Continuing the league where it was: after {league.progress.finished} games.")
    display = Display(league.progress, league.players)
    if console.is_terminal:
        with Live(display, console=console, refresh_per_second=4):
            for _ in league.play():
                display.show(league.standings().items)
    else:
        for line in _lines(league, display):
            console.print(line, markup=False)
    found = check(organiser, league.row, connection.position)
    display.show(league.standings().items)
    if not console.is_terminal:
        console.print(display.standings())
    game = league.some_game()
    assert game is not None
    return Outcome(found, tuple(islice(_links(connection, league.row.id, game), _LINKS)), game)


def _lines(league: League, display: Display) -> Iterator[str]:
    """How far it is, now and then."""
    told = -1
    for _ in league.play():
        finished = league.progress.finished
        if finished // _LINE_EVERY > told and finished < league.progress.games:
            told = finished // _LINE_EVERY
            yield display.line
    yield display.line


def _links(connection: Connection, league: UUID, game: UUID) -> Iterator[tuple[str, str]]:
    """What opens in a browser without a token, as far as the service lets it."""
    candidates = (
        ("the documentation", "/docs"),
        ("a game, ply by ply, as spectators saw it", f"/v1/games/{game}/replay?as=spectator"),
        ("the standings", f"/v1/leagues/{league}/standings"),
        ("the games of the league, where its standings are not for everybody", f"/v1/games?league={league}"),
    )
    for what, path in candidates:
        try:
            connection.send("GET", path, None, None, {})
        except Refused:
            continue
        yield what, connection.url + path
