"""The command line: which commands there are, and how it ends when one fails."""

import io
import os
import sys
from importlib import import_module
from importlib.metadata import version
from typing import Annotated, Any, Final

import typer

from service.cli.console import complain, out
from service.cli.failures import BROKEN, USAGE

_HELP: Final = """The signed record of a match: games recorded move by move, replayed and verified.

Settings come from the environment (ACTA_PORT, ACTA_DATA, ACTA_DATABASE_URL, ...). Without a database of yours, acta
keeps one of its own in the data folder.
"""

_COMMANDS: Final = ("serve", "demo", "token", "replay", "verify", "export", "audit", "rebuild", "migrate")
"""Each has a module of its name, and in it a function of its name, or an `app` of several."""


def app(arguments: list[str]) -> typer.Typer:
    """The commands. Only the module of the one that is called is loaded: checking a file needs no web server."""
    found = typer.Typer(
        name="acta",
        help=_HELP,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    found.callback()(_acta)
    called = arguments[:1] if arguments and arguments[0] in _COMMANDS else _COMMANDS
    for name in called:
        module: Any = import_module(f"service.cli.{name}")
        if hasattr(module, "app"):
            found.add_typer(module.app, name=name)
        else:
            found.command(name)(getattr(module, name))
    return found


def _version(wanted: bool) -> None:
    if wanted:
        out.print(f"acta {version('acta')}")
        raise typer.Exit


def _acta(
    _version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it.")] = False,
) -> None:
    """What holds for every command."""


def main() -> None:
    """Run the command that was typed. Errors are one line for people, never a traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot draw a frame still gets the words
    try:
        app(sys.argv[1:])(prog_name="acta")
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:  # noqa: BLE001  # the last resort
        explaining = import_module("service.cli.explaining")
        line = explaining.told(error)
        tracing = os.environ.get("ACTA_LOG_LEVEL", "").lower() == "debug"
        complain(line if line is not None else explaining.unexpected(error, tracing=tracing))
        sys.exit(USAGE if line is not None else BROKEN)
