"""The opening, the deal and the draw stage: K-1 to K-4, K-17 to K-20."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from domain.games.kobayakawa.rules import KOBAYAKAWA
from domain.games.kobayakawa.state import Options
from domain.kernel.outcomes import Draw as Drawn
from domain.kernel.outcomes import Hidden, as_seen
from domain.kernel.refusals import BadOptions
from domain.kernel.seats import ALL, only
from domain.kernel.seeded import SeededChance
from tests.games.kobayakawa.table import USUAL_HANDS, Deal, Discard, Draw, Pass, Replace, Stake, Table


def test_K_01_who_has_drawn_can_no_longer_turn_up_a_kobayakawa() -> None:
    table = Table().play(0, Draw(), 2)
    assert table.refusal(0, Replace()) == "already_drew"
    assert table.moves(0) == [Discard(2), Discard(9)]


def test_K_02_everybody_draws_exactly_once_a_round() -> None:
    table = Table()
    assert table.refusal(0, Pass()) == "wrong_phase stage=draw"
    assert table.refusal(0, Stake(1)) == "wrong_phase stage=draw"
    assert table.refusal(0, Discard(9)) == "draw_first"
    table.play(0, Draw(), 2)
    assert table.refusal(0, Draw()) == "already_drew"
    table.play(0, Discard(9))
    for again in (Draw(), Replace(), Discard(2)):
        assert table.refusal(0, again) == "out_of_turn awaited=1"


def test_K_02_nobody_draws_when_the_stakes_have_begun() -> None:
    table = Table().all_keep()
    assert table.refusal(0, Draw()) == "wrong_phase stage=stake"
    assert table.refusal(0, Replace()) == "wrong_phase stage=stake"
    assert table.refusal(0, Discard(9)) == "wrong_phase stage=stake"


@pytest.mark.parametrize(("discarded", "kept"), [(2, 9), (9, 2)], ids=["the new card", "the old card"])
def test_K_03_either_card_may_be_discarded(discarded: int, kept: int) -> None:
    table = Table().play(0, Draw(), 2).play(0, Discard(discarded))
    assert table.state.discards[0] == (discarded,)
    assert table.state.hands[0] == (kept,)


def test_K_03_nobody_is_told_whether_the_old_or_the_new_card_was_discarded() -> None:
    """Two games that differ in just that look the same to the others, in view, board and outcomes."""
    old_goes = Table(hands=(9, 15, 12)).play(0, Draw(), 2).play(0, Discard(9))
    new_goes = Table(hands=(2, 15, 12)).play(0, Draw(), 9).play(0, Discard(9))
    for viewer in (1, 2, "spectator"):
        assert old_goes.view(viewer) == new_goes.view(viewer)
    assert old_goes.view(0) == new_goes.view(0)  # and the hand is a hand, not an order of arrival


def test_K_03_only_a_card_in_hand_is_discarded() -> None:
    assert Table().play(0, Draw(), 2).refusal(0, Discard(15)) == "card_not_held card=15"


def test_K_04_covered_cards_stay_out_of_play_and_known_to_all() -> None:
    table = Table(hands=(9, 15, 12)).play(0, Replace(), 4).play(1, Replace(), 13)
    for viewer in (0, 1, 2, "spectator"):
        assert table.view(viewer).kobayakawa == (8, 4, 13)
    table.all_keep().stakes(0, 2)
    assert table.shown == {0: 9 + 13, 2: 12}  # neither 8 nor 4 counts any more


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_K_17_four_medals_each_and_eight_in_the_centre(seats: int) -> None:
    state = Table(hands=USUAL_HANDS[:seats]).state
    assert state.medals == (4,) * seats
    assert (state.centre, state.box) == (8, 32 - 8 - 4 * seats)


@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_K_17_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions, match="seats: seat_count least=3 most=6"):
        KOBAYAKAWA.setup(Options(), seats, SeededChance(bytes(32), 1))


def test_K_18_one_card_each_for_its_owner_alone_and_the_kobayakawa_for_all() -> None:
    table = Table(hands=(9, 15, 12))
    assert [outcome.seen_by for outcome in table.outcomes] == [only(0), only(1), only(2), ALL]
    assert table.state.hands == ((9,), (15,), (12,))
    assert table.state.kobayakawa == (8,)
    assert table.state.deck == (1, 2, 3, 4, 5, 6, 7, 10, 11, 13, 14)


def test_K_18_all_cards_are_in_the_deck_again_for_the_next_round() -> None:
    table = Table(hands=(9, 15, 12)).play(0, Replace(), 4).all_keep().stakes(0, 1).deal(9, 4, 8, kobayakawa=15)
    assert table.state.hands[table.state.order[0]] == (9,)
    assert table.state.kobayakawa == (15,)
    assert len(table.state.deck) == 11
    assert table.state.discards == ((), (), ())


def test_K_18_the_next_round_waits_for_its_first_player() -> None:
    table = Table().round(1)
    assert table.awaited == [1]
    assert table.refusal(0, Deal()) == "out_of_turn awaited=1"
    assert table.refusal(1, Draw()) == "wrong_phase stage=round_over"
    assert table.moves(1) == [Deal()]


def test_K_18_nobody_deals_in_the_middle_of_a_round() -> None:
    assert Table().refusal(0, Deal()) == "wrong_phase stage=draw"
    assert Table().all_keep().refusal(0, Deal()) == "wrong_phase stage=stake"


def test_K_19_the_first_player_is_an_input_and_play_is_clockwise() -> None:
    table = Table(first_player=2)
    assert table.state.order == (2, 3, 0, 1)
    assert table.state.hands == ((12,), (3,), (9,), (15,))  # dealt from the first player on
    for seat in (2, 3, 0, 1):
        assert table.awaited == [seat]
        table.play(seat, Replace(), int(table.state.deck[0]))


@pytest.mark.parametrize("first", [-1, 4, 99])
def test_K_19_the_first_player_sits_at_the_table(first: int) -> None:
    with pytest.raises(BadOptions, match=r"options\.first_player: no_such_seat"):
        KOBAYAKAWA.setup(Options(first_player=first), 4, SeededChance(bytes(32), 1))


def test_K_20_a_drawn_card_is_its_owners_and_a_turned_up_one_is_everybodys() -> None:
    table = Table().play(0, Draw(), 2)
    assert table.outcomes == (Drawn("deck", only(0), (2,)),)
    assert as_seen(table.outcomes[0], 1) == Hidden("draw", "deck", only(0), 1)
    table.play(0, Discard(2)).play(1, Replace(), 4)
    assert table.outcomes == (Drawn("deck", ALL, (4,)),)


def test_K_20_six_players_who_all_draw_leave_two_cards() -> None:
    table = Table(hands=USUAL_HANDS)
    assert len(table.state.deck) == 8
    assert len(table.all_keep().state.deck) == 2
