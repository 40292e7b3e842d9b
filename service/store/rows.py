"""What goes to the database in one append: events, and rows written atomically with them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import StoredEvent

from service.store import arrays
from service.store.errors import AppendRefused


@dataclass(frozen=True, eq=False)  # compared by identity: it is looked up for every row
class Statement:
    """A kind of row, written with one SQL statement for all such rows of a batch.

    `sql` gets one array a column: `INSERT INTO t (a, b) SELECT * FROM unnest($1::text[], $2::bytea[])`. Make one
    object a kind, at import.
    """

    name: str
    sql: str
    columns: tuple[str, ...]
    """Types of the columns, of those in `arrays.TYPES`."""
    latest_by: int = 0
    """For an upsert: how many leading columns identify the row. Of those alike in a batch only the last is sent,
    because `ON CONFLICT DO UPDATE` refuses to touch a row twice in one statement."""
    duplicate: Callable[[tuple[Any, ...]], AppendRefused] | None = None
    """Makes the error for a row that is already there, from the first row of this kind in the append."""
    find: str | None = None
    """A query over the same arrays for the ordinality of each row that is stored exactly so. After a lost connection
    it tells whether an append without events was committed. Without it such an append is run again: then it must be
    an upsert."""

    def __post_init__(self) -> None:
        if unknown := [column for column in self.columns if column not in arrays.TYPES]:
            raise ValueError(
                f"statement {self.name}: no column type {unknown[0]!r}; there are {', '.join(arrays.TYPES)}"
            )

    def encode(self, row: Sequence[Any]) -> tuple[bytes, ...]:
        """The row's array elements. Raises `TypeError` or `ValueError` for a value that does not fit its column."""
        if len(row) != len(self.columns):
            raise TypeError(f"statement {self.name}: {len(self.columns)} columns, {len(row)} values")
        return tuple([self._element(column, value) for column, value in zip(self.columns, row, strict=True)])

    def parameters(self, rows: Sequence[tuple[bytes, ...]]) -> list[bytes]:
        """The arrays that write these encoded rows."""
        if self.latest_by:
            rows = list({row[: self.latest_by]: row for row in rows}.values())
        return [
            arrays.header(column, len(rows)) + b"".join(elements)
            for column, elements in zip(self.columns, zip(*rows, strict=True), strict=True)
        ]

    def _element(self, column: str, value: Any) -> bytes:
        if value is None:
            return arrays.NULL
        kind = arrays.TYPES[column]
        if not isinstance(value, kind.python):
            raise TypeError(f"statement {self.name}: {type(value).__name__} in a column of type {column}")
        try:
            return kind.element(value)
        except OverflowError:
            raise ValueError(f"statement {self.name}: {value!r} is out of the range of {column}") from None


Row = tuple[Statement, tuple[Any, ...]]


class Append(msgspec.Struct, frozen=True):
    """Events and rows stored together or not at all. Either may be empty.

    Rows are written before the events, so a request that comes a second time is a `DuplicateRequest`, whatever became
    of the game's version meanwhile. Events must build on acknowledged ones: an append fails alone, and one that was
    already waiting behind it would leave a gap in its game.
    """

    events: tuple[StoredEvent, ...] = ()
    rows: tuple[Row, ...] = ()


class Encoded:
    """An append as the writer sends it: array elements, those of all its events joined."""

    __slots__ = ("append", "count", "ids", "rows", "states", "topics", "versions")

    def __init__(self, append: Append) -> None:
        """Raises `TypeError` or `ValueError` for an event or a row that cannot be stored."""
        events = append.events
        self.append = append
        self.count = len(events)
        self.ids = self.versions = self.topics = self.states = b""
        for event in events:
            self.ids += arrays.uuid(_game(event))
            self.versions += arrays.int8(event.originator_version)
            self.topics += arrays.name(event.topic)
            self.states += arrays.bytea(event.state)
        self.rows = [(statement, statement.encode(row)) for statement, row in append.rows]

    @property
    def weight(self) -> int:
        """How much of a batch it takes."""
        return self.count + len(self.rows)


def key_parameters(batch: Sequence[Encoded], count: int) -> list[bytes]:
    """The arrays that name the `count` events of a batch: games, versions."""
    return [
        arrays.header("uuid", count) + b"".join([encoded.ids for encoded in batch]),
        arrays.header("int8", count) + b"".join([encoded.versions for encoded in batch]),
    ]


def event_parameters(batch: Sequence[Encoded], count: int) -> list[bytes]:
    """The arrays that insert the `count` events of a batch: games, versions, topics, states."""
    return [
        *key_parameters(batch, count),
        arrays.header("text", count) + b"".join([encoded.topics for encoded in batch]),
        arrays.header("bytea", count) + b"".join([encoded.states for encoded in batch]),
    ]


def row_parameters(batch: Sequence[Encoded]) -> list[tuple[Statement, list[bytes]]]:
    """The statements of a batch, each with the arrays that write all its rows."""
    rows: dict[Statement, list[tuple[bytes, ...]]] = {}
    for encoded in batch:
        for statement, row in encoded.rows:
            rows.setdefault(statement, []).append(row)
    return [(statement, statement.parameters(its_rows)) for statement, its_rows in rows.items()]


def _game(event: StoredEvent) -> UUID:
    if not isinstance(event.originator_id, UUID):
        raise TypeError(f"the id of an event must be a UUID, not {type(event.originator_id).__name__}")
    return event.originator_id
