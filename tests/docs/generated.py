"""The parts of pages that are written from the code, between `<!-- begin NAME -->` and `<!-- end NAME -->`."""

import re
from collections.abc import Callable
from typing import Final

from domain.games.registry import RULESETS, names, newest
from tests.docs.pages import DOCS, ROOT


def games() -> str:
    """The registered games: their names, versions, seats, and rulings."""
    rows = ["| game | ruleset | versions | players |", "| --- | --- | --- | --- |"]
    for name in names():
        versions = ", ".join(str(version) for known, version in sorted(RULESETS) if known == name)
        rules = newest(name)
        counts = sorted({count for options in rules.option_sets() for count in rules.seats(options)})
        rulings = f"domain/games/{name}/RULES.md"
        title = (ROOT / rulings).read_text().splitlines()[0].removeprefix("# ").partition(":")[0]
        players = str(counts[0]) if len(counts) == 1 else f"{counts[0]} – {counts[-1]}"
        rows.append(f"| [{title}]({rulings}) | `{name}` | {versions} | {players} |")
    return "\n".join(rows)


def decisions() -> str:
    """The decisions, by their titles."""
    pages = sorted(page for page in (DOCS / "decisions").glob("*.md") if page.name != "README.md")
    return "\n".join(f"- [{page.read_text().splitlines()[0].removeprefix('# ')}]({page.name})" for page in pages)


PARTS: Final[dict[str, Callable[[], str]]] = {"games": games, "decisions": decisions}


def renewed(text: str) -> str:
    """A page with its generated parts as the code has them now."""
    for name, part in PARTS.items():
        begin, end = f"<!-- begin {name} -->", f"<!-- end {name} -->"
        pattern = re.compile(f"{re.escape(begin)}\n.*?{re.escape(end)}", re.DOTALL)
        if pattern.search(text):
            text = pattern.sub(f"{begin}\n{part()}\n{end}".replace("\\", r"\\"), text)
    return text
