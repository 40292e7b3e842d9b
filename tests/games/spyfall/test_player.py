"""The player that tries to win, at tables where no clock runs out."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.spyfall.moves import Move
from domain.games.spyfall.rules import SPYFALL
from service.players import player_of
from service.players.choosing import Choose
from tests.games.spyfall.table import Accuse, Ask, Guess, Suspect, Table, Vote
from tests.service.demo.test_players import played


def plain(value: Any) -> Any:
    """As JSON gives it."""
    return msgspec.json.decode(msgspec.json.encode(value))


class Players:
    """Everybody at a table tries to win, and decides when asked."""

    def __init__(self, seats: int) -> None:
        self._players: list[Choose] = [player_of("spyfall", "trying") for _ in range(seats)]

    def choice(self, table: Table, seat: int) -> Move:
        legal = plain(table.moves(seat))
        chosen = self._players[seat](plain(table.view(seat)), legal, Random(1))
        assert chosen in legal
        return msgspec.convert(chosen, Move)  # type: ignore[no-any-return]


def test_an_agent_accuses_nobody_for_no_reason() -> None:
    table, players = Table(seats=4).round(spy=3), Players(4)
    assert isinstance(players.choice(table, 0), Ask)


@pytest.mark.parametrize("seen", [True, False])
def test_an_agent_accuses_who_has_stopped_the_clock_for_no_reason_and_the_others_agree(seen: bool) -> None:
    table, players = Table(seats=3).round(spy=2).accuse(2, 0), Players(3)
    if seen:
        assert players.choice(table, 1) == Vote(False)
    table.play(1, Vote(False))
    assert players.choice(table, 0) == Accuse(2)
    table.accuse(0, 2)
    assert players.choice(table, 1) == Vote(True)
    assert table.play(1, Vote(True)).ending == "caught_by_stop"


def test_an_agent_does_not_agree_against_an_innocent_and_names_who_wanted_that() -> None:
    table, players = Table(seats=3).round(spy=2).accuse(2, 0), Players(3)
    assert players.choice(table, 1) == Vote(False)
    table.play(1, Vote(False)).time_up()
    for seat in (0, 1):
        assert players.choice(table, seat) == Suspect(2)
        table.play(seat, Suspect(2))


def test_who_accuses_as_an_agent_too_is_no_longer_suspect_for_it() -> None:
    """In the first round an agent accuses for no reason; when it does so again, that says nothing."""
    table, players = Table(seats=3).round(spy=2).accuse(1, 0, no=[2]), Players(3)
    assert players.choice(table, 0) == Accuse(1)
    table.play(2, Guess("school")).round(spy=2, location="casino").asked(2, 0).accuse(1, 0, no=[2])
    assert isinstance(players.choice(table, 0), Ask)


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
