"""A load generator: many games at once over HTTP, a connection each, every move sent when the one before is answered.

It knows the moves beforehand (everybody turns a card, everybody passes, the first player deals), so that it spends
almost nothing of the two cores it shares with the service. Run as a process of its own: reads its orders as JSON from
standard input and prints what it measured.
"""

import asyncio
import sys
import time
from collections.abc import Iterator
from typing import Final, cast

import msgspec
import uvloop

SEATS: Final = 4
ROUNDS: Final = 7
LONGEST: Final = 120.0
"""Seconds after which something is wrong."""


class Order(msgspec.Struct):
    """What to do: the games by id, the token of each seat, and where."""

    port: int
    games: list[str]
    tokens: list[str]
    with_keys: bool = False


class Measured(msgspec.Struct):
    """What came of it. Latencies are in milliseconds; `refused` counts answers other than 200."""

    moves: int
    refused: int
    seconds: float
    p50: float
    p99: float


def script() -> Iterator[tuple[int, bytes]]:
    """The moves of a game nobody ever stakes in, with the seat that plays each."""
    for number in range(ROUNDS):
        if number:
            yield 0, b'{"move":{"move":"deal"}}'
        for move in (b'{"move":{"move":"replace"}}', b'{"move":{"move":"pass"}}'):
            for seat in range(SEATS):
                yield seat, move


class _Table(asyncio.Protocol):
    """One game on one connection."""

    def __init__(self, requests: list[bytes], latencies: list[float], refused: list[bytes]) -> None:
        self._requests = iter(requests)
        self._latencies = latencies
        self._refused = refused
        self._transport: asyncio.Transport | None = None
        self._sent = 0.0
        self._answer = b""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's transports are of no asyncio class
        self._next()

    def data_received(self, data: bytes) -> None:
        answer = self._answer = self._answer + data
        head = answer.find(b"\r\n\r\n")
        if head < 0:
            return
        at = answer.index(b"content-length: ") + len(b"content-length: ")
        if len(answer) < head + 4 + int(answer[at : answer.index(b"\r", at)]):
            return
        self._answer = b""
        self._latencies.append(time.perf_counter() - self._sent)
        if not answer.startswith(b"HTTP/1.1 200"):
            self._refused.append(answer)
        self._next()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(exc or ConnectionError("the service closed the connection"))

    def _next(self) -> None:
        request = next(self._requests, None)
        assert self._transport is not None
        if request is None:
            self.done.set_result(None)
            self._transport.close()
            return
        self._sent = time.perf_counter()
        self._transport.write(request)


def _requests(order: Order, game: str) -> list[bytes]:
    made = []
    for number, (seat, body) in enumerate(script()):
        key = f"Idempotency-Key: {game}-{number}\r\n" if order.with_keys else ""
        head = (
            f"POST /v1/games/{game}/moves HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {order.tokens[seat]}\r\n"
            f"Content-Type: application/json\r\n{key}Content-Length: {len(body)}\r\n\r\n"
        )
        made.append(head.encode() + body)
    return made


async def run(order: Order) -> Measured:
    """Play all games of the order to their end."""
    latencies: list[float] = []
    refused: list[bytes] = []
    loop = asyncio.get_running_loop()
    scripts = [_requests(order, game) for game in order.games]
    began = time.perf_counter()
    made = [
        await loop.create_connection(lambda s=one: _Table(s, latencies, refused), "127.0.0.1", order.port)  # type: ignore[misc]
        for one in scripts
    ]
    async with asyncio.timeout(LONGEST):
        await asyncio.gather(*[table.done for _, table in made])
    seconds = time.perf_counter() - began
    latencies.sort()
    if refused:
        print(refused[0].decode(errors="replace"), file=sys.stderr)
    return Measured(
        moves=len(latencies),
        refused=len(refused),
        seconds=seconds,
        p50=latencies[len(latencies) // 2] * 1000,
        p99=latencies[int(len(latencies) * 0.99)] * 1000,
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(
        msgspec.json.encode(uvloop.run(run(msgspec.json.decode(sys.stdin.buffer.read(), type=Order))))
    )
