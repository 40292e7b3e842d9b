"""Protective suits: who is asked, who is spared, and where the card goes instead."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from domain.games.virus.agenda import Aim, Answers
from domain.kernel.outcomes import Draw
from domain.kernel.seats import only
from tests.games.virus.table import (
    Contagion,
    DrawHand,
    LatexGlove,
    MedicalError,
    Pass,
    Quarantine,
    SecondOpinion,
    Spread,
    Steal,
    Suit,
    Table,
    Transplant,
    discard,
    infect,
    treat,
)

SUITED = "protective_suit o-red"


def evolution(*hands: str, **options: object) -> Table:
    return Table(*hands, edition="evolution", duel=None, **options)


def waiting(table: Table) -> tuple[int, ...]:
    """Who is still to answer, the next one first."""
    step = table.state.agenda[0]
    return step.waiting if isinstance(step, Answers) else ()


def aiming(table: Table) -> bool:
    return isinstance(table.state.agenda[0], Aim) and table.awaited == [0]


def test_V_79_a_suit_makes_the_attacker_name_another_legal_target() -> None:
    table = evolution("v-red o-green", SUITED, "o-red", bodies=("red", "red", "red blue"))
    table.play(0, infect("v-red", 1, "red")).play(1, Suit())
    assert aiming(table)
    assert table.moves(0) == [infect("v-red", 0, "red"), infect("v-red", 2, "red")]
    assert table.refusal(0, infect("v-red", 1, "red")) == "target_protected"
    assert table.refusal(0, infect("v-red", 2, "blue")) == "does_not_fit"
    assert table.refusal(0, discard("o-green")) == "wrong_phase"
    table.play(0, infect("v-red", 2, "red")).passes(2)
    assert (table.body(1), table.body(2), table.turn) == ("red", "red+v-red blue", 1)
    assert table.discards == "protective_suit"


def test_V_79_the_own_body_is_a_target_and_nobody_is_asked_about_it() -> None:
    table = evolution("v-red o-green", SUITED, bodies=("red", "red"))
    table.play(0, infect("v-red", 1, "red")).play(1, Suit())
    assert table.moves(0) == [infect("v-red", 0, "red")]
    assert table.play(0, infect("v-red", 0, "red")).body(0) == "red+v-red"


def test_V_79_with_no_other_target_the_card_is_discarded_without_effect() -> None:
    table = evolution("v-red o-green", SUITED, bodies=("blue", "red"))
    table.play(0, infect("v-red", 1, "red")).play(1, Suit())
    assert (table.body(1), table.discards, table.turn) == ("red", "protective_suit v-red", 1)


def test_V_79_the_same_card_stays_the_same_card() -> None:
    table = evolution("v-red v-multi", SUITED, bodies=("red", "red")).play(0, infect("v-red", 1, "red")).play(1, Suit())
    assert table.refusal(0, infect("v-multi", 0, "red")) == "another_card"
    assert table.refusal(0, Steal(1, "red")) == "another_card"


def test_V_79_every_aimed_treatment_can_be_answered() -> None:
    hands = (SUITED, "o-red")
    table = evolution("organ_thief", *hands, bodies=("", "red", "blue")).play(0, Steal(1, "red")).play(1, Suit())
    assert table.moves(0) == [Steal(2, "blue")]
    table = evolution("medical_error", *hands, bodies=("", "red", "blue")).play(0, MedicalError(1)).play(1, Suit())
    assert table.moves(0) == [MedicalError(2)]
    table = evolution("second_opinion v-red", *hands).play(0, SecondOpinion(1)).play(1, Suit())
    assert table.moves(0) == [SecondOpinion(2)]
    assert table.play(0, SecondOpinion(2)).passes(2).hand(0) == "o-red"


def test_V_79_not_without_a_suit_and_not_on_the_own_turn() -> None:
    table = evolution(f"v-red {SUITED}", "o-blue o-green", bodies=("", "red"))
    assert table.refusal(0, Suit()) == "suit_is_an_answer"
    table.play(0, infect("v-red", 1, "red"))
    assert table.refusal(1, Suit()) == "card_not_held"
    assert table.refusal(1, DrawHand()) == "wrong_phase"
    assert table.refusal(0, Suit()) == "out_of_turn"


def test_V_80_a_suit_against_the_latex_glove_spares_its_user_alone() -> None:
    table = evolution("latex_glove o-green", f"{SUITED} v-red", "o-blue").play(0, LatexGlove())
    table.play(1, Suit()).play(2, Pass())
    assert (table.hand(1), table.hand(2)) == ("o-red v-red", "")
    assert table.discards == "protective_suit latex_glove o-blue"


def test_V_80_a_suit_against_a_contagion_spares_its_user_alone() -> None:
    bodies = ("red+v-red blue+v-blue", "red", "blue")
    table = evolution("contagion o-green", SUITED, "o-blue", bodies=bodies).play(0, Contagion())
    table.play(0, Spread("red", 1, "red")).play(0, Spread("blue", 2, "blue"))
    table.play(1, Suit()).play(2, Pass())
    assert [table.body(seat) for seat in range(3)] == ["red+v-red blue", "red", "blue+v-blue"]
    assert table.discards == "protective_suit contagion"


def test_V_81_nobody_answers_a_suit() -> None:
    table = evolution(f"v-red {SUITED}", SUITED, "o-blue", bodies=("red", "red")).play(0, infect("v-red", 1, "red"))
    table.play(1, Suit())
    assert table.awaited == [0]
    assert table.refusal(0, Suit()) == "wrong_phase"
    assert table.refusal(2, Suit()) == "out_of_turn"


def test_V_82_a_suit_is_not_replaced_until_the_end_of_the_own_next_turn() -> None:
    table = evolution("v-red o-green", f"{SUITED} o-yellow", bodies=("", "red")).play(0, infect("v-red", 1, "red"))
    table.play(1, Suit())
    assert (table.turn, table.hand(1)) == (1, "o-red o-yellow")
    table.play(1, discard("o-yellow"), draw="v-blue v-blue")
    assert table.hand(1) == "o-red v-blue v-blue"


def test_V_82_an_empty_hand_follows_V_3() -> None:
    table = evolution("v-red o-green", "protective_suit", bodies=("", "red")).play(0, infect("v-red", 1, "red"))
    table.play(1, Suit())
    assert table.kinds(1) == {"DrawHand"}


def test_V_83_several_answer_in_turn_order_before_anything_happens() -> None:
    table = evolution("o-red", "o-red o-blue", "latex_glove o-green", "o-yellow").put(turn=2).play(2, LatexGlove())
    assert (waiting(table), table.awaited) == ((3, 0, 1), [3])
    assert table.refusal(0, Pass()) == "out_of_turn"
    table.play(3, Pass()).play(0, Pass())
    assert table.hand(3) == "o-yellow"
    table.play(1, Pass())
    assert [table.hand(seat) for seat in (3, 0, 1)] == ["", "", ""]


def test_V_97_everybody_affected_is_asked_whether_or_not_they_hold_a_suit() -> None:
    for hand in (SUITED, "o-blue o-green", ""):
        table = evolution("v-red o-green", hand, bodies=("", "red")).play(0, infect("v-red", 1, "red"))
        assert table.awaited == [1]
        assert table.play(1, Pass()).body(1) == "red+v-red"


def test_V_97_both_owners_of_transplanted_organs_are_asked_but_not_the_player() -> None:
    table = evolution("transplant", "o-red", "o-red", bodies=("green", "red", "blue"))
    assert waiting(table.play(0, Transplant(1, "red", 2, "blue"))) == (1, 2)
    table = evolution("transplant", "o-red", "o-red", bodies=("green", "red", "blue"))
    assert waiting(table.play(0, Transplant(0, "green", 2, "blue"))) == (2,)


def test_V_97_only_those_whom_a_contagion_reaches_are_asked() -> None:
    table = evolution("contagion", "o-red", "o-red", "o-red", bodies=("red+v-red", "blue", "red", "red"))
    table.play(0, Contagion()).play(0, Spread("red", 3, "red"))
    assert waiting(table) == (3,)


def test_V_97_helpful_plays_ask_nobody() -> None:
    table = evolution("m-red", "o-red", bodies=("", "red")).play(0, treat("m-red", 1, "red"))
    assert table.turn == 1
    table = evolution("quarantine", "o-red", bodies=("", "red+v-red")).play(0, Quarantine(1, "red"))
    assert table.turn == 1


def test_V_97_a_new_target_is_asked_and_may_send_the_card_on() -> None:
    table = evolution("v-red o-green", SUITED, SUITED, "o-red", bodies=("", "red", "red", "red"))
    table.play(0, infect("v-red", 1, "red")).play(1, Suit()).play(0, infect("v-red", 2, "red"))
    assert table.awaited == [2]
    table.play(2, Suit())
    assert table.moves(0) == [infect("v-red", 3, "red")]
    table.play(0, infect("v-red", 3, "red")).passes(3)
    assert (table.body(3), table.discards) == ("red+v-red", "protective_suit protective_suit")


def transplanted(*hands: str) -> Table:
    """Seat 0 swaps seat 1's heart for seat 2's brain; all have answered but those of `hands`."""
    table = evolution("transplant", *hands, bodies=("green", "red", "blue", "yellow multi"))
    return table.play(0, Transplant(1, "red", 2, "blue"))


def test_V_97_of_two_transplant_targets_a_protected_one_alone_is_exchanged() -> None:
    table = transplanted(SUITED, "o-blue", "o-red").play(1, Suit()).play(2, Pass())
    assert table.moves(0) == [
        Transplant(0, "green", 2, "blue"),
        Transplant(2, "blue", 3, "yellow"),
        Transplant(2, "blue", 3, "multi"),
    ]
    assert table.refusal(0, Transplant(0, "green", 3, "yellow")) == "other_target_stays"
    assert table.refusal(0, Transplant(1, "red", 2, "blue")) == "target_protected"
    table.play(0, Transplant(2, "blue", 3, "multi"))
    assert table.awaited == [3]  # seat 2 has answered already
    table.play(3, Pass())
    assert (table.body(1), table.body(2), table.body(3)) == ("red", "multi", "yellow blue")


def test_V_97_the_own_organ_instead_of_the_protected_one_asks_nobody() -> None:
    table = transplanted(SUITED, "o-blue", "o-red").play(1, Suit()).play(2, Pass())
    table.play(0, Transplant(0, "green", 2, "blue"))
    assert (table.body(0), table.body(2), table.turn) == ("blue", "green", 1)


def test_V_97_when_both_are_protected_both_are_exchanged() -> None:
    table = transplanted(SUITED, SUITED, "o-red").play(1, Suit()).play(2, Suit())
    assert table.moves(0) == [Transplant(0, "green", 3, "yellow"), Transplant(0, "green", 3, "multi")]
    table.play(0, Transplant(0, "green", 3, "yellow")).passes(3)
    assert (table.body(0), table.body(3)) == ("yellow", "green multi")


def test_V_92_what_the_attacker_draws_after_an_answer_is_seen_by_the_attacker_alone() -> None:
    for answer in (Pass(), Suit()):
        table = evolution("v-red o-green", SUITED, bodies=("blue", "red")).play(0, infect("v-red", 1, "red"))
        table.play(1, answer)
        assert [(o.seen_by, len(o.cards)) for o in table.outcomes if isinstance(o, Draw)] == [(only(0), 2)]
