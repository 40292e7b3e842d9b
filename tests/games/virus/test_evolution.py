"""Evolution: evolved viruses, experimental medicines, the bionic organ, and its treatments that nobody answers."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from domain.games.virus.moves import Suit
from domain.kernel.seats import only
from tests.games.virus.table import (
    Contagion,
    EndTurn,
    MedicalError,
    Overtime,
    Quarantine,
    SecondOpinion,
    Steal,
    Table,
    Transplant,
    cards,
    discard,
    infect,
    lay,
    treat,
)


def evolution(*hands: str, **options: object) -> Table:
    """A table with the whole box; a player who holds nothing of note holds a heart."""
    return Table(*hands, edition="evolution", **options)


def attacked(hand: str, *bodies: str, **options: object) -> Table:
    return evolution(f"{hand} o-red", "o-red", bodies=bodies, duel=False, **options)


def test_V_70_an_evolved_virus_is_played_like_a_basic_one() -> None:
    assert attacked("ev-red", "", "red").play(0, infect("ev-red", 1, "red")).passes(1).body(1) == "red+ev-red"
    table = attacked("ev-red", "", "red+v-red").play(0, infect("ev-red", 1, "red")).passes(1)
    assert (table.body(1), table.discards) == ("", "o-red v-red ev-red")
    table = attacked("ev-multi", "", "red+m-red").play(0, infect("ev-multi", 1, "red")).passes(1)
    assert (table.body(1), table.discards) == ("red", "m-red ev-multi")
    assert attacked("ev-blue", "", "red").refusal(0, infect("ev-blue", 1, "red")) == "does_not_fit"


@pytest.mark.parametrize("medicine", ["m-red", "m-multi"])
def test_V_71_a_basic_medicine_does_not_cure_an_evolved_virus(medicine: str) -> None:
    assert attacked(medicine, "red+ev-red").refusal(0, treat(medicine, 0, "red")) == "evolved_virus"


@pytest.mark.parametrize("medicine", ["xm-red", "xm-multi"])
def test_V_72_an_experimental_medicine_immunises_at_once_completes_and_cures(medicine: str) -> None:
    table = attacked(medicine, "red").play(0, treat(medicine, 0, "red"))
    assert table.body(0) == f"red+{medicine}"
    assert table.view(1).players[0].body[0].condition == "immune"
    table = attacked(medicine, "red+m-red").play(0, treat(medicine, 0, "red"))
    assert table.body(0) == f"red+m-red+{medicine}"
    assert table.view(1).players[0].body[0].condition == "immune"
    for virus in ("v-red", "ev-red", "ev-multi"):
        table = attacked(medicine, f"red+{virus}").play(0, treat(medicine, 0, "red"))
        assert (table.body(0), table.discards) == ("red", f"{virus} {medicine}")


def test_V_73_one_experimental_medicine_is_immunity_for_good() -> None:
    assert attacked("v-red", "", "red+xm-red").refusal(0, infect("v-red", 1, "red")) == "immune_organ"
    assert attacked("ev-multi", "", "red+xm-red").refusal(0, infect("ev-multi", 1, "red")) == "immune_organ"
    assert attacked("m-red", "red+xm-red").refusal(0, treat("m-red", 0, "red")) == "immune_organ"
    assert attacked("organ_thief", "", "red+xm-red").refusal(0, Steal(1, "red")) == "immune_organ"


def test_V_74_neither_virus_nor_medicine_comes_onto_the_bionic_organ() -> None:
    for virus in ("v-multi", "ev-multi"):
        assert attacked(virus, "", "bionic").refusal(0, infect(virus, 1, "bionic")) == "bionic_organ"
    for medicine in ("m-multi", "xm-multi"):
        assert attacked(medicine, "bionic").refusal(0, treat(medicine, 0, "bionic")) == "bionic_organ"
    assert attacked("contagion", "red+v-multi", "bionic").refusal(0, Contagion()) == "nothing_spreads"
    assert attacked("quarantine", "bionic").refusal(0, Quarantine(0, "bionic")) == "not_infected"


def test_V_75_the_bionic_organ_can_be_stolen_transplanted_and_mistaken() -> None:
    assert attacked("organ_thief", "", "bionic").play(0, Steal(1, "bionic")).passes(1).body(0) == "bionic"
    table = attacked("transplant", "red", "bionic").play(0, Transplant(0, "red", 1, "bionic")).passes(1)
    assert (table.body(0), table.body(1)) == ("bionic", "red")
    table = attacked("medical_error", "", "bionic").play(0, MedicalError(1)).passes(1)
    assert table.body(0) == "bionic"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("virus", ["v-red", "ev-red"])
def test_V_76_a_quarantine_takes_the_virus_out_of_the_game(seat: int, virus: str) -> None:
    bodies = ["", ""]
    bodies[seat] = f"red+{virus}"
    table = attacked("quarantine", *bodies).play(0, Quarantine(seat, "red"))
    assert (table.body(seat), table.gone, table.discards) == ("red", virus, "quarantine")


def test_V_77_overtime_brings_two_more_plays_and_no_discarding() -> None:
    table = evolution("overtime o-green m-green", "o-red", bodies=("red",)).play(0, Overtime())
    assert table.refusal(0, discard("o-green")) == "no_discarding"
    assert not table.can(0, treat("m-green", 0, "green"))
    table.play(0, lay("o-green"))
    assert table.awaited == [0]
    table.play(0, treat("m-green", 0, "green"), draw="o-red o-red o-red")
    assert (table.body(0), table.hand(0), table.turn) == ("red green+m-green", "o-red o-red o-red", 1)


def test_V_77_a_card_that_cannot_be_played_may_be_kept() -> None:
    table = evolution("overtime o-green o-red", "o-red", bodies=("red",)).play(0, Overtime()).play(0, lay("o-green"))
    assert table.moves(0) == [EndTurn()]
    table.play(0, EndTurn(), draw="v-red v-blue")
    assert (table.hand(0), table.turn) == ("o-red v-blue v-red", 1)


def test_V_96_the_extra_plays_may_be_ended_early() -> None:
    table = evolution("overtime o-green o-blue", "o-red").play(0, Overtime()).play(0, EndTurn(), draw="v-red")
    assert (table.hand(0), table.turn) == ("o-blue o-green v-red", 1)


def test_V_96_with_fewer_cards_there_are_fewer_extra_plays() -> None:
    table = evolution("overtime o-green", "o-red").play(0, Overtime()).play(0, lay("o-green"))
    assert table.turn == 1
    assert evolution("overtime", "o-red").play(0, Overtime()).turn == 1


def test_V_96_a_second_overtime_adds_no_card() -> None:
    table = evolution("overtime overtime o-green", "o-red").play(0, Overtime()).play(0, Overtime())
    assert table.awaited == [0]
    assert table.play(0, lay("o-green")).turn == 1


def test_V_96_a_win_in_between_ends_the_game() -> None:
    table = evolution("overtime o-green v-red", "o-red", bodies=("red blue yellow",), duel=False)
    table.play(0, Overtime()).play(0, lay("o-green"))
    assert (table.winner, table.awaited, table.hand(0)) == (0, [], "v-red")


def test_V_78_a_second_opinion_swaps_hands_and_brings_one_play() -> None:
    table = evolution("second_opinion v-red v-blue", "o-green o-blue m-red", "o-red")
    table.play(0, SecondOpinion(1)).passes(1)
    assert (table.hand(0), table.hand(1)) == ("m-red o-blue o-green", "v-blue v-red")
    assert table.refusal(0, discard("o-blue")) == "no_discarding"
    table.play(0, lay("o-blue"), draw="v-green")
    assert (table.hand(0), table.turn) == ("m-red o-green v-green", 1)
    assert table.hand(1) == "v-blue v-red"
    table.play(1, discard("v-red"), draw="v-yellow v-yellow")
    assert table.hand(1) == "v-blue v-yellow v-yellow"


def test_V_78_the_received_card_need_not_be_played() -> None:
    table = evolution("second_opinion v-red", "o-green o-blue m-red").play(0, SecondOpinion(1)).passes(1)
    table.play(0, EndTurn())
    assert (table.hand(0), table.turn, table.outcomes) == ("m-red o-blue o-green", 1, ())


def test_V_78_not_with_oneself() -> None:
    table = evolution("second_opinion v-red", "o-green")
    assert table.refusal(0, SecondOpinion(0)) == "not_yourself"
    assert table.refusal(0, SecondOpinion(2)) == "no_such_seat"


def test_V_78_in_overtime_the_other_extra_play_lapses_with_its_card() -> None:
    table = evolution("overtime second_opinion v-red", "o-green o-blue o-yellow")
    table.play(0, Overtime()).play(0, SecondOpinion(1)).passes(1)
    assert (table.hand(0), table.hand(1)) == ("o-blue o-green o-yellow", "v-red")
    assert table.play(0, lay("o-green")).turn == 1


def test_V_78_a_received_overtime_is_the_one_play_and_brings_its_own() -> None:
    table = evolution("second_opinion v-red", "overtime o-blue o-yellow").play(0, SecondOpinion(1)).passes(1)
    table.play(0, Overtime()).play(0, lay("o-blue")).play(0, lay("o-yellow"))
    assert (table.body(0), table.turn) == ("blue yellow", 1)


def test_V_93_after_a_second_opinion_the_own_hand_is_filled_up_and_the_others_is_not() -> None:
    table = evolution("second_opinion v-red", "o-green").play(0, SecondOpinion(1)).passes(1)
    table.play(0, EndTurn(), draw="o-red o-red")
    assert (table.hand(0), table.hand(1), table.turn) == ("o-green o-red o-red", "v-red", 1)


def test_V_93_hands_swapped_for_nothing() -> None:
    """Who has no other card leaves the other with none, who then follows V-3."""
    table = evolution("second_opinion", "o-green o-blue o-red").play(0, SecondOpinion(1)).passes(1)
    table.play(0, EndTurn())
    assert table.kinds(1) == {"DrawHand"}


def test_V_98_each_of_the_two_sees_the_hand_received() -> None:
    table = evolution("second_opinion v-red v-blue", "o-red", "o-green m-red").play(0, SecondOpinion(2)).passes(2)
    assert table.shows == [
        ("V-98", "hand 2", only(0), "m-red o-green"),
        ("V-98", "hand 0", only(2), "v-blue v-red"),
    ]


def test_V_89_where_viruses_are_eradicated_a_cured_one_leaves_the_game() -> None:
    for edition, medicine, virus in (
        ("base", "m-red", "v-red"),
        ("base", "m-green", "v-multi"),
        ("evolution", "xm-red", "ev-red"),
    ):
        table = Table(f"{medicine} o-green", "o-red", bodies=(f"red+{virus}",), edition=edition, eradicate_viruses=True)
        table.play(0, treat(medicine, 0, "red"))
        assert (table.body(0), table.gone, table.discards) == ("red", virus, medicine)


def test_V_89_other_viruses_are_discarded_as_usual() -> None:
    table = Table("v-red", "o-red", bodies=("", "red+v-red"), eradicate_viruses=True).play(0, infect("v-red", 1, "red"))
    assert (table.discards, table.gone) == ("o-red v-red v-red", "")
    table = Table("v-red", "o-red", bodies=("", "red+m-red"), eradicate_viruses=True).play(0, infect("v-red", 1, "red"))
    assert (table.discards, table.gone) == ("m-red v-red", "")


def test_V_90_cards_out_of_the_game_lie_open_and_never_come_back() -> None:
    table = evolution("quarantine o-red", "o-red o-red", bodies=("red+v-red",)).play(0, Quarantine(0, "red"))
    assert table.view(1).gone == cards("v-red")
    table.put(deck=(), discards=(*table.state.discards, *table.state.deck))
    for _ in range(2 * len(table.state.discards)):  # the whole pile comes round twice
        table.skip(table.turn)
    assert table.gone == "v-red"


def test_a_suit_is_no_card_for_the_own_turn() -> None:
    table = evolution("protective_suit o-red o-blue", "o-red")
    assert table.refusal(0, Suit()) == "suit_is_an_answer"
    assert table.can(0, discard("protective_suit"))
