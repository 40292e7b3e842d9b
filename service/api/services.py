"""What the handlers work with: one frozen container, made by whoever starts the service."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from projections.supervisor import Supervisor
from service.api.metrics import Metrics
from service.api.reader import Reader
from service.auth.lookup import TokenLookup
from service.competition.shell import Competition
from service.records.deadlines import Timekeeper
from service.records.following import Follower
from service.records.games import Games
from service.records.hot import HotGames
from service.records.registry import event_mapper
from service.settings import Settings
from service.store.application import ActaApplication
from service.store.datastore import ActaDatastore
from service.store.settings import StoreSettings


@dataclass(frozen=True)
class Services:
    """The parts of a running service. `start` and `close` are called once each, by the app's lifespan."""

    settings: Settings
    reader: Reader
    store: ActaApplication
    tokens: TokenLookup
    metrics: Metrics
    competition: Competition
    projections: Supervisor
    games: Games
    follower: Follower
    timekeeper: Timekeeper

    @property
    def datastore(self) -> ActaDatastore:
        """The connections the event log is read over."""
        return cast("ActaDatastore", self.store.recorder.datastore)

    def start(self) -> None:
        """Begin to connect, to project and to follow the log; on the event loop. Does not wait for the database."""
        self.reader.open()
        self.projections.start()
        self.follower.start()
        self.timekeeper.start()

    def close(self) -> None:
        """Store what waits, then let go of everything."""
        self.follower.stop()
        self.projections.stop()
        self.store.close()
        self.reader.close()


def open_services(settings: Settings, url: str) -> Services:
    """The services over the database at `url`. Nothing is connected until `start`."""
    reader = Reader(url, settings.pool_size)
    store_settings = StoreSettings(url=url)
    store = ActaApplication(store_settings, event_mapper())
    hot = HotGames(settings.cached_games)
    projections = Supervisor(url, store.mapper.decode)
    metrics = Metrics()
    metrics.watch("acta_games_hot", "Games kept in memory.", lambda: len(hot))
    metrics.watch("acta_projections_behind", "Positions the projections are behind.", lambda: _behind(projections))
    metrics.watch("acta_store_waiting", "Appends that wait to be stored.", lambda: store.recorder.waiting)
    for name in ("appends", "events", "batches", "refused", "unavailable"):
        metrics.watch(
            f"acta_store_{name}", f"What the writer has done since it started: {name}.", _statistic(store, name)
        )
    datastore = cast("ActaDatastore", store.recorder.datastore)
    games = Games(store, datastore, hot)
    return Services(
        settings=settings,
        reader=reader,
        store=store,
        tokens=TokenLookup(reader.run),
        metrics=metrics,
        competition=Competition(store),
        projections=projections,
        games=games,
        follower=Follower(store_settings, hot, store.recorder.max_notification_id),
        timekeeper=Timekeeper(games, datastore),
    )


def _behind(projections: Supervisor) -> int:
    return max((standing.behind for standing in projections.status.projections), default=0)


def _statistic(store: ActaApplication, name: str) -> Callable[[], float]:
    return lambda: float(getattr(store.recorder.statistics, name))
