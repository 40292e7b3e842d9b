"""The eventsourcing application over our mapper and recorder."""

from typing import Final
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import (
    AggregateRecorder,
    BaseInfrastructureFactory,
    InfrastructureFactory,
    InfrastructureFactoryError,
    ProcessRecorder,
)
from eventsourcing.postgres import PostgresFactory
from eventsourcing.utils import Environment, EnvType

from service.store.datastore import ActaDatastore
from service.store.mapper import EventMapper
from service.store.recorder import GroupCommitRecorder
from service.store.settings import StoreSettings

_NOT_OURS: Final = "acta keeps events only: {} have no table"


class ActaFactory(PostgresFactory):
    """Makes the recorder from `StoreSettings`; the environment has no say, and tables are alembic's to make."""

    def __init__(self, settings: StoreSettings) -> None:
        # Past the library's own constructor, which wants the address in pieces from the environment.
        BaseInfrastructureFactory.__init__(self, Environment("acta", {}))
        self.datastore = ActaDatastore(settings)
        self._acta_datastore = self.datastore

    def application_recorder(self) -> GroupCommitRecorder:
        """The recorder of the event log."""
        return GroupCommitRecorder(self._acta_datastore)

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """Raises `InfrastructureFactoryError`: snapshots are not used."""
        raise InfrastructureFactoryError(_NOT_OURS.format(purpose))

    def process_recorder(self) -> ProcessRecorder:
        """Raises `InfrastructureFactoryError`: projections keep their positions themselves."""
        raise InfrastructureFactoryError(_NOT_OURS.format("tracking objects"))

    def env_create_table(self) -> bool:
        """Never: alembic owns the schema."""
        return False


class ActaApplication(Application[UUID]):
    """The library's application, with the group-commit recorder of the database at `settings.url` and the given mapper.

    Saving takes `rows=` to write rows with the events. `await app.recorder.append(...)` is the way for an event loop.
    """

    name = "acta"
    recorder: GroupCommitRecorder
    mapper: EventMapper

    def __init__(self, settings: StoreSettings, mapper: EventMapper) -> None:
        self._settings = settings
        self._event_mapper = mapper
        super().__init__()

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:  # noqa: ARG002
        """Nothing from the process's environment: a stray variable must not change how events are kept."""
        return Environment(name, {})

    def construct_factory(self, env: Environment) -> InfrastructureFactory:  # noqa: ARG002
        """A factory for the database of the settings."""
        return ActaFactory(self._settings)  # type: ignore[return-value]  # the library's own does not fit either

    def construct_mapper(self) -> EventMapper:
        """The mapper it was given."""
        return self._event_mapper

    def close(self) -> None:
        """Store what waits, then let go of the database. May be called twice."""
        if hasattr(self, "recorder"):
            self.recorder.close()
        super().close()
