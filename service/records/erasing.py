"""What is erased with a person."""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from service.directory.rows import ERASE_PERSON, FORGET_HOLDER
from service.records.notes import ERASE_NOTES
from service.records.words import ERASE_WORDS
from service.store.rows import Row, Statement

_WITH_A_PERSON: Final[tuple[Statement, ...]] = (ERASE_PERSON, FORGET_HOLDER, ERASE_WORDS, ERASE_NOTES)
"""The entry first: what is written once it has gone knows that, and what was written before goes after it."""


def erasing_rows(players: Iterable[UUID]) -> tuple[Row, ...]:
    """The rows that erase these entries of the directory, and everything of theirs that is no record."""
    return tuple((statement, (player,)) for player in players for statement in _WITH_A_PERSON)
