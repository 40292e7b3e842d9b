"""Viruses and medicines on organs: the two tests, stacking and cancelling."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import msgspec
import pytest

from domain.games.virus.rules import VIRUS
from tests.games.virus.table import Table, infect, lay, treat

FILL = "o-green o-green"


def on(hand: str, theirs: str, own: str = "", **options: object) -> Table:
    """Seat 0 holds a card and two stomachs, seat 1 has the organs."""
    return Table(f"{hand} {FILL}", "o-red v-red m-red", bodies=(own, theirs), **options)


@pytest.mark.parametrize("virus", ["v-red", "v-multi"])
def test_V_10_a_virus_of_the_colour_or_multicolour_infects_a_free_organ(virus: str) -> None:
    table = on(virus, "red").play(0, infect(virus, 1, "red"))
    assert table.body(1) == f"red+{virus}"
    assert table.discards == ""
    assert on("v-blue", "red").refusal(0, infect("v-blue", 1, "red")) == "does_not_fit"


def test_V_11_a_second_virus_destroys_the_organ() -> None:
    table = on("v-multi", "red+v-red blue").play(0, infect("v-multi", 1, "red"))
    assert table.body(1) == "blue"
    assert table.discards == "o-red v-red v-multi"


def test_V_12_a_virus_that_fits_the_vaccine_takes_it_away() -> None:
    table = on("v-red", "red+m-red").play(0, infect("v-red", 1, "red"))
    assert table.body(1) == "red"
    assert table.discards == "m-red v-red"


def test_V_13_a_medicine_that_fits_the_virus_cures() -> None:
    table = on("m-red", "blue", own="red+v-red").play(0, treat("m-red", 0, "red"))
    assert table.body(0) == "red"
    assert table.discards == "v-red m-red"


def test_V_14_a_medicine_on_a_free_organ_is_a_vaccine() -> None:
    table = on("m-red", "blue", own="red").play(0, treat("m-red", 0, "red"))
    assert table.body(0) == "red+m-red"
    assert [organ.condition for organ in table.view(1).players[0].body] == ["vaccinated"]
    assert on("m-blue", "", own="red").refusal(0, treat("m-blue", 0, "red")) == "does_not_fit"


@pytest.mark.parametrize("medicine", ["m-red", "m-multi"])
def test_V_15_a_second_medicine_that_fits_the_organ_makes_it_immune(medicine: str) -> None:
    table = on(medicine, "blue", own="red+m-red").play(0, treat(medicine, 0, "red"))
    assert table.body(0) == f"red+m-red+{medicine}"
    assert [organ.condition for organ in table.view(1).players[0].body] == ["immune"]


def test_V_16_nothing_comes_onto_an_immune_organ() -> None:
    immune = "red+m-red+m-multi"
    assert on("v-red", immune).refusal(0, infect("v-red", 1, "red")) == "immune_organ"
    assert on("v-multi", immune).refusal(0, infect("v-multi", 1, "red")) == "immune_organ"
    assert on("m-red", "", own=immune).refusal(0, treat("m-red", 0, "red")) == "immune_organ"


def test_V_17_two_viruses_of_any_colours_destroy_a_multicolour_organ() -> None:
    table = on("v-blue", "multi+v-red").play(0, infect("v-blue", 1, "multi"))
    assert table.body(1) == ""
    assert table.discards == "o-multi v-red v-blue"


def test_V_18_a_multicolour_organ_is_cured_by_what_fits_the_virus() -> None:
    assert on("m-blue", "", own="multi+v-red").refusal(0, treat("m-blue", 0, "multi")) == "does_not_fit"
    for medicine in ("m-red", "m-multi"):
        assert on(medicine, "", own="multi+v-red").play(0, treat(medicine, 0, "multi")).body(0) == "multi"


def test_V_19_a_vaccine_on_a_multicolour_organ_is_destroyed_by_what_fits_the_vaccine() -> None:
    assert on("v-blue", "multi+m-red").refusal(0, infect("v-blue", 1, "multi")) == "does_not_fit"
    for virus in ("v-red", "v-multi"):
        assert on(virus, "multi+m-red").play(0, infect(virus, 1, "multi")).body(1) == "multi"


def test_V_20_two_medicines_of_any_colours_make_a_multicolour_organ_immune() -> None:
    table = on("m-blue", "", own="multi+m-red").play(0, treat("m-blue", 0, "multi"))
    assert table.body(0) == "multi+m-red+m-blue"
    assert table.view(0).players[0].body[0].condition == "immune"


def test_V_21_any_medicine_cures_the_multicolour_virus() -> None:
    table = on("m-green", "", own="red+v-multi").play(0, treat("m-green", 0, "red"))
    assert table.body(0) == "red"
    assert table.discards == "v-multi m-green"


def test_V_22_any_virus_destroys_a_multicolour_vaccine() -> None:
    table = on("v-blue", "red+m-multi").play(0, infect("v-blue", 1, "red"))
    assert table.body(1) == "red"
    assert table.discards == "m-multi v-blue"


def test_V_23_a_second_medicine_must_fit_the_organ_even_on_a_multicolour_vaccine() -> None:
    table = on("m-blue", "", own="red+m-multi")
    assert table.refusal(0, treat("m-blue", 0, "red")) == "does_not_fit"


def test_V_24_a_second_virus_must_fit_the_organ_even_on_a_multicolour_virus() -> None:
    assert on("v-blue", "red+v-multi").refusal(0, infect("v-blue", 1, "red")) == "does_not_fit"


def test_V_25_worked_example_a_multicolour_organ_never_takes_a_colour() -> None:
    """Red vaccine, destroyed; then blue; then immune by green: the organ is open to every colour each time."""
    table = Table("v-red m-green o-green", "m-blue m-red v-blue", bodies=("", "multi+m-red"))
    table.play(0, infect("v-red", 1, "multi"), draw="o-blue")
    assert table.body(1) == "multi"
    table.play(1, treat("m-blue", 1, "multi"), draw="o-blue")
    assert table.body(1) == "multi+m-blue"
    table.play(0, treat("m-green", 1, "multi"), draw="o-blue")
    assert table.body(1) == "multi+m-blue+m-green"
    assert table.view(0).players[1].body[0].condition == "immune"


@pytest.mark.parametrize("color", ["red", "multi", "bionic"])
def test_V_26_no_second_organ_of_a_kind_in_a_body(color: str) -> None:
    table = Table(f"o-{color if color == 'red' else 'red'} o-green m-red", "o-blue", bodies=("red",))
    assert table.refusal(0, lay("o-red")) == "organ_in_body"
    if color != "red":
        hand = f"o-{color} o-green m-red"
        table = Table(hand, "o-blue", bodies=("red",), edition="evolution").play(0, lay(f"o-{color}"))
        assert table.body(0) == f"red {color}"
        table.put(turn=0, hands=(("organ_" + color,), ()))
        assert table.refusal(0, lay(f"o-{color}")) == "organ_in_body"


def test_V_27_a_body_has_room_for_one_organ_of_each_kind() -> None:
    table = Table("o-multi o-red", "o-blue", bodies=("red+v-red green+v-green blue+v-blue yellow+v-yellow",))
    table.play(0, lay("o-multi"))
    assert table.body(0) == "red+v-red green+v-green blue+v-blue yellow+v-yellow multi"
    ill = "red+v-red green+v-green blue+v-blue yellow+v-yellow multi+v-multi"
    table = Table("o-bionic", "o-blue", bodies=(ill,), edition="evolution").play(0, lay("o-bionic"))
    assert len(table.state.bodies[0]) == 6


def test_V_28_an_organ_names_no_other_body() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"move": "play_organ", "card": "organ_red", "seat": 1}, VIRUS.Move)
    table = Table("o-red o-blue v-red", "o-green").play(0, lay("o-red"))
    assert (table.body(0), table.body(1)) == ("red", "")


def test_V_29_a_virus_may_be_played_on_the_own_organ() -> None:
    table = on("v-red", "", own="red").play(0, infect("v-red", 0, "red"))
    assert table.body(0) == "red+v-red"


def test_V_30_a_medicine_may_be_played_on_anothers_organ_or_virus() -> None:
    assert on("m-red", "red").play(0, treat("m-red", 1, "red")).body(1) == "red+m-red"
    assert on("m-red", "red+v-red").play(0, treat("m-red", 1, "red")).body(1) == "red"


def test_V_31_a_virus_or_medicine_needs_an_organ() -> None:
    table = Table("v-red m-red v-multi", "o-red", bodies=("", "blue"))
    assert table.refusal(0, infect("v-red", 1, "red")) == "no_such_organ"
    assert table.refusal(0, treat("m-red", 0, "red")) == "no_such_organ"
    assert table.refusal(0, infect("v-multi", 2, "red")) == "no_such_seat"
    assert table.refusal(0, infect("v-multi", -1, "blue")) == "no_such_seat"


def test_a_card_is_played_as_what_it_is() -> None:
    table = Table("v-red m-red o-red", "o-blue", bodies=("red", "red"))
    assert table.refusal(0, infect("m-red", 1, "red")) == "not_a_virus"
    assert table.refusal(0, treat("v-red", 1, "red")) == "not_a_medicine"
    assert table.refusal(0, lay("m-red")) == "not_an_organ"
