"""The turn: what may be declared, in which order windows open and close: C-20, C-22, C-23, C-42, C-43, C-93 to C-97."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from domain.games.coup.rules import COUP
from domain.kernel.rules import AllPass
from domain.kernel.seats import TABLE
from tests.games.coup.table import (
    Block,
    Challenge,
    ClaimEstate,
    Concede,
    Declare,
    ForceSwap,
    Keep,
    Lose,
    Offer,
    Pass,
    Show,
    Table,
    urbis,
)


def test_C_93_an_action_is_named_with_its_target_and_no_turn_is_passed() -> None:
    table = Table().rich(7)
    assert table.awaited == [0]
    assert table.refusal(0, Pass()) == "nothing_to_pass"
    assert table.refusal(1, Declare("income")) == "out_of_turn awaited=0"
    assert table.refusal(0, Declare("bribe")) == "unknown_action action=bribe"
    table.declare("coup", 2)
    assert table.refusal(0, Declare("income")) == "wrong_phase stage=loss"


def test_C_94_the_cost_leaves_the_player_when_the_action_is_declared() -> None:
    table = Table().rich(3)
    table.declare("assassinate", 1)
    assert (table.coins[0], table.step_kind) == (0, "Challenges")
    poor = Table().rich(2)
    assert "assassinate" not in poor.actions(0)
    assert poor.refusal(0, Declare("assassinate", 1)) == "too_few_coins cost=3 coins=2"


def test_C_95_challenges_then_the_block_then_challenges_to_it_then_the_action() -> None:
    table = Table()
    table.declare("steal", 1)
    assert (table.step_kind, table.awaited) == ("Challenges", [1, 2, 3])
    assert table.refusal(1, Block("captain")) == "challenges_first"
    table.passes()
    assert (table.step_kind, table.awaited) == ("Blocks", [1])
    assert table.refusal(2, Block("captain")) == "may_not_block"
    assert table.refusal(2, Pass()) == "may_not_block"
    table.play(1, Block("captain"))
    assert (table.step_kind, table.awaited) == ("Challenges", [0, 2, 3])
    table.passes()
    assert (table.turn, table.coins) == (1, (2, 2, 2, 2))


def test_C_95_foreign_aid_is_blocked_by_any_opponent() -> None:
    table = Table().declare("foreign_aid")
    assert (table.step_kind, table.awaited) == ("Blocks", [1, 2, 3])
    assert table.refusal(0, Block("duke")) == "may_not_block"
    table.passes()
    assert (table.turn, table.coins) == (1, (4, 2, 2, 2))


def test_C_96_a_window_closes_when_all_have_passed_and_no_card_is_shown() -> None:
    table = Table().declare("tax")
    for seat, left in ((2, [1, 3]), (1, [3])):
        table.play(seat, Pass())
        assert table.awaited == left
        assert table.refusal(seat, Pass()) == "already_passed"
        assert table.refusal(seat, Challenge()) == "already_passed"
    table.play(3, Pass())
    assert (table.turn, table.coins[0], table.outcomes) == (1, 5, ())


def test_C_96_one_recorder_may_enter_that_all_pass() -> None:
    table = Table(one_recorder=True).declare("tax")
    assert table.moves(TABLE) == [AllPass()]
    assert table.refusal(1, AllPass()) == "no_recorder"
    table.play(2, Pass()).play(TABLE, AllPass())
    assert (table.turn, table.coins[0]) == (1, 5)
    assert table.refusal(TABLE, AllPass()) == "nothing_to_pass"
    assert table.refusal(TABLE, Pass()) == "no_such_seat seat=-1"
    table.declare("foreign_aid").play(TABLE, AllPass())
    assert table.coins[1] == 4


def test_C_96_one_recorder_closes_the_window_of_an_estate_too() -> None:
    table = urbis(abogado=True, one_recorder=True).rich(7).wound(1, "captain").declare("coup", 1)
    assert (table.step_kind, table.awaited) == ("Estate", [2])
    table.play(2, ClaimEstate()).play(TABLE, AllPass())
    assert (table.step_kind, table.awaited) == ("Challenges", [0, 3])
    table.play(TABLE, AllPass())
    assert (table.coins, table.turn) == ((0, 0, 4, 2), 2)


def test_C_96_only_where_the_opening_says_so() -> None:
    assert Table().declare("tax").refusal(TABLE, AllPass()) == "no_recorder"


def test_C_97_with_the_character_show_or_concede() -> None:
    table = Table().declare("tax").play(2, Challenge())
    assert (table.awaited, table.moves(0)) == ([0], [Show(), Concede("assassin")])
    assert table.refusal(0, Concede("duke")) == "that_is_the_proof character=duke"
    assert table.refusal(0, Concede("captain")) == "card_not_held card=captain"
    assert table.refusal(1, Show()) == "out_of_turn awaited=0"


def test_C_97_without_it_only_concede() -> None:
    table = Table("assassin captain", "duke duke", "contessa contessa").declare("tax").play(2, Challenge())
    assert table.moves(0) == [Concede("assassin"), Concede("captain")]
    assert table.refusal(0, Show()) == "character_not_held character=duke"


def test_C_97_a_table_may_make_the_proof_a_duty() -> None:
    table = Table(may_concede=False).declare("tax").play(2, Challenge())
    assert table.moves(0) == [Show()]
    assert table.refusal(0, Concede("assassin")) == "must_show"
    liar = Table("assassin captain", "duke duke", may_concede=False).declare("tax").play(1, Challenge())
    assert liar.moves(0) == [Concede("assassin"), Concede("captain")]


def test_C_97_two_of_the_named_character_leave_nothing_to_concede() -> None:
    table = Table("duke duke", "captain captain").declare("tax").play(1, Challenge())
    assert table.moves(0) == [Show()]


@pytest.mark.parametrize("coins", [10, 12])
def test_C_20_with_ten_coins_or_more_there_is_only_the_coup(coins: int) -> None:
    table = Table().rich(coins)
    assert table.actions(0) == {"coup"}
    assert table.refusal(0, Declare("tax")) == f"must_force action=coup coins={coins}"
    table.declare("coup", 3)
    assert table.coins[0] == coins - 7


def test_C_20_nine_is_not_ten() -> None:
    table = Table().rich(9)
    assert table.actions(0) == {"income", "foreign_aid", "coup", "tax", "assassinate", "steal", "exchange"}
    table.declare("tax").passes()
    assert table.coins[0] == 12


@pytest.mark.parametrize("action", ["coup", "assassinate", "steal"])
def test_C_22_a_living_target_other_than_oneself(action: str) -> None:
    table = Table().rich(7).kill(2)
    assert table.targets(0, action) == [1, 3]
    assert table.refusal(0, Declare(action)) == f"target_missing action={action}"
    assert table.refusal(0, Declare(action, 0)) == "target_self"
    assert table.refusal(0, Declare(action, 2)) == "target_out target=2"
    assert table.refusal(0, Declare(action, 4)) == "no_such_seat seat=4"
    assert table.refusal(0, Declare(action, -1)) == "no_such_seat seat=-1"


@pytest.mark.parametrize("action", ["examine", "convert_other", "patronage"])
def test_C_22_the_variants_actions_too(action: str) -> None:
    table = Table(edition="base_plus_reformation", inquisitor=True, reformation=True)
    if action == "patronage":
        table = urbis(mecenas=True)
    assert table.refusal(0, Declare(action)) == f"target_missing action={action}"
    assert table.refusal(0, Declare(action, 0)) == "target_self"


@pytest.mark.parametrize("action", ["income", "foreign_aid", "tax", "exchange", "convert_self", "embezzle"])
def test_C_23_no_target_where_none_belongs(action: str) -> None:
    table = Table(edition="base_plus_reformation", reformation=True)
    assert table.refusal(0, Declare(action, 1)) == f"takes_no_target action={action}"


def test_C_42_the_turn_goes_clockwise_past_the_dead() -> None:
    table = Table().kill(1)
    assert table.declare("income").turn == 2
    assert table.declare("income").declare("income").turn == 0


def test_C_42_also_when_the_active_player_has_died() -> None:
    table = Table("assassin captain", "duke duke", "contessa contessa").wound(0, "captain")
    table.declare("tax").play(2, Challenge())
    assert (table.lost(0), table.turn) == ("captain assassin", 1)


def test_C_43_showing_a_card_is_no_move_and_coins_are_not_lent() -> None:
    table = Table()
    for move in (Show(), Concede("duke"), Lose("duke"), Offer("duke"), Keep(("duke",)), ForceSwap(), ClaimEstate()):
        assert table.refusal(0, move) == "wrong_phase stage=turn"
    assert table.kinds(0) == {"Declare"}
    assert table.actions(0) <= {action.name for action in table.state.options.book.edition.actions}


def test_C_106_words_are_no_moves() -> None:
    tags = {kind.__struct_config__.tag for kind in COUP.Move.__args__}
    assert not tags & {"say", "promise", "threaten", "words"}


def test_seats_that_are_not_there_have_no_moves() -> None:
    table = Table()
    assert table.moves(7) == []
    assert table.refusal(7, Declare("income")) == "no_such_seat seat=7"
