"""PostgreSQL's binary arrays: the cheapest way to hand many values to one statement.

An array is a header and its elements; an element is its length and its bytes. Elements are made where a value is
submitted, arrays where a batch is sent: the writer only joins bytes.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple
from uuid import UUID

NULL: Final = b"\xff\xff\xff\xff"
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
_LENGTH_4: Final = b"\0\0\0\x04"
_LENGTH_8: Final = b"\0\0\0\x08"
_LENGTH_16: Final = b"\0\0\0\x10"
_COUNTED_SEPARATELY: Final = 4096


def bytea(value: bytes) -> bytes:
    """The element of a byte string."""
    return len(value).to_bytes(4, "big") + value


def text(value: str) -> bytes:
    """The element of a text. Raises `ValueError` for a zero byte, which PostgreSQL cannot hold."""
    encoded = value.encode()
    if b"\0" in encoded:
        raise ValueError("PostgreSQL holds no text with a zero byte")
    return len(encoded).to_bytes(4, "big") + encoded


name: Final = lru_cache(maxsize=1024)(text)
"""The element of a text that comes again and again, like a topic."""


def int8(value: int) -> bytes:
    """The element of a bigint. Raises `OverflowError`."""
    return _LENGTH_8 + value.to_bytes(8, "big", signed=True)


def uuid(value: UUID) -> bytes:
    """The element of an id."""
    return _LENGTH_16 + value.bytes


def timestamptz(value: datetime) -> bytes:
    """The element of a moment. Raises `TypeError` for one without a time zone."""
    passed = value - _EPOCH
    microseconds = (passed.days * 86_400 + passed.seconds) * 1_000_000 + passed.microseconds
    return int8(microseconds)


class ColumnType(NamedTuple):
    """A type of column that can be sent."""

    oid: int
    python: type
    element: Callable[[Any], bytes]


TYPES: Final = {
    "bool": ColumnType(16, bool, lambda value: b"\0\0\0\x01\x01" if value else b"\0\0\0\x01\x00"),
    "bytea": ColumnType(17, bytes, bytea),
    "int8": ColumnType(20, int, int8),
    "int4": ColumnType(23, int, lambda value: _LENGTH_4 + value.to_bytes(4, "big", signed=True)),
    "text": ColumnType(25, str, text),
    "timestamptz": ColumnType(1184, datetime, timestamptz),
    "uuid": ColumnType(2950, UUID, uuid),
}


def header(column: str, count: int) -> bytes:
    """What precedes `count` elements: one dimension that starts at 1, nulls allowed."""
    return _header(column, count) if count < _COUNTED_SEPARATELY else _header.__wrapped__(column, count)


@cache
def _header(column: str, count: int) -> bytes:
    return b"\0\0\0\x01\0\0\0\x01" + TYPES[column].oid.to_bytes(4, "big") + count.to_bytes(4, "big") + b"\0\0\0\x01"
