"""Runs the console blocks of a page, in order, in one shell, against a service of their own.

A line that begins with `$ ` is a command, lines with `> ` go on with it, and what follows is its output. The service
is started first, in an empty folder; `$ make serve` shows how. A block with a name in its fence is saved under it. The
page says http://127.0.0.1:8000; a run has whatever port is free.
"""

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from tests.docs.pages import ROOT, Block, blocks
from tests.service.cli.processes import environment

ADDRESS: Final = "http://127.0.0.1:8000"
SERVE: Final = "make serve"
_MARK: Final = "\x1e"


class Command(NamedTuple):
    """A command of a page and what it is said to print. `start` and `end` are where that output stands in the page."""

    text: str
    output: str
    start: int
    end: int


def commands(text: str) -> list[Command]:
    """The commands of a page, in order."""
    return [command for block in blocks(text) if block.kind == "console" for command in _commands(block)]


def _commands(block: Block) -> Iterator[Command]:
    lines = block.body.splitlines(keepends=True)
    at, place = block.start, 0
    while place < len(lines):
        assert lines[place].startswith("$ "), f"a console block begins with a command: {lines[place]!r}"
        typed = [lines[place][2:]]
        at, place = at + len(lines[place]), place + 1
        while place < len(lines) and lines[place].startswith("> "):
            typed.append(lines[place][2:])
            at, place = at + len(lines[place]), place + 1
        start = at
        printed = []
        while place < len(lines) and not lines[place].startswith("$ "):
            printed.append(lines[place])
            at, place = at + len(lines[place]), place + 1
        yield Command("".join(typed).rstrip("\n"), "".join(printed), start, at)


class Service(NamedTuple):
    """A running service, the folder it was started in, and what it said."""

    url: str
    folder: Path
    said: str


@contextmanager
def service() -> Iterator[Service]:
    """`acta serve` in an empty folder, as `make serve` runs it in a checkout."""
    folder = Path(tempfile.mkdtemp(prefix="acta-docs-", dir="/tmp"))
    folder.chmod(0o711)  # the account of the database comes through, also when the tests run as root
    _install(folder / ".venv" / "bin")
    process = subprocess.Popen(
        [folder / ".venv" / "bin" / "acta", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=_environment(),
        text=True,
    )
    try:
        said = []
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            if line.startswith("Ctrl-C"):
                break
        told = "".join(said)
        found = re.search(r"serves at (\S+)", told)
        assert found is not None, told
        yield Service(found[1], folder, told)
    finally:
        process.terminate()
        process.communicate(timeout=60)
        shutil.rmtree((folder / "acta-data" / "postgres").resolve(), ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


def run(text: str, on: Service) -> list[tuple[Command, str]]:
    """The commands of a page with what they print now."""
    asked = commands(text)
    for block in blocks(text):
        if block.name is not None:
            (on.folder / block.name).write_text(block.body)
    script = "".join(f"{_here(command.text, on)}\nprintf '{_MARK}'\n" for command in asked if command.text != SERVE)
    (on.folder / "transcript.sh").write_text(script)
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "transcript.sh"],
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=on.folder,
        env=_environment(),
        text=True,
        timeout=120,
    )
    printed = iter(_there(done.stdout, on).split(_MARK))
    return [(command, _there(on.said, on) if command.text == SERVE else next(printed)) for command in asked]


def _here(text: str, on: Service) -> str:
    return text.replace(ADDRESS, on.url)


def _there(text: str, on: Service) -> str:
    return text.replace(on.url, ADDRESS).replace(str(on.folder), "…")


def _environment() -> dict[str, str]:
    return environment(PYTHONPATH=str(ROOT), COLUMNS="100", PYTHONUNBUFFERED="1")


def _install(folder: Path) -> None:
    """What `make` puts into `.venv`: acta and the Python it runs on."""
    folder.mkdir(parents=True)
    installed = Path(sys.executable).with_name("acta")
    if installed.exists():
        (folder / "acta").symlink_to(installed)
    else:
        _script(folder / "acta", shlex.join([sys.executable, "-m", "service.cli"]))
    _script(folder / "python3", shlex.quote(sys.executable))
    (folder.parent / "lib").symlink_to(Path(sys.prefix) / "lib")
    if shutil.which("curl") is None:
        _script(folder / "curl", shlex.join([sys.executable, str(ROOT / "tests" / "docs" / "curl.py")]))


def _script(path: Path, program: str) -> None:
    path.write_text(f'#!/bin/sh\nexec {program} "$@"\n')
    path.chmod(0o755)
