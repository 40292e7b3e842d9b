"""A game of 200 plies opened cold from PostgreSQL, against a stock aggregate of 200 events; and a view of it warm."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import msgspec

from domain.games.registry import newest
from domain.record import checkpoint, commands
from domain.record.commands import Stamp, Table
from domain.record.record import GameRecord
from service.records.beside import rows_beside
from service.records.loading import Loader
from service.records.registry import event_mapper
from service.store.application import ActaApplication
from service.store.rows import Append
from service.store.settings import StoreSettings
from tests.bench.ground import Ground
from tests.bench.report import Report, seconds, typical
from tests.bench.stock import StockLoader

_GAMES = 20
_ROUNDS = 9
_PLIES = 199
"""And up to 31 more, so that games stand at every distance from their last checkpoint."""
_LONG_GAME = 24
"""Rounds of the edition it is played with: the printed one ends after seven."""


def measure(ground: Ground) -> None:
    """Print the three of them in turn."""
    application = ActaApplication(StoreSettings(url=ground.url), event_mapper())
    loader = Loader(application, application.factory.datastore)  # type: ignore[attr-defined]
    stock = StockLoader(ground.stock_environment, _GAMES)
    games = [stored(application, random.Random(n), _PLIES + n * checkpoint.EVERY // _GAMES) for n in range(_GAMES)]
    records = [loader.newest(game) for game in games]
    views = _viewer(records)
    runs: dict[str, list[float]] = {"stock": [], "cold": [], "whole": [], "warm": []}
    works: dict[str, Callable[[], object]] = {
        "stock": stock.load_all,
        "cold": lambda: [_first_view(loader.newest(game)) for game in games],
        "whole": lambda: [_first_view(loader.whole(game)) for game in games],
        "warm": views,
    }
    for _ in range(_ROUNDS):
        for name, work in works.items():
            runs[name].append(seconds(work) / _GAMES)
    stock.close()
    application.close()
    times = {name: typical(taken) for name, taken in runs.items()}
    report = Report(
        f"Opening: games of {records[0].version} to {records[-1].version} events, median of {_ROUNDS} rounds in turn"
    )
    report.row("stock aggregate of 200 events", f"{times['stock'] * 1e3:.2f} ms")
    report.row("cold, newest position with a view", f"{times['cold'] * 1e3:.2f} ms")
    report.row("  ratio", f"{_ratio(runs['stock'], runs['cold']):.1f} ×", "≥ 4 ×")
    report.row("cold, whole timeline with a view", f"{times['whole'] * 1e3:.2f} ms")
    report.row("  ratio", f"{_ratio(runs['stock'], runs['whole']):.1f} ×")
    report.row("warm view", f"{times['warm'] * 1e6:.1f} µs")
    report.row("  ratio to cold", f"{_ratio(runs['cold'], runs['warm']):.1f} ×", "≥ 10 ×")
    report.show()


def _ratio(slower: list[float], faster: list[float]) -> float:
    return typical([one / other for one, other in zip(slower, faster, strict=True)])


def _first_view(record: GameRecord) -> bytes:
    return msgspec.json.encode(record.rules.view(record.tip.state, 0))


def _viewer(records: list[GameRecord]) -> Callable[[], object]:
    """A view built and encoded from a record in memory: what the cache of encoded views does not even do."""
    return lambda: [_first_view(record) for record in records]


def stored(application: ActaApplication, rng: random.Random, plies: int) -> UUID:
    """A game of so many plies in the store, written move by move as the service writes it, checkpoints included."""
    rules = newest("kobayakawa")
    edition = msgspec.to_builtins(rules.Options().edition)
    rounds = _LONG_GAME
    edition |= {"prizes": [1] * rounds, "stakes": [1] * rounds, "medals": 400, "medals_each": 30}
    players = tuple(uuid4() for _ in range(4))
    table = Table(uuid4(), "kobayakawa", 1, {"edition": edition}, players, players[0], rng.randbytes(32))
    at = datetime(2026, 1, 1, tzinfo=UTC)
    events, record = commands.open_game(table, Stamp(at, players[0], "opening"))
    before = 0
    while True:
        stored_events = tuple(map(application.mapper.to_stored_event, events))
        application.recorder.submit(Append(stored_events, rows_beside(record, before))).result()
        if record.ply == plies:
            return table.id
        seat = min(record.rules.awaited(record.tip.state))
        moves = list(record.rules.moves(record.tip.state, seat))
        at += timedelta(seconds=5)
        before = record.version
        move = msgspec.to_builtins(rng.choice(moves))
        events, record = commands.play_move(record, seat, move, Stamp(at, players[seat], "move", rng.randbytes(32)))
