"""Random games of every variant, from the opening to the end."""

from random import Random

import pytest

from domain.kernel.seats import ARBITER, SPECTATOR
from tests.kit.games import Variant, random_game, seed_of, shared_games
from tests.kit.laws import check_positions, viewers
from tests.kit.player import play_on
from tests.kit.profile import Profile
from tests.kit.script import opened

LONG = 1_000
LEAVING = 0.03


@pytest.mark.parametrize("leaving", [0.0, LEAVING], ids=["all stay", "some leave"])
def test_every_position_of_a_game_keeps_the_laws(variant: Variant, leaving: float, profile: Profile) -> None:
    for script in shared_games(variant, leaving):
        assert script.over
        check_positions(script, profile)


@pytest.mark.long
def test_a_thousand_games_keep_the_laws(variant: Variant, profile: Profile) -> None:
    for number in range(LONG):
        check_positions(random_game(variant, number, leaving=LEAVING if number % 2 else 0.0), profile)


def test_awaited_seats_and_deadlines_alone_bring_a_game_to_its_end(variant: Variant) -> None:
    for number in range(4):
        seed = seed_of("awaited", variant, number)
        assert play_on(opened(*variant, seed), Random(seed), unasked=0.0).over


def test_a_game_is_decided_by_seed_options_and_moves(variant: Variant) -> None:
    one, two = shared_games(variant)[0], random_game(variant, 0)
    assert one.events == two.events
    assert one.states == two.states


def test_other_seeds_open_other_games(variant: Variant) -> None:
    openings = {opened(*variant, seed_of("opening", variant, number)).events[0].outcomes for number in range(20)}
    assert len(openings) > 1 or openings == {()}


def test_every_viewer_has_a_view_that_says_whose_decision_it_is(variant: Variant) -> None:
    """Whatever a view hides, the awaited seats on the board are the ones the game stands still for."""
    script = shared_games(variant, LEAVING)[0]
    for state in script.states:
        for viewer in viewers(variant.seats):
            board = variant.rules.board(variant.rules.view(state, viewer))
            assert set(board.awaited) == {seat for seat in variant.rules.awaited(state) if seat >= 0}


def test_a_spectator_never_sees_more_than_the_arbiter(variant: Variant) -> None:
    """Every card face on a spectator's board lies on the arbiter's too: nothing is made up for those who see less."""
    script = shared_games(variant, LEAVING)[1]
    for state in script.states:
        faces = [
            {(area.id, piece.face) for area in variant.rules.board(view).areas for piece in area.pieces}
            for view in (variant.rules.view(state, SPECTATOR), variant.rules.view(state, ARBITER))
        ]
        shown, known = ({(area, face) for area, face in each if face is not None} for each in faces)
        assert shown <= known
