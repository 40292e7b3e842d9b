"""Editions: a game's component lists and numbers, as data beside its code.

An edition is copied into the opening event, so a record never depends on a file.
"""

from importlib.resources import files
from typing import TypeVar

import msgspec

E = TypeVar("E", bound=msgspec.Struct)


def packaged(package: str, name: str, edition_type: type[E]) -> E:
    """The edition that ships with a game, from ``editions/NAME.json`` in its folder; read once, when it is imported."""
    text = files(package).joinpath("editions", f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=edition_type)
