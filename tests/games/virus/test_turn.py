"""The opening, a turn, the piles and the order in which cards reach them."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from domain.games.virus.edition import BASE, EVOLUTION
from domain.games.virus.options import Options
from domain.games.virus.rules import VIRUS
from domain.kernel.outcomes import Draw
from domain.kernel.refusals import BadOptions
from domain.kernel.seats import only
from domain.kernel.supplied import SuppliedChance
from tests.games.virus.table import (
    Contagion,
    DrawHand,
    EndTurn,
    LatexGlove,
    MedicalError,
    Overtime,
    SecondOpinion,
    Spread,
    Steal,
    Suit,
    Table,
    Transplant,
    cards,
    discard,
    infect,
    lay,
    treat,
)


def test_V_85_three_cards_each_and_nothing_on_the_table() -> None:
    chance = SuppliedChance([cards("o-red v-red m-red"), cards("o-blue o-blue latex_glove")])
    state = VIRUS.setup(Options(), 2, chance)
    assert [(o.seen_by, len(o.cards)) for o in chance.outcomes if isinstance(o, Draw)] == [(only(0), 3), (only(1), 3)]
    assert state.hands == (cards("m-red o-red v-red"), cards("o-blue o-blue latex_glove"))
    assert (len(state.deck), state.discards, state.turned, state.bodies) == (62, (), (), ((), ()))
    assert VIRUS.components(state).total() == BASE.total == 68
    assert EVOLUTION.total == sum(card.count for card in EVOLUTION.cards) == 101


@pytest.mark.parametrize("first", [0, 2])
def test_V_86_the_first_player_is_given_and_play_goes_round_by_seat(first: int) -> None:
    deals = [cards("o-red v-red m-red")] * 3
    state = VIRUS.setup(Options(first_player=first), 3, SuppliedChance(deals))
    assert VIRUS.awaited(state) == {first}
    table = Table(*["o-red v-red m-red"] * 3).put(turn=first)
    turns = [table.skip(table.turn).turn for _ in range(3)]
    assert turns == [(first + n) % 3 for n in (1, 2, 3)]


def test_V_86_a_first_player_who_is_not_there_is_refused() -> None:
    with pytest.raises(BadOptions) as refusal:
        VIRUS.setup(Options(first_player=2), 2, SuppliedChance())
    assert (refusal.value.path, refusal.value.code) == ("options.first_player", "no_such_seat")
    assert refusal.value.facts == {"given": 2, "most": 1}


@pytest.mark.parametrize("count", [1, 7])
def test_V_85_two_to_six_play(count: int) -> None:
    with pytest.raises(BadOptions) as refusal:
        VIRUS.setup(Options(), count, SuppliedChance())
    assert (refusal.value.path, refusal.value.code) == ("seats", "seat_count")
    assert refusal.value.facts == {"least": 2, "most": 6, "given": count}


def test_V_87_one_card_is_played_or_some_are_discarded_and_the_hand_is_filled_up() -> None:
    table = Table("o-red v-red m-red", "o-blue o-blue o-blue").play(0, lay("o-red"), draw="m-multi")
    assert (table.hand(0), table.turn) == ("m-multi m-red v-red", 1)
    assert [(o.seen_by, o.cards) for o in table.outcomes if isinstance(o, Draw)] == [(only(0), cards("m-multi"))]
    table.play(1, discard("o-blue o-blue"), draw="v-green v-blue")
    assert (table.hand(1), table.discards, table.turn) == ("o-blue v-blue v-green", "o-blue o-blue", 0)


def test_V_87_nobody_passes_nor_moves_twice() -> None:
    table = Table("o-red v-red m-red", "o-blue o-blue o-blue")
    assert table.refusal(0, EndTurn()) == "wrong_phase"
    table.play(0, lay("o-red"))
    assert table.refusal(0, discard("v-red")) == "out_of_turn"


def test_V_88_an_empty_draw_pile_is_replaced_by_the_discards_oldest_first() -> None:
    table = Table("o-red v-red m-red", "o-blue v-blue m-blue", discards="o-yellow v-yellow m-yellow", no_deck=True)
    table.play(0, discard("m-red v-red"))
    assert table.hand(0) == "o-red o-yellow v-yellow"
    assert not table.outcomes
    assert (table.state.turned, table.discards) == (cards("m-yellow m-red v-red"), "")
    table.play(1, discard("o-blue"))
    assert table.hand(1) == "m-blue m-yellow v-blue"
    assert (table.state.turned, table.discards) == (cards("m-red v-red"), "o-blue")


def test_V_1_the_draw_goes_on_from_the_pile_that_was_turned_over() -> None:
    table = Table("o-red v-red m-red", "o-blue v-blue m-blue", discards="o-yellow v-yellow")
    table.put(deck=cards("o-green"))
    table.play(0, discard("o-red v-red m-red"), draw="o-green")
    assert table.hand(0) == "o-green o-yellow v-yellow"
    assert (table.state.deck, table.state.turned, table.discards) == ((), cards("o-red v-red m-red"), "")


def test_V_1_the_same_in_a_pile_that_had_been_turned_over_before() -> None:
    table = Table("o-red v-red m-red", "o-blue", turned="o-green", discards="o-yellow v-yellow")
    table.play(0, discard("o-red v-red m-red"))
    assert table.hand(0) == "o-green o-yellow v-yellow"
    assert table.state.turned == cards("o-red v-red m-red")


def test_V_2_when_both_piles_are_empty_the_hand_stays_short() -> None:
    table = Table("o-red v-red", "o-blue", no_deck=True).play(0, lay("o-red"))
    assert (table.hand(0), table.turn) == ("v-red", 1)
    table.play(1, lay("o-blue"))
    assert table.hand(1) == ""
    table.play(0, discard("v-red"))
    assert table.hand(0) == "v-red"


def test_V_2_when_nobody_has_a_card_and_none_is_left_the_game_is_over_without_a_winner() -> None:
    table = Table("o-red", "o-blue", "", bodies=("", "green yellow"), no_deck=True).play(0, lay("o-red"))
    assert table.awaited == [1]
    table.play(1, lay("o-blue"))
    assert table.result is not None
    assert (table.awaited, table.winner, table.result.why) == ([], None, "no_cards_left")
    assert (table.result.places, table.result.scores) == ((2, 1, 3), (1, 3, 0))


def test_V_3_with_an_empty_hand_one_draws_and_the_turn_ends() -> None:
    table = Table("", "o-blue v-blue m-blue", bodies=("red",))
    assert table.moves(0) == [DrawHand()]
    table.play(0, DrawHand(), draw="o-red v-red m-red")
    assert (table.hand(0), table.turn) == ("m-red o-red v-red", 1)
    assert table.refusal(1, DrawHand()) == "hand_not_empty"


def test_V_4_discards_are_one_to_three_cards_of_the_hand() -> None:
    table = Table("o-red v-red m-red", "o-blue")
    assert table.refusal(0, discard("")) == "nothing_discarded"
    assert table.refusal(0, discard("o-red o-red")) == "card_not_held"
    assert table.refusal(0, discard("o-red v-red m-red o-red")) == "card_not_held"
    assert table.refusal(0, discard("o-red v-red m-red o-blue")) == "card_not_held"
    sizes = {len(move.cards) for move in table.moves(0) if hasattr(move, "cards")}
    assert sizes == {1, 2, 3}


def test_V_5_a_card_that_is_not_in_hand_is_not_played() -> None:
    table = Table("o-green o-green o-green", "o-blue", bodies=("red+v-red", "red blue"), edition="evolution")
    for move in (
        lay("o-red"),
        infect("v-red", 1, "red"),
        treat("m-red", 0, "red"),
        Transplant(0, "red", 1, "red"),
        Steal(1, "blue"),
        Contagion(),
        LatexGlove(),
        MedicalError(1),
        Overtime(),
        SecondOpinion(1),
    ):
        assert table.refusal(0, move) == "card_not_held"
    assert table.refusal(0, lay("o-multi")) == "card_not_held"


def test_V_6_a_treatment_is_discarded_after_its_effect() -> None:
    table = Table("transplant o-red", "o-blue", bodies=("red", "blue")).play(0, Transplant(0, "red", 1, "blue"))
    assert table.discards == "transplant"
    table = Table("organ_thief o-red", "o-blue protective_suit", bodies=("", "blue"), edition="evolution")
    table.play(0, Steal(1, "blue"))
    assert (table.discards, table.state.played) == ("", "treatment_organ_thief")
    table.play(1, Suit())
    assert table.discards == "protective_suit organ_thief"


def test_V_6_the_leave_of_overtime_is_its_effect() -> None:
    table = Table("overtime v-red o-red", "o-blue", bodies=("", "red+m-red"), edition="evolution")
    table.play(0, Overtime())
    assert table.discards == "overtime"


def test_V_7_the_order_of_cards_that_are_discarded_together() -> None:
    destroyed = Table("v-multi", "o-blue", bodies=("", "red+v-red")).play(0, infect("v-multi", 1, "red"))
    assert destroyed.discards == "o-red v-red v-multi"
    cured = Table("m-red", "o-blue", bodies=("red+v-red",)).play(0, treat("m-red", 0, "red"))
    assert cured.discards == "v-red m-red"
    lost = Table("v-red", "o-blue", bodies=("", "red+m-red")).play(0, infect("v-red", 1, "red"))
    assert lost.discards == "m-red v-red"
    named = Table("o-red v-red m-red", "o-blue").play(0, discard("v-red m-red o-red"))
    assert named.discards == "v-red m-red o-red"


def test_V_7_the_latex_glove_lies_beneath_the_hands_in_turn_order() -> None:
    table = Table("o-red v-red m-red", "v-blue o-blue", "latex_glove o-green", "m-yellow o-yellow").put(turn=2)
    table.play(2, LatexGlove())
    assert table.discards == "latex_glove o-yellow m-yellow o-red v-red m-red o-blue v-blue"


def test_a_contagion_that_is_being_put_together_leaves_nothing_else_to_do() -> None:
    table = Table("contagion o-red", "o-blue", bodies=("red+v-red", "red multi")).play(0, Contagion())
    assert table.kinds(0) == {"Spread"}
    assert table.refusal(0, discard("o-red")) == "wrong_phase"
    assert table.refusal(1, Spread("red", 1, "red")) == "out_of_turn"
