"""`acta serve` as a process of its own: killed, started again on the same port, and asked meanwhile."""

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from service.settings import DatabaseUrl
from tests.conftest import FreshDatabase
from tests.service.api.serving import Client, Served
from tests.service.cli.processes import Running


class Process:
    """A server process. Started with the same port again, it is the same server to its clients."""

    def __init__(self, url: str, **environment: str) -> None:
        """`url` is the database as tests reach it; `environment` says the same to the server."""
        self._url = url
        self._environment = environment
        self._port = "0"
        self.running = self._start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def served(self) -> Served:
        return Served(Client(self.address), self._url)

    def _start(self) -> Running:
        running = Running("serve", "--port", self._port, ACTA_LOG_LEVEL="error", **self._environment)
        try:
            self._port = running.until(r"serves at http://127\.0\.0\.1:(\d+)")[1]
        except BaseException:
            running.process.kill()
            running.wait(10)
            raise
        return running

    def kill(self) -> None:
        """As a power cut does: no goodbye, nothing finished."""
        self.running.process.kill()
        self.running.wait(10)

    def stop(self) -> None:
        if self.running.process.poll() is None:
            self.running.stop(signal.SIGTERM)
        assert "Traceback" not in self.running.text, self.running.text

    def start(self) -> None:
        """Start again, on the same port."""
        self.running = self._start()


@contextmanager
def process(database: FreshDatabase) -> Iterator[Process]:
    """A server process on a database of the tests'."""
    running = Process(database.url, ACTA_DATABASE_URL=database.url, ACTA_MIGRATION_URL=database.owner_url)
    try:
        yield running
    finally:
        running.stop()


@contextmanager
def embedded_process(folder: Path) -> Iterator[Process]:
    """A server process with a database of its own in a folder."""
    from service.database.embedded import EmbeddedServer
    from service.database.opening import DATABASE

    with EmbeddedServer.started(folder, keep_running=False) as server:  # held, so that a killed service does not end it
        running = Process(DatabaseUrl(server.url(DATABASE)), ACTA_DATA=str(folder))
        try:
            yield running
        finally:
            running.stop()


def kill_postmaster(folder: Path) -> None:
    """Kill the postmaster of a data folder; its processes notice and end."""
    [pid] = [int(file.read_text().split()[0]) for file in folder.rglob("postmaster.pid")]
    postmaster = psutil.Process(pid)
    children = postmaster.children()
    postmaster.kill()
    psutil.wait_procs(children, 20)


def ready(client: Client, within: float = 30) -> None:
    """Wait until the server can work."""
    until = time.monotonic() + within
    while True:
        try:
            if client.get("/readyz").status == 200:
                return
        except OSError:
            pass
        assert time.monotonic() < until, "not ready in time"
        time.sleep(0.05)
