"""Whether standings add up: the check finds what does not."""

from uuid import UUID

import pytest

from domain.kernel.results import Result
from service.demo.answers import Game, LeagueRow, Standings, StandingsRow
from service.demo.check import added_up

PLAYERS = tuple(UUID(int=number) for number in range(1, 5))
LEAGUE = LeagueRow(UUID(int=99), "Demonstration", ("3", "2", "1"))


def game(number, *places, seats=PLAYERS):
    sides = tuple((seat,) for seat in range(len(places)))
    result = Result(sides, places, tuple(-place for place in places), "over")
    return Game(UUID(int=number), "kobayakawa", seats[: len(places)], 9, "ended", result=result)


GAMES = (game(1, 1, 2, 3), game(2, 1, 1, 3, 4), game(3, 2, 1, 2))
RIGHT = (
    StandingsRow(1, PLAYERS[0], "7", 3, 2),
    StandingsRow(1, PLAYERS[1], "15/2", 3, 2),
    StandingsRow(3, PLAYERS[2], "7/2", 3, 0),
    StandingsRow(4, PLAYERS[3], "0", 1, 0),
)


def test_standings_that_add_up():
    found = added_up(LEAGUE, Standings(RIGHT), GAMES)
    assert found.wrong == ()
    assert found.line == "3 games × 6 points = 18; the standings award 18"


@pytest.mark.parametrize(
    "rows",
    [
        RIGHT[:3],
        (*RIGHT[:3], StandingsRow(4, PLAYERS[3], "1", 1, 0)),
        (StandingsRow(1, PLAYERS[0], "7", 4, 2), *RIGHT[1:]),
        (StandingsRow(1, PLAYERS[0], "7", 3, 1), *RIGHT[1:]),
        (StandingsRow(1, PLAYERS[0], "15/2", 3, 2), StandingsRow(1, PLAYERS[1], "7", 3, 2), *RIGHT[2:]),
        (*RIGHT, StandingsRow(5, UUID(int=50), "0", 1, 0)),
    ],
)
def test_standings_that_do_not(rows):
    assert not added_up(LEAGUE, Standings(rows), GAMES).right


def test_a_game_without_a_result_is_found():
    unfinished = Game(UUID(int=4), "kobayakawa", PLAYERS, 9, "ended")
    assert added_up(LEAGUE, Standings(RIGHT), (*GAMES, unfinished)).wrong == (f"game {unfinished.id} has no result",)
