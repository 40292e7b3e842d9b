"""The stake stage, the showdown and the payment: K-5 to K-9, K-12, K-16, K-21 to K-24."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from domain.kernel.outcomes import Show
from domain.kernel.seats import ALL
from tests.games.kobayakawa.table import Discard, Draw, Pass, Stake, Table


def test_the_worked_example_nine_and_eight_beat_fifteen() -> None:
    """Kobayakawa 8; the stakers hold 9, 15 and 12, a fourth player passes: 9 + 8 = 17 beats 15."""
    table = Table(hands=(9, 15, 12, 3), kobayakawa=8).all_keep().stakes(0, 1, 2)
    assert table.shown == {0: 17, 1: 15, 2: 12}
    assert table.state.settlement is not None
    assert table.state.settlement.winner == 0
    assert table.state.medals == (4 + 2 + 1, 3, 3, 4)


def test_K_05_the_lowest_staker_is_supported_not_the_lowest_at_the_table() -> None:
    table = Table(hands=(9, 15, 12, 1), kobayakawa=2).all_keep().stakes(0, 1, 2)
    assert table.shown == {0: 11, 1: 15, 2: 12}


@pytest.mark.parametrize(("first", "winner"), [(0, 0), (1, 1), (2, 0), (3, 0)])
def test_K_06_a_tie_goes_to_the_earlier_in_the_turn_order_of_the_round(first: int, winner: int) -> None:
    """7 + 8 ties with 15; which of the two wins hangs on where the round began."""
    hands = {0: 7, 1: 15, 2: 12, 3: 3}
    table = Table(hands=[hands[(first + n) % 4] for n in range(4)], kobayakawa=8, first_player=first)
    table.all_keep().stakes(0, 1)
    assert table.shown == {0: 15, 1: 15}
    assert table.state.settlement is not None
    assert table.state.settlement.winner == winner


def test_K_07_a_sole_staker_wins_without_showing_the_card() -> None:
    table = Table().all_keep().stakes(3)
    assert table.outcomes == ()
    assert table.shown == {}
    assert table.state.medals == (4, 4, 4, 5)
    for viewer in (0, 1, 2, "spectator"):
        assert table.view(viewer).players[3].hand is None


def test_K_08_in_the_last_round_the_stake_is_two_or_the_last_medal() -> None:
    table = Table().put(round=7, centre=2, medals=(1, 6, 2, 5), box=10).all_keep()
    assert table.moves(0) == [Stake(1), Pass()]
    table.play(0, Stake(1))
    assert table.moves(1) == [Stake(2), Pass()]
    table.play(1, Stake(2)).play(2, Stake(2)).play(3, Pass())
    assert table.shown == {0: 17, 1: 15, 2: 12}  # who staked the one medal takes part in full
    assert table.state.medals == (1 + 2 + 2 + 2, 4, 0, 5)


def test_K_09_no_other_stake_is_accepted() -> None:
    table = Table().all_keep()
    for medals in (2, 0, -1, 4):
        assert table.refusal(0, Stake(medals)) == f"wrong_stake due=1 given={medals}"
    last = Table().put(round=7, centre=2, medals=(2, 1, 5, 6), box=10).all_keep()
    assert last.refusal(0, Stake(1)) == "wrong_stake due=2 given=1"
    last.play(0, Stake(2))
    assert last.refusal(1, Stake(2)) == "wrong_stake due=1 given=2"


def test_K_12_when_all_pass_the_prize_goes_to_the_box_and_the_first_player_stays() -> None:
    table = Table(first_player=2).round()
    assert table.state.settlement is not None
    assert table.state.settlement.winner is None
    assert (table.state.centre, table.state.box) == (7, 8 + 1)
    assert table.state.medals == (4, 4, 4, 4)
    assert table.outcomes == ()
    assert table.awaited == [2]


def test_K_12_there_are_seven_rounds_even_if_nobody_ever_stakes() -> None:
    table = Table()
    for number in range(1, 8):
        assert table.result is None
        table.round()
        assert table.state.round == number
    assert table.result is not None
    assert table.result.why == "last_round"
    assert (table.state.centre, table.state.box) == (0, 8 + 8)


@pytest.mark.parametrize("winner", [0, 1, 2, 3])
def test_K_16_the_winner_begins_the_next_round(winner: int) -> None:
    table = Table().round(winner).deal()
    assert table.state.order == tuple((winner + n) % 4 for n in range(4))
    assert table.awaited == [winner]


def test_K_21_everybody_decides_once_in_the_same_order_and_finally() -> None:
    table = Table(first_player=1).all_keep()
    for seat, move in ((1, Stake(1)), (2, Pass()), (3, Stake(1))):
        assert table.awaited == [seat]
        table.play(seat, move)
        for again in (Stake(1), Pass()):
            assert table.refusal(seat, again) == f"out_of_turn awaited={table.awaited[0]}"
    for viewer in (0, 2, "spectator"):
        assert [each.stake for each in table.view(viewer).players] == [None, 1, 0, 1]


def test_K_21_the_stakes_begin_only_when_everybody_has_drawn() -> None:
    table = Table(hands=(9, 15, 12)).play(0, Draw(), 2).play(0, Discard(2)).play(1, Draw(), 3).play(1, Discard(3))
    table.play(2, Draw(), 4)
    assert table.refusal(2, Stake(1)) == "wrong_phase stage=draw"
    table.play(2, Discard(4))
    assert table.awaited == [0]
    assert table.state.stage == "stake"


def test_K_22_only_those_who_staked_show_their_cards() -> None:
    table = Table().all_keep().stakes(0, 2)
    assert table.outcomes == (Show("K-22", "hand 0", ALL, (9,)), Show("K-22", "hand 2", ALL, (12,)))
    spectator = table.view("spectator")
    assert spectator.settlement is not None
    assert [(each.seat, each.card) for each in spectator.settlement.shown] == [(0, 9), (2, 12)]
    assert [each.hand for each in spectator.players] == [None] * 4


def test_K_23_the_winner_takes_all_stakes_and_the_prize() -> None:
    table = Table().all_keep().stakes(0, 1, 2)
    assert table.state.settlement is not None
    assert table.state.settlement.pot == 3 + 1
    assert table.state.medals == (7, 3, 3, 4)
    assert table.state.centre == 7


def test_K_23_the_last_round_pays_two() -> None:
    table = Table().put(round=7, centre=2, box=14).all_keep().stakes(0, 1)
    assert table.state.medals == (4 + 2 + 2, 2, 4, 4)
    assert table.state.centre == 0


def test_K_24_carry_over_adds_the_prize_to_the_next_round_somebody_wins() -> None:
    table = Table(all_pass="carry_over").round().round()
    assert table.state.carried == 2
    assert table.state.medals == (4, 4, 4, 4)
    assert table.view(0).prize == 3
    assert table.awaited == [0]
    table.round(1)
    assert table.state.medals == (4, 4 + 3, 4, 4)
    assert table.state.carried == 0
    assert table.round(1).state.medals == (4, 4 + 3 + 1, 4, 4)


def test_K_24_what_was_carried_past_the_last_round_goes_to_the_box() -> None:
    table = Table(all_pass="carry_over").round(2)
    for _ in range(6):
        table.round()
    assert table.result is not None
    assert table.result.scores == (4, 4, 5, 4)
    assert (table.state.carried, table.state.centre, table.state.box) == (0, 0, 8 + 7)


def test_K_24_carry_over_reaches_the_last_round() -> None:
    table = Table(all_pass="carry_over")
    for _ in range(6):
        table.round()
    assert table.view("spectator").prize == 6 + 2
    assert table.round(3).state.medals == (4, 4, 4, 4 + 8)


def test_K_24_last_player_wins_takes_the_prize_unseen_and_begins() -> None:
    table = Table(all_pass="last_player_wins", first_player=1).round()
    assert table.state.medals == (5, 4, 4, 4)  # 1, 2, 3, 0: seat 0 is the last in turn order
    assert table.outcomes == ()
    assert table.awaited == [0]
    assert table.round().state.medals == (5, 4, 4, 5)
