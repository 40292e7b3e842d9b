"""`acta serve` and `acta token`: on an embedded PostgreSQL in a folder of its own, as processes."""

import json
import shlex
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from uuid import uuid4

import psycopg
import pytest

from service.cli.failures import Failure
from service.cli.listening import listening
from service.cli.opening import settings_of
from tests.service.cli.processes import Running, acta, refusal


def get(url, token=None):
    """Status and body."""
    request = urllib.request.Request(url, headers={"authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def post(url, token, body):
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"authorization": f"Bearer {token}", "content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.loads(answer.read())


def address(server):
    return server.until(r"serves at (http://127\.0\.0\.1:\d+)$")[1]


def test_from_an_empty_folder_to_a_token_and_over_a_restart(data_folder):
    with Running("serve", "--port", "0", "--data", data_folder) as server:
        url = address(server)
        assert server.until(r"documentation  (.*)")[1] == f"{url}/docs"
        assert server.until(r"data           (.*)")[1] == str(data_folder)
        line = server.until(r"get a token    (.*)")[1]
        server.until(r"^Ctrl-C stops it\.$")
        assert get(f"{url}/healthz")[0] == 200
        assert get(f"{url}/docs")[0] == 200

        program, *arguments = shlex.split(line)
        assert program == sys.executable
        assert arguments[:2] == ["-m", "service.cli"]
        made = acta(*arguments[2:])
        assert made.code == 0
        token = made.out.strip()
        assert token.startswith("acta_")
        assert token not in made.err
        assert get(f"{url}/v1/tokens", token)[0] == 200
        assert get(f"{url}/v1/tokens", token + "x")[0] == 401
        player = post(f"{url}/v1/players", token, {"name": "Player 1"})["id"]

        players = [post(f"{url}/v1/players", token, {"name": f"Player {seat}"})["id"] for seat in (2, 3)]
        seats = [{"player": each} for each in (player, *players)]
        table = {"ruleset": "kobayakawa", "seats": seats, "spectators": True}
        game = post(f"{url}/v1/games", token, table)["game"]
        with urllib.request.urlopen(f"{url}/v1/games/{game}/live?as=spectator", timeout=30) as live:
            assert live.readline().startswith(b"retry")
            began = time.monotonic()
            assert server.stop() == 0  # a live stream keeps nobody waiting
            assert time.monotonic() - began < 15
        assert server.lines[-1].startswith("Stopped.")
        assert token not in server.text
        assert "ERROR" not in server.text

    port = url.rpartition(":")[2]
    with Running("serve", "--port", port, "--data", data_folder) as again:
        assert address(again) == url
        again.until("Ctrl-C")
        assert get(f"{url}/v1/players/{player}", token)[0] == 200
        taken = acta("serve", "--port", port, "--data", data_folder).complaint
        assert f"Port {port} on 127.0.0.1 is taken" in taken
        assert "--port" in taken
        assert again.stop(signal.SIGTERM) == 0
        assert again.lines[-1].startswith("Stopped.")

    listed = acta("token", "list", "--data", data_folder)
    (row,) = [line.split("\t") for line in listed.out.splitlines()]
    assert (row[1], row[5], row[6]) == ("admin", "never", "good")
    assert token not in listed.out


def test_tokens_from_their_making_to_their_end(settings):
    variables = {"ACTA_DATABASE_URL": settings.database_url, "ACTA_MIGRATION_URL": settings.migration_url}
    player = uuid4()
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("INSERT INTO players (id, name) VALUES (%s, 'Player 1')", [player])
    assert "There are no tokens yet" in acta("token", "list", **variables).err
    made = acta("token", "create", "--role", "arbiter", "--label", "desk 1", "--expires", "30d", **variables)
    assert made.code == 0
    (row,) = [line.split("\t") for line in acta("token", "list", **variables).out.splitlines()]
    assert (row[1], row[3], row[6]) == ("arbiter", "desk 1", "good")
    assert made.out.strip() not in "".join(row)
    assert acta("token", "revoke", row[0], **variables).code == 0
    (row,) = [line.split("\t") for line in acta("token", "list", **variables).out.splitlines()]
    assert row[6] == "revoked"
    for label in ("second", "third", "fourth", "fifth"):
        assert acta("token", "create", "--role", "player", "--player", player, "--label", label, **variables).code == 0
    rows = [line.split("\t") for line in acta("token", "list", **variables).out.splitlines()]
    assert [row[3] for row in rows] == ["desk 1", "second", "third", "fourth", "fifth"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["create", "--role", "player"], "add --player"),
        (["create", "--role", "player", "--player", "Player 9"], "no player 'Player 9'"),
        (["create", "--role", "admin", "--expires", "soon"], "'soon' is no moment"),
        (["create", "--role", "admin", "--expires", "2001-01-01"], "already past"),
        (["create", "--role", "admin", "--label", "two\nlines"], "printable"),
        (["revoke", "acta_secret"], "no id of a token"),
        (["revoke", "00000000-0000-4000-8000-000000000000"], "no token 0000"),
    ],
)
def test_tokens_that_cannot_be(settings, monkeypatch, arguments, told):
    monkeypatch.setenv("ACTA_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("ACTA_MIGRATION_URL", settings.migration_url)
    line = refusal("token", *arguments)
    assert told in line
    assert "acta_secret" not in line


def test_what_keeps_it_from_serving_is_said_in_a_line(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    port = ("--port", "0")
    assert "cannot be" in acta("serve", *port, "--data", blocked).complaint
    assert "ACTA_PORT must be" in acta("serve", ACTA_PORT="http").complaint
    assert "is no address of this machine" in acta("serve", *port, "--host", "192.0.2.1").complaint
    assert (
        "--data and ACTA_DATABASE_URL"
        in acta("serve", *port, "--data", tmp_path, ACTA_DATABASE_URL="postgresql://me@127.0.0.1/acta").complaint
    )
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"postgresql://me:hunter2@127.0.0.1:{nobody.getsockname()[1]}/acta"
        refused = acta("serve", *port, ACTA_DATABASE_URL=url).complaint
    assert "cannot be reached" in refused
    assert "ACTA_DATABASE_URL" in refused
    assert "hunter2" not in refused


def test_an_address_of_another_machine_and_two_databases_are_refused(monkeypatch, tmp_path):
    with pytest.raises(Failure, match="no address of this machine"):
        listening("192.0.2.1", 0)
    monkeypatch.setenv("ACTA_DATABASE_URL", "postgresql://me@127.0.0.1/acta")
    with pytest.raises(Failure, match="two different databases"):
        settings_of(data=tmp_path)


def test_other_machines_are_let_in_only_with_a_warning(settings):
    variables = {"ACTA_DATABASE_URL": settings.database_url, "ACTA_MIGRATION_URL": settings.migration_url}
    with Running("serve", "--port", "0", "--host", "0.0.0.0", **variables) as server:
        assert server.until("Warning: acta answers other machines too")
        address(server)
        assert "(with the same ACTA_DATABASE_URL)" in server.until(r"get a token    (.*)")[1]
        assert server.stop() == 0


def test_half_requests_hold_up_no_stop_and_are_told(data_folder):
    """One that has sent half of its head, one that has sent half of its body."""
    with Running("serve", "--port", "0", "--data", data_folder) as server:
        port = int(address(server).rpartition(":")[2])
        server.until(r"^Ctrl-C stops it\.$")
        with (
            socket.create_connection(("127.0.0.1", port), 10) as head,
            socket.create_connection(("127.0.0.1", port), 10) as body,
        ):
            head.sendall(b"GET /hea")
            body.sendall(b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
            time.sleep(0.5)
            began = time.monotonic()
            server.process.send_signal(signal.SIGINT)
            time.sleep(0.5)
            assert server.stop() == 0
            assert time.monotonic() - began < 4
            answer = body.recv(65_536)
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b'"code":"stopping"' in answer
    assert b"retry-after: " in answer


def test_ctrl_c_before_it_serves_is_no_failure(data_folder):
    with Running("serve", "--port", "0", "--data", data_folder) as server:
        while not (data_folder / ".in-use").exists():
            assert server.process.poll() is None
        assert server.stop() == 0
