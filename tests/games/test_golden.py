"""Finished games on file replay byte for byte, those of every ruleset version there ever was."""

from pathlib import Path

import msgspec
import pytest

from domain.games.registry import RULESETS
from domain.kernel.recorded import RecordedChance
from domain.kernel.seeded import SeededChance
from tests.kit.games import Variant
from tests.kit.golden import as_text, file_of, play_again, read
from tests.kit.visibility import GOLDEN

FILES = sorted(GOLDEN.glob("*/v*/*.json"))
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")


def test_every_variant_has_a_golden_game(variant: Variant) -> None:
    assert file_of(variant).exists(), "python -m tests.kit.write"


@each_file
def test_a_golden_game_replays_byte_for_byte(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    held = msgspec.json.decode(text)
    assert (file.parent.parent.name, file.parent.name) == (held["ruleset"], f"v{held['version']}")
    script = read(RULESETS[held["ruleset"], held["version"]], text)
    script.states = list(play_again(script, RecordedChance))
    assert script.over
    assert as_text(script) == text


@each_file
def test_the_luck_of_a_golden_game_follows_from_its_seed(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    held = msgspec.json.decode(text)
    script = read(RULESETS[held["ruleset"], held["version"]], text)
    script.states = list(play_again(script, SeededChance))
    assert as_text(script) == text
