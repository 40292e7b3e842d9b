"""What people read of a game that is no label of its board."""

from typing import get_args

import pytest

from domain.games.spyfall.edition import OWN_WORDS
from domain.games.spyfall.rules import SPYFALL
from domain.games.spyfall.state import Stage
from domain.kernel.outcomes import Draw, Show
from service.i18n import LANGUAGES, label, text
from tests.kit.games import random_game, variants


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_at_the_wrong_time_is_told_the_stage_in_words(language: str) -> None:
    stages = set(get_args(Stage)) - {"over"}  # then every move is refused for that
    told = {text(language, "wrong_phase", {"stage": stage}, "spyfall").detail for stage in stages}
    assert len(told) == len(stages)
    assert not [detail for detail in told for stage in stages if f"({stage})" in detail]


def test_whatever_is_drawn_or_shown_is_told_in_words_that_no_location_takes_away() -> None:
    script = random_game(variants(SPYFALL)[0], 3, leaving=0.05)
    told = {outcome for event in script.events for outcome in event.outcomes}
    places = {where.pile if isinstance(where, Draw) else where.what for where in told if isinstance(where, Draw | Show)}
    words = {place.rstrip("0123456789 ").removesuffix(" of") for place in places} | {"agent", "spy"}
    assert words == {"locations", "roles", "cards", "location", "card", "agent", "spy"}
    assert words <= OWN_WORDS
    for language in LANGUAGES:
        for word in words:
            assert label(language, f"spyfall.{word}") != f"spyfall.{word}"
