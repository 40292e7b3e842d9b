"""Elimination, withdrawals, the end, and what is public: K-10, K-11, K-13 to K-15, K-25 to K-27."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from domain.kernel.bags import bag
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import ARBITER, SPECTATOR
from tests.games.kobayakawa.table import Discard, Draw, Pass, Replace, Stake, Table


def beaten_out() -> Table:
    """Seat 1 has won the round and seat 2 lost the last medal in it."""
    return Table(hands=(9, 15, 1, 3), kobayakawa=2).put(medals=(4, 4, 1, 4), box=11).all_keep().stakes(1, 2)


def test_K_10_who_stakes_the_last_medal_is_in_the_showdown() -> None:
    table = Table().put(medals=(1, 4, 4, 4), box=11).all_keep().stakes(0, 1)
    assert table.shown == {0: 17, 1: 15}
    assert table.state.medals == (3, 3, 4, 4)
    assert 0 in table.state.order


def test_K_11_who_has_no_medals_gets_no_card_is_skipped_and_does_not_begin() -> None:
    table = beaten_out()
    assert table.state.medals == (4, 6, 0, 4)
    assert table.state.order == (1, 3, 0)
    table.deal(9, 8, 7, kobayakawa=1)
    assert table.state.hands == ((7,), (9,), (), (8,))
    table.all_keep()
    assert table.state.actions == ("drew", "drew", None, "drew")
    assert table.refusal(2, Stake(1)) == "out_of_turn awaited=1"


def test_K_13_the_only_player_with_medals_has_won() -> None:
    table = Table(hands=(9, 15, 12)).put(medals=(4, 1, 1), box=18).all_keep().stakes(0, 1, 2)
    assert table.state.medals == (7, 0, 0)
    assert table.result is not None
    assert (table.result.why, table.result.places) == ("last_player", (1, 2, 2))
    assert table.awaited == []


def test_K_13_owning_everything_after_the_last_round_is_the_end_of_the_last_round() -> None:
    table = Table(hands=(9, 15, 12)).put(round=7, centre=2, medals=(4, 1, 2), box=23).all_keep().stakes(0, 1, 2)
    assert table.result is not None
    assert (table.result.why, table.result.scores) == ("last_round", (9, 0, 0))


def test_K_14_two_players_play_on() -> None:
    table = Table(hands=(9, 15, 12)).put(medals=(4, 4, 1), box=15).all_keep().stakes(0, 2)
    assert table.state.order == (0, 1)
    assert table.result is None
    table.deal(9, 5).all_keep().stakes(1)
    assert table.state.round == 2
    assert table.awaited == [1]


def test_K_15_the_most_medals_win_and_equal_medals_share_the_place() -> None:
    table = Table().put(round=7, centre=2, medals=(4, 5, 3, 6), box=12).all_keep().stakes(0, 1)
    assert table.result is not None
    assert table.result.scores == (8, 3, 3, 6)
    assert table.result.places == (1, 3, 3, 2)
    assert table.result.sides == ((0,), (1,), (2,), (3,))


def test_K_25_a_hand_is_put_aside_unseen_and_the_medals_leave_the_game() -> None:
    table = Table().leave(2)
    assert table.outcomes == ()
    assert table.state.aside == (12,)
    assert (table.state.medals, table.state.box) == ((4, 4, 0, 4), 8 + 4)
    for viewer in (0, 2, SPECTATOR):
        assert (table.view(viewer).aside, table.view(viewer).aside_size) == (None, 1)
        assert table.view(viewer).players[2].hand == (() if viewer == 2 else None)
    assert table.view(ARBITER).aside == (12,)


def test_K_25_the_next_player_draws_when_the_one_to_draw_leaves_with_two_cards() -> None:
    table = Table().play(0, Draw(), 2).leave(0)
    assert table.state.aside == (2, 9)
    assert table.awaited == [1]
    assert table.state.stage == "draw"


def test_K_25_the_stakes_begin_when_the_last_to_draw_leaves() -> None:
    table = Table(hands=(9, 15, 12)).play(0, Replace(), 4).play(1, Replace(), 5).leave(2)
    assert table.state.stage == "stake"
    assert table.awaited == [0]


def test_K_25_who_has_drawn_already_leaves_without_a_second_turn_for_anybody() -> None:
    table = Table().play(0, Replace(), 4).play(1, Replace(), 5).leave(0)
    assert table.awaited == [2]
    table.play(2, Replace(), 6).play(3, Replace(), 7)
    assert table.awaited == [1]


def test_K_25_a_stake_already_made_stays_for_the_winner() -> None:
    table = Table().all_keep().play(0, Stake(1)).leave(0).play(1, Stake(1)).play(2, Stake(1)).play(3, Pass())
    assert table.shown == {1: 15, 2: 20}  # 12 is the lowest of those still there
    assert table.state.medals == (0, 3, 3 + 3 + 1, 4)


def test_K_25_the_showdown_comes_when_the_last_to_decide_leaves() -> None:
    table = Table(hands=(9, 15, 12)).all_keep().play(0, Stake(1)).play(1, Stake(1)).leave(2)
    assert table.state.stage == "round_over"
    assert table.shown == {0: 17, 1: 15}


@pytest.mark.parametrize(
    ("all_pass", "medals", "carried", "box"),
    [
        ("remove_prize", (0, 4, 4, 4), 0, 8 + 3 + 1 + 1),
        ("carry_over", (0, 4, 4, 4), 2, 8 + 3),
        ("last_player_wins", (0, 4, 4, 4 + 2), 0, 8 + 3),
    ],
)
def test_K_25_K_24_a_stake_left_behind_goes_where_the_prize_goes_when_the_others_pass(
    all_pass: str, medals: tuple[int, ...], carried: int, box: int
) -> None:
    table = Table(all_pass=all_pass).all_keep().play(0, Stake(1)).leave(0).stakes()
    assert (table.state.medals, table.state.carried, table.state.box) == (medals, carried, box)
    assert table.awaited == [3 if all_pass == "last_player_wins" else 1]


def test_K_25_a_withdrawn_first_player_is_replaced_by_the_next_clockwise() -> None:
    table = Table().round(1).leave(1)
    assert table.awaited == [2]
    table.deal(9, 8, 7, kobayakawa=1)
    assert table.state.order == (2, 3, 0)
    passed = Table().leave(0).round()
    assert passed.awaited == [1]


def test_K_25_the_winner_who_leaves_hands_on_the_deal_over_an_eliminated_neighbour() -> None:
    table = beaten_out()
    assert table.awaited == [1]
    assert table.leave(1).awaited == [3]


def test_K_25_the_last_player_left_wins_with_the_own_stake_back() -> None:
    """Even if it was the last medal, and beside somebody eliminated before: the survivor alone has won."""
    table = Table().put(medals=(1, 4, 4, 0), order=(0, 1, 2), hands=((9,), (15,), (12,), ()), box=15)
    table.put(deck=bag((*table.state.deck, 3))).all_keep()
    table.play(0, Stake(1)).play(1, Stake(1)).leave(1).leave(2)
    assert table.result is not None
    assert table.result.why == "last_player"
    assert table.result.scores == (1, 0, 0, 0)
    assert table.result.places == (1, 3, 3, 2)
    assert table.state.stakes == (None,) * 4


def test_K_25_those_who_withdrew_come_behind_all_others() -> None:
    table = Table().put(round=7, centre=2, medals=(3, 2, 4, 4), box=17).all_keep()
    table.play(0, Stake(2)).play(1, Stake(2)).leave(2).play(3, Pass())
    assert table.result is not None
    assert table.result.scores == (1 + 6, 0, 0, 4)
    assert table.result.places == (1, 3, 4, 2)


def test_K_25_nobody_withdraws_twice_and_an_eliminated_player_changes_nothing_for_the_others() -> None:
    table = beaten_out().deal(9, 8, 7, kobayakawa=1)
    order, hands = table.state.order, table.state.hands
    table.leave(2)
    assert (table.state.order, table.state.hands) == (order, hands)
    with pytest.raises(IllegalMove, match="already_withdrawn"):
        table.leave(2)


def test_K_26_the_table_is_public_and_a_hand_is_its_owners() -> None:
    table = Table().play(0, Draw(), 2).play(0, Discard(9)).play(1, Replace(), 4)
    for viewer in (0, 3, SPECTATOR):
        view = table.view(viewer)
        assert view.kobayakawa == (8, 4)
        assert view.deck_size == 8
        assert [each.medals for each in view.players] == [4] * 4
        assert [each.discards for each in view.players] == [(9,), (), (), ()]
        assert [each.action for each in view.players] == ["drew", "replaced", None, None]
        assert [each.hand for each in view.players] == [
            hand if viewer == seat else None for seat, hand in enumerate(((2,), (15,), (12,), (3,)))
        ]
        assert view.deck is None
    assert table.view(ARBITER).deck == table.state.deck
    assert [each.hand for each in table.view(ARBITER).players] == [(2,), (15,), (12,), (3,)]


def test_K_26_a_hand_that_was_not_shown_stays_secret_after_the_round_and_the_game() -> None:
    table = Table().put(round=7, centre=2, box=14).all_keep().stakes(0, 2)
    assert table.result is not None
    for seat in range(4):
        assert table.view(seat).players[1].hand == ((15,) if seat == 1 else None)


def test_K_27_the_last_round_is_the_one_that_begins_with_two_medals_in_the_centre() -> None:
    table, pots = Table(), []
    while table.result is None:
        centre = table.state.centre
        stake = table.deal().view(SPECTATOR).stake if table.state.stage == "round_over" else 1
        assert (centre == 2) == (stake == 2)
        table.round(0 if len(pots) % 2 else 1)
        assert table.state.settlement is not None
        pots.append(table.state.settlement.pot - stake)
    assert pots == [1, 1, 1, 1, 1, 1, 2]


def test_K_27_between_two_rounds_the_view_tells_the_prize_and_the_stake_of_the_next() -> None:
    table = Table()
    for _ in range(6):
        table.round(0)
    assert (table.view(1).prize, table.view(1).stake) == (2, 2)
    table.round(0)
    assert (table.view(1).prize, table.view(1).stake) == (0, 0)
