"""What the demonstration reads of the API's answers; what it does not name, it does not look at."""

from typing import Any
from uuid import UUID

from msgspec import Struct

from domain.kernel.results import Result


class Made(Struct, frozen=True):
    """Something new: a player, a league."""

    id: UUID


class MadeToken(Struct, frozen=True):
    """A token and its secret."""

    id: UUID
    token: str


class PlayerRow(Struct, frozen=True):
    """An entry of the directory."""

    id: UUID
    name: str
    contact: str | None = None


class LeagueRow(Struct, frozen=True):
    """A league."""

    id: UUID
    name: str
    points: tuple[str, ...]


class Seats(Struct, frozen=True):
    """Numbers of players."""

    least: int
    most: int


class RulesetRow(Struct, frozen=True):
    """A game that can be played."""

    name: str
    default_seats: Seats


class Rulesets(Struct, frozen=True):
    """The games that can be played."""

    items: tuple[RulesetRow, ...]


class Standing(Struct, frozen=True):
    """Where a game stands after a command."""

    game: UUID
    version: int
    status: str
    awaited: tuple[int, ...]


class Game(Struct, frozen=True):
    """A game."""

    id: UUID
    ruleset: str
    seats: tuple[UUID, ...]
    version: int
    status: str
    awaited: tuple[int, ...] = ()
    result: Result | None = None


class Seen(Struct, frozen=True):
    """A position as a seat sees it."""

    view: dict[str, Any]


class Legal(Struct, frozen=True):
    """What a seat may play."""

    version: int
    moves: tuple[dict[str, Any], ...]


class StandingsRow(Struct, frozen=True):
    """A line of the standings."""

    place: int
    player: UUID
    points: str
    played: int
    won: int
    name: str | None = None


class Standings(Struct, frozen=True):
    """The standings of a league."""

    items: tuple[StandingsRow, ...]
