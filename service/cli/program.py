"""Command lines to be copied: how this very acta is called from here."""

import shlex
import shutil
import sys
from pathlib import Path

from service.settings import Settings


def command(*words: str) -> str:
    """A command line of acta."""
    return shlex.join([*_program(), *words])


def token_command(settings: Settings) -> str:
    """The command line that makes a token for this database, ready to be copied."""
    words = ("token", "create", "--role", "admin")
    if settings.database_url is not None:
        return command(*words) + "   (with the same ACTA_DATABASE_URL)"
    if settings.data != Settings().data:
        return command(*words, "--data", str(settings.data))
    return command(*words)


def _program() -> list[str]:
    """How this very acta is called from this folder."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return [sys.executable, "-m", "service.cli"]
    found = shutil.which(started.name)
    if found is not None and Path(found).resolve() == started.resolve():
        return [started.name]
    here = Path.cwd()
    path = started.absolute()
    return [str(path.relative_to(here) if path.is_relative_to(here) else path)]
