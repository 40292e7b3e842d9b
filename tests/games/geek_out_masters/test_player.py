"""The player that tries to win."""

import doctest

from service.players import geek_out_masters
from tests.service.demo.test_players import played


def test_the_trying_player_beats_random_players() -> None:
    wins = 0
    for number in range(60):
        mine = number % 3
        styles = ["trying" if seat == mine else "random" for seat in range(3)]
        wins += played("geek_out_masters", styles, number).place_of(mine) == 1
    assert wins > 50


def test_the_examples_in_the_player_hold() -> None:
    outcome = doctest.testmod(geek_out_masters)
    assert outcome.attempted
    assert not outcome.failed
