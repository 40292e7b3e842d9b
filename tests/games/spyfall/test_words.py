"""What people read of a game that is no label of its board."""

from typing import get_args

import pytest

from domain.games.spyfall.state import Stage
from service.i18n import LANGUAGES, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_at_the_wrong_time_is_told_the_stage_in_words(language: str) -> None:
    stages = set(get_args(Stage)) - {"over"}  # then every move is refused for that
    told = {text(language, "wrong_phase", {"stage": stage}, "spyfall").detail for stage in stages}
    assert len(told) == len(stages)
    assert not [detail for detail in told for stage in stages if f"({stage})" in detail]
