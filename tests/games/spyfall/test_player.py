"""The player that tries to win, at tables where no clock runs out."""

import pytest

from domain.games.spyfall.rules import SPYFALL
from tests.service.demo.test_players import played


@pytest.mark.parametrize(("seats", "at_least"), [(3, 0.5), (5, 0.4)])
def test_the_trying_player_beats_random_players(seats: int, at_least: float) -> None:
    games, wins = 60, 0
    for number in range(games):
        mine = number % seats
        styles = ["trying" if seat == mine else "random" for seat in range(seats)]
        wins += played("spyfall", styles, number).place_of(mine) == 1
    assert wins / games > at_least > 1.1 / seats


def test_a_table_of_trying_players_comes_to_an_end_without_the_clock() -> None:
    for seats in SPYFALL.seats(SPYFALL.Options()):
        assert played("spyfall", ["trying"] * seats, seats) is not None
