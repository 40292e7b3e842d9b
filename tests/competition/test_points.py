"""What places are worth: exact, shared or in full."""

from fractions import Fraction
from itertools import product

import pytest

from domain.competition.points import MOST_PLACES, award, read_points, score, written_points
from domain.kernel.results import Result, ranked
from domain.record.refusals import Refused


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ([], "no_points"),
        (["1"] * (MOST_PLACES + 1), "too_many_points"),
        (["1/0"], "bad_points"),
        (["0.5"], "bad_points"),
        (["1e9"], "bad_points"),
        ([" 1"], "bad_points"),
        (["+1"], "bad_points"),
        (["1_0"], "bad_points"),
        (["٣"], "bad_points"),
        (["1\n"], "bad_points"),
        (["1234567890"], "bad_points"),
        (["3", "2", "5/2"], "points_rise"),
    ],
)
def test_bad_points_are_refused_each_with_its_code(written: list[str], code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_points(written)
    assert refused.value.code == code


def test_points_are_written_in_lowest_terms() -> None:
    assert written_points(read_points(["6/2", "4/6", "0/5", "-2/4"])) == ("3", "2/3", "0", "-1/2")


def test_a_shared_game_gives_out_as_many_points_as_one_without_ties() -> None:
    points = read_points(["5", "3", "1", "1/3"])
    for scores in product(range(3), repeat=4):
        places = ranked(scores)
        result = Result(tuple((seat,) for seat in range(4)), places, scores, "over")
        assert sum(score(result, points, "share")) == sum(points)
        assert score(result, points, "full") == tuple(points[place - 1] for place in places)


def test_places_behind_the_last_that_counts_get_nothing_and_share_what_there_is() -> None:
    points = read_points(["2", "1"])
    assert award(3, 1, points, "share") == award(3, 1, points, "full") == 0
    assert award(2, 3, points, "share") == Fraction(1, 3)
    assert award(2, 3, points, "full") == 1


def test_the_members_of_a_side_get_what_their_side_gets() -> None:
    result = Result(((0, 2), (1, 3)), (2, 1), (4, 9), "over")
    assert score(result, read_points(["1", "0"]), "share") == (0, 1)
