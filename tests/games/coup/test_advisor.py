"""The advisor plays legally, from views alone, and wins more than its share."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec import Struct

from domain.games.coup.advisor import Memory, advise, remember
from domain.games.coup.options import Options
from domain.games.coup.rules import COUP
from domain.kernel.rules import Played, apply
from domain.kernel.seeded import SeededChance
from tests.games.coup.table import Challenge, Declare, Keep, Pass, Show, Table
from tests.kit.games import seed_of
from tests.kit.player import random_move


def winner(options: Options, seats: int, mine: int, number: int) -> int:
    """Who wins when one seat takes advice and the others play at random."""
    rng, seed, version = Random(number), seed_of("advice", number), 1
    state: Struct = COUP.setup(options, seats, SeededChance(seed, 1))
    memory = Memory()
    while awaited := COUP.awaited(state):
        view = COUP.view(state, mine)
        memory = remember(memory, view)
        seat = rng.choice(sorted(awaited))
        moves = list(COUP.moves(state, seat))
        move = advise(view, seat, moves, rng.random, memory) if seat == mine else random_move(moves, rng)
        version += 1
        state = apply(COUP, state, Played(seat, move), SeededChance(seed, version))
    result = COUP.result(state)
    assert result is not None
    return result.places.index(1)


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        (Options(), 2),
        (Options(), 4),
        (Options(edition="ciudad_corrupta_18", inquisitor=True), 3),
        (Options(edition="base_plus_reformation", reformation=True, inquisitor=True), 5),
        (Options(edition="urbis_25", reformation=True, mecenas=True, abogado=True), 6),
        (Options(two_player_choice=True), 2),
    ],
)
def test_who_takes_advice_wins_more_than_their_share(options: Options, seats: int) -> None:
    games = 120
    wins = sum(winner(options, seats, number % seats, number) == number % seats for number in range(games))
    assert wins / games > 1.5 / seats


def always(number: float) -> Callable[[], float]:
    return lambda: number


def advised(table: Table, seat: int, memory: Memory | None = None) -> object:
    return advise(table.view(seat), seat, table.moves(seat), always(0.5), memory)


def test_a_claim_that_cannot_be_true_is_challenged_and_a_likely_one_is_not() -> None:
    table = Table("captain captain", "duke duke", "duke assassin").declare("tax")
    assert advised(table, 1) == Pass()  # one duke is somewhere
    table = Table("captain captain", "duke duke", "contessa duke").wound(2, "duke").declare("tax")
    assert advised(table, 1) == Challenge()


def test_what_is_true_is_shown_and_what_is_worth_most_is_kept() -> None:
    table = Table("duke ambassador", "captain captain", "contessa contessa").declare("tax").play(1, Challenge())
    assert advised(table, 0) == Show()
    table = Table("ambassador captain", "contessa captain").declare("exchange").passes("duke assassin")
    assert advised(table, 0) == Keep(("assassin", "duke"))


def test_an_assassin_remembers_who_has_claimed_the_contessa() -> None:
    table = Table("assassin captain", "duke duke", "ambassador ambassador").rich(3)
    assert advised(table, 0, Memory(((), ("contessa",), ()))) == Declare("assassinate", 2)
    assert advised(table, 0, Memory(((), (), ("contessa",)))) == Declare("assassinate", 1)


def test_a_proof_is_forgotten_because_the_card_is_another_now() -> None:
    table = Table().declare("tax")
    memory = remember(Memory(), table.view(1))
    assert memory.claims[0] == ("duke",)
    memory = remember(memory, table.play(1, Challenge()).view(1))
    memory = remember(memory, table.play(0, Show(), "contessa").view(1))
    assert memory.claims[0] == ()
