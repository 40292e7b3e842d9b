"""A player can leave at any moment, once, and the others finish the game."""

from random import Random

import pytest

from domain.kernel.refusals import GAME_OVER, NO_SUCH_SEAT
from domain.kernel.rules import Played, Withdrawal
from domain.kernel.seats import TABLE
from tests.kit.games import Variant, seed_of, shared_games, variants
from tests.kit.laws import check_leaving, check_positions, refused
from tests.kit.player import MOST_PLIES, play_on
from tests.kit.profile import Profile

MOMENTS = 240
"""In how many positions of a ruleset's games somebody leaves in `make test`, eight at least of each variant; in every
position of a game in `make test-long`."""


def leave_and_finish(variant: Variant, profile: Profile, moments: int) -> None:
    """Somebody leaves in so many positions of a game, spread over it, and the others go on from each to the end."""
    rng = Random(seed_of("leaving", variant))
    script = shared_games(variant)[0]
    for ply in range(0, script.ply, 1 + script.ply // moments):
        left = check_leaving(script, ply, rng.randrange(variant.seats))
        play_on(left, rng)
        check_positions(left, profile, since=ply)


def test_after_a_withdrawal_at_any_moment_the_others_finish(variant: Variant, profile: Profile) -> None:
    leave_and_finish(variant, profile, max(8, MOMENTS // len(variants(variant.rules))))


@pytest.mark.long
def test_after_a_withdrawal_at_every_moment_the_others_finish(variant: Variant, profile: Profile) -> None:
    leave_and_finish(variant, profile, MOST_PLIES)


def test_everybody_can_leave_one_after_the_other(variant: Variant, profile: Profile) -> None:
    rng = Random(seed_of("all leave", variant))
    for script in shared_games(variant):
        left = script.cut(since := rng.randrange(script.ply))
        for seat in rng.sample(range(variant.seats), variant.seats):
            if not left.over:
                left = check_leaving(left, left.ply, seat)
        assert left.over
        check_positions(left, profile, since)


def test_nobody_leaves_who_is_not_there_and_nobody_acts_when_it_is_over(variant: Variant) -> None:
    script = shared_games(variant)[0]
    middle = script.cut(script.ply // 2)
    for seat in (TABLE, variant.seats, 99):
        assert refused(middle, Withdrawal(seat)) == NO_SUCH_SEAT
    assert refused(script, Withdrawal(0)) == GAME_OVER
    for event in script.events:
        if isinstance(event.step, Played):
            assert refused(script, event.step) == GAME_OVER
