"""`acta demo`: the service, with a league of simulated players who play while you watch."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import psycopg
import typer
import urllib3
from rich.text import Text

from service.auth.principal import Role
from service.auth.tokens import Issued, issue_token, revoke_token
from service.cli.console import complain, out, warn
from service.cli.failures import WRONG
from service.cli.listening import listening, url_of
from service.cli.opening import settings_of
from service.cli.options import DataOption
from service.cli.program import command
from service.cli.serve import HostOption, PortOption, tell, warn_if_open
from service.cli.server import Server, stoppable
from service.database import Database, open_database
from service.demo.client import Refused, Stopped
from service.demo.league import Wishes
from service.demo.players import LABEL, TOKEN_LIFE
from service.demo.run import Outcome, run
from service.settings import Settings

_FOLDER: Final = "demo"
"""Inside the usual data folder: what is recorded is never removed, and simulated games are nobody's record."""


def demo(
    *,
    games: Annotated[int, typer.Option(min=1, max=100_000, help="How many games the league plays.")] = Wishes().games,
    players: Annotated[int, typer.Option(min=3, max=100, help="How many players it has.")] = Wishes().players,
    tables: Annotated[int, typer.Option(min=1, max=64, help="How many games are played at once.")] = Wishes().tables,
    seed: Annotated[int, typer.Option(help="Decides who sits where and what players decide.")] = Wishes().seed,
    leave: Annotated[bool, typer.Option("--exit", help="Stop when the games are over.")] = False,
    host: HostOption = None,
    port: PortOption = None,
    data: DataOption = None,
) -> None:
    """Run the service with a league of simulated players, who play over the API while you watch.

    It keeps a database apart, in the folder demo of the data folder, unless you name one. Broken off with Ctrl-C, it
    goes on where it was when you start it again.
    """
    settings = _settings(host, port, data)
    right = False
    with stoppable(), listening(settings.host, settings.port) as listener:
        warn_if_open(listener)
        with open_database(settings) as database, _tokens(database) as (organiser, arbiter):
            show = Show(url_of(listener), organiser, arbiter, Wishes(games, players, tables, seed), leave=leave)

            def ready() -> None:
                tell(listener, settings, database)
                show.begin()

            server = Server(settings, database, ready)
            show.when_over = server.stop
            server.when_stopping = show.stopping.set
            server.run(listener)
            show.end()
            right = show.right
    if leave and not right:
        raise typer.Exit(WRONG)
    out.print("Stopped. Start again to continue.")


class Show:
    """The league in a thread of its own, beside the server it plays on."""

    def __init__(self, url: str, organiser: Issued, arbiter: Issued, wishes: Wishes, *, leave: bool) -> None:
        self.stopping = threading.Event()
        self.right = False
        self.when_over: Callable[[], None] = lambda: None
        self._url = url
        self._organiser = organiser
        self._arbiter = arbiter
        self._wishes = wishes
        self._leave = leave
        self._thread = threading.Thread(target=self._run, name="acta demo")

    def begin(self) -> None:
        """Begin to play."""
        self._thread.start()

    def end(self) -> None:
        """Wait until nobody plays any more."""
        self.stopping.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            outcome = run(self._url, self._organiser.token, self._wishes, self.stopping, out)
            self.right = outcome.sum.right
            self._tell(outcome)
        except Stopped:
            pass
        except Refused as refused:
            complain(f"the demo met a refusal it did not expect: {refused}")
        except urllib3.exceptions.HTTPError:
            complain("the demo lost the service.")
        except Exception as error:  # noqa: BLE001  # a thread's last resort: the server goes on
            complain(f"the demo failed: {type(error).__name__}: {error}")
        if self._leave:
            self.when_over()

    def _tell(self, outcome: Outcome) -> None:
        found = outcome.sum
        out.print()
        if found.right:
            out.print(f"The standings add up: {found.line}.", style="bold green", markup=False)
        else:
            out.print(f"The standings DO NOT add up: {found.line}.", style="bold red", markup=False)
            for line in found.wrong:
                out.print(f"  {line}", markup=False)
        if self._leave:
            return
        out.print("\nOpen in a browser:")
        for what, link in outcome.links:
            out.print(f"  {what}:", style="dim", markup=False)
            out.print(Text(f"    {link}", style=f"link {link}"))
        game = f"{self._url}/v1/games/{outcome.game}"
        shown = f"-H 'Authorization: Bearer {self._arbiter.token}'"
        out.print("\nWith a token (an arbiter's, which ends with this demo):")
        out.print(f"  curl -s {shown} '{game}/view?as=arbiter&ply=0'", markup=False)
        out.print(f"  curl -s {shown} '{game}/archive' | {command('verify', '-')}", markup=False)
        out.print(f"  {command('replay', '--url', self._url, str(outcome.game))}", markup=False)
        out.print("\nServing on; Ctrl-C stops it.")


def _settings(host: str | None, port: int | None, data: Path | None) -> Settings:
    settings = settings_of(host=host, port=port, data=data)
    if settings.database_url is not None:
        warn("the demo's games will stay in the database of ACTA_DATABASE_URL: what is recorded is never removed.")
        return settings
    if data is not None:
        return settings
    return settings_of(host=host, port=port, data=settings.data / _FOLDER)


@contextmanager
def _tokens(database: Database) -> Iterator[tuple[Issued, Issued]]:
    """Tokens for an organiser and an arbiter, worthless when the demo is over, with those the organiser made."""
    expires = datetime.now(UTC) + TOKEN_LIFE

    def make(role: Role) -> Issued:
        return issue_token(connection, role, label=LABEL, expires=expires)

    with psycopg.connect(database.url, application_name="acta demo") as connection:
        made = make("organiser"), make("arbiter")
    try:
        yield made
    finally:
        with psycopg.connect(database.url, application_name="acta demo") as connection:
            for token in made:
                revoke_token(connection, token.id)
            connection.execute(
                "UPDATE tokens SET revoked_at = now() WHERE created_by = %s AND revoked_at IS NULL", [made[0].id]
            )
