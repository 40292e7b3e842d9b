"""Where commands write: results to standard output, everything said beside them to standard error."""

import logging
import os
import sys

from rich.console import Console

from service.cli.plain import plain_lines

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def say(text: str) -> None:
    """Something beside the result."""
    err.print(plain_lines(text), markup=False)


def warn(text: str) -> None:
    """Something the operator should know."""
    err.print(f"Warning: {plain_lines(text)}", style="yellow", markup=False)


def complain(text: str) -> None:
    """Why the command does not do what it was asked."""
    err.print(f"acta: {plain_lines(text)}", style="red", markup=False)


def on_terminal() -> bool:
    """Whether somebody reads along and can press keys."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def set_up_logging(level: str) -> None:
    """The log of this process, on standard error."""
    logging.basicConfig(
        level=level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr, force=True
    )
    # Chatty, and of no use below a warning unless one debugs acta itself.
    for name in ("alembic", "psycopg.pool", "urllib3", "asyncio"):
        logging.getLogger(name).setLevel("DEBUG" if level == "debug" else "WARNING")
