"""Seats at the table, the audiences of outcomes, and the viewers of a game."""

from typing import Final, Literal

Seat = int
"""A place at the table: 0 is the first seat, and play is clockwise by rising number."""

TABLE: Final[Seat] = -1
"""The pseudo-seat for what no seat chooses: the rules' own time-out, a recorder's "all pass"."""

Seen = frozenset[Seat] | Literal["all"]
"""An audience: the seats that see an outcome, or everybody, spectators included. An arbiter always sees."""

ALL: Final = "all"
NOBODY: Final[frozenset[Seat]] = frozenset()

Viewer = Seat | Literal["spectator", "arbiter"]
"""Whose eyes a view is for."""

SPECTATOR: Final = "spectator"
ARBITER: Final = "arbiter"


def who(seat: Seat) -> str:
    """Who acted, as a sentence for an arbiter begins.

    >>> who(3), who(TABLE)
    ('seat 3', 'the table')
    """
    return "the table" if seat == TABLE else f"seat {seat}"


def only(*seats: Seat) -> frozenset[Seat]:
    """The audience of just these seats.

    >>> sorted(only(2, 0))
    [0, 2]
    """
    return frozenset(seats)


def sees(viewer: Viewer, seen_by: Seen) -> bool:
    """Whether a viewer belongs to an audience.

    >>> sees(1, only(1)), sees(0, only(1)), sees("spectator", ALL), sees("arbiter", NOBODY)
    (True, False, True, True)
    """
    return viewer == ARBITER or seen_by == ALL or viewer in seen_by


def clockwise(first: Seat, count: int) -> tuple[Seat, ...]:
    """All seats of a table of `count`, clockwise from `first`.

    >>> clockwise(2, 4)
    (2, 3, 0, 1)
    """
    return (*range(first, count), *range(first))
