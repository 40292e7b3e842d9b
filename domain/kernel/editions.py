"""Editions: a game's component lists and numbers, as data beside its code.

An edition is copied into the opening event, so a record never depends on a file. A club may give its own when a
table is opened: the checks here are those that many games make of it, and raise BadOptions with the path at fault.
"""

import re
from collections.abc import Iterable, Sized
from importlib.resources import files
from typing import Final, TypeVar

import msgspec

from domain.kernel.bags import Card
from domain.kernel.refusals import BadOptions

E = TypeVar("E", bound=msgspec.Struct)


def packaged(package: str, name: str, edition_type: type[E]) -> E:
    """The edition that ships with a game, from ``editions/NAME.json`` in its folder; read once, when it is imported."""
    text = files(package).joinpath("editions", f"{name}.json").read_bytes()
    return msgspec.json.decode(text, type=edition_type)


LONGEST_NAME: Final = 80
"""Letters of a name: positions and whatever a viewer is sent repeat names, and this keeps them small."""

_ID: Final = re.compile(r"[a-z0-9_]{1,40}")


def no_such_edition(path: str, code: str, given: str, known: Iterable[str]) -> BadOptions:
    """The refusal of a name that no edition has."""
    return BadOptions(path, code, given=given[:LONGEST_NAME], known=tuple(known))


def check_name(path: str, given: str, *, most: int = LONGEST_NAME) -> None:
    """A name can be read on a board and in a log: it is there, not too long, and holds no control signs."""
    if not given.strip() or len(given) > most or not given.isprintable():
        raise BadOptions(path, "bad_name", most=most)


def check_id(path: str, given: str) -> None:
    """An id is plain enough for paths and catalogue keys."""
    if not _ID.fullmatch(given):
        raise BadOptions(path, "bad_id", given=given[:LONGEST_NAME])


def check_number(path: str, given: int, least: int, most: int) -> None:
    """A number lies within its bounds; an edition comes from outside, and nothing in it may fill a server's memory."""
    if not least <= given <= most:
        raise BadOptions(path, "bad_number", least=least, most=most, given=given)


def check_length(path: str, entries: Sized, most: int) -> None:
    """A list is not longer than anybody plays with."""
    if len(entries) > most:
        raise BadOptions(path, "too_many", most=most, given=len(entries))


def check_players(path: str, players: tuple[int, int], fewest: int, limit: int) -> None:
    """The fewest and the most players of an edition are numbers that can play at all."""
    least, most = players
    if not fewest <= least <= most <= limit:
        raise BadOptions(path, "seat_range", least=least, most=most, fewest=fewest, limit=limit)


def check_different(entries: Iterable[tuple[str, Card]], code: str, *, taken: Iterable[Card] = ()) -> None:
    """Each of these, given with their paths, is there once, and none is among those `taken` already.

    >>> check_different((("cards.0", 7), ("cards.1", 7)), "cards_repeat")
    Traceback (most recent call last):
    ...
    domain.kernel.refusals.BadOptions: cards.1: cards_repeat given=7
    """
    met = set(taken)
    for path, entry in entries:
        if entry in met:
            raise BadOptions(path, code, given=entry)
        met.add(entry)
