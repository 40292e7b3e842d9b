"""From the columns of a row to a struct."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec import Struct

S = TypeVar("S", bound=Struct)


def built(struct: type[S], values: Iterable[object]) -> S:
    """A struct from values in the order of its fields; lists become tuples, mappings the structs they stand for."""
    return msgspec.convert(dict(zip(struct.__struct_fields__, values, strict=True)), struct)
