"""What actions do, and how they are blocked: C-21 to C-41."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from msgspec.structs import replace

from domain.games.coup.edition import EDITIONS
from domain.kernel.outcomes import Draw
from domain.kernel.seats import ALL, only
from tests.games.coup.table import Block, Challenge, Concede, Declare, Keep, Lose, Pass, Show, Table


def assassin(*hands: str, **options: object) -> Table:
    """Seat 0 has paid for the assassination of seat 1."""
    dealt = hands or ("assassin duke", "captain contessa", "ambassador duke")
    return Table(*dealt, **options).rich(3).declare("assassinate", 1)


def test_C_21_a_coup_takes_one_influence_and_nobody_stops_it() -> None:
    table = Table().rich(7).declare("coup", 1)
    assert (table.coins[0], table.awaited, table.kinds(1)) == (0, [1], {"Lose"})
    assert table.refusal(1, Block("contessa")) == "nothing_to_block"
    assert table.refusal(1, Challenge()) == "nothing_to_challenge"
    table.play(1, Lose("contessa"))
    assert (table.lost(1), table.turn) == ("contessa", 1)


def test_C_24_a_blocked_assassination_spares_the_target_and_the_coins_are_gone() -> None:
    table = assassin().passes().play(1, Block("contessa")).passes()
    assert (table.hand(1), table.coins[0], table.turn) == ("captain contessa", 0, 1)
    table = assassin().passes().play(1, Block("contessa")).play(2, Challenge()).play(1, Show(), "captain")
    table.play(2, Lose("duke"))
    assert (table.hand(1), table.coins[0], table.turn) == ("captain captain", 0, 1)


def test_C_25_a_bluffed_contessa_costs_both_cards() -> None:
    table = assassin("assassin duke", "captain captain", "duke duke").passes()
    table.play(1, Block("contessa")).play(0, Challenge()).play(1, Concede("captain"))
    assert (table.lost(1), table.hand(1), table.coins) == ("captain captain", "", (0, 0, 2))
    assert (table.state.out, table.turn) == ((1,), 2)
    assert table.shows == [("C-10", "card 1", ALL, ("captain",))]


def test_C_25_two_different_cards_are_lost() -> None:
    table = assassin("assassin duke", "captain duke", "ambassador duke").passes()
    table.play(1, Block("contessa")).play(2, Challenge()).play(1, Concede("duke"))
    assert table.lost(1) == "duke captain"


def test_C_25_with_one_card_left_they_are_simply_out() -> None:
    table = assassin("assassin duke", "captain captain", "ambassador duke", "contessa contessa")
    table.wound(1, "captain").passes().play(1, Block("contessa")).play(3, Challenge())
    assert (table.hand(1), table.coins[0], table.turn) == ("", 0, 2)


def challenged_in_vain(*, block: bool = True, **options: object) -> Table:
    """The target has challenged the assassin, who holds one, and has lost a card for it."""
    table = assassin(target_may_block_after_losing_challenge=block, **options).play(1, Challenge())
    return table.play(0, Show(), "duke").play(1, Lose("captain"))


def test_C_26_who_challenged_in_vain_may_still_block() -> None:
    table = challenged_in_vain()
    assert (table.step_kind, table.awaited) == ("Blocks", [1])
    table.play(1, Block("contessa")).passes()
    assert (table.hand(1), table.turn) == ("contessa", 1)


def test_C_26_or_lose_the_second_card() -> None:
    table = challenged_in_vain().passes()
    assert (table.hand(1), table.turn) == ("", 2)
    bluff = Table("assassin duke", "captain captain", "ambassador duke").rich(3).declare("assassinate", 1)
    bluff.play(1, Challenge()).play(0, Show(), "duke").play(1, Lose("captain"))
    bluff.play(1, Block("contessa")).play(0, Challenge())
    assert (bluff.lost(1), bluff.turn) == ("captain captain", 2)


def test_C_26_a_table_may_take_the_block_away() -> None:
    table = challenged_in_vain(block=False)
    assert (table.hand(1), table.turn) == ("", 2)


def test_C_26_nobody_else_s_challenge_takes_the_block_away() -> None:
    table = assassin(target_may_block_after_losing_challenge=False).play(2, Challenge())
    table.play(0, Show(), "duke").play(2, Lose("duke"))
    assert (table.step_kind, table.awaited) == ("Blocks", [1])


def test_C_26_the_option_is_about_assassins_and_a_theft_can_still_be_blocked() -> None:
    table = Table("captain duke", "captain contessa", "ambassador duke", target_may_block_after_losing_challenge=False)
    table.declare("steal", 1).play(1, Challenge()).play(0, Show(), "duke").play(1, Lose("contessa"))
    assert (table.step_kind, table.awaited) == ("Blocks", [1])


def test_C_27_a_third_player_challenged_in_vain_and_the_block_is_still_open() -> None:
    table = assassin().play(2, Challenge()).play(0, Show(), "duke").play(2, Lose("duke"))
    assert (table.hand(2), table.step_kind, table.awaited) == ("ambassador", "Blocks", [1])


def test_C_28_a_target_who_is_out_already_loses_nothing_more() -> None:
    table = assassin().wound(1, "contessa").play(1, Challenge()).play(0, Show(), "duke")
    assert (table.lost(1), table.coins, table.turn) == ("contessa captain", (0, 0, 2), 2)


def test_C_29_an_assassin_who_dies_challenging_the_block_is_out_and_the_block_holds() -> None:
    table = assassin().wound(0, "duke").passes().play(1, Block("contessa")).play(0, Challenge())
    assert table.awaited == [1]
    table.play(1, Show(), "duke")
    assert (table.state.out, table.hand(1), table.coins[0], table.turn) == ((0,), "captain duke", 0, 1)


def test_C_30_theft_takes_what_there_is() -> None:
    for had, taken in ((2, 2), (1, 1), (0, 0)):
        table = Table().rich(2, had).declare("steal", 1).passes().passes()
        assert table.coins[:2] == (2 + taken, had - taken)


def test_C_31_theft_after_a_failed_bluff_goes_through_and_the_turn_passes_once() -> None:
    table = Table("captain duke", "duke duke", "contessa contessa").declare("steal", 1).passes()
    table.play(1, Block("captain")).play(0, Challenge()).play(1, Concede("duke"))
    assert (table.coins, table.turn) == ((4, 0, 2), 1)


def test_C_32_there_is_nothing_to_steal_from_the_dead() -> None:
    table = Table("captain duke", "duke duke", "contessa contessa").wound(1, "duke").declare("steal", 1)
    table.play(1, Challenge()).play(0, Show(), "captain")
    assert (table.coins, table.turn) == ((2, 0, 2), 2)


def aid_blocked_in_vain(**options: object) -> Table:
    """Seat 1 has passed, and the block of seat 2 has fallen."""
    table = Table("captain captain", "contessa contessa", "assassin assassin", "duke duke", **options)
    table.declare("foreign_aid").play(1, Pass()).play(2, Block("duke"))
    return table.play(0, Challenge()).play(2, Concede("assassin"))


def test_C_33_after_a_fallen_block_nobody_else_blocks() -> None:
    table = aid_blocked_in_vain()
    assert (table.coins[0], table.turn) == (4, 1)


def test_C_33_or_those_who_have_said_nothing_may() -> None:
    table = aid_blocked_in_vain(one_block_per_action=False)
    assert (table.step_kind, table.awaited) == ("Blocks", [3])
    assert table.refusal(1, Block("duke")) == "already_passed"
    table.play(3, Block("duke")).passes()
    assert (table.coins[0], table.turn) == (2, 1)


def test_C_33_a_standing_block_is_the_end_all_the_same() -> None:
    table = Table(one_block_per_action=False).declare("foreign_aid").play(2, Block("duke")).passes()
    assert (table.coins[0], table.turn) == (2, 1)


def test_C_34_the_first_block_counts() -> None:
    table = Table().declare("foreign_aid").play(2, Block("duke"))
    assert table.refusal(3, Block("duke")) == "already_blocked blocker=2"


def test_C_35_a_block_is_not_blocked() -> None:
    table = Table().declare("steal", 1).passes().play(1, Block("captain"))
    assert table.refusal(0, Block("captain")) == "already_blocked blocker=1"
    assert table.kinds(0) == {"Challenge", "Pass"}


def exchange(**options: object) -> Table:
    return Table("ambassador duke", "captain contessa", "duke duke", **options).declare("exchange")


def test_C_36_the_ambassador_keeps_two_of_four() -> None:
    table = exchange().passes("assassin assassin")
    assert table.outcomes == (Draw("court", only(0), ("assassin", "assassin")),)
    assert table.moves(0) == [
        Keep(("ambassador", "assassin")),
        Keep(("ambassador", "duke")),
        Keep(("assassin", "assassin")),
        Keep(("assassin", "duke")),
    ]
    court = table.state.court
    table.play(0, Keep(("assassin", "assassin")))
    assert table.hand(0) == "assassin assassin"
    assert sorted(table.state.court) == sorted((*court, "ambassador", "duke"))
    assert (table.outcomes, table.turn) == ((), 1)


def test_C_37_with_one_influence_one_of_three() -> None:
    table = exchange().wound(0, "duke").passes("assassin captain")
    assert table.moves(0) == [Keep(("ambassador",)), Keep(("assassin",)), Keep(("captain",))]
    table.play(0, Keep(("captain",)))
    assert (table.hand(0), table.lost(0)) == ("captain", "duke")


def test_C_38_only_cards_that_are_held_as_often_as_they_are_held() -> None:
    table = exchange().passes("assassin captain")
    assert table.refusal(0, Keep(("contessa", "duke"))) == "card_not_held card=contessa"
    assert table.refusal(0, Keep(("duke", "duke"))) == "card_not_held card=duke"
    assert table.refusal(0, Keep(("duke",))) == "wrong_count due=2 given=1"
    assert table.refusal(0, Keep(("ambassador", "assassin", "duke"))) == "wrong_count due=2 given=3"
    assert table.refusal(0, Keep(("duke", "assassin"))) == "cards_not_in_order"
    assert table.refusal(1, Keep(("assassin", "duke"))) == "out_of_turn awaited=(0,)"


def test_C_39_a_small_court_gives_what_there_is() -> None:
    small = replace(EDITIONS["base_15"], characters=(("ambassador", 2), ("duke", 3)))
    table = Table("ambassador duke", "ambassador duke", edition=small).declare("exchange").passes("duke")
    assert table.state.court == ()
    table.play(0, Keep(("duke", "duke")))
    assert table.state.court == ("ambassador",)


def test_C_40_who_loses_the_last_influence_is_out_at_once() -> None:
    table = Table().rich(7, 5).wound(1, "captain").declare("coup", 1)
    assert (table.coins[1], table.lost(1), table.state.treasury) == (0, "captain contessa", 46)
    assert table.moves(1) == []
    assert table.refusal(1, Declare("income")) == "eliminated"


def test_C_41_the_last_one_alive_has_won_in_the_middle_of_an_action() -> None:
    table = Table("assassin duke", "captain contessa").rich(3).wound(1, "contessa")
    table.declare("assassinate", 1).play(1, Challenge()).play(0, Show(), "duke")
    assert (table.awaited, table.steps, table.state.why) == ([], [], "last_player")
    assert table.result is not None
    assert table.result.places == (1, 2)


def test_a_bluffing_assassin_who_dies_gets_the_coins_back_and_loses_them_again() -> None:
    table = assassin("duke duke", "captain captain", "contessa contessa").wound(0, "duke").play(2, Challenge())
    assert (table.coins, table.state.treasury, table.turn) == ((0, 2, 2), 46, 1)
