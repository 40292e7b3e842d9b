"""Challenges: C-1 to C-13."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from domain.kernel.outcomes import Draw
from domain.kernel.seats import ALL, only
from tests.games.coup.table import Block, Challenge, Concede, Declare, Lose, Pass, Show, Table, urbis


def test_C_01_a_true_claim_is_shown_and_replaced_and_the_challenger_loses_one() -> None:
    table = Table().declare("tax").play(2, Challenge()).play(0, Show(), "contessa")
    assert table.shows == [("C-1", "card 0", ALL, ("duke",))]
    assert table.outcomes[1] == Draw("court", only(0), ("contessa",))
    assert table.hand(0) == "assassin contessa"
    assert (table.awaited, table.moves(2)) == ([2], [Lose("ambassador"), Lose("duke")])
    table.play(2, Lose("duke"))
    assert (table.hand(2), table.lost(2), table.coins[0]) == ("ambassador", "duke", 5)


def test_C_01_the_same_character_may_come_again() -> None:
    table = Table().declare("tax").play(2, Challenge()).play(0, Show(), "duke")
    assert table.hand(0) == "assassin duke"


def test_C_02_a_false_claim_costs_a_card_of_choice_and_the_cost_comes_back() -> None:
    table = Table("duke captain", "contessa contessa", "ambassador ambassador").rich(3)
    table.declare("assassinate", 1)
    assert table.coins[0] == 0
    table.play(2, Challenge()).play(0, Concede("captain"))
    assert (table.hand(0), table.lost(0), table.coins[0]) == ("duke", "captain", 3)
    assert (table.hand(1), table.turn) == ("contessa contessa", 1)


def test_C_02_a_false_block_fails() -> None:
    table = Table("captain duke", "duke duke", "contessa contessa").declare("steal", 1).passes()
    table.play(1, Block("captain")).play(2, Challenge()).play(1, Concede("duke"))
    assert (table.coins, table.turn) == ((4, 0, 2), 1)


def test_C_03_a_claim_is_challenged_once() -> None:
    table = Table().declare("tax").play(2, Challenge())
    assert table.refusal(1, Challenge()) == "already_challenged challenger=2"
    table.play(0, Show(), "contessa")
    assert table.refusal(1, Challenge()) == "nothing_to_challenge"
    table.play(2, Lose("duke"))
    assert table.turn == 1


def test_C_04_the_first_challenge_accepted_counts() -> None:
    table = Table().declare("tax").play(3, Challenge())
    assert table.refusal(1, Challenge()) == "already_challenged challenger=3"
    table.play(0, Show(), "duke").play(3, Lose("captain"))
    assert [len(hand) for hand in table.state.hands] == [2, 2, 2, 1]


@pytest.mark.parametrize("action", ["income", "foreign_aid", "coup", "convert_self", "convert_other"])
def test_C_05_what_claims_nothing_is_not_challenged(action: str) -> None:
    table = Table(edition="base_plus_reformation", reformation=True).rich(9)
    table.declare(action, 1 if action in ("coup", "convert_other") else None)
    assert table.step_kind != "Challenges"
    assert table.refusal(2, Challenge()) == "nothing_to_challenge"


def test_C_06_nobody_challenges_an_own_claim_and_the_dead_are_silent() -> None:
    table = Table().kill(3).declare("tax")
    assert table.awaited == [1, 2]
    assert table.refusal(0, Challenge()) == "own_claim"
    assert table.refusal(0, Pass()) == "own_claim"
    assert table.refusal(3, Challenge()) == "eliminated"
    table = Table().kill(3).declare("foreign_aid")
    assert table.refusal(3, Block("duke")) == "eliminated"


def test_C_07_a_true_claim_may_be_given_up() -> None:
    table = Table().declare("tax").play(1, Challenge()).play(0, Concede("assassin"))
    assert (table.hand(0), table.coins[0], table.turn) == ("duke", 2, 1)
    assert table.outcomes == ()
    strict = Table(may_concede=False).declare("tax").play(1, Challenge())
    assert strict.refusal(0, Concede("assassin")) == "must_show"


def test_C_08_a_block_is_proven_by_the_character_it_named() -> None:
    table = Table("captain duke", "captain duke", "contessa contessa").declare("steal", 1).passes()
    table.play(1, Block("ambassador")).play(0, Challenge())
    assert table.refusal(1, Show()) == "character_not_held character=ambassador"
    table.play(1, Concede("captain"))
    assert (table.coins, table.hand(1)) == ((4, 0, 2), "duke")


def test_C_08_only_a_character_that_blocks_this_action() -> None:
    table = Table().declare("steal", 1).passes()
    assert table.refusal(1, Block("contessa")) == "does_not_block character=contessa action=steal"
    assert table.refusal(1, Block("inquisitor")) == "character_not_in_play character=inquisitor"
    assert table.moves(1) == [Block("captain"), Block("ambassador"), Pass()]


def test_C_09_a_hand_is_a_multiset_and_lost_cards_are_not_in_it() -> None:
    table = Table("duke assassin", "captain captain", "duke duke").rich(7, 7, 14)
    table.declare("coup", 1)
    assert table.moves(1) == [Lose("captain")]
    assert table.refusal(1, Lose("duke")) == "card_not_held card=duke"
    assert table.refusal(0, Lose("duke")) == "out_of_turn awaited=(1,)"
    table.play(1, Lose("captain"))
    assert (table.hand(1), table.lost(1)) == ("captain", "captain")
    table.declare("coup", 0).play(0, Lose("assassin"))
    table.declare("coup", 0)
    assert table.refusal(0, Lose("assassin")) == "eliminated"


def test_C_10_the_only_card_is_turned_up_unasked_when_it_is_lost() -> None:
    table = Table().rich(7).wound(1, "captain").declare("coup", 1)
    assert table.shows == [("C-10", "card 1", ALL, ("contessa",))]
    assert (table.lost(1), table.turn) == ("captain contessa", 2)


def test_C_10_two_equal_cards_are_asked_about_all_the_same() -> None:
    table = Table("duke duke", "captain captain").rich(7).declare("coup", 1)
    assert table.awaited == [1]


@pytest.mark.parametrize(("left", "proven"), [("duke", True), ("assassin", False)])
def test_C_10_the_only_card_answers_a_challenge(left: str, *, proven: bool) -> None:
    table = Table().wound(0, "assassin" if left == "duke" else "duke").declare("tax")
    table.play(1, Challenge(), *(["captain"] if proven else []))
    assert table.shows == [("C-10", "card 0", ALL, (left,))]
    assert table.awaited == [1]
    assert table.step_kind == ("Loss" if proven else "Turn")


@pytest.mark.parametrize("hand", ["duke captain", "captain captain"])
def test_C_10_a_challenged_denial_is_asked_about_while_it_may_be_conceded(hand: str) -> None:
    table = urbis(hand, "contessa contessa", "assassin assassin", reformation=True).wound(0, "captain")
    table.declare("embezzle").play(1, Challenge())
    assert (table.awaited, table.step_kind) == ([0], "Answer")


def test_C_10_and_shown_unasked_where_it_may_not() -> None:
    table = urbis("duke captain", "contessa contessa", reformation=True, may_concede=False).wound(0, "duke")
    table.declare("embezzle").play(1, Challenge(), "assassin")
    assert table.shows == [("C-10", "card 0", ALL, ("captain",))]
    assert (table.hand(0), table.awaited) == ("assassin", [1])
    liar = urbis("duke captain", "contessa contessa", "duke duke", reformation=True, may_concede=False)
    liar.wound(0, "captain").declare("embezzle").play(1, Challenge())
    assert (liar.lost(0), liar.turn) == ("captain duke", 1)


def test_C_11_a_lost_card_gives_no_abilities() -> None:
    table = Table().wound(0, "duke").declare("tax").play(1, Challenge())
    assert (table.lost(0), table.turn) == ("duke assassin", 1)
    assert table.state.court.count("duke") == 1  # of three, one lies there and one is in a hand


def test_C_12_nothing_is_challenged_after_it_has_happened() -> None:
    table = Table().declare("tax").passes()
    assert table.refusal(1, Challenge()) == "nothing_to_challenge"
    table.play(1, Declare("steal", 0)).passes()
    assert table.refusal(2, Challenge()) == "nothing_to_challenge"


def test_C_13_the_claimant_replaces_the_card_before_the_challenger_loses_one() -> None:
    table = Table().rich(3).declare("assassinate", 1).play(2, Challenge()).play(0, Show(), "contessa")
    assert (table.hand(0), table.steps) == ("contessa duke", ["Loss", "Blocks", "Resolve", "NextTurn"])
    table.play(2, Lose("duke"))
    assert table.step_kind == "Blocks"
