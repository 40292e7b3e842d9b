"""From turn to turn, the end, leaving, large tables and editions: GO-R17, GO-R18, GO-R31, GO-R34 to GO-R36."""
# ruff: noqa: N802 (a ruling keeps its capital letters)

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.geek_out_masters.edition import STANDARD, Pair
from domain.games.geek_out_masters.rules import GEEK_OUT_MASTERS
from domain.games.geek_out_masters.state import Options, State
from domain.games.geek_out_masters.view import View, view
from domain.kernel.refusals import BadOptions, IllegalMove
from domain.kernel.rules import Played, apply
from domain.kernel.seats import Viewer
from domain.kernel.supplied import SuppliedChance
from tests.games.geek_out_masters.profile import PROFILE
from tests.games.geek_out_masters.table import Continue, Pass, Roll, Table, Use
from tests.kit.games import seed_of
from tests.kit.laws import check_positions
from tests.kit.open_games import check_open
from tests.kit.player import play_on
from tests.kit.profile import broken
from tests.kit.script import opened


def test_the_example_of_the_rulebook_four_dice_and_then_two_are_thirteen_points() -> None:
    table = Table(seats=1).turn(4)
    assert table.state.totals == (10,)
    assert table.turn(2).state.totals == (13,)


def test_GO_R17_a_lead_ends_nothing_early_and_all_have_as_many_turns() -> None:
    table, turns = Table(seats=3), [0, 0, 0]
    while table.awaited:
        (seat,) = table.awaited
        turns[seat] += 1
        table.turn(7 if seat == 0 else 0)
    assert turns == [5, 5, 5]


def test_GO_R18_the_first_player_is_an_input_and_it_goes_clockwise() -> None:
    table, order = Table(seats=3, first_player=1), []
    for _ in range(4):
        order += table.awaited
        table.turn(0)
    assert order == [1, 2, 0, 1]
    assert table.state.round == 2


@pytest.mark.parametrize("first", [-1, 3])
def test_GO_R18_the_first_player_sits_at_the_table(first: int) -> None:
    with pytest.raises(BadOptions, match=f"options.first_player: no_such_seat given={first} most=2"):
        Table(seats=3, first_player=first)


@pytest.mark.parametrize(
    ("part", "value", "words"),
    [
        ("players", (0, 3), "players: seat_range least=0 most=3 fewest=1 limit=99"),
        ("players", (3, 2), "players: seat_range"),
        ("players", (1, 100), "players: seat_range"),
        ("rounds", 0, "rounds: bad_number least=1 most=99 given=0"),
        ("dice", 100, "dice: bad_number least=1 most=99 given=100"),
        ("active", 11, "active: bad_number least=1 most=10 given=11"),
        ("pairs", (), "pairs: no_faces"),
        ("pairs", (*STANDARD.pairs, Pair("blue", ("heart", "42"))), "pairs.3.faces.0: face_repeats face=heart"),
        ("pairs", (Pair("blue", ("heart", "heart")),), "pairs.0.faces.1: face_repeats face=heart"),
        ("pairs", (Pair("red\n", ("heart", "42")),), "pairs.0.colour: bad_name most=80"),
        ("name", " ", "name: bad_name most=80"),
        ("name", "\N{RIGHT-TO-LEFT OVERRIDE}club", "name: bad_name"),
        ("name", "c" * 81, "name: bad_name"),
        ("scores", STANDARD.scores[1:], "scores: score_card_length needed=11 given=10"),
        ("scores", (*STANDARD.scores[:-1], -5), "scores.10: bad_number least=0 most=1000000 given=-5"),
    ],
)
def test_an_edition_nobody_can_play_with_is_refused_at_the_opening(part: str, value: Any, words: str) -> None:
    with pytest.raises(BadOptions, match=f"^options.edition.{words}"):
        Table(edition=replace(STANDARD, **{part: value}))


def test_an_edition_at_its_bounds_is_played_with() -> None:
    scores = (*(0 for _ in range(99)), 1_000_000)
    most = replace(STANDARD, name="c" * 80, players=(99, 99), rounds=99, dice=99, active=99, scores=scores)
    table = Table(seats=99, edition=most).roll("4" * 99).play(Pass())
    assert table.ending == (0, "passed", 1_000_000)
    least = replace(STANDARD, players=(1, 1), rounds=1, dice=1, active=1, scores=(0, 1))
    assert Table(seats=1, edition=least).roll("4").play(Pass()).result is not None


def test_GO_R31_after_five_rounds_equal_totals_share_the_win() -> None:
    table = Table(seats=3)
    for scored in (4, 2, 1) * 4 + (0, 6, 1):
        assert table.result is None
        table.turn(scored)
    assert table.awaited == []
    assert table.result is not None
    assert (table.result.scores, table.result.places) == ((40, 33, 5), (1, 2, 3))
    assert table.result.why == "last_round"
    for late in (Roll(), Pass(), Continue(), Use("heart")):
        with pytest.raises(IllegalMove, match="game_over"):
            apply(GEEK_OUT_MASTERS, table.state, Played(0, late), SuppliedChance())


def test_GO_R31_a_shared_win() -> None:
    table = Table(seats=3)
    for scored in (3, 2, 3) * 5:
        table.turn(scored)
    assert table.result is not None
    assert table.result.places == (1, 3, 1)


def test_GO_R34_everybody_sees_everything() -> None:
    assert check_open(GEEK_OUT_MASTERS) > 500


def test_GO_R34_a_view_that_withholds_something_is_found() -> None:
    def others_dice_hidden(state: State, viewer: Viewer) -> View:
        told = view(state, viewer)
        return told if viewer in (told.turn, "arbiter") else replace(told, active=())

    with pytest.raises(AssertionError, match="viewer"):
        check_open(broken(GEEK_OUT_MASTERS, view=others_dice_hidden))


def test_GO_R34_only_an_action_may_be_taken_back() -> None:
    state = Table().roll("s444444").state
    assert not GEEK_OUT_MASTERS.binding(state, 0, Use("spaceship", "42"))
    for move in (Roll(), Pass(), Continue()):
        assert GEEK_OUT_MASTERS.binding(state, 0, move)


def test_GO_R35_one_player_has_five_turns() -> None:
    table = Table(seats=1)
    for scored in (1, 2, 3, 4, 5):
        table.turn(scored)
    assert table.result is not None
    assert (table.result.scores, table.result.places) == ((35,), (1,))


@pytest.mark.parametrize("seats", [0, -1, 100])
def test_GO_R35_nobody_and_too_many_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions, match=f"seats: seat_count least=1 most=99 given={seats}"):
        Table(seats=seats)


@pytest.mark.parametrize("seats", [5, 17, 99])
def test_GO_R35_a_large_table_plays_like_a_small_one(seats: int) -> None:
    """The shared tests play tables of up to four; this one a round or two of larger ones."""
    options = Options(first_player=seats - 1, edition=replace(STANDARD, rounds=2 if seats < 20 else 1))
    seed = seed_of("large table", seats)
    check_positions(play_on(opened(GEEK_OUT_MASTERS, options, seats, seed), Random(seed), leaving=0.005), PROFILE)


@pytest.mark.long
@pytest.mark.parametrize("seats", range(5, 100))
def test_GO_R35_whole_games_at_every_size_of_table(seats: int) -> None:
    """A thousand games up to twenty seats; beyond these fewer, for the work grows with the square of the seats."""
    for number in range(1_000 if seats <= 20 else 10):
        seed = seed_of("every size", seats, number)
        script = opened(GEEK_OUT_MASTERS, Options(first_player=number % seats), seats, seed)
        check_positions(play_on(script, Random(seed), leaving=0.003 * (number % 2)), PROFILE)


def test_GO_R36_the_turn_in_progress_scores_nothing_and_later_ones_are_skipped() -> None:
    table = Table(seats=3).turn(4).roll("4444444").leave(1)
    assert table.ending == (1, "withdrew", 0)
    assert (table.awaited, table.state.round) == ([2], 1)
    table.turn(1)
    assert (table.awaited, table.state.round) == ([0], 2)
    assert table.turn(0).awaited == [2]


def test_GO_R36_the_others_turn_goes_on() -> None:
    table = Table(seats=3).turn(0).roll("vd44444")
    before = table.state
    table.leave(0)
    assert (table.awaited, table.areas) == ([1], ("vd44444", 3, 0, 0))
    assert table.state.active == before.active
    assert table.use("v", "4").awaited == [2]


def test_GO_R36_the_last_in_order_leaves_before_rolling_and_the_round_is_over() -> None:
    table = Table(seats=2).turn(3).leave(1)
    assert (table.awaited, table.state.round) == ([0], 2)
    assert table.ending == (0, "passed", 6)  # the last turn played is still the one shown


def test_GO_R36_the_total_stands_but_comes_behind_those_who_stayed() -> None:
    table = Table(seats=4).turn(5).turn(2).turn(1).turn(7).leave(3).leave(0)
    while table.awaited:
        table.turn(0)
    assert table.result is not None
    assert table.result.scores == (15, 3, 1, 28)
    assert table.result.places == (4, 1, 2, 3)


def test_GO_R36_when_all_have_left_the_game_is_over() -> None:
    table = Table(seats=2).turn(2).leave(1).leave(0)
    assert table.result is not None
    assert table.result.why == "all_left"
    assert table.result.places == (1, 2)
