"""Simulated players: they see what the API sends and no more, and the one that tries to win does."""

import doctest
import importlib
from random import Random

import msgspec
import pytest

from domain.games.registry import names, newest
from domain.kernel.rules import Played, apply
from domain.kernel.seeded import SeededChance
from service.players import UnknownPlayer, player_of, styles, trying_style
from tests.kit.games import seed_of


def played(game, styles, number):
    """A game to its end, by players who get views and moves as JSON gives them."""
    rules, rng, seed, seats = newest(game), Random(number), seed_of(game, number), len(styles)
    players = [player_of(game, style) for style in styles]
    state, version = rules.setup(rules.Options(), seats, SeededChance(seed, 1)), 1
    while awaited := rules.awaited(state):
        seat = min(awaited)
        view = msgspec.json.decode(msgspec.json.encode(rules.view(state, seat)))
        moves = msgspec.json.decode(msgspec.json.encode(list(rules.moves(state, seat))))
        move = players[seat](view, moves, rng)
        assert move in moves
        version += 1
        state = apply(rules, state, Played(seat, msgspec.convert(move, rules.Move)), SeededChance(seed, version))
    return rules.result(state)


@pytest.mark.parametrize("game", names())
def test_random_players_bring_every_game_to_its_end(game):
    seats = min(newest(game).seats(newest(game).Options()))
    assert played(game, ["random"] * seats, 1) is not None


@pytest.mark.parametrize(
    ("game", "seats", "at_least"),
    [
        *(("kobayakawa", seats, at_least) for seats, at_least in ((3, 0.6), (4, 0.5), (6, 0.4))),
        *(("coup", seats, at_least) for seats, at_least in ((2, 0.8), (4, 0.5), (6, 0.4))),
        *(("virus", seats, at_least) for seats, at_least in ((2, 0.85), (4, 0.7), (6, 0.6))),
    ],
)
def test_the_trying_player_beats_random_players(game, seats, at_least):
    games = 200
    wins = 0
    for number in range(games):
        mine = number % seats
        styles = ["trying" if seat == mine else "random" for seat in range(seats)]
        wins += played(game, styles, number).place_of(mine) == 1
    assert wins / games > at_least > 1.5 / seats


@pytest.mark.parametrize("game", ["coup", "kobayakawa"])
def test_the_same_seed_plays_the_same_game(game):
    assert played(game, ["trying"] * 4, 7) == played(game, ["trying"] * 4, 7)


def test_a_player_who_remembers_begins_every_game_with_nothing_to_remember():
    assert player_of("coup", "trying") is not player_of("coup", "trying")


@pytest.mark.parametrize("game", names())
def test_somebody_tries_to_win_at_every_game(game):
    assert trying_style(game) == "trying"


def test_the_registry_says_who_plays_what():
    assert trying_style("a game nobody knows") == "random"
    assert styles("kobayakawa") == ("random", "trying")
    with pytest.raises(UnknownPlayer, match="there are random"):
        player_of("another", "trying")


@pytest.mark.parametrize(
    "module",
    [
        "players.choosing",
        "players.kobayakawa",
        "players.registry",
        "demo.display",
        "cli.drawing",
        "cli.listening",
        "cli.moments",
        "cli.telling",
        "cli.words",
    ],
)
def test_examples_hold(module):
    outcome = doctest.testmod(importlib.import_module(f"service.{module}"))
    assert outcome.attempted
    assert not outcome.failed
