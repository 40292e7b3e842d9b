"""Durable moves over HTTP, 64 games at once, against what the stock application saves with 64 threads."""

import subprocess
import sys

import msgspec

from tests.bench.ground import Ground
from tests.bench.load import Measured, Order
from tests.bench.report import Report, typical
from tests.bench.serving import Server, served
from tests.bench.stock import saves_per_second

_GAMES = 64
_ROUNDS = 5


def played(server: Server, *, with_keys: bool) -> Measured:
    """64 games to their end, the load generator in a process of its own."""
    order = Order(server.port, server.open_games(_GAMES), server.tokens, with_keys)
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.load"], input=msgspec.json.encode(order), capture_output=True, check=True
    )
    return msgspec.json.decode(done.stdout, type=Measured)


def measure(ground: Ground) -> None:
    """Print both in turn, and their ratio."""
    report = Report(f"Moves: {_GAMES} games at once, each move answered once it is on disk; {_ROUNDS} rounds in turn")
    with served(ground.url, ground.owner_url) as server:
        played(server, with_keys=False)
        for with_keys in (False, True):
            ours: list[Measured] = []
            theirs: list[float] = []
            began = server.cpu_seconds
            for _ in range(_ROUNDS):
                ours.append(played(server, with_keys=with_keys))
                theirs.append(saves_per_second(ground.stock_environment))
            cpu = (server.cpu_seconds - began) / sum(each.moves for each in ours)
            name = "with an idempotency key" if with_keys else "without a key"
            refused = sum(each.refused for each in ours)
            assert not refused, f"{refused} moves were refused"
            rates = [each.moves / each.seconds for each in ours]
            ratio = typical([mine / stock for mine, stock in zip(rates, theirs, strict=True)])
            report.row(f"moves a second over HTTP, {name}", f"{typical(rates):,.0f}")
            report.row("  p50 / p99", f"{typical([m.p50 for m in ours]):.1f} / {typical([m.p99 for m in ours]):.1f} ms")
            report.row("  processor time of the server a move", f"{cpu * 1e6:,.0f} µs")
            report.row("  stock Application, 64 threads, saves a second", f"{typical(theirs):,.0f}")
            report.row("  ratio, round by round", f"{ratio:.1f} ×", "≥ 4 ×")
    report.show()
