"""Which processes belong to the embedded PostgreSQL. A pid in a file alone proves nothing: pids are used again.

Only command lines are looked at, which every process may read of every other, also in a container with few rights.
"""

import contextlib
import os
import time
from pathlib import Path

import psutil

from service.database.layout import Layout


def find(layout: Layout, patience: float) -> psutil.Process | None:
    """The server on the data of `layout`, once it is ready; None when none runs.

    One that is still starting (whoever started it was killed meanwhile) is waited for, at most `patience` seconds.
    """
    deadline = time.monotonic() + patience
    while (process := _named_in_file(layout)) is not None:
        if _status(layout.data) == "ready":
            return process
        if time.monotonic() > deadline:
            break
        time.sleep(0.05)
    return None


def alive(process: psutil.Process) -> bool:
    """Whether it runs: it is neither gone, nor dead and unburied, nor another one under the same number."""
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def leftovers(layout: Layout) -> bool:
    """Whether a process of a server on this data still runs. They outlive a killed server until their work is done."""
    title = f"postgres: {layout.cluster_name}: "
    for process in psutil.process_iter(["cmdline"]):
        if any(part.startswith(title) for part in process.info["cmdline"] or ()):
            return True
    return False


def forget_dead(layout: Layout) -> None:
    """Remove the marks of a dead server whose number is taken, by another program or by its own unburied body.

    PostgreSQL would take that for a running server. Only for when neither `find` nor `leftovers` sees anything: the
    marks also guard against a second server on the same data.
    """
    for file in (layout.data / "postmaster.pid", layout.socket / ".s.PGSQL.5432.lock"):
        with contextlib.suppress(OSError, ValueError):
            if psutil.pid_exists(_first_number(file)):
                file.unlink()


def bury(process: psutil.Process) -> None:
    """Wait for a dead child: process 1 of a container is the server's parent, and the pid stays taken until then."""
    with contextlib.suppress(OSError):
        os.waitpid(process.pid, os.WNOHANG)


def _named_in_file(layout: Layout) -> psutil.Process | None:
    try:
        process = psutil.Process(_first_number(layout.data / "postmaster.pid"))
        ours = str(layout.data) in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE
    except (OSError, ValueError, psutil.Error):
        return None
    return process if ours else None


def _status(data: Path) -> str:
    """What the server says of itself in the eighth line of its file: starting, ready, stopping."""
    try:
        return (data / "postmaster.pid").read_text().splitlines()[7].strip()
    except (OSError, IndexError):
        return ""


def _first_number(file: Path) -> int:
    return int(file.read_text().split("\n", 1)[0])
