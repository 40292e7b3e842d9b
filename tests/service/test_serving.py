"""What the server itself does with HTTP: bounds, broken answers, many requests at once, and a stop that ends."""

import asyncio
import contextlib
import socket
import sys
import threading
import time
from collections.abc import Callable

import pytest
import uvloop

from service.serving import HttpServer, make_room

BEGINNING = b"POST / HTTP/1.1\r\nhost: acta\r\n"


async def app(scope, receive, send):
    """Answers how many bytes the body had; `/broken` fails in the middle, `/slow` goes on until nobody listens."""
    headers = [] if scope["path"] != "/" else [(b"content-length", b"6")]
    count, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        count, more = count + len(message.get("body", b"")), message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    match scope["path"]:
        case "/broken":
            await send({"type": "http.response.body", "body": b"beginning", "more_body": True})
            raise RuntimeError("in the middle")
        case "/slow":
            await send({"type": "http.response.body", "body": b"beginning", "more_body": True})
            assert (await receive())["type"] == "http.disconnect"
            LEFT.set()
        case _:
            await send({"type": "http.response.body", "body": b"%06d" % count})


LEFT = threading.Event()


class Serving:
    """The app above on a free port, in a thread of its own."""

    def __init__(self, patience: float = 10) -> None:
        self.patience = patience
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._started = threading.Event()
        self._stop: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=lambda: uvloop.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._started.wait(5)

    async def _serve(self) -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        self._stop = lambda: loop.call_soon_threadsafe(stop.set)
        server = HttpServer(app, self._listener)
        server.start()
        self._started.set()
        await stop.wait()
        stopped = asyncio.create_task(server.stop())
        await asyncio.wait({stopped}, timeout=self.patience)
        server.abandon()
        await stopped

    def stop(self) -> None:
        self._stop()
        self._thread.join(10)
        assert not self._thread.is_alive()
        self._listener.close()


@pytest.fixture(scope="module")
def port():
    serving = Serving()
    yield serving.port
    serving.stop()


@pytest.fixture
def connection(port):
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        yield connection


def received(connection, end=b""):
    """What comes, until `end` or the connection's end."""
    answer = b""
    while not (end and answer.endswith(end)):
        got = connection.recv(65_536)
        if not got:
            break
        answer += got
    return answer


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
        answer = received(connection)
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
    assert b" 200 " not in answer


def test_too_long_headers_are_told(connection):
    connection.sendall(BEGINNING + b"x: " + b"a" * 200_000)
    assert connection.recv(4096).startswith(b"HTTP/1.1 431 ")


def test_what_is_long_and_no_header_is_taken(connection):
    """Bodies of any length and many requests on one connection; and headers of 60 KiB."""
    body = b"b" * 300_000
    request = BEGINNING + b"x: " + b"a" * 60_000 + b"\r\ncontent-length: %d\r\n\r\n" % len(body)
    for _ in range(3):
        connection.sendall(request + body)
        assert received(connection, b"300000").startswith(b"HTTP/1.1 200 ")


def test_requests_at_once_are_all_answered(connection):
    connection.sendall((BEGINNING + b"content-length: 3\r\n\r\nabc") * 2000)
    answer = b""
    while answer.count(b"HTTP/1.1 200") < 2000:
        got = connection.recv(65_536)
        assert got
        answer += got


def test_an_answer_that_breaks_off_cannot_be_taken_for_a_whole_one(connection):
    connection.sendall(b"GET /broken HTTP/1.1\r\nhost: acta\r\n\r\n")
    answer = received(connection)
    assert b"beginning" in answer
    assert not answer.endswith(b"0\r\n\r\n")


def test_the_app_learns_that_nobody_listens_any_more(connection):
    LEFT.clear()
    connection.sendall(b"GET /slow HTTP/1.1\r\nhost: acta\r\n\r\n")
    assert b"200" in connection.recv(4096)
    connection.close()
    assert LEFT.wait(5)


def test_a_stop_answers_what_is_in_progress_and_lets_nobody_in():
    serving = Serving()
    with socket.create_connection(("127.0.0.1", serving.port), timeout=5) as busy:
        busy.sendall(BEGINNING + b"content-length: 3\r\n\r\na")
        time.sleep(0.1)
        stopping = threading.Thread(target=serving.stop)
        stopping.start()
        time.sleep(0.2)
        assert stopping.is_alive()
        busy.sendall(b"bc")
        assert received(busy, b"000003").startswith(b"HTTP/1.1 200 ")
        stopping.join(10)
        assert not stopping.is_alive()
    with pytest.raises(ConnectionError):
        socket.create_connection(("127.0.0.1", serving.port), timeout=5)


def test_a_stop_does_not_wait_for_ever():
    serving = Serving(patience=0.1)
    with socket.create_connection(("127.0.0.1", serving.port), timeout=5) as busy:
        busy.sendall(BEGINNING + b"content-length: 3\r\n\r\na")
        time.sleep(0.1)
        serving.stop()
        assert b" 200 " not in received(busy)


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit")
def test_there_is_room_for_more_connections_than_a_process_begins_with():
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        make_room()
        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert (now > 256 or most == 256, most) == (True, before[1])
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        make_room()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= min(before[0], now)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
