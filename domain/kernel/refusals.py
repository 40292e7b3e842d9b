"""Refusals: an illegal move, an impossible option or an impossible note, each with a stable code.

Codes and facts depend only on what the actor knows. The texts for people are in the language catalogues, by code.
"""

from typing import TypeAlias

Fact: TypeAlias = int | str | tuple[int | str, ...]


class IllegalMove(Exception):
    """The rules refuse a move; nothing has changed.

    `code` is stable and belongs to the API; `facts` fill the text for people.
    """

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return self.code + "".join(f" {name}={value}" for name, value in self.facts.items())


class _Misplaced(Exception):
    """Something that was given cannot be used: `path` names the entry at fault."""

    def __init__(self, path: str, code: str, **facts: Fact) -> None:
        super().__init__(code)
        self.path = path
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.path}: {self.code}" + "".join(f" {name}={value}" for name, value in self.facts.items())


class BadOptions(_Misplaced):
    """A table cannot be opened so: `path` names the option (``options.edition``, ``seats``) at fault."""


class BadNote(_Misplaced):
    """A note says what the book of this table has no place for: `path` names the entry (``note.own.struck.3.spy``)."""


OUT_OF_TURN = "out_of_turn"
"""It is somebody else's decision."""

WRONG_PHASE = "wrong_phase"
"""The game knows this move, but not now."""

GAME_OVER = "game_over"
NO_SUCH_SEAT = "no_such_seat"
ALREADY_WITHDRAWN = "already_withdrawn"
TIME_IS_UP = "time_is_up"
NOT_YET = "not_yet"
"""A time-out before its time."""
