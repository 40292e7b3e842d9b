"""What the handlers work with: one frozen container, made by whoever starts the service."""

from dataclasses import dataclass
from typing import Any, cast

from domain.competition.events import VERSIONS as COMPETITION
from service.api.metrics import Metrics
from service.api.reader import Reader
from service.auth.lookup import TokenLookup
from service.records.registry import VERSIONS as RECORD
from service.settings import Settings
from service.store.application import ActaApplication
from service.store.datastore import ActaDatastore
from service.store.mapper import EventMapper
from service.store.settings import StoreSettings


@dataclass(frozen=True)
class Services:
    """The parts of a running service. `start` and `close` are called once each, by the app's lifespan."""

    settings: Settings
    reader: Reader
    store: ActaApplication
    tokens: TokenLookup
    metrics: Metrics
    projections: Any = None
    games: Any = None

    @property
    def datastore(self) -> ActaDatastore:
        """The connections the event log is read over."""
        return cast("ActaDatastore", self.store.recorder.datastore)

    def start(self) -> None:
        """Begin to connect, and to project. Does not wait for the database."""
        self.reader.open()
        if self.projections is not None:
            self.projections.start()

    def close(self) -> None:
        """Store what waits, then let go of everything."""
        if self.projections is not None:
            self.projections.stop()
        self.store.close()
        self.reader.close()


def open_services(settings: Settings, url: str) -> Services:
    """The services over the database at `url`. Nothing is connected until `start`."""
    reader = Reader(url, settings.pool_size)
    store = ActaApplication(StoreSettings(url=url), EventMapper({**RECORD, **COMPETITION}))
    return Services(settings=settings, reader=reader, store=store, tokens=TokenLookup(reader.run), metrics=Metrics())
