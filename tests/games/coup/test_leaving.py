"""A player withdraws, at every kind of step: C-105; and the final ranking: C-104."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from typing import Any

import pytest

from domain.games.coup.options import Options
from domain.games.coup.rules import COUP
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import ALL
from domain.kernel.supplied import SuppliedChance
from tests.games.coup.table import (
    Block,
    Challenge,
    ChooseFaction,
    ClaimEstate,
    Lose,
    Offer,
    Pass,
    Show,
    Table,
    cards,
    spain,
    urbis,
)

THREE = ("assassin captain", "duke contessa", "captain duke")


def table(**options: Any) -> Table:
    return Table(*THREE, **options).rich(3)


def test_C_104_the_survivor_is_first_and_the_others_by_how_long_they_lasted() -> None:
    game = Table().leave(2).leave(0).leave(3)
    assert game.result is not None
    assert (game.result.places, game.result.scores) == ((3, 1, 4, 2), (1, 3, 0, 2))
    assert (game.result.sides, game.result.why) == (((0,), (1,), (2,), (3,)), "last_player")


def test_C_105_the_cards_turn_up_and_the_coins_go_to_the_treasury() -> None:
    game = table().leave(1)
    assert game.shows == [("C-105", "hand 1", ALL, ("contessa", "duke"))]
    assert (game.lost(1), game.coins, game.state.treasury) == ("contessa duke", (3, 0, 2), 45)
    assert game.turn == 0


def test_C_105_nobody_claims_the_coins_of_who_left() -> None:
    assert urbis("duke duke", "captain captain", "abogado duke", abogado=True).leave(1).turn == 0


def test_C_105_on_the_own_turn_the_next_player_goes_on() -> None:
    assert table().leave(0).turn == 1


def test_C_105_the_own_action_is_dropped_and_its_cost_stays_paid() -> None:
    game = table().declare("assassinate", 1).leave(0)
    assert (game.turn, game.state.treasury, game.hand(1)) == (1, 46, "contessa duke")
    game = table().declare("assassinate", 1).passes().leave(0)
    assert game.turn == 1
    game = table().declare("assassinate", 1).passes().play(1, Block("contessa")).leave(0)
    assert (game.turn, game.hand(1)) == (1, "contessa duke")


def test_C_105_an_action_on_who_left_ends() -> None:
    game = table().declare("assassinate", 1).leave(1)
    assert (game.turn, game.coins) == (2, (0, 0, 2))
    assert table().declare("assassinate", 1).passes().leave(1).turn == 2
    assert table().declare("assassinate", 1).passes().play(1, Block("contessa")).leave(1).turn == 2
    assert table().declare("assassinate", 1).play(2, Challenge()).leave(1).turn == 2
    assert table().declare("steal", 1).leave(1).coins == (3, 0, 2)


def test_C_105_but_a_patron_s_own_coins_are_gained_all_the_same() -> None:
    game = urbis("mecenas captain", "captain captain", "abogado captain", mecenas=True, abogado=True)
    game.declare("patronage", 1).leave(1)
    assert game.step_kind == "Challenges"
    game.passes()
    assert (game.coins, game.turn) == ((4, 0, 2), 2)


def test_C_105_a_window_goes_on_without_who_left() -> None:
    game = table().declare("tax").play(1, Pass()).leave(2)
    assert (game.coins[0], game.turn) == (6, 1)
    aid = table().declare("foreign_aid").leave(1)
    assert aid.awaited == [2]
    assert aid.leave(2).result is not None


def test_C_105_a_claimant_under_challenge_leaves_and_nobody_loses_a_card() -> None:
    game = table().declare("tax").play(1, Challenge()).leave(0)
    assert (game.turn, [len(hand) for hand in game.state.hands]) == (1, [0, 2, 2])


def test_C_105_a_challenger_leaves_and_the_claim_stands_unproven() -> None:
    game = table().declare("tax").play(1, Challenge()).leave(1)
    assert (game.coins[0], game.turn, game.hand(0)) == (6, 2, "assassin captain")
    game = table().declare("assassinate", 1).play(2, Challenge()).leave(2)
    assert (game.step_kind, game.awaited) == ("Blocks", [1])


@pytest.mark.parametrize("challenged", [False, True])
def test_C_105_a_block_falls_with_its_blocker(challenged: bool) -> None:
    game = table().declare("foreign_aid").play(2, Block("duke"))
    if challenged:
        game.play(0, Challenge())
    game.leave(2)
    assert (game.coins[0], game.turn) == (5, 1)


def test_C_105_and_those_who_have_said_nothing_may_block_where_the_table_allows_it() -> None:
    game = table(one_block_per_action=False).declare("foreign_aid").play(2, Block("duke")).leave(2)
    assert (game.step_kind, game.awaited) == ("Blocks", [1])


def test_C_105_a_proven_block_stands() -> None:
    game = table().declare("foreign_aid").play(2, Block("duke")).play(1, Challenge()).play(2, Show(), "contessa")
    game.leave(2)
    assert (game.step_kind, game.awaited) == ("Loss", [1])
    game.play(1, Lose("duke"))
    assert (game.coins[0], game.turn) == (3, 1)


def test_C_105_a_loss_goes_with_the_loser_and_stays_when_another_leaves() -> None:
    game = table().rich(7).declare("coup", 1).leave(1)
    assert game.turn == 2
    game = table().rich(7).declare("coup", 1).leave(0)
    assert (game.step_kind, game.awaited) == ("Loss", [1])
    game.play(1, Lose("duke"))
    assert game.turn == 1


def test_C_105_during_an_exchange_the_drawn_cards_go_back_first() -> None:
    game = Table("ambassador duke", *THREE[1:]).declare("exchange").passes("assassin assassin")
    size = len(game.state.court)
    game.leave(0)
    assert (game.lost(0), len(game.state.court), game.state.drawn, game.turn) == ("ambassador duke", size + 2, (), 1)


def test_C_105_an_onlooker_leaves_during_an_exchange() -> None:
    game = Table("ambassador duke", *THREE[1:]).declare("exchange").passes("assassin assassin").leave(2)
    assert (game.step_kind, len(game.state.drawn)) == ("Exchange", 2)


@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("offered", [False, True])
def test_C_105_an_examination_ends_when_either_leaves(leaver: int, *, offered: bool) -> None:
    game = spain("inquisitor duke", "captain contessa", "assassin duke").declare("examine", 1).passes()
    if offered:
        game.play(1, Offer("captain"))
    game.leave(leaver)
    assert (game.state.offered, game.turn) == (None, 1 if leaver == 0 else 2)


def estate() -> Table:
    """Seat 3 has died with four coins, and seats 1 and 2 have claimed them."""
    game = urbis("assassin captain", "abogado duke", "abogado duke", "duke duke", abogado=True).rich(7, 2, 2, 4)
    game.wound(3, "duke").declare("coup", 3)
    return game.play(0, Pass()).play(1, ClaimEstate()).play(2, ClaimEstate())


def test_C_105_a_claim_to_an_estate_goes_with_the_claimant() -> None:
    game = estate().leave(1)
    assert game.awaited == [0]
    game.passes()
    assert game.coins == (0, 0, 6, 0)
    game = estate().play(0, Challenge()).leave(1)
    assert (game.step_kind, game.awaited, game.hand(0)) == ("Challenges", [0], "assassin captain")
    game.play(0, Pass())
    assert game.coins == (0, 0, 6, 0)


def test_C_105_a_challenger_of_a_claim_to_an_estate_leaves() -> None:
    game = estate().play(2, Challenge()).leave(2).no_estate()
    assert (game.coins, game.turn) == ((0, 6, 0, 0), 1)


def test_C_105_who_has_not_spoken_leaves_an_estate() -> None:
    game = urbis("assassin captain", "abogado duke", "abogado duke", "duke duke", abogado=True).rich(7, 2, 2, 4)
    game.wound(3, "duke").declare("coup", 3).leave(0)
    assert (game.step_kind, game.awaited) == ("Estate", [1])
    game.play(1, ClaimEstate()).leave(1)
    assert (game.result is not None, game.coins) == (True, (0, 0, 2, 0))


def test_C_105_the_choice_of_faction_and_the_first_turn_pass_on() -> None:
    options = Options(edition="base_plus_reformation", reformation=True, first_player=1)
    state = COUP.setup(options, 3, SuppliedChance([cards(hand) for hand in THREE]))
    state = COUP.withdraw(state, 1, SuppliedChance())
    assert COUP.awaited(state) == frozenset({2})
    state = COUP.play(state, 2, ChooseFaction("reformist"), SuppliedChance())
    assert (state.factions, state.turn, COUP.awaited(state)) == (("loyalist", None, "reformist"), 2, frozenset({2}))


def test_C_105_a_choice_of_cards_ends_the_game_of_two() -> None:
    game = Table("duke", "captain", two_player_choice=True).leave(0)
    assert game.result is not None
    assert game.result.places == (2, 1)


def test_C_105_the_dead_may_leave_too_and_nobody_twice() -> None:
    game = table().kill(2).leave(2)
    assert (game.outcomes, game.turn) == ((), 0)
    for seat, code in ((2, "already_withdrawn"), (9, "no_such_seat")):
        with pytest.raises(IllegalMove, match=code):
            COUP.withdraw(game.state, seat, SuppliedChance())
