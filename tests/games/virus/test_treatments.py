"""The five treatments of the base game."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from tests.games.virus.table import (
    Contagion,
    LatexGlove,
    MedicalError,
    Spread,
    Steal,
    StopSpreading,
    Table,
    Transplant,
    infect,
)


def holding(treatment: str, *bodies: str, players: int = 3, **options: object) -> Table:
    """Seat 0 holds the treatment and a heart, the others a heart each."""
    return Table(f"{treatment} o-red", *["o-red"] * (players - 1), bodies=bodies, **options)


def test_V_50_a_transplant_swaps_two_organs_with_what_lies_on_them() -> None:
    table = holding("transplant", "red+v-red green", "yellow+m-yellow blue")
    table.play(0, Transplant(0, "red", 1, "yellow"))
    assert (table.body(0), table.body(1)) == ("yellow+m-yellow green", "red+v-red blue")


def test_V_50_a_transplant_between_two_others() -> None:
    table = holding("transplant", "", "red+v-red", "blue").play(0, Transplant(1, "red", 2, "blue"))
    assert (table.body(0), table.body(1), table.body(2)) == ("", "blue", "red+v-red")


def test_V_51_no_transplant_of_an_immune_or_missing_organ_or_within_one_body() -> None:
    table = holding("transplant", "red+m-red+m-red green", "yellow", "")
    assert table.refusal(0, Transplant(0, "red", 1, "yellow")) == "immune_organ"
    assert table.refusal(0, Transplant(0, "blue", 1, "yellow")) == "no_such_organ"
    assert table.refusal(0, Transplant(0, "green", 2, "yellow")) == "no_such_organ"
    assert table.refusal(0, Transplant(0, "green", 0, "green")) == "same_body"
    assert table.refusal(0, Transplant(0, "green", 3, "yellow")) == "no_such_seat"
    assert table.refusal(0, Transplant(1, "yellow", 0, "green")) == "lower_seat_first"


def test_V_52_a_transplant_leaves_no_body_with_two_equal_organs() -> None:
    table = holding("transplant", "red green", "yellow green")
    assert table.refusal(0, Transplant(0, "red", 1, "green")) == "second_organ_of_kind"
    assert table.refusal(0, Transplant(0, "green", 1, "yellow")) == "second_organ_of_kind"
    assert table.can(0, Transplant(0, "red", 1, "yellow"))


def test_V_53_an_organ_may_change_places_with_one_of_its_kind() -> None:
    table = holding("transplant", "red+v-red green", "red blue").play(0, Transplant(0, "red", 1, "red"))
    assert (table.body(0), table.body(1)) == ("red green", "red+v-red blue")


@pytest.mark.parametrize("lying", ["", "+m-blue", "+v-blue"])
def test_V_54_a_thief_takes_an_organ_with_what_lies_on_it(lying: str) -> None:
    table = holding("organ_thief", "red", f"blue{lying} green").play(0, Steal(1, "blue"))
    assert (table.body(0), table.body(1)) == (f"red blue{lying}", "green")


def test_V_54_a_thief_takes_no_immune_organ_and_none_of_a_kind_one_owns() -> None:
    table = holding("organ_thief", "red", "red blue+m-blue+m-multi")
    assert table.refusal(0, Steal(1, "blue")) == "immune_organ"
    assert table.refusal(0, Steal(1, "red")) == "organ_in_body"
    assert table.refusal(0, Steal(0, "red")) == "own_organ"
    assert table.refusal(0, Steal(1, "green")) == "no_such_organ"


def test_V_55_a_contagion_moves_viruses_to_free_organs_they_fit() -> None:
    table = holding("contagion", "red+v-red blue+v-multi", "red green", "blue yellow+m-yellow")
    table.play(0, Contagion()).play(0, Spread("red", 1, "red")).play(0, Spread("blue", 1, "green"))
    assert (table.body(0), table.body(1), table.turn) == ("red blue", "red+v-red green+v-multi", 1)
    assert table.discards == "contagion"


def test_V_55_where_a_virus_may_not_spread() -> None:
    table = holding(
        "contagion", "red+v-red blue+v-multi green", "red green multi+m-red", "blue+v-blue yellow+m-yellow+m-multi"
    )
    table.play(0, Contagion())
    assert table.refusal(0, Spread("red", 1, "green")) == "does_not_fit"
    assert table.refusal(0, Spread("red", 1, "multi")) == "organ_not_free"
    assert table.refusal(0, Spread("blue", 2, "blue")) == "organ_not_free"
    assert table.refusal(0, Spread("blue", 2, "yellow")) == "organ_not_free"
    assert table.refusal(0, Spread("blue", 0, "green")) == "own_organ"
    assert table.refusal(0, Spread("green", 1, "green")) == "not_infected"
    table.play(0, Spread("blue", 1, "red"))
    assert table.turn == 1  # the red virus has nowhere left to go: each organ receives one at most


def test_V_55_a_virus_moves_once() -> None:
    table = holding("contagion", "red+v-red blue+v-multi", "red green", "multi")
    table.play(0, Contagion()).play(0, Spread("red", 1, "red"))
    assert table.refusal(0, Spread("red", 2, "multi")) == "already_spread"
    assert table.refusal(0, Spread("blue", 1, "red")) == "organ_not_free"


def test_V_56_a_contagion_is_maximal() -> None:
    table = holding("contagion", "red+v-red blue+v-multi", "red green").play(0, Contagion())
    assert table.refusal(0, StopSpreading()) == "more_must_spread"
    table.play(0, Spread("red", 1, "red"))
    assert table.refusal(0, StopSpreading()) == "more_must_spread"
    assert table.moves(0) == [Spread("blue", 1, "green")]


def test_V_56_unless_the_table_lets_viruses_stay() -> None:
    table = holding("contagion", "red+v-red blue+v-multi", "red green", contagion_must_be_maximal=False)
    table.play(0, Contagion())
    assert table.refusal(0, StopSpreading()) == "nothing_spread_yet"
    table.play(0, Spread("red", 1, "red")).play(0, StopSpreading())
    assert (table.body(0), table.body(1), table.turn) == ("red blue+v-multi", "red+v-red green", 1)


def test_V_57_a_contagion_with_nothing_to_move_is_not_played() -> None:
    for bodies in (("red+v-red", "blue green+v-green"), ("red", "red"), ("red+v-red", "")):
        assert holding("contagion", *bodies).refusal(0, Contagion()) == "nothing_spreads"


def test_V_58_a_latex_glove_costs_everybody_else_the_hand_and_the_next_turn() -> None:
    table = Table("latex_glove o-red", "o-blue v-blue m-blue", "v-green").play(0, LatexGlove())
    assert [table.hand(1), table.hand(2)] == ["", ""]
    assert table.hand(0).count(" ") == 2
    assert table.kinds(1) == {"DrawHand"}
    for seat in (1, 2):
        table.play(seat, table.moves(seat)[0])
        assert len(table.state.hands[seat]) == 3
    assert table.turn == 0


def test_V_59_a_medical_error_swaps_whole_bodies() -> None:
    table = holding("medical_error", "red+v-red", "blue+m-blue+m-multi green", "yellow").play(0, MedicalError(1))
    assert (table.body(0), table.body(1), table.body(2)) == ("blue+m-blue+m-multi green", "red+v-red", "yellow")
    table = holding("medical_error", "", "blue").play(0, MedicalError(2))
    assert (table.body(0), table.body(1), table.body(2)) == ("", "blue", "")
    assert holding("medical_error").refusal(0, MedicalError(0)) == "not_yourself"
    assert holding("medical_error").refusal(0, MedicalError(3)) == "no_such_seat"


def test_V_60_a_treatment_without_a_legal_target_can_only_be_discarded() -> None:
    for treatment in ("transplant", "organ_thief", "contagion"):
        table = Table(treatment, "o-red", bodies=("red+m-red+m-red",))
        assert table.kinds(0) == {"Discard"}
    assert Table("quarantine", "o-red", bodies=("red",), edition="evolution").kinds(0) == {"Discard"}


def test_without_suits_in_the_box_nobody_is_asked() -> None:
    table = Table("v-red o-red", "o-blue", bodies=("", "red")).play(0, infect("v-red", 1, "red"))
    assert (table.body(1), table.turn) == ("red+v-red", 1)
