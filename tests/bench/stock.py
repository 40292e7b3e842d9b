"""The eventsourcing library as it comes: the aggregate, application and projection that ours are measured against."""

import threading
from collections.abc import Mapping
from uuid import UUID

import psycopg
from eventsourcing.application import Application
from eventsourcing.dispatch import singledispatchmethod
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import Tracking
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner

from tests.bench.report import seconds


class Game(Aggregate):
    """A trivial aggregate: it remembers its moves."""

    @event("Opened")
    def __init__(self) -> None:
        self.moves: list[int] = []

    @event("Moved")
    def move(self, what: int) -> None:
        self.moves.append(what)


def saves_per_second(environment: Mapping[str, str], *, threads: int = 64, each: int = 40) -> float:
    """Saves of one event each, a game a thread."""
    application: Application[UUID] = Application(dict(environment))
    games = [Game() for _ in range(threads)]
    for game in games:
        application.save(game)

    def play(game: Game) -> None:
        for what in range(each):
            game.move(what)
            application.save(game)

    def run() -> None:
        at_work = [threading.Thread(target=play, args=(game,)) for game in games]
        for thread in at_work:
            thread.start()
        for thread in at_work:
            thread.join()

    taken = seconds(run)
    application.close()
    return threads * each / taken


class StockLoader:
    """Aggregates of 200 events, loaded by the library's repository."""

    def __init__(self, environment: Mapping[str, str], count: int, events: int = 200) -> None:
        self._application: Application[UUID] = Application(dict(environment))
        self._ids = []
        for _ in range(count):
            game = Game()
            for what in range(events - 1):
                game.move(what)
            self._application.save(game)
            self._ids.append(game.id)

    def load_all(self) -> None:
        for game in self._ids:
            self._application.repository.get(game)

    def close(self) -> None:
        self._application.close()


class _Rows(PostgresTrackingRecorder):
    def put(self, game: UUID, version: int, tracking: Tracking) -> None:
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            cursor.execute(
                "INSERT INTO stock_games VALUES (%s, %s) ON CONFLICT (id) DO UPDATE SET version = excluded.version",
                (game, version),
            )


class _StockProjection(Projection[_Rows]):
    name = "stock"

    @singledispatchmethod
    def process_event(self, domain_event: object, tracking: Tracking) -> None:
        self.view.put(domain_event.originator_id, domain_event.originator_version, tracking)  # type: ignore[attr-defined]


def projected_per_second(environment: Mapping[str, str], url: str, games: int, events: int) -> float:
    """Events a second of the library's ProjectionRunner, writing one row a game."""
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS stock_games (id uuid PRIMARY KEY, version int)")
        connection.execute("TRUNCATE stock_games")
    application: Application[UUID] = Application(dict(environment))
    before = application.recorder.max_notification_id() or 0
    for _ in range(games):
        game = Game()
        for what in range(events - 1):
            game.move(what)
        application.save(game)
    last = application.recorder.max_notification_id() or 0
    application.close()

    def run() -> None:
        with ProjectionRunner(
            application_class=Application, projection_class=_StockProjection, view_class=_Rows, env=dict(environment)
        ) as runner:
            runner.wait(last, timeout=300)

    return (last - before) / seconds(run)
