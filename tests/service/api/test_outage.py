"""The database is away: everything that needs it says so, nothing is half done, and it comes back by itself."""

import contextlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import psutil
import psycopg
import pytest

from service.database import migrate
from service.database.embedded import EmbeddedServer
from service.database.layout import SERVICE
from service.database.opening import make_database
from service.settings import DatabaseUrl, Settings
from tests.service.api.serving import Client, Served, serving


class Outage:
    """A database that can be stopped and started, with a migrated schema."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._server: EmbeddedServer | None = None
        self.start()
        assert self._server is not None
        make_database(self._server, "acta")
        migrate(self._server.url("acta", owner=True), service_role=SERVICE)
        self.url = self._server.url("acta")

    def start(self) -> None:
        self._server = EmbeddedServer.started(self._folder, keep_running=False)

    def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    @contextlib.contextmanager
    def hanging(self) -> Iterator[None]:
        """Connections are accepted, and nothing is answered."""
        assert self._server is not None
        assert self._server.pid is not None
        postmaster = psutil.Process(self._server.pid)
        postmaster.suspend()
        stopped = [postmaster, *postmaster.children(recursive=True)]
        for child in stopped[1:]:
            child.suspend()
        try:
            yield
        finally:
            for process in stopped:
                process.resume()

    def kill(self) -> None:
        assert self._server is not None
        assert self._server.pid is not None
        postmaster = psutil.Process(self._server.pid)
        children = postmaster.children()
        postmaster.kill()
        psutil.wait_procs(children, 10)
        self.stop()


@pytest.fixture
def outage(data_folder: Path) -> Iterator[Outage]:
    outage = Outage(data_folder)
    yield outage
    outage.stop()


def served_by(outage: Outage) -> contextlib.AbstractContextManager[Served]:
    return serving(Settings(database_url=DatabaseUrl(outage.url)), outage.url)


def eventually(holds: Callable[[], bool], within: float = 20) -> None:
    until = time.monotonic() + within
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def is_down(client: Client) -> bool:
    return client.get("/readyz").code == "database_unavailable"


def test_it_starts_without_a_database_and_works_when_there_is_one(outage: Outage) -> None:
    with psycopg.connect(outage.url) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (0,)
    outage.stop()
    with served_by(outage) as served:
        client = served.client.holding("acta_" + "x" * 43)
        assert client.get("/healthz", authorization="").status == 200
        down = served.client.get("/readyz")
        assert (down.status, down.code) == (503, "database_unavailable")
        assert int(down.headers["retry-after"]) >= 1
        assert client.get("/v1/leagues").code == "database_unavailable"  # not: token_invalid
        assert served.client.get(f"/v1/games/{uuid4()}").code == "database_unavailable"
        assert served.client.get("/v1/rulesets").status == 200
        outage.start()
        eventually(lambda: served.client.get("/readyz").status == 200)
        eventually(lambda: served.a("organiser").post("/v1/players", {"name": "Player"}).status == 201)


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_it_is_told_and_comes_back(outage: Outage, how: str) -> None:
    with served_by(outage) as served:
        organiser = served.a("organiser")
        eventually(lambda: served.client.get("/readyz").status == 200)
        key, body = str(uuid4()), {"name": "Player 1"}
        first = organiser.post("/v1/players", body, key=key)
        (outage.stop if how == "stop" else outage.kill)()
        for method, path in (("POST", "/v1/players"), ("GET", "/v1/players"), ("POST", "/v1/tokens")):
            refused = organiser.ask(method, path, {"name": "Player 2"} if path == "/v1/players" else {"role": "admin"})
            if refused.status != 403:
                assert (refused.status, refused.code) == (503, "database_unavailable")
                assert int(refused.headers["retry-after"]) >= 1
        assert is_down(served.client)
        began = time.monotonic()
        assert is_down(served.client)
        assert time.monotonic() - began < 3
        assert served.client.get("/healthz").status == 200
        outage.start()
        eventually(lambda: served.client.get("/readyz").status == 200)
        again = organiser.post("/v1/players", body, key=key)
        assert (again.status, again.raw) == (first.status, first.raw)
        with psycopg.connect(outage.url) as connection:
            assert connection.execute("SELECT count(*) FROM events").fetchone() == (1,)
            assert connection.execute("SELECT count(*) FROM players").fetchone() == (1,)


def test_a_database_that_hangs_is_told_of_within_seconds(outage: Outage) -> None:
    with served_by(outage) as served:
        organiser = served.a("organiser")
        organiser.get("/v1/players")
        eventually(lambda: served.client.get("/readyz").status == 200)
        paths = ("/v1/players", f"/v1/games/{uuid4()}", "/v1/leagues", "/readyz")

        def asked(path: str) -> tuple[float, int, str | None, str | None]:
            began = time.monotonic()
            answer = organiser.get(path)
            return time.monotonic() - began, answer.status, answer.code, answer.headers.get("retry-after")

        with outage.hanging(), ThreadPoolExecutor(60) as threads:
            for _ in range(3):
                for took, *told in threads.map(asked, paths * 15):
                    assert told[:2] == [503, "database_unavailable"]
                    assert int(told[2] or 0) >= 1
                    assert took < 5
            assert served.client.get("/healthz").status == 200
        eventually(lambda: served.client.get("/readyz").status == 200)
        eventually(lambda: [asked(path)[1] for path in paths] == [200, 404, 200, 200])


def test_a_schema_that_is_not_this_versions_is_not_ready(outage: Outage) -> None:
    with served_by(outage) as served:
        eventually(lambda: served.client.get("/readyz").status == 200)
        server = EmbeddedServer.started(outage._folder, keep_running=False)
        with psycopg.connect(server.url("acta", owner=True)) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '0000'")
        server.close()
        answer = served.client.get("/readyz", accept_language="es")
        assert (answer.status, answer.code) == (503, "not_ready")
        assert answer.body["facts"]["migrated"] is False
