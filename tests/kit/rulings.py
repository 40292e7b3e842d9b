"""The rulings of a game: listed in its RULES.md, each coded in its folder and tested by a test that bears its id."""

import re
from pathlib import Path

from domain.kernel.rules import AnyRuleset

ROOT = Path(__file__).parent.parent.parent
SOURCES = ("TEXT", "PUB", "IMPL", "DEFAULT")


def listed(rules: AnyRuleset) -> dict[str, str]:
    """The rulings of a game's RULES.md by id, each with its source."""
    rows: dict[str, str] = {}
    for line in (_games(rules) / "RULES.md").read_text(encoding="utf-8").splitlines():
        found = re.match(r"\| ([A-Z]+-\d+) \|.*\| ([^|]+) \|$", line)
        if found:
            assert found[1] not in rows, f"{found[1]} is listed twice"
            rows[found[1]] = found[2]
    return rows


def in_code(rules: AnyRuleset) -> set[str]:
    """The ruling ids that the game's code names."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted(_games(rules).glob("*.py")))
    return set(re.findall(r"\b[A-Z]+-\d+\b", text))


def in_tests(rules: AnyRuleset) -> set[str]:
    """The ruling ids that tests bear in their names: ``test_K_06_...`` is K-6's."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted(_tests(rules).glob("test_*.py")))
    names = re.findall(r"def test_(\w+)", text)
    return {f"{letters}-{int(number)}" for name in names for letters, number in re.findall(r"([A-Z]+)_(\d+)", name)}


def _games(rules: AnyRuleset) -> Path:
    return ROOT / "domain" / "games" / rules.name


def _tests(rules: AnyRuleset) -> Path:
    return ROOT / "tests" / "games" / rules.name
