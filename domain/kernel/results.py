"""How a game ended."""

from msgspec import Struct

from domain.kernel.seats import Seat


class Result(Struct, frozen=True):
    """Sides (a partition of the seats), and for each side its place and its score.

    Places count from 1; equal places are ties, and the places behind a tie are skipped (1, 1, 3). `why` is a stable
    code for how the end came about.
    """

    sides: tuple[tuple[Seat, ...], ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    why: str

    def place_of(self, seat: Seat) -> int:
        """The place of the side a seat belongs to."""
        return self.places[next(n for n, side in enumerate(self.sides) if seat in side)]


def ranked(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Places for scores, the highest first.

    >>> ranked((4, 7, 4, 1))
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)
