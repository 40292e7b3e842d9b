"""The visibility table of a game: who sees what, as it really happened in play.

The twins cannot see an audience declared too wide: everybody may know what was declared open. So the audiences stand in
a committed table, by the role of those in it, and a change of the table is a change somebody has to approve.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from domain.kernel.outcomes import Draw, Outcome, Roll, Show, Shuffle, audience
from domain.kernel.rules import AnyRuleset, Played
from domain.kernel.seats import Seat, Seen
from domain.kernel.secrecy import secret_fields
from tests.kit.changes import any_seat, step_kind
from tests.kit.games import Variant, random_game, variants
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
    for row, count in _rows(scripts):
        times[row].add(count > 1)
    return _printed(times)


def is_table_of(scripts: Iterable[GameScript], text: str) -> bool:
    """Whether the table of these games is this text; the first row that the text does not have settles it."""
    approved = {Row(step, what, name, audience) for step, what, name, _, audience in _lines(text)}
    times: dict[Row, set[bool]] = defaultdict(set)
    for row, count in _rows(scripts):
        if row not in approved:
            return False
        times[row].add(count > 1)
    return _printed(times) == text


def _rows(scripts: Iterable[GameScript]) -> Iterator[tuple[Row, int]]:
    for script in scripts:
        for event in script.events:
            yield from rows_of(event).items()


def _printed(times: Mapping[Row, set[bool]]) -> str:
    lines = [("step", "what", "name", "times", "audience")]
    for row in sorted(times):
        often = {frozenset({False}): "1", frozenset({True}): "2+"}.get(frozenset(times[row]), "1 or 2+")
        lines.append((row.step, row.what, row.name, often, row.audience))
    widths = [max(len(line[column]) for line in lines) for column in range(5)]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() + "\n" for line in lines
    )


class Survey(NamedTuple):
    """What the games for a table show: the table, and which of them hold each row, by its step, kind and name."""

    text: str
    holding: Mapping[str, Sequence[tuple[Variant, int]]]


@cache
def surveyed(rules: AnyRuleset) -> Survey:
    """The games for a table looked through; once, whoever asks."""
    times: dict[Row, set[bool]] = defaultdict(set)
    holding: dict[str, list[tuple[Variant, int]]] = defaultdict(list)
    for variant, number in _chosen(rules):
        held = set()
        for row, count in _rows([table_game(variant, number)]):
            times[row].add(count > 1)
            held.add(_kind(row.step, row.what, row.name))
        for kind in held:
            holding[kind].append((variant, number))
    return Survey(_printed(times), holding)


def games_for_table(rules: AnyRuleset) -> Iterable[GameScript]:
    """The games a table is printed from: the same ones each time."""
    return (table_game(variant, number) for variant, number in _chosen(rules))


def table_game(variant: Variant, number: int) -> GameScript:
    """The n-th random game of a variant, in every other one of which some leave."""
    return random_game(variant, number, leaving=0.03 if number % 2 else 0.0)


def _chosen(rules: AnyRuleset) -> Iterator[tuple[Variant, int]]:
    tables = variants(rules)
    return ((variant, number) for variant in tables for number in range(max(2, GAMES // len(tables))))


def table_file(rules: AnyRuleset) -> Path:
    """Where the approved table of a game is kept."""
    return GOLDEN / rules.name / f"v{rules.version}" / "visibility.txt"


def hidden_kinds(text: str) -> set[str]:
    """Of a table, every kind of secret that twins can vary."""
    kinds = set()
    for step, what, name, _, seen_by in _lines(text):
        if what in ("draw", "shuffle", "secret") and seen_by != "all":
            kinds.add(_kind(step, what, name))
    return kinds


def _kind(step: str, what: str, name: str) -> str:
    """A row as the twins name a kind of secret."""
    return f"{step} {what} {name}"


def _lines(text: str) -> list[list[str]]:
    """The cells of a table, without its headings."""
    return [re.split(r"  +", line) for line in text.splitlines()[1:]]


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
