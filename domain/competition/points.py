"""Points for places: exact fractions, and what tied sides get."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from domain.competition.events import Ties
from domain.competition.refusals import BAD_POINTS, NO_POINTS, POINTS_RISE, TOO_MANY_POINTS
from domain.kernel.results import Result
from domain.record.refusals import Refused

MOST_PLACES: Final = 100

# Bounded, so that nobody makes a standings table count with numbers of a million digits.
_WRITTEN = re.compile(r"-?[0-9]{1,9}(/[0-9]{1,9})?", re.ASCII)


def read_points(written: Iterable[str]) -> tuple[Fraction, ...]:
    """The points of the first place, the second and so on.

    Raises Refused: none at all or more than `MOST_PLACES`, one that is no fraction, a place that gets more than the
    place before it.

    >>> read_points(["3", "3/2", "0"])
    (Fraction(3, 1), Fraction(3, 2), Fraction(0, 1))
    >>> read_points(["1", "2"])
    Traceback (most recent call last):
    domain.record.refusals.Refused: points_rise
    """
    texts = tuple(written)
    if not texts:
        raise Refused(NO_POINTS)
    if len(texts) > MOST_PLACES:
        raise Refused(TOO_MANY_POINTS, most=MOST_PLACES, given=len(texts))
    points = tuple(_fraction(text, place) for place, text in enumerate(texts, 1))
    for place in range(1, len(points)):
        if points[place] > points[place - 1]:
            raise Refused(POINTS_RISE, place=place + 1)
    return points


def written_points(points: Iterable[Fraction]) -> tuple[str, ...]:
    """Points as text in lowest terms, the way events and JSON hold them.

    >>> written_points([Fraction(6, 4), Fraction(2)])
    ('3/2', '2')
    """
    return tuple(map(str, points))


def award(place: int, tied: int, points: Sequence[Fraction], ties: Ties) -> Fraction:
    """What a side gets that shares its place with others, `tied` sides in all.

    >>> three = read_points(["3", "2", "1"])
    >>> award(1, 1, three, "share"), award(2, 2, three, "share"), award(2, 2, three, "full")
    (Fraction(3, 1), Fraction(3, 2), Fraction(2, 1))
    >>> award(3, 2, three, "share"), award(4, 1, three, "full")
    (Fraction(1, 2), Fraction(0, 1))
    """
    if ties == "full":
        return points[place - 1] if place <= len(points) else Fraction(0)
    return sum(points[place - 1 : place - 1 + tied], Fraction(0)) / tied


def score(result: Result, points: Sequence[Fraction], ties: Ties) -> tuple[Fraction, ...]:
    """What each side of a finished game gets. Who withdrew stands where the result puts them.

    >>> result = Result(sides=((0,), (1,), (2,)), places=(1, 1, 3), scores=(9, 9, 4), why="rounds_over")
    >>> written_points(score(result, read_points(["3", "2", "1"]), "share"))
    ('5/2', '5/2', '1')
    >>> written_points(score(result, read_points(["3", "2", "1"]), "full"))
    ('3', '3', '1')
    """
    return tuple(award(place, result.places.count(place), points, ties) for place in result.places)


def _fraction(text: str, place: int) -> Fraction:
    if not _WRITTEN.fullmatch(text):
        raise Refused(BAD_POINTS, place=place)
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise Refused(BAD_POINTS, place=place) from None
