"""The command line: every command, and how each of their errors is told."""

import io
import os
import sys
from importlib.metadata import version
from typing import Annotated, Final

import typer

from service.cli import token
from service.cli.console import complain, out
from service.cli.demo import demo
from service.cli.export import export
from service.cli.failures import USAGE, told, unexpected
from service.cli.migrate import migrate
from service.cli.rebuild import rebuild
from service.cli.replay import replay
from service.cli.serve import serve
from service.cli.verify import verify

_HELP: Final = """The signed record of a match: games recorded move by move, replayed and verified.

Settings come from the environment (ACTA_PORT, ACTA_DATA, ACTA_DATABASE_URL, ...). Without a database of yours, acta
keeps one of its own in the data folder.
"""

app = typer.Typer(
    name="acta", help=_HELP, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
    rich_markup_mode=None, context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip


def _version(wanted: bool) -> None:
    if wanted:
        out.print(f"acta {version('acta')}")
        raise typer.Exit


@app.callback()
def acta(
    _version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it.")] = False,
) -> None:
    """What holds for every command."""


for command in (serve, demo, verify, replay, export, rebuild, migrate):
    app.command()(command)
app.add_typer(token.app, name="token")


def main() -> None:
    """Run the command that was typed. Errors are one line for people, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot draw a frame still gets the words
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:  # noqa: BLE001  # the last resort
        line = told(error)
        tracing = os.environ.get("ACTA_LOG_LEVEL", "").lower() == "debug"
        complain(line if line is not None else unexpected(error, tracing=tracing))
        sys.exit(USAGE if line is not None else 70)
