"""The rulings of a game: listed in its RULES.md, each coded in its folder and tested by a test that bears its id."""

import re
from pathlib import Path

from domain.kernel.rules import AnyRuleset

ROOT = Path(__file__).parent.parent.parent
ID = r"[A-Z]+-[A-Z]?\d+"
"""A ruling's id: ``K-6``, ``GO-R18``."""
SOURCES = ("TEXT", "PUB", "IMPL", "DEFAULT")


def listed(rules: AnyRuleset) -> dict[str, str]:
    """The rulings of a game's RULES.md by id, each with its source."""
    rows: dict[str, str] = {}
    for line in (_games(rules) / "RULES.md").read_text(encoding="utf-8").splitlines():
        found = re.match(rf"\| ({ID}) \|.*\| ([^|]+) \|$", line)
        if found:
            assert found[1] not in rows, f"{found[1]} is listed twice"
            rows[found[1]] = found[2]
    return rows


def in_code(rules: AnyRuleset) -> set[str]:
    """The ruling ids that the game's code names."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted(_games(rules).glob("*.py")))
    return set(re.findall(rf"\b{ID}\b", text))


def in_tests(rules: AnyRuleset) -> set[str]:
    """The ruling ids that tests bear in their names: ``test_K_06_...`` is K-6's, ``test_GO_R18_...`` GO-R18's."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted(_tests(rules).glob("test_*.py")))
    names = re.findall(r"def test_(\w+)", text)
    found = [each for name in names for each in re.findall(r"([A-Z]+)_([A-Z]?)(\d+)", name)]
    return {f"{game}-{letter}{int(number)}" for game, letter, number in found}


def _games(rules: AnyRuleset) -> Path:
    return ROOT / "domain" / "games" / rules.name


def _tests(rules: AnyRuleset) -> Path:
    return ROOT / "tests" / "games" / rules.name
