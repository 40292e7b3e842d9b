"""Who sits at a table: as many as can play, and whom the options name among them."""

import pytest

from domain.kernel.opening import check_seat, check_seat_count
from domain.kernel.refusals import BadOptions


@pytest.mark.parametrize("count", [3, 6])
def test_as_many_sit_down_as_can_play(count: int) -> None:
    check_seat_count(count, range(3, 7))


@pytest.mark.parametrize("count", [-1, 0, 2, 7])
def test_other_counts_are_refused_with_the_bounds(count: int) -> None:
    with pytest.raises(BadOptions) as refusal:
        check_seat_count(count, range(3, 7))
    assert str(refusal.value) == f"seats: seat_count least=3 most=6 given={count}"


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: int) -> None:
    check_seat("options.first_player", 0, 3)
    check_seat("options.first_player", 2, 3)
    with pytest.raises(BadOptions) as refusal:
        check_seat("options.first_player", seat, 3)
    assert str(refusal.value) == f"options.first_player: no_such_seat given={seat} most=2"
