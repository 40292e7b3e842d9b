"""The event store: events in PostgreSQL, appended in groups, read fast, followed without a gap.

`ActaApplication` puts it together. What the rest of the service needs of it:

- `Append` with `GroupCommitRecorder.append` (event loop) or `submit` (threads): events and rows, together or not at
all;
- `RECORD_REQUEST`, `SAVE_CHECKPOINT`, or a `Statement` of one's own, for rows written with the events;
- `EventMapper` with a registry of stable names, versions and structs;
- `Tail`, for whoever follows the log.
"""

from service.store.application import ActaApplication
from service.store.errors import (
    AppendRefused,
    BadRegistry,
    DuplicateRequest,
    MisfiledEvent,
    OutcomeUnknown,
    RowRefused,
    StoreClosed,
    StoreOverloaded,
    StoreUnavailable,
    UndecodableEvent,
    UnknownTopic,
    VersionConflict,
)
from service.store.mapper import EventMapper
from service.store.recorder import GroupCommitRecorder
from service.store.rows import Append, Statement
from service.store.settings import StoreSettings
from service.store.statements import RECORD_REQUEST, SAVE_CHECKPOINT
from service.store.tail import Tail, TailStatus

__all__ = [
    "RECORD_REQUEST",
    "SAVE_CHECKPOINT",
    "ActaApplication",
    "Append",
    "AppendRefused",
    "BadRegistry",
    "DuplicateRequest",
    "EventMapper",
    "GroupCommitRecorder",
    "MisfiledEvent",
    "OutcomeUnknown",
    "RowRefused",
    "Statement",
    "StoreClosed",
    "StoreOverloaded",
    "StoreSettings",
    "StoreUnavailable",
    "Tail",
    "TailStatus",
    "UndecodableEvent",
    "UnknownTopic",
    "VersionConflict",
]
