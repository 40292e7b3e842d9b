"""A server process of its own, as `acta serve` runs it, and the few requests a benchmark makes by hand."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psutil
import psycopg
import urllib3

from service.auth.tokens import issue_token
from tests.bench.load import SEATS

_PATIENCE = 60


class Server:
    """A running server and an administrator's way in."""

    def __init__(self, port: int, token: str, process: psutil.Process) -> None:
        self.port = port
        self.process = process
        self._http = urllib3.PoolManager(maxsize=4, retries=False, timeout=60)
        self._token = token
        self.players = [self.post("/v1/players", {"name": f"Player {n + 1}"})["id"] for n in range(SEATS)]
        made = [self.post("/v1/tokens", {"role": "player", "player": player}) for player in self.players]
        self.tokens: list[str] = [each["token"] for each in made]

    def post(self, path: str, body: object) -> Any:
        """A POST as administrator."""
        return self.ask("POST", path, body, self._token)

    def ask(self, method: str, path: str, body: object, token: str) -> Any:
        """A request; its JSON."""
        reply = self._http.request(
            method,
            f"http://127.0.0.1:{self.port}{path}",
            body=None if body is None else json.dumps(body),
            headers={"Authorization": f"Bearer {token}"},
        )
        assert reply.status < 300, (path, reply.status, reply.data)
        return json.loads(reply.data)

    def open_games(self, count: int) -> list[str]:
        """Tables of Kobayakawa for the four players."""
        table = {"ruleset": "kobayakawa", "seats": [{"player": player} for player in self.players]}
        return [self.post("/v1/games", table)["game"] for _ in range(count)]

    @property
    def cpu_seconds(self) -> float:
        times = self.process.cpu_times()
        return times.user + times.system


@contextmanager
def served(url: str, owner_url: str, **settings: str) -> Iterator[Server]:
    """`acta serve` on this database, with settings of the environment beside, stopped afterwards."""
    with psycopg.connect(owner_url) as connection:
        token = issue_token(connection, "admin").token
    address = {"ACTA_DATABASE_URL": url, "ACTA_MIGRATION_URL": owner_url, "ACTA_PORT": "0"}
    environment = os.environ | address | settings
    command = [sys.executable, "-c", "from service.cli import main; main()", "serve"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        yield Server(_port(process), token, psutil.Process(process.pid))
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=_PATIENCE)


def _port(process: "subprocess.Popen[str]") -> int:
    assert process.stdout is not None
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        line = process.stdout.readline()
        if "http://127.0.0.1:" in line:
            return int(line.rsplit(":", 1)[1].split("/")[0])
        if not line:
            break
    raise RuntimeError("the server did not start")
