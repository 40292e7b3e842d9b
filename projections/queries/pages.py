"""Pages that stay where they are while rows are added: a cursor says after which row the next page begins."""

import base64
import binascii
import hashlib
from typing import Final, Generic, TypeVar

import msgspec
from msgspec import Struct

T = TypeVar("T")

MOST: Final = 200
"""Rows a page may have."""


class BadCursor(Exception):
    """This is no cursor, or one of another listing."""


class Page(Struct, Generic[T], frozen=True):
    """Some rows of a listing. `next` is the cursor of the page behind it; None: this is the last."""

    items: tuple[T, ...]
    next: str | None = None


class _Mark(Struct, frozen=True, array_like=True):
    key: tuple[int, ...]
    listing: bytes


_json: Final = msgspec.json.Encoder(order="deterministic")
_marks: Final[msgspec.msgpack.Decoder[_Mark]] = msgspec.msgpack.Decoder(_Mark)


def cursor_after(key: tuple[int, ...], listing: object) -> str:
    """The cursor behind the row of this key. `listing` is everything else that was asked for."""
    return base64.urlsafe_b64encode(msgspec.msgpack.encode(_Mark(key, _digest(listing)))).decode().rstrip("=")


def key_of(cursor: str | None, listing: object, first: tuple[int, ...]) -> tuple[int, ...]:
    """The key a page begins behind, `first` where there is no cursor. Raises BadCursor.

    >>> key_of(cursor_after((7,), ["a"]), ["a"], (0,))
    (7,)
    >>> key_of(None, ["a"], (0,))
    (0,)
    >>> key_of(cursor_after((7,), ["a"]), ["b"], (0,))
    Traceback (most recent call last):
    projections.queries.pages.BadCursor
    """
    if cursor is None:
        return first
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        mark = _marks.decode(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (binascii.Error, ValueError):
        raise BadCursor from None
    if mark.listing != _digest(listing) or len(mark.key) != len(first) or not all(-BIG <= n <= BIG for n in mark.key):
        raise BadCursor
    return mark.key


BIG: Final = 2**63 - 1
"""Behind every position there can be."""


def limited(limit: int) -> int:
    """A page length within bounds."""
    return max(1, min(limit, MOST))


def _digest(listing: object) -> bytes:
    return hashlib.sha256(_json.encode(listing)).digest()[:8]
