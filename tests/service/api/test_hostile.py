"""Whatever is sent, the answer is the caller's fault or a success, never a fault of ours."""

import itertools
import json
import random
from urllib.parse import quote
from uuid import uuid4

import pytest

from service.api.app import all_operations
from tests.service.api.serving import Client, Served

VALUES = (
    "", " ", "0", "-1", "-0", "+1", "1e3", "1.0", "٣", "9" * 400, "99999999999999999999", "%00", "\ud83d\ude00", "null",
    "true", "[]", "{}", "'; DROP TABLE events; --", "../../etc/passwd", "%s", "{0}", "arbiter", "spectator", "x" * 5000,
    "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-02-30T00:00:00Z", "24:00", str(uuid4()), "AAAA",
    "open", "kobayakawa",
)  # fmt: skip
WORDS = (
    "null",
    "0",
    "-1",
    "1e999",
    "true",
    '""',
    '"x"',
    "[]",
    "{}",
    "[[]]",
    '{"a":1}',
    "9" * 30,
    '"\\u0000"',
    '"\\ud83d"',
)


@pytest.fixture(scope="module")
def scene(served: Served) -> dict[str, str]:
    organiser = served.a("organiser")
    players = [organiser.registered() for _ in range(3)]
    opened = organiser.post(
        "/v1/games", {"ruleset": "kobayakawa", "seats": [{"player": str(p)} for p in players], "spectators": True}
    )
    league = organiser.post("/v1/leagues", {"name": "League", "points": ["1"]})
    return {
        "games": opened.body["game"],
        "leagues": league.body["id"],
        "players": str(players[0]),
        "tokens": str(uuid4()),
    }


def blameless(client: Client, method: str, path: str, body: bytes | None = None) -> None:
    answer = client.first(path) if "/live" in path else client.ask(method, path, raw=body)
    assert answer.status < 500, (method, path, body, answer.raw)
    if answer.status >= 400:
        assert answer.code is not None
        detail = answer.body["detail"]
        for fact in answer.body.get("facts", {}).values():
            detail = detail.replace(str(fact), "")  # which may have been cut short
        assert "…" not in detail, (path, body, answer.raw)


READING = [
    each for each in all_operations() if each.method == "GET" and not each.path.startswith(("/docs", "/metrics"))
]
WRITING = [each for each in all_operations() if each.body is not None]


@pytest.mark.parametrize("operation", READING, ids=lambda each: each.path)
def test_queries(served: Served, scene: dict[str, str], operation: object) -> None:
    path, names = operation.path, [p.name for p in operation.parameters if p.place == "query"]
    arbiter = served.a("arbiter")
    kind = path.split("/")[2] if path.count("/") > 1 else ""
    there = path.replace("{id}", scene.get(kind, "")).replace("{name}", "kobayakawa").replace("{code}", "forbidden")
    for name, value in itertools.product((*names, "unknown"), VALUES):
        blameless(arbiter, "GET", f"{there}?{name}={quote(value, errors='surrogatepass') if value != '%00' else value}")
    for value in VALUES:
        if "{" in path:
            odd = quote(value, safe="", errors="surrogatepass")
            blameless(arbiter, "GET", path.replace("{id}", odd).replace("{name}", odd).replace("{code}", odd))


@pytest.mark.parametrize("operation", WRITING, ids=lambda each: f"{each.method} {each.path}")
def test_bodies(served: Served, scene: dict[str, str], operation: object) -> None:
    path = operation.path.replace("{id}", scene.get(operation.path.split("/")[2], ""))
    holder = served.a("arbiter") if path.startswith("/v1/games/") else served.a("admin")
    chance = random.Random(operation.path)
    fields = [*operation.body.__struct_fields__, "extra"]
    for word in (*WORDS, "", "\ufeff{}", "{", '{"a":1,}', "[" * 2000):
        blameless(holder, operation.method, path, word.encode())
    for _ in range(60):
        told = ",".join(
            f"{json.dumps(name)}:{chance.choice(WORDS)}" for name in chance.sample(fields, min(2, len(fields)))
        )
        blameless(holder, operation.method, path, f"{{{told}}}".encode())
