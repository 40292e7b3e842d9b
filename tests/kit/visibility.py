"""The visibility table of a game: who sees what, as it really happened in play.

The twins cannot see an audience declared too wide: everybody may know what was declared open. So the audiences stand in
a committed table, by the role of those in it, and a change of the table is a change somebody has to approve.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from domain.kernel.outcomes import Draw, Outcome, Roll, Show, Shuffle, audience
from domain.kernel.rules import AnyRuleset, Played
from domain.kernel.seats import Seat, Seen
from domain.kernel.secrecy import secret_fields
from tests.kit.changes import any_seat, step_kind
from tests.kit.games import random_game, variants
from tests.kit.script import Event, GameScript, mover

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = 288
"""Games the table is printed from, spread over the variants, half of them with withdrawals; two of each at least."""


class Row(NamedTuple):
    """In this kind of step, this happens, and so many see it. Seat numbers stand as #."""

    step: str
    what: str
    name: str
    audience: str


def rows_of(event: Event) -> Counter[Row]:
    """What one event showed to whom, and how often."""
    kind, own = step_kind(event.step), mover(event.step)
    rows: Counter[Row] = Counter()
    if isinstance(event.step, Played):
        move = type(event.step.move)
        for name in move.__struct_fields__:
            secret = name in secret_fields(move)
            rows[Row(kind, "secret" if secret else "field", name, "mover" if secret else "all")] += 1
    for outcome in event.outcomes:
        what, name = _named(outcome)
        rows[Row(kind, what, name, role(audience(outcome), own))] += 1
    return rows


def role(seen_by: Seen, own: Seat | None) -> str:
    """An audience in words that fit any seat."""
    if seen_by == "all":
        return "all"
    others = len(seen_by - {own})
    parts = ["mover"] * (own in seen_by) + ["other" if others == 1 else "others"] * (others > 0)
    return " and ".join(parts) or "nobody"


def table(scripts: Iterable[GameScript]) -> str:
    """The table as text. `times` says whether a row comes once or several times in one event."""
    times: dict[Row, set[bool]] = defaultdict(set)
    for script in scripts:
        for event in script.events:
            for row, count in rows_of(event).items():
                times[row].add(count > 1)
    lines = [("step", "what", "name", "times", "audience")]
    for row in sorted(times):
        often = {frozenset({False}): "1", frozenset({True}): "2+"}.get(frozenset(times[row]), "1 or 2+")
        lines.append((row.step, row.what, row.name, often, row.audience))
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() + "\n" for line in lines
    )


def games_for_table(rules: AnyRuleset) -> Iterable[GameScript]:
    """The games a table is printed from: the same ones each time."""
    tables = variants(rules)
    for variant in tables:
        for number in range(max(2, GAMES // len(tables))):
            yield random_game(variant, number, leaving=0.03 if number % 2 else 0.0)


def table_file(rules: AnyRuleset) -> Path:
    """Where the approved table of a game is kept."""
    return GOLDEN / rules.name / f"v{rules.version}" / "visibility.txt"


def hidden_kinds(text: str) -> set[str]:
    """Of a table, every kind of secret that twins can vary."""
    kinds = set()
    for line in text.splitlines()[1:]:
        step, what, name, _, seen_by = re.split(r"  +", line)
        if what in ("draw", "shuffle", "secret") and seen_by != "all":
            kinds.add(f"{step} {what} {name}")
    return kinds


def _named(outcome: Outcome) -> tuple[str, str]:
    match outcome:
        case Draw(pile=pile):
            return "draw", any_seat(pile)
        case Shuffle(pile=pile):
            return "shuffle", any_seat(pile)
        case Show(ruling=ruling, what=what):
            return "show", f"{ruling}: {any_seat(what)}"
        case Roll():
            return "roll", "die"
