"""What holds for every request: limits, ids, headers, problems in two languages, metrics."""

import json
import logging
import socket
from urllib.parse import urlsplit

import pytest

from service.api import call
from service.api.call import Call
from tests.service.api.serving import Client, Served

SECURITY = ("x-content-type-options", "x-frame-options", "referrer-policy", "content-security-policy", "x-request-id")
BEGUN = b"POST /v1/players HTTP/1.1\r\nHost: x\r\n"


def test_problems_say_what_what_now_and_in_which_language(anyone: Client) -> None:
    english = anyone.get("/v1/players")
    assert (english.status, english.code) == (401, "token_missing")
    assert english.headers["content-type"] == "application/problem+json"
    assert english.headers["www-authenticate"] == 'Bearer realm="acta"'
    assert english.body["type"] == "/problems/token_missing"
    assert english.body["status"] == 401
    assert english.body["what_to_do"]
    spanish = anyone.get("/v1/players", accept_language="de, es-MX;q=0.9, en;q=0.8")
    assert spanish.headers["content-language"] == "es"
    assert spanish.headers["vary"] == "Accept-Language"
    assert spanish.body["title"] != english.body["title"]
    assert spanish.code == "token_missing"


def test_the_type_of_a_problem_explains_it(anyone: Client) -> None:
    problem = anyone.get("/v1/players").body
    told = anyone.get(problem["type"], accept_language="es")
    assert told.headers["content-language"] == "es"
    assert (told.body["code"], told.body["status"]) == ("token_missing", 401)
    assert anyone.get("/problems/wrong_stake").body["meanings"][0]["game"] == "kobayakawa"
    assert anyone.get("/problems/nonsense").code == "not_found"


@pytest.mark.parametrize("accept", ["", "*", "fr", ";;;", "en;q=7", "x" * 5000, "es;q=0", "es;q=0.000"])
def test_what_is_no_language_of_ours_is_answered_in_english(anyone: Client, accept: str) -> None:
    assert anyone.get("/nothing", accept_language=accept).headers["content-language"] == "en"


def test_unknown_paths_and_methods_are_problems(anyone: Client) -> None:
    assert (anyone.get("/v1/nothing").status, anyone.get("/v1/nothing").code) == (404, "not_found")
    assert anyone.get("/healthz/").code == "not_found"
    refused = anyone.ask("PUT", "/v1/players")
    assert (refused.status, refused.code, refused.headers["allow"]) == (
        405,
        "method_not_allowed",
        "GET, HEAD, OPTIONS, POST",
    )
    asked = anyone.ask("OPTIONS", "/v1/players")
    assert (asked.status, asked.raw, asked.headers["allow"]) == (204, b"", "GET, HEAD, OPTIONS, POST")
    head = anyone.ask("HEAD", "/v1/rulesets")
    assert (head.status, head.raw) == (200, b"")
    assert int(head.headers["content-length"]) == len(anyone.get("/v1/rulesets").raw)


def test_every_answer_has_the_headers_of_safety(anyone: Client) -> None:
    for answer in (anyone.get("/healthz"), anyone.get("/nothing"), anyone.post("/v1/players"), anyone.get("/docs")):
        for name in SECURITY:
            assert answer.headers.get(name), name
        assert len(answer.headers.getlist("content-security-policy")) == 1


def test_a_request_keeps_the_id_it_came_with(anyone: Client) -> None:
    assert anyone.get("/nothing", x_request_id="table-7.2").body["request_id"] == "table-7.2"
    made = anyone.get("/nothing", x_request_id="no\tgood")
    assert made.body["request_id"] == made.headers["x-request-id"] != "no\tgood"


def test_a_body_is_bounded(organiser: Client) -> None:
    refused = organiser.post("/v1/players", raw=b'{"name":"' + b"x" * 70_000 + b'"}')
    assert (refused.status, refused.code) == (413, "body_too_large")
    assert refused.body["facts"] == {"most": 65_536}


def test_who_asks_before_sending_too_much_is_told_at_once(anyone: Client) -> None:
    place = urlsplit(anyone.url)
    with socket.create_connection((place.hostname, place.port), 10) as connection:
        connection.sendall(BEGUN + b"Expect: 100-continue\r\nContent-Length: 100000000\r\n\r\n")
        assert connection.recv(65_536).startswith(b"HTTP/1.1 413 ")


def test_a_body_that_does_not_say_its_length_is_bounded_too(organiser: Client) -> None:
    place = urlsplit(organiser.url)
    with socket.create_connection((place.hostname, place.port), 10) as connection:
        connection.sendall(
            b"POST /v1/players HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
            + f"Authorization: Bearer {organiser.token}\r\n\r\n".encode()
        )
        for _ in range(40):
            connection.sendall(b"1000\r\n" + b" " * 0x1000 + b"\r\n")
        connection.sendall(b"0\r\n\r\n")
        answer = b""
        while part := connection.recv(65_536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"body_too_large" in answer


@pytest.mark.parametrize(
    ("rest", "ended"),
    [
        (b"Content-Length: 100\r\n\r\n{}", True),
        (b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n", True),
        (b"Transfer-Encoding: chunked\r\n\r\nno number", False),
    ],
    ids=["short", "without a last chunk", "no chunk"],
)
def test_a_body_that_breaks_off_is_a_problem(anyone: Client, rest: bytes, ended: bool) -> None:
    assert _answer(anyone, BEGUN + rest, ended=ended) == (400, "body_broken_off")


def test_a_body_has_a_minute(anyone: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call, "PATIENCE", 0.2)
    assert _answer(anyone, BEGUN + b"Content-Length: 100\r\n\r\n{}") == (408, "body_too_slow")


def _answer(client: Client, request: bytes, *, ended: bool = False) -> tuple[int, str]:
    """Status and code of the answer to these bytes, behind which the connection is closed."""
    place = urlsplit(client.url)
    with socket.create_connection((place.hostname, place.port), 10) as connection:
        connection.sendall(request)
        if ended:
            connection.shutdown(socket.SHUT_WR)
        answer = b""
        while part := connection.recv(65_536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)["code"]


def test_metrics_are_by_route_and_for_administrators(served: Served, admin: Client, organiser: Client) -> None:
    player = organiser.registered("Player M")
    organiser.get(f"/v1/players/{player}")
    assert organiser.get("/metrics").code == "forbidden"
    numbers = admin.get("/metrics")
    assert numbers.status == 200
    text = numbers.raw.decode()
    assert 'acta_request_seconds_count{method="GET",route="/v1/players/{id}",status="200"}' in text
    assert str(player) not in text
    assert "process_resident_memory_bytes" in text


def test_a_fault_of_ours_tells_nobody_anything(
    organiser: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(self: Call, kind: type) -> object:
        raise RuntimeError(f"secret {(await self.body()).decode()} {self.header(b'authorization')}")

    monkeypatch.setattr(Call, "decoded", broken)
    with caplog.at_level(logging.DEBUG):
        answer = organiser.post("/v1/players", {"name": "Hidden Name"}, x_request_id="trace-1")
    assert (answer.status, answer.code) == (500, "internal_error")
    assert answer.body["request_id"] == "trace-1"
    assert "secret" not in answer.raw.decode()
    assert "Traceback" not in answer.raw.decode()
    logged = "\n".join(record.getMessage() + str(record.exc_text) for record in caplog.records)
    assert "trace-1" in logged
    assert "RuntimeError" in logged
    assert "in broken" in logged
    assert "Hidden Name" not in logged
    assert "acta_" not in logged.replace("acta_request", "")


def test_health_and_readiness(anyone: Client) -> None:
    assert anyone.get("/healthz").body == {"status": "ok"}
    ready = anyone.get("/readyz")
    assert ready.status == 200
    assert ready.body["status"] == "ready"
    assert json.dumps(ready.body["lag"]).isdigit()
