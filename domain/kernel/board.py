"""The board vocabulary: a view told as areas, tracks, grids and clocks, so that one generic page can draw any game.

Labels are catalogue keys (``kobayakawa.deck``), translated where people read them.
"""

from datetime import timedelta
from typing import Literal

from msgspec import Struct

from domain.kernel.bags import Card
from domain.kernel.seats import Seat


class Piece(Struct, frozen=True):
    """A card, token or counter. Without a face it lies face down. `marks` are catalogue keys: shown, covered, lost."""

    kind: str
    face: Card | None = None
    count: int = 1
    marks: tuple[str, ...] = ()


class Area(Struct, frozen=True):
    """A place where pieces lie: somebody's, or the table's own."""

    id: str
    label: str
    layout: Literal["hand", "pile", "row"]
    pieces: tuple[Piece, ...]
    owner: Seat | None = None


class Track(Struct, frozen=True):
    """A number that goes up and down: money, points, the round."""

    id: str
    label: str
    value: int
    most: int | None = None
    owner: Seat | None = None


class Cell(Struct, frozen=True):
    """A square of a grid with what stands on it; columns and rows count from 0."""

    column: int
    row: int
    pieces: tuple[Piece, ...]
    marks: tuple[str, ...] = ()


class Grid(Struct, frozen=True):
    """A board of squares. Cells that are not listed are empty.

    `column_names` and `row_names` are what players call them, one for each; where they are left out nobody does.
    """

    id: str
    label: str
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    column_names: tuple[str, ...] = ()
    row_names: tuple[str, ...] = ()


class Clock(Struct, frozen=True):
    """A clock that runs out at game time `ends`, or stands with `remaining` to go."""

    id: str
    label: str
    ends: timedelta | None = None
    remaining: timedelta | None = None


class Board(Struct, frozen=True):
    """Everything on the table as one viewer sees it.

    `words` says what faces are called, by language, where the table's edition brings their names; whoever draws takes
    these before the catalogue's.
    """

    areas: tuple[Area, ...] = ()
    tracks: tuple[Track, ...] = ()
    grids: tuple[Grid, ...] = ()
    awaited: tuple[Seat, ...] = ()
    clocks: tuple[Clock, ...] = ()
    words: dict[str, dict[str, str]] = {}
