"""`acta serve`: the service, with a database of its own or one of yours."""

import socket
from importlib.metadata import version
from typing import Annotated

import typer

from service.cli.console import out, warn
from service.cli.listening import is_open_to_others, listening, url_of
from service.cli.opening import settings_of
from service.cli.options import DataOption
from service.cli.program import token_command
from service.cli.server import Server, stoppable
from service.database import Database, open_database
from service.settings import Settings

HostOption = Annotated[
    str | None,
    typer.Option("--host", help="The address to listen on. Default: $ACTA_HOST, or 127.0.0.1.", show_default=False),
]
PortOption = Annotated[
    int | None,
    typer.Option(
        "--port", min=0, max=65_535, help="The port to listen on; 0 takes a free one. Default: $ACTA_PORT, or 8000.",
        show_default=False,
    ),
]  # fmt: skip


def serve(host: HostOption = None, port: PortOption = None, data: DataOption = None) -> None:
    """Run the service until Ctrl-C; starting again continues. Starts the database and brings it up to date first."""
    settings = settings_of(host=host, port=port, data=data)
    with stoppable(), listening(settings.host, settings.port) as listener:
        warn_if_open(listener)
        with open_database(settings) as database:
            server = Server(settings, database, lambda: tell(listener, settings, database))
            server.run(listener)
            out.print("Stopping ...")
    out.print("Stopped. Everything recorded is kept; start again to continue.")


def warn_if_open(listener: socket.socket) -> None:
    """Say it when more than this machine gets in."""
    if is_open_to_others(listener):
        warn(
            "acta answers other machines too, and what it sends is not encrypted. "
            "Put a proxy with TLS before it, or use --host 127.0.0.1."
        )


def tell(listener: socket.socket, settings: Settings, database: Database) -> None:
    """The address, where the data is, and how to get a token."""
    url = url_of(listener)
    out.print(f"acta {version('acta')} serves at {url}", style="bold", markup=False)
    out.print(f"  documentation  {url}/docs", markup=False)
    out.print(f"  data           {database.place}", markup=False)
    out.print(f"  get a token    {token_command(settings)}", markup=False)
    out.print("Ctrl-C stops it.")
