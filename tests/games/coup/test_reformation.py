"""Reformation: C-60 to C-70."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from typing import Any

import pytest

from domain.games.coup.options import Options
from domain.games.coup.rules import COUP
from domain.kernel.outcomes import Draw
from domain.kernel.seats import ALL, only
from domain.kernel.supplied import SuppliedChance
from tests.games.coup.table import (
    USUAL,
    Block,
    Challenge,
    ChooseFaction,
    Concede,
    Declare,
    Lose,
    Pass,
    Show,
    Table,
    cards,
)


def reform(*hands: str, **options: Any) -> Table:
    return Table(*hands, edition="base_plus_reformation", reformation=True, **options)


def test_C_60_the_first_player_picks_and_the_others_alternate() -> None:
    chance = SuppliedChance([cards(hand) for hand in USUAL])
    state = COUP.setup(Options(edition="base_plus_reformation", reformation=True, first_player=3), 5, chance)
    assert COUP.awaited(state) == frozenset({3})
    assert list(COUP.moves(state, 3)) == [ChooseFaction("loyalist"), ChooseFaction("reformist")]
    table = Table().put(options=state.options, agenda=state.agenda, factions=(None,) * 4)
    assert table.refusal(3, ChooseFaction("royalist")).startswith("unknown_faction given=royalist")
    assert table.refusal(0, ChooseFaction("loyalist")) == "out_of_turn awaited=(3,)"
    after = COUP.play(state, 3, ChooseFaction("reformist"), SuppliedChance())
    assert after.factions == ("reformist", "loyalist", "reformist", "reformist", "loyalist")
    assert (after.reserve, after.turn) == (0, 3)


def test_C_60_the_last_and_the_first_match_with_an_odd_number() -> None:
    table = reform("duke duke", "captain captain", "contessa contessa")
    assert table.state.factions == ("loyalist", "reformist", "loyalist")


@pytest.mark.parametrize("action", ["coup", "assassinate", "steal"])
def test_C_61_the_own_faction_is_spared(action: str) -> None:
    table = reform().rich(7)
    assert table.targets(0, action) == [1, 3]
    assert table.refusal(0, Declare(action, 2)) == "own_faction target=2"


def test_C_61_the_own_faction_s_aid_is_not_blocked() -> None:
    table = reform().declare("foreign_aid")
    assert table.awaited == [1, 3]
    assert table.refusal(2, Block("duke")) == "may_not_block"


def test_C_62_among_one_faction_nobody_is_spared() -> None:
    table = reform().rich(7).kill(1).kill(3)
    assert table.targets(0, "coup") == [2]
    table.declare("foreign_aid")
    assert table.awaited == [2]


def test_C_63_the_own_faction_may_be_challenged() -> None:
    table = reform().declare("tax")
    assert table.awaited == [1, 2, 3]
    table.play(2, Challenge())
    assert table.awaited == [0]


def test_C_64_converting_pays_the_reserve_and_turns_a_faction_card() -> None:
    table = reform().declare("convert_self")
    assert (table.state.factions[0], table.coins[0], table.state.reserve, table.turn) == ("reformist", 1, 1, 1)
    table.declare("convert_other", 3)
    assert (table.state.factions[3], table.coins[1], table.state.reserve, table.turn) == ("loyalist", 0, 3, 2)


def test_C_64_also_among_one_faction() -> None:
    table = reform().kill(1).kill(3)
    assert table.targets(0, "convert_other") == [2]
    assert "convert_self" in table.actions(0)


def test_C_65_with_ten_coins_there_is_only_the_coup_and_always_a_target() -> None:
    table = reform().rich(10).kill(1).kill(3)
    assert table.moves(0) == [Declare("coup", 2)]
    for action in (Declare("convert_self"), Declare("convert_other", 2), Declare("embezzle")):
        assert table.refusal(0, action) == "must_force action=coup coins=10"


@pytest.mark.parametrize("reserve", [0, 5])
def test_C_66_unchallenged_the_whole_reserve_is_taken(reserve: int) -> None:
    table = reform().put(reserve=reserve).declare("embezzle")
    assert table.awaited == [1, 2, 3]
    table.passes()
    assert (table.coins[0], table.state.reserve, table.turn) == (2 + reserve, 0, 1)


def embezzled(*hands: str, **options: Any) -> Table:
    """Seat 0 embezzles a reserve of five, and seat 2 challenges."""
    return reform(*hands, **options).put(reserve=5).declare("embezzle").play(2, Challenge())


def test_C_67_without_a_duke_all_cards_are_shown_and_replaced() -> None:
    table = embezzled("assassin captain", "duke duke", "contessa contessa").play(0, Show(), "duke ambassador")
    assert table.shows == [("C-67", "hand 0", ALL, ("assassin", "captain"))]
    assert table.outcomes[1] == Draw("court", only(0), ("duke", "ambassador"))
    assert (table.hand(0), table.awaited) == ("ambassador duke", [2])
    table.play(2, Lose("contessa"))
    assert (table.coins[0], table.state.reserve, table.turn) == (7, 0, 1)


def test_C_67_without_a_duke_the_table_decides_whether_one_may_concede() -> None:
    hands = ("assassin captain", "duke duke", "contessa contessa")
    table = embezzled(*hands)
    assert table.moves(0) == [Show(), Concede("assassin"), Concede("captain")]
    table.play(0, Concede("captain"))
    assert (table.lost(0), table.state.reserve, table.turn) == ("captain", 5, 1)
    strict = embezzled(*hands, may_concede=False)
    assert strict.moves(0) == [Show()]
    assert strict.refusal(0, Concede("captain")) == "must_show"


def test_C_68_with_a_duke_a_card_of_choice_is_lost_and_the_reserve_stays() -> None:
    table = embezzled("assassin duke", "duke captain", "contessa contessa")
    assert table.refusal(0, Show()) == "character_held character=duke"
    assert table.moves(0) == [Concede("assassin"), Concede("duke")]
    table.play(0, Concede("assassin"))
    assert (table.hand(0), table.coins[0], table.state.reserve, table.turn) == ("duke", 2, 5, 1)


def test_C_69_a_lost_duke_does_not_count() -> None:
    table = reform("assassin duke", "duke captain", "contessa contessa").wound(0, "duke").put(reserve=5)
    table.declare("embezzle").play(2, Challenge()).play(0, Show(), "captain")
    assert (table.hand(0), table.awaited) == ("captain", [2])


def test_C_70_one_faction_left_counts_from_the_next_declaration() -> None:
    table = reform("captain captain", "contessa contessa", "assassin assassin", one_block_per_action=False)
    table.wound(1, "contessa").declare("foreign_aid").play(1, Block("duke")).play(0, Challenge())
    assert (table.state.out, table.coins[0], table.turn) == ((1,), 4, 2)  # seat 2 is not asked in the middle
    table.declare("foreign_aid")
    assert table.awaited == [0]
    table.play(0, Pass())
