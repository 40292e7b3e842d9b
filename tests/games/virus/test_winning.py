"""Who has won, when, and who comes second."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from domain.games.virus.options import Options
from domain.games.virus.rules import VIRUS
from domain.kernel.refusals import GAME_OVER, BadOptions
from domain.kernel.seats import SPECTATOR
from domain.kernel.supplied import SuppliedChance
from tests.games.virus.table import (
    MedicalError,
    Table,
    Transplant,
    discard,
    infect,
    lay,
    treat,
)

THREE = "red green blue"


def test_V_40_four_healthy_organs_of_different_kinds_win_at_once() -> None:
    table = Table("o-yellow v-red m-red", "o-blue", bodies=(f"{THREE}+m-blue",)).play(0, lay("o-yellow"))
    assert (table.winner, table.awaited) == (0, [])
    assert table.result is not None
    assert table.result.why == "healthy_body"


def test_V_40_also_outside_the_own_turn() -> None:
    table = Table("m-red o-red", "o-blue", bodies=("", f"{THREE} yellow+v-yellow"))
    table.put(hands=(("medicine_yellow",), ("organ_blue",))).play(0, treat("m-yellow", 1, "yellow"))
    assert table.winner == 1


def test_V_41_four_healthy_organs_win_beside_an_infected_fifth() -> None:
    table = Table("o-multi o-red", "o-blue", bodies=(f"{THREE} yellow+v-yellow",)).play(0, lay("o-multi"))
    assert table.winner == 0


def test_V_91_where_any_infection_blocks_the_win_it_waits_for_the_cure() -> None:
    table = Table(
        "o-multi m-yellow", "o-blue", bodies=(f"{THREE} yellow+v-yellow",), any_infection_blocks_win=True
    ).play(0, lay("o-multi"), draw="o-red o-red")
    assert (table.winner, table.turn) == (None, 1)
    table.skip(1).play(0, treat("m-yellow", 0, "yellow"))
    assert table.winner == 0


def test_V_91_an_infected_organ_that_is_destroyed_no_longer_blocks() -> None:
    table = Table(
        "v-yellow o-red", "o-blue", bodies=("", f"{THREE} multi yellow+v-multi"), any_infection_blocks_win=True
    ).play(0, infect("v-yellow", 1, "yellow"))
    assert table.winner == 1


def test_V_42_four_organs_of_which_one_is_infected_are_no_win() -> None:
    table = Table("o-yellow v-red", "o-blue", bodies=("red+v-red green blue",)).play(0, lay("o-yellow"))
    assert (table.winner, table.result, table.turn) == (None, None, 1)


def test_V_43_the_multicolour_organ_counts_as_one_of_its_own() -> None:
    table = Table("o-multi v-red", "o-blue", bodies=(THREE,)).play(0, lay("o-multi"))
    assert table.winner == 0


def test_V_44_of_two_bodies_completed_at_once_the_active_players_wins() -> None:
    """A position made up: no treatment of these boxes completes two bodies that were not complete before."""
    full = f"{THREE} yellow"
    for turn, other in ((0, 1), (1, 0)):
        hands = ["o-red", "o-red"]
        hands[turn] = "medical_error"
        table = Table(*hands, bodies=(full, full)).put(turn=turn)
        assert table.play(turn, MedicalError(other)).winner == turn


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_V_44_or_else_the_next_in_turn_order(turn: int) -> None:
    one, two = sorted({0, 1, 2} - {turn})
    bodies = ["" if seat == turn else f"{THREE} yellow" for seat in range(3)]
    table = Table(*["transplant"] * 3, bodies=tuple(bodies)).put(turn=turn)
    assert table.play(turn, Transplant(one, "red", two, "red")).winner == (turn + 1) % 3


def test_V_45_a_win_ends_the_game_without_a_draw() -> None:
    table = Table("o-yellow v-red", "o-blue", bodies=(THREE,)).play(0, lay("o-yellow"))
    assert table.hand(0) == "v-red"
    assert not table.outcomes
    for seat in (0, 1):
        assert table.refusal(seat, discard("v-red")) == GAME_OVER


def test_V_84_a_duel_asks_for_five() -> None:
    table = Table("o-yellow o-bionic", "o-blue", bodies=(THREE,), edition="evolution")
    table.play(0, lay("o-yellow"))
    assert (table.winner, table.view(SPECTATOR).needed) == (None, 5)
    table.skip(1).play(0, lay("o-bionic"))
    assert table.winner == 0


def test_V_84_without_the_duel_and_with_three_players_four_are_enough() -> None:
    for table in (
        Table("o-yellow v-red", "o-blue", bodies=(THREE,), edition="evolution", duel=False),
        Table("o-yellow v-red", "o-blue", "o-blue", bodies=(THREE,), edition="evolution"),
        Table("o-yellow v-red", "o-blue", bodies=(THREE,)),
    ):
        assert table.play(0, lay("o-yellow")).winner == 0


def test_V_84_a_duel_is_for_two_and_for_evolution() -> None:
    assert list(VIRUS.seats(Options(edition="evolution", duel=True))) == [2]
    for options, seats, path, code in (
        (Options(duel=True), 2, "options.duel", "no_duel_in_edition"),
        (Options("evolution", duel=True), 3, "seats", "duel_is_for_two"),
    ):
        with pytest.raises(BadOptions) as refusal:
            VIRUS.setup(options, seats, SuppliedChance())
        assert (refusal.value.path, refusal.value.code) == (path, code)


def test_V_91_blocks_in_a_duel_too() -> None:
    table = Table(
        "o-bionic m-red",
        "o-blue",
        bodies=(f"{THREE} yellow multi+v-red",),
        edition="evolution",
        any_infection_blocks_win=True,
    ).play(0, lay("o-bionic"), draw="o-red o-red")
    assert table.winner is None
    assert table.skip(1).play(0, treat("m-red", 0, "multi")).winner == 0


def test_V_94_the_winner_and_then_the_others_by_healthy_organs() -> None:
    bodies = (THREE, "red", "red green+v-green", "red green")
    table = Table("o-yellow v-red", "o-blue", "o-blue", "o-blue", bodies=bodies).play(0, lay("o-yellow"))
    assert table.result is not None
    assert table.result.places == (1, 3, 3, 2)
    assert table.result.scores == (4, 1, 1, 2)


def test_V_94_a_winner_outranks_a_body_with_as_many_healthy_organs() -> None:
    table = Table("o-multi", "o-blue", bodies=(THREE, THREE)).play(0, lay("o-multi"))
    assert table.result is not None
    assert table.result.places == (1, 2)
