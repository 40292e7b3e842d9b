"""Games of 200 plies opened cold from PostgreSQL, against a stock aggregate of 200 events; and a view of them warm."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec

from domain.games.registry import newest
from domain.record import checkpoint, commands
from domain.record.commands import Stamp, Table
from domain.record.events import GameEvent
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
_ROUNDS_OF_A_LONG_GAME = 24
"""Of the edition Kobayakawa is played with: the printed one ends after seven."""


def measure(ground: Ground) -> None:
    """Print the three of them in turn, game by game."""
    for game in ("kobayakawa", "coup"):
        _measure(ground, game)


def _measure(ground: Ground, game: str) -> None:
    application = ActaApplication(StoreSettings(url=ground.url), event_mapper())
    loader = Loader(application, application.factory.datastore)  # type: ignore[attr-defined]
    stock = StockLoader(ground.stock_environment, _GAMES)
    plies = [_PLIES + n * checkpoint.EVERY // _GAMES for n in range(_GAMES)]
    games = [stored(application, game, random.Random(n), most) for n, most in enumerate(plies)]
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
        f"Opening {game}: games of {records[0].version} to {records[-1].version} events, "
        f"median of {_ROUNDS} rounds in turn"
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


def stored(application: ActaApplication, game: str, rng: random.Random, plies: int) -> UUID:
    """A game of so many plies in the store, written move by move as the service writes it, checkpoints included."""
    while True:
        writes, record = _long_game(game, rng, plies)
        if record.ply == plies:
            break
    for events, beside in writes:
        stored_events = tuple(map(application.mapper.to_stored_event, events))
        application.recorder.submit(Append(stored_events, beside)).result()
    return record.id


def _long_game(game: str, rng: random.Random, plies: int) -> tuple[list[tuple[tuple[GameEvent, ...], Any]], GameRecord]:
    """A game of so many plies, or a shorter one if it ends before: what is written for each move, and the record."""
    players = tuple(uuid4() for _ in range(_SEATS[game]))
    table = Table(uuid4(), game, 1, _options(game), players, players[0], rng.randbytes(32))
    at = datetime(2026, 1, 1, tzinfo=UTC)
    events, record = commands.open_game(table, Stamp(at, players[0], "opening"))
    writes = [(events, rows_beside(record, 0))]
    while record.ply < plies and record.result is None:
        seat = rng.choice(sorted(record.rules.awaited(record.tip.state)))
        moves = [msgspec.to_builtins(move) for move in record.rules.moves(record.tip.state, seat)]
        at += timedelta(seconds=5)
        before = record.version
        stamp = Stamp(at, players[seat], "move", rng.randbytes(32))
        events, record = commands.play_move(record, seat, _CHOICES[game](moves, rng), stamp)
        writes.append((events, rows_beside(record, before)))
    return writes, record


_SEATS = {"kobayakawa": 4, "coup": 6}


def _options(game: str) -> dict[str, Any]:
    if game == "coup":
        return {}
    edition = msgspec.to_builtins(newest("kobayakawa").Options().edition)
    rounds = _ROUNDS_OF_A_LONG_GAME
    return {"edition": edition | {"prizes": [1] * rounds, "stakes": [1] * rounds, "medals": 400, "medals_each": 30}}


def _peaceful(moves: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    """A move of Coup that seldom costs anybody a card: at random a game is over after some forty plies."""
    calm = [move for move in moves if move["move"] in ("pass", "show") or move.get("action") in _CALM]
    return rng.choice(calm if calm and rng.random() < 0.98 else moves)


_CALM = ("income", "foreign_aid", "tax", "exchange", "steal")
_CHOICES: dict[str, Callable[[list[dict[str, Any]], random.Random], dict[str, Any]]] = {
    "kobayakawa": lambda moves, rng: rng.choice(moves),
    "coup": _peaceful,
}
