"""The server takes no headers without end, and everything else as before."""

import contextlib
import socket
import threading
import time

import pytest
import uvicorn

from service.cli.protocol import BoundedProtocol
from service.cli.server import Server

BEGINNING = b"POST / HTTP/1.1\r\nhost: acta\r\n"


async def length_told(_scope, receive, send):
    """Answers how many bytes the body had."""
    count, more = 0, True
    while more:
        message = await receive()
        count, more = count + len(message.get("body", b"")), message.get("more_body", False)
    told = str(count).encode()
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", str(len(told)).encode())]}
    )
    await send({"type": "http.response.body", "body": told})


@pytest.fixture(scope="module")
def port():
    config = uvicorn.Config(length_told, port=0, http=BoundedProtocol, log_level="critical", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        time.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join(10)


@pytest.fixture
def connection(port):
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        yield connection


def sent(connection, pieces, most):
    """How many bytes were taken before the connection was closed, `most` if it was not; and what was answered."""
    count, answer = 0, b""
    with contextlib.suppress(ConnectionError):
        for piece in pieces:
            connection.sendall(piece)
            count += len(piece)
            time.sleep(0.001)  # so that it is not the buffers of the system that take it
            if count >= most:
                break
    with contextlib.suppress(ConnectionError, TimeoutError):
        connection.settimeout(1)
        while got := connection.recv(65_536):
            answer += got
    return count, answer


@pytest.mark.parametrize(
    ("beginning", "piece"),
    [
        (BEGINNING + b"x: ", b"a" * 4096),
        (BEGINNING, b"x: " + b"a" * 1000 + b"\r\n"),
        (b"GET /", b"a" * 4096),
        (BEGINNING + b"transfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\nx: ", b"a" * 4096),
        (BEGINNING + b"transfer-encoding: chunked\r\n\r\n1;", b"a" * 4096),
    ],
    ids=["header", "headers", "url", "trailer", "chunk"],
)
def test_what_is_collected_has_a_bound(connection, beginning, piece):
    def pieces():
        yield beginning
        while True:
            yield piece

    count, answer = sent(connection, pieces(), 1_000_000)
    assert count < 400_000
    assert answer == b"" or b"431" in answer


def test_too_long_headers_in_one_go_are_told(connection):
    connection.sendall(BEGINNING + b"x: " + b"a" * 81_920)
    assert connection.recv(4096).startswith(b"HTTP/1.1 431 ")


def test_what_is_long_and_no_header_is_taken(connection):
    """Bodies of any length and many requests on one connection; and headers of 60 KiB."""
    body = b"b" * 300_000
    request = BEGINNING + b"x: " + b"a" * 60_000 + b"\r\ncontent-length: %d\r\n\r\n" % len(body)
    for _ in range(3):
        connection.sendall(request + body)
        answer = b""
        while not answer.endswith(b"300000"):
            got = connection.recv(4096)
            assert got, answer
            answer += got


def test_requests_at_once_are_all_answered(connection):
    connection.sendall((BEGINNING + b"content-length: 3\r\n\r\nabc") * 2000)
    answer = b""
    while answer.count(b"HTTP/1.1 200") < 2000:
        got = connection.recv(65_536)
        assert got
        answer += got


def test_the_server_speaks_it(settings, database):
    server = Server(settings, database, lambda: None)
    assert server.config.http is BoundedProtocol
