"""The server, or PostgreSQL under it, is killed while games are played: no acknowledged move is lost or doubled."""

import contextlib
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from service.database import migrate
from service.database.embedded import EmbeddedServer
from service.database.layout import SERVICE
from service.database.opening import make_database
from service.settings import DatabaseUrl, Settings
from tests.service.api.serving import Client, serving
from tests.service.games.hall import Hall, Table, edition, events
from tests.service.games.load import check, load
from tests.service.games.process import Process, embedded_process, kill_postmaster, ready


class Own(NamedTuple):
    """A server process with a PostgreSQL of its own, and the folder of that."""

    process: Process
    folder: Path


@pytest.fixture(scope="module")
def own() -> Iterator[Own]:
    folder = Path(tempfile.mkdtemp(prefix="acta-test-", dir="/tmp"))
    folder.chmod(0o711)  # PostgreSQL's account gets through when the tests run as root
    try:
        with embedded_process(folder / "data") as process:
            ready(process.served.client)
            yield Own(process, folder / "data")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def tables_of(server: Process, count: int) -> list[Table]:
    hall = Hall(server.served)
    return [hall.table(options=edition(2_000)) for _ in range(count)]


def killed_server(server: Process, games: int, kills: int, *, with_keys: bool) -> None:
    tables = tables_of(server, games)
    with load(tables, with_keys=with_keys) as (players, said):
        for _ in range(kills):
            time.sleep(0.7)
            server.kill()
            server.start()
            ready(server.served.client)
    assert said["no answer"] > 0, "nobody was at play when it was killed"
    for player, table in zip(players, tables, strict=True):
        check(player, table)


def killed_postmaster(server: Process, folder: Path, games: int, kills: int, *, with_keys: bool) -> None:
    tables = tables_of(server, games)
    with load(tables, with_keys=with_keys) as (players, said):
        for _ in range(kills):
            time.sleep(0.7)
            kill_postmaster(folder)
            ready(server.served.client, 60)
    assert said["no answer"] == 0, "the server was not killed, and answers"
    for player, table in zip(players, tables, strict=True):
        check(player, table)


def test_the_server_is_killed(own: Own) -> None:
    killed_server(own.process, 6, 1, with_keys=True)


def test_the_postmaster_is_killed(own: Own) -> None:
    killed_postmaster(own.process, own.folder, 6, 1, with_keys=True)


@pytest.mark.long
@pytest.mark.parametrize("with_keys", [True, False])
def test_the_server_is_killed_again_and_again(own: Own, with_keys: bool) -> None:
    killed_server(own.process, 16, 6, with_keys=with_keys)


@pytest.mark.long
@pytest.mark.parametrize("with_keys", [True, False])
def test_the_postmaster_is_killed_again_and_again(own: Own, with_keys: bool) -> None:
    killed_postmaster(own.process, own.folder, 16, 6, with_keys=with_keys)


def commands(table: Table) -> list[tuple[Client, str, object]]:
    return [
        (table.seats[1], table.moves, {"move": {"move": "replace"}}),
        (table.seats[0], f"{table.path}/takeback", None),
        (table.seats[0], f"{table.path}/withdraw", None),
        (table.owner, f"{table.path}/pause", None),
        (table.owner, f"{table.path}/resume", None),
    ]


@pytest.mark.parametrize("thorough", [False, pytest.param(True, marks=pytest.mark.long)])
def test_while_the_database_is_down(data_folder: Path, thorough: bool) -> None:
    with contextlib.ExitStack() as stack:
        database = EmbeddedServer.started(data_folder, keep_running=False)
        stack.callback(database.close)
        make_database(database, "acta")
        migrate(database.url("acta", owner=True), service_role=SERVICE)
        url = database.url("acta")
        served = stack.enter_context(serving(Settings(database_url=DatabaseUrl(url), cached_games=1), url))
        hall = Hall(served)
        cold, hot = hall.table(), hall.table()
        hot.play(0, {"move": "replace"})
        view = hot.seats[0].get(f"{hot.path}/view")
        before, asked = events(url), hall.asked()
        database.close()
        # `cached_games=1`: the first table is not in memory any more, and is neither made up nor denied.
        for what in ("", "/log", "/live"):
            answer = cold.seats[0].get(cold.path + what)
            assert (answer.status, answer.code) == (503, "database_unavailable"), what
            assert int(answer.headers["retry-after"]) >= 1
        for client, path, body in commands(hot)[:: 1 if thorough else 3]:
            answer = client.post(path, body, key="while-it-is-down")
            assert (answer.status, answer.code) == (503, "database_unavailable"), answer.raw
            assert int(answer.headers["retry-after"]) >= 1
        assert hall.owner.post("/v1/games", asked, key="opened-while-it-is-down").code == "database_unavailable"
        database.start(keep_running=False)
        ready(served.client)
        assert events(url) == before
        assert hot.seats[0].get(f"{hot.path}/view").raw == view.raw
        assert cold.state()["version"] == 1
        opened = hall.owner.post("/v1/games", asked, key="opened-while-it-is-down")
        assert opened.status == 201
        client, path, body = commands(hot)[0]
        assert client.post(path, body, key="while-it-is-down").body["version"] == 3
        assert events(url) == before + 2
