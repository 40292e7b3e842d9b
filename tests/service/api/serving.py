"""A real server on a real port, and a small client for it."""

import asyncio
import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
import urllib3
import uvloop
from starlette.routing import compile_path

from service.api.app import all_operations, create_app
from service.api.openapi import problem_codes
from service.api.problems import STATUS
from service.api.services import open_services
from service.auth.principal import Role
from service.auth.tokens import issue_token
from service.serving import HttpServer
from service.settings import Settings


class Reply(NamedTuple):
    status: int
    headers: urllib3.HTTPHeaderDict
    raw: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.raw)

    @property
    def code(self) -> str | None:
        return self.body["code"] if "problem+json" in self.headers.get("content-type", "") else None

    @property
    def position(self) -> int:
        return int(self.headers["acta-position"])


_PATHS: Final = [(compile_path(operation.path)[0], operation) for operation in all_operations()]
_ANYWHERE: Final = ("not_found", "method_not_allowed")


def described(method: str, path: str, code: str | None) -> bool:
    """Whether the document tells of this code of the service where it was met. Those of the rules are the games'."""
    if code not in STATUS or code in _ANYWHERE:
        return True
    place = urlsplit(path).path
    operations = (one for pattern, one in _PATHS if one.method == method and pattern.match(place))
    return all(code in problem_codes(operation) for operation in operations)


class Client:
    """Sends requests to one server as the holder of one token, or of none."""

    def __init__(self, url: str, token: str | None = None, pool: urllib3.PoolManager | None = None) -> None:
        self.url = url
        self.token = token
        self._pool = pool or urllib3.PoolManager(maxsize=16, retries=False, timeout=20)

    def holding(self, token: str | None) -> "Client":
        return Client(self.url, token, self._pool)

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        raw: bytes | None = None,
        key: str | None = None,
        **headers: str,
    ) -> Reply:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token is not None:
            sent.setdefault("authorization", f"Bearer {self.token}")
        if key is not None:
            sent["idempotency-key"] = key
        content = raw if raw is not None else None if body is None else json.dumps(body).encode()
        answer = self._pool.request(method, self.url + path, body=content, headers=sent)
        reply = Reply(answer.status, answer.headers, answer.data)
        assert method == "HEAD" or described(method, path, reply.code), f"{method} {path}: {reply.code} is not told of"
        return reply

    def first(self, path: str) -> Reply:
        """The beginning of an answer that may never end."""
        sent = {"authorization": f"Bearer {self.token}"} if self.token is not None else {}
        answer = self._pool.request("GET", self.url + path, headers=sent, preload_content=False)
        try:
            raw = answer.read1() if answer.status == 200 else answer.read()
            return Reply(answer.status, answer.headers, raw)
        finally:
            answer.close()

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: object = None, **told: Any) -> Reply:
        return self.ask("POST", path, body, **told)

    def patch(self, path: str, body: object = None, **told: Any) -> Reply:
        return self.ask("PATCH", path, body, **told)

    def delete(self, path: str, **told: Any) -> Reply:
        return self.ask("DELETE", path, **told)

    def registered(self, name: str = "Player 1") -> UUID:
        """A new player's id."""
        answer = self.post("/v1/players", {"name": name})
        assert answer.status == 201, answer.raw
        return UUID(answer.body["id"])


class Served(NamedTuple):
    """A running server: an anonymous client, and tokens for the asking."""

    client: Client
    url: str

    def token(self, role: Role, player: UUID | None = None, **told: Any) -> str:
        with psycopg.connect(self.url) as connection:
            return issue_token(connection, role, player, **told).token

    def a(self, role: Role, player: UUID | None = None, **told: Any) -> Client:
        return self.client.holding(self.token(role, player, **told))


@contextlib.contextmanager
def serving(settings: Settings, url: str) -> Iterator[Served]:
    """A server over the database at `url`, on a free port, in a thread of its own."""
    services = open_services(settings, url)
    failed: list[BaseException] = []
    told: list[Callable[[], None]] = []
    started = threading.Event()

    async def answer() -> None:
        app, stop = create_app(services), asyncio.Event()
        async with app.router.lifespan_context(app):
            http = HttpServer(app, listener)
            http.start()
            told.append(partial(asyncio.get_running_loop().call_soon_threadsafe, stop.set))
            started.set()
            await stop.wait()
            services.games.hot.close()
            await asyncio.wait_for(http.stop(), 10)

    def run() -> None:
        try:
            uvloop.run(answer())
        except BaseException as error:  # noqa: BLE001 - told at the end
            failed.append(error)
            started.set()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        assert started.wait(20)
        assert not failed
        try:
            yield Served(Client(f"http://127.0.0.1:{listener.getsockname()[1]}"), url)
        finally:
            for stop in told:
                stop()
            thread.join(20)
    assert not failed
