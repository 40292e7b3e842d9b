"""What can go wrong between an event and the disk, each with what the caller needs to answer it."""

from uuid import UUID

from eventsourcing.domain import EventSourcingError
from eventsourcing.persistence import (
    IntegrityError,
    InterfaceError,
    MapperDeserialisationError,
    OperationalError,
)


class AppendRefused(IntegrityError):
    """The database refused this append. Nothing of it is stored, and the same append will be refused again."""


class VersionConflict(AppendRefused):
    """Somebody else wrote this version of the game first. Load the game again and decide anew."""

    def __init__(self, originator_id: UUID, originator_version: int) -> None:
        super().__init__(f"{originator_id} already has a version {originator_version}")
        self.originator_id = originator_id
        self.originator_version = originator_version


class DuplicateRequest(AppendRefused):
    """A request with this idempotency key is already stored. Read what it was answered, and answer the same."""

    def __init__(self, scope: str, key: str) -> None:
        super().__init__(f"a request with the key {key!r} is already stored in {scope!r}")
        self.scope = scope
        self.key = key


class RowRefused(AppendRefused):
    """The database refused a row or an event for another reason: a constraint, a missing right, a wrong statement."""

    def __init__(self, what: str, sqlstate: str, message: str) -> None:
        super().__init__(f"{what}: {message} [{sqlstate}]")
        self.what = what
        self.sqlstate = sqlstate


class StoreUnavailable(OperationalError):
    """The database cannot be reached or does not answer. Nothing is stored; try again after `retry_after` seconds."""

    def __init__(self, reason: str, *, retry_after: float = 1.0) -> None:
        super().__init__(reason)
        self.retry_after = retry_after


class OutcomeUnknown(StoreUnavailable):
    """The connection was lost after COMMIT was sent, and the database has not come back to say whether it happened.

    The append is stored wholly or not at all. Send the same request again with the same idempotency key: it is then
    either answered as before or done for the first time.
    """


class StoreOverloaded(StoreUnavailable):
    """More appends are waiting than the queue holds. Nothing is stored; try again a moment later."""


class StoreClosed(InterfaceError):
    """The recorder was closed; it takes no more appends."""


class UndecodableEvent(MapperDeserialisationError):
    """A stored event cannot be read. Names the game, the version and the topic."""

    def __init__(self, originator_id: UUID | str, originator_version: int, topic: str, reason: str) -> None:
        super().__init__(f"event {originator_version} of {originator_id} ({topic}): {reason}")
        self.originator_id = originator_id
        self.originator_version = originator_version
        self.topic = topic
        self.reason = reason


class UnknownTopic(UndecodableEvent):
    """No event of this name and version is registered: it was written by a newer acta, or the registry lost a line."""


class MisfiledEvent(UndecodableEvent):
    """The event says it belongs to another game or version than the row it was found in."""


class BadRegistry(EventSourcingError):
    """The event registry or its upcasters are incomplete or contradict each other. Raised at start-up."""
