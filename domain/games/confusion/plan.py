"""What an edition and the options make of the board: squares, rays and pieces, worked out once a table.

A square is a number: columns count from White's left and rows from White's home row, and square = row * columns +
column. Everything of a player is indexed by seat.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from msgspec import Struct

from domain.games.confusion.edition import BRIEFCASE, DIRECTIONS, EMPTY, PROMOTED, Direction, Edition
from domain.games.confusion.moves import Attempt, Handling
from domain.kernel.bags import Bag, bag
from domain.kernel.seats import Seat

T = TypeVar("T")

Square = int
GONE: Square = -1
"""The square of a spy that is no longer on the board."""

Reaches = tuple[int, ...]
"""For each of DIRECTIONS, how far a piece moves; 0 is not at all."""

_STEPS: dict[Direction, tuple[int, int]] = {
    "F": (0, 1),
    "FR": (1, 1),
    "R": (1, 0),
    "BR": (1, -1),
    "B": (0, -1),
    "BL": (-1, -1),
    "L": (-1, 0),
    "FL": (-1, 1),
}


class Place(Struct, frozen=True, gc=False):
    """A square as people are told of it: columns count from White's left, rows from White's home row, both from 1."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A table's board. `places` are the squares by number.

    `rays[seat][square][direction]` are the squares in that direction, the nearest first.
    `offers[seat][spy][handling][direction]` are the attempts by distance, made once, because a position has hundreds.
    """

    columns: int
    rows: int
    places: tuple[Place, ...]
    first_column: int
    last_column: int
    names: tuple[tuple[str, ...], tuple[str, ...]]
    owners: dict[str, tuple[Seat, int]]
    starts: tuple[tuple[Square, ...], tuple[Square, ...]]
    briefcase: Square
    goals: tuple[frozenset[Square], frozenset[Square]]
    halves: tuple[frozenset[Square], frozenset[Square]]
    rays: tuple[tuple[tuple[tuple[Square, ...], ...], ...], ...]
    reaches: dict[str, Reaches]
    crowns: frozenset[str]
    agent: str
    agent_limit: int
    ids: Bag
    offers: tuple[tuple[dict[Handling | None, tuple[tuple[Attempt, ...], ...]], ...], ...]


DIRECTION_AT: dict[str, int] = {direction: at for at, direction in enumerate(DIRECTIONS)}


@lru_cache(maxsize=64)
def planned(edition: Edition, white: Seat, narrow: bool) -> Plan:
    """The board of a table."""
    columns, rows = edition.columns, edition.rows
    first, last = edition.narrow_columns if narrow else (1, columns)
    letters = {
        letter: (rows - 1 - line) * columns + column
        for line, signs in enumerate(edition.map)
        for column, letter in enumerate(signs)
        if letter != EMPTY
    }
    capitals = tuple(sorted(filter(str.isupper, letters)))
    small = tuple(sorted(filter(str.islower, letters)))
    usable = range(first - 1, last)
    home = frozenset(column for column in usable)
    far = frozenset((rows - 1) * columns + column for column in usable)
    near_half = frozenset(row * columns + column for row in range(edition.own_half) for column in usable)
    far_half = frozenset((rows - 1 - row) * columns + column for row in range(edition.own_half) for column in usable)
    names = _by_seat(capitals, small, white)
    longest = max(columns, rows) - 1
    return Plan(
        columns=columns,
        rows=rows,
        places=tuple(Place(square % columns + 1, square // columns + 1) for square in range(columns * rows)),
        first_column=first,
        last_column=last,
        names=names,
        owners={name: (seat, at) for seat in (0, 1) for at, name in enumerate(names[seat])},
        starts=_by_seat(tuple(letters[name] for name in capitals), tuple(letters[name] for name in small), white),
        briefcase=letters[BRIEFCASE],
        goals=_by_seat(far, home, white),
        halves=_by_seat(near_half, far_half, white),
        rays=_by_seat(_rays(columns, rows, usable, 1), _rays(columns, rows, usable, -1), white),
        reaches=_reaches(edition),
        crowns=frozenset(piece.id for piece in edition.pieces if piece.crown),
        agent=next(piece.id for piece in edition.pieces if piece.double_agent),
        agent_limit=longest if edition.double_agent_limit is None else edition.double_agent_limit,  # CF-R28
        ids=bag(piece.id for piece in edition.pieces),
        offers=tuple(tuple(_offers(name, longest) for name in side) for side in names),
    )


def _by_seat(of_white: T, of_red: T, white: Seat) -> tuple[T, T]:
    return (of_white, of_red) if white == 0 else (of_red, of_white)


def _rays(columns: int, rows: int, usable: range, forward: int) -> tuple[tuple[tuple[Square, ...], ...], ...]:
    """From every square in every direction; Red sees the board turned, so each of its steps is White's reversed."""
    rays = []
    for square in range(columns * rows):
        row, column = divmod(square, columns)
        ways = []
        for across, ahead in _STEPS.values():
            way, x, y = [], column + across * forward, row + ahead * forward
            while x in usable and 0 <= y < rows:
                way.append(y * columns + x)
                x, y = x + across * forward, y + ahead * forward
            ways.append(tuple(way))
        rays.append(tuple(ways))
    return tuple(rays)


def _reaches(edition: Edition) -> dict[str, Reaches]:
    sides = {piece.id: (piece.max_distance or 0, piece.directions) for piece in edition.pieces}
    sides[PROMOTED] = (edition.promoted.max_distance, edition.promoted.directions)
    return {
        name: tuple(distance if direction in directions else 0 for direction in DIRECTIONS)
        for name, (distance, directions) in sides.items()
    }


def _offers(spy: str, longest: int) -> dict[Handling | None, tuple[tuple[Attempt, ...], ...]]:
    kinds: tuple[Handling | None, ...] = (None, "carry", "leave", "send")
    return {
        kind: tuple(tuple(Attempt(spy, way, far, kind) for far in range(1, longest + 1)) for way in DIRECTIONS)
        for kind in kinds
    }
