"""Mecenas and abogado: C-75 to C-84, C-100 to C-103."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from typing import Any

import pytest

from tests.games.coup.table import (
    Block,
    Challenge,
    ClaimEstate,
    Concede,
    Declare,
    Keep,
    Lose,
    Pass,
    Show,
    Table,
    urbis,
)

ABOGADO = ("assassin captain", "abogado duke", "abogado duke", "duke duke")


def patron(*hands: str, **options: Any) -> Table:
    """Seat 0 gives seat 2 a coin."""
    return urbis(*hands, mecenas=True, **options).declare("patronage", 2)


def test_C_75_three_coins_two_kept_and_one_given() -> None:
    table = patron().passes()
    assert (table.coins, table.turn) == ((4, 2, 3, 2), 1)


def test_C_75_challenged_and_not_blocked() -> None:
    table = patron()
    assert table.steps == ["Challenges", "Resolve", "NextTurn"]
    table.play(3, Challenge()).play(0, Show(), "mecenas").play(3, Lose("captain"))
    assert (table.coins, table.turn) == ((4, 2, 3, 2), 1)


def test_C_75_he_blocks_foreign_aid_and_is_what_embezzle_denies() -> None:
    table = urbis(mecenas=True, reformation=True).declare("foreign_aid")
    assert table.refusal(1, Block("duke")) == "character_not_in_play character=duke"
    table.play(1, Block("mecenas")).passes()
    assert (table.coins[0], table.turn) == (2, 1)
    table.declare("embezzle")
    assert table.step.character == "mecenas"  # type: ignore[union-attr]


def test_C_76_any_faction_and_nothing_for_the_dead() -> None:
    table = urbis(mecenas=True, reformation=True)
    assert table.targets(0, "patronage") == [1, 2, 3]
    table.declare("patronage", 2).wound(2, "mecenas").play(2, Challenge()).play(0, Show(), "mecenas")
    assert (table.state.out, table.coins, table.state.treasury, table.turn) == ((2,), (4, 2, 0, 2), 91, 1)


def dead(coins: int, *hands: str, **options: Any) -> Table:
    """Seat 3 has just died with so many coins, by a coup of seat 0."""
    table = urbis(*(hands or ABOGADO), abogado=True, **options).rich(7, 2, 2, coins)
    return table.wound(3, "duke").declare("coup", 3)


def test_C_80_the_coins_of_the_dead_are_shared_and_the_rest_goes_to_the_treasury() -> None:
    table = dead(5)
    treasury = table.state.treasury
    for seat in (0, 1, 2):
        assert (table.step_kind, table.awaited) == ("Estate", [seat])
        table.play(seat, ClaimEstate())
    for claimant in (0, 1, 2):
        assert table.awaited == sorted({0, 1, 2} - {claimant})
        table.passes()
    assert (table.coins, table.state.treasury, table.turn) == ((1, 3, 3, 0), treasury + 2, 1)


@pytest.mark.parametrize(("claimants", "shares"), [((0, 2), (2, 0, 2)), ((1,), (0, 5, 0)), ((), (0, 0, 0))])
def test_C_80_equal_shares_for_those_who_claim(claimants: tuple[int, ...], shares: tuple[int, ...]) -> None:
    table = dead(5)
    before = table.coins
    for seat in (0, 1, 2):
        table.play(seat, ClaimEstate() if seat in claimants else Pass())
    while table.step_kind == "Challenges":
        table.passes()
    assert tuple(after - had for after, had in zip(table.coins[:3], before, strict=False)) == shares


def test_C_80_without_coins_nobody_is_asked() -> None:
    assert dead(0).turn == 1


def test_C_81_who_lied_loses_a_card_and_the_share() -> None:
    table = dead(4).play(0, ClaimEstate()).play(1, ClaimEstate()).play(2, Pass())
    table.play(2, Challenge()).play(0, Concede("captain"))
    assert (table.hand(0), table.step_kind, table.awaited) == ("assassin", "Challenges", [0, 2])
    table.passes()
    assert table.coins == (0, 6, 2, 0)


def test_C_81_who_challenged_in_vain_loses_a_card() -> None:
    table = dead(4).play(0, Pass()).play(1, ClaimEstate()).play(2, Pass()).play(2, Challenge())
    table.play(1, Show(), "captain").play(2, Lose("duke"))
    assert (table.coins, table.hand(2), table.turn) == ((0, 6, 2, 0), "abogado", 1)


def test_C_82_claims_go_clockwise_from_the_seat_after_the_dead() -> None:
    table = urbis(*ABOGADO, abogado=True, first_player=3).rich(2, 4, 2, 7).wound(1, "duke").declare("coup", 1)
    asked = []
    while table.step_kind == "Estate":
        asked += table.awaited
        table.play(table.awaited[0], ClaimEstate())
    assert asked == [2, 3, 0]
    claims = [step.claimant for step in table.state.agenda if type(step).__name__ == "Challenges"]
    assert claims == [2, 3, 0]


def test_C_82_a_death_in_between_has_its_own_window_afterwards() -> None:
    table = dead(4).wound(2, "duke").play(0, Pass()).play(1, ClaimEstate()).play(2, Pass())
    table.play(2, Challenge()).play(1, Show(), "captain")
    assert table.state.out == (3, 2)
    assert (table.steps, table.coins) == (["Estate", "NextTurn"], (0, 6, 0, 0))
    table.play(0, Pass()).play(1, Pass())
    assert (table.coins, table.turn) == ((0, 6, 0, 0), 1)


def test_C_82_a_claimant_who_dies_before_the_split_gets_nothing() -> None:
    """Seat 2 claims too, but dies challenging the claim of seat 1; all coins go to seat 1."""
    table = dead(4).wound(2, "duke").play(0, Pass()).play(1, ClaimEstate()).play(2, ClaimEstate())
    table.play(2, Challenge()).play(1, Show(), "captain")
    assert (table.state.out, table.steps) == ((3, 2), ["Estate", "NextTurn"])
    assert table.coins[1] == 6


def test_C_82_the_action_lapses_when_the_acting_player_dies() -> None:
    """Seat 3 dies challenging the assassin; the assassin then dies of a false claim to the coins of seat 3."""
    table = urbis(*ABOGADO, abogado=True).rich(3).wound(0, "captain").wound(3, "duke").declare("assassinate", 1)
    table.play(3, Challenge(), "captain")
    assert table.steps == ["Estate", "Blocks", "Resolve", "NextTurn"]
    table.play(0, ClaimEstate()).play(1, Pass()).play(2, Pass()).play(2, Challenge())
    assert (table.lost(0), table.state.out, table.turn) == ("captain captain", (3, 0), 1)
    assert (table.hand(1), table.coins) == ("abogado duke", (0, 2, 2, 0))


def test_C_82_when_the_game_ends_the_coins_go_to_the_treasury() -> None:
    table = urbis("assassin captain", "abogado duke", "duke duke", abogado=True).rich(7, 2, 4)
    table.wound(2, "duke").wound(0, "captain").declare("coup", 2).play(0, ClaimEstate()).play(1, Pass())
    table.play(1, Challenge())
    assert (table.steps, table.coins) == ([], (0, 2, 0))
    assert table.result is not None
    assert table.result.places == (2, 1, 3)


def test_C_83_the_abogado_blocks_assassination() -> None:
    table = urbis(*ABOGADO, abogado=True).rich(3).declare("assassinate", 1).passes()
    assert table.refusal(1, Block("contessa")) == "character_not_in_play character=contessa"
    assert table.refusal(2, Block("abogado")) == "may_not_block"
    table.play(1, Block("abogado")).passes()
    assert (table.hand(1), table.coins[0], table.turn) == ("abogado duke", 0, 1)


def test_C_84_the_last_death_opens_no_window() -> None:
    table = urbis("assassin captain", "abogado duke", abogado=True).rich(7, 4).wound(1, "duke").declare("coup", 1)
    assert (table.steps, table.coins) == ([], (0, 0))


def test_C_100_who_is_replaced_is_not_in_play() -> None:
    table = urbis(mecenas=True, abogado=True).rich(3)
    assert table.refusal(0, Declare("tax")) == "character_not_in_play character=duke"
    table.declare("assassinate", 1).passes()
    assert table.refusal(1, Block("contessa")) == "character_not_in_play character=contessa"
    assert urbis().refusal(0, Declare("patronage", 1)) == "character_not_in_play character=mecenas"
    assert urbis().refusal(0, Declare("embezzle")) == "option_off option=reformation"


def test_C_101_with_two_players_the_opponent_gets_the_coin() -> None:
    table = urbis("mecenas captain", "captain captain", mecenas=True).declare("patronage", 1).passes()
    assert (table.coins, table.turn) == ((3, 3), 1)


def test_C_102_a_death_inside_an_action_opens_its_window_at_once() -> None:
    table = urbis("ambassador captain", *ABOGADO[1:], abogado=True).wound(3, "duke").declare("exchange")
    table.play(3, Challenge()).play(0, Show(), "duke")
    assert table.steps == ["Estate", "Resolve", "NextTurn"]
    table.play(0, Pass()).play(1, ClaimEstate()).play(2, Pass()).passes("assassin captain")
    assert (table.coins, table.step_kind) == ((2, 4, 2, 0), "Exchange")
    table.play(0, Keep(("captain", "captain")))
    assert table.turn == 1


def test_C_102_the_dead_target_has_nothing_to_steal() -> None:
    table = urbis("captain duke", *ABOGADO[1:], abogado=True).wound(3, "duke").declare("steal", 3)
    table.play(3, Challenge()).play(0, Show(), "captain")
    assert table.steps == ["Estate", "NextTurn"]
    table.no_estate()
    assert (table.coins, table.turn) == ((2, 2, 2, 0), 1)


def test_C_102_a_double_danger_that_kills_opens_one_window() -> None:
    table = urbis("assassin duke", "captain captain", "abogado duke", abogado=True).rich(3, 5)
    table.declare("assassinate", 1).passes().play(1, Block("abogado")).play(0, Challenge())
    table.play(1, Concede("captain"))
    assert (table.lost(1), table.steps) == ("captain captain", ["Estate", "NextTurn"])
    table.play(2, ClaimEstate()).play(0, Pass()).passes()
    assert (table.coins, table.turn) == ((0, 0, 7), 2)


def test_C_103_coins_won_out_of_turn_force_the_coup() -> None:
    table = dead(8).play(0, Pass()).play(1, ClaimEstate()).play(2, Pass()).passes()
    assert (table.turn, table.coins[1], table.actions(1)) == (1, 10, {"coup"})
    rich = urbis(mecenas=True).rich(2, 9).declare("patronage", 1).passes()
    assert rich.actions(1) == {"coup"}


def test_a_bluffing_assassin_s_refund_is_part_of_the_estate() -> None:
    table = urbis("duke duke", "abogado captain", "duke captain", abogado=True).rich(3).wound(0, "duke")
    table.declare("assassinate", 1).play(1, Challenge())
    assert (table.step_kind, table.step.coins) == ("Estate", 3)  # type: ignore[union-attr]
