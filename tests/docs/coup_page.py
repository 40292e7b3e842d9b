"""`python -m tests.docs.coup_page`: writes the outputs of docs/coup-worked-example.md anew, from the game it tells.

An output stands in a fenced block behind a comment that says what it is: `<!-- output: ply 8 -->`. The prose is written
by hand; everything in those blocks comes from the rules, the record, `acta replay` and `acta verify`.
"""

import io
import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec
from rich.console import Console

from domain.games.coup.moves import Block, Challenge, Concede, Declare, Lose, Pass, Show
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer
from domain.record.verify import verify
from service.cli.drawing import Drawing
from service.cli.frames import RecordSource
from service.cli.replay import Screen
from service.cli.telling import ply_line
from service.cli.verdict import verdict
from tests.docs.pages import DOCS
from tests.record.forge import Forgery, forged
from tests.record.sitting import Sitting

PAGE: Final = DOCS / "coup-worked-example.md"
_SEED: Final = (6590).to_bytes(32, "big")
_SEATS: Final = 4
_OUTPUT: Final = re.compile(
    r"(?P<head><!-- output: (?P<what>[^>]+) -->\n```\w*\n)(?P<body>.*?)(?P<tail>^```$)", re.MULTILINE | re.DOTALL
)
_VIEWERS: Final[tuple[Viewer, ...]] = (ARBITER, *range(_SEATS), SPECTATOR)


def _begun() -> Sitting:
    """Four players, three coins each; it is the turn of seat 0."""
    table = Sitting("coup", _SEATS, seed=_SEED)
    for seat in range(_SEATS):
        table.play(seat, Declare("income"))
    return table


@cache
def main_line() -> Sitting:
    """The assassination of the page: challenged by seat 2, blocked by its target, the block challenged by seat 3."""
    table = _begun()
    table.play(0, Declare("assassinate", 1))
    table.play(1, Pass())
    table.play(2, Challenge())
    table.play(0, Show())
    table.play(2, Lose("duke"))
    table.play(1, Block("contessa"))
    table.play(0, Pass())
    table.play(3, Challenge())
    table.play(1, Concede("captain"))
    return table


@cache
def other_line() -> Sitting:
    """The same, with the challenge by the target itself."""
    table = _begun()
    table.play(0, Declare("assassinate", 1))
    table.play(1, Challenge())
    table.play(0, Show())
    table.play(1, Lose("captain"))
    table.play(1, Pass())
    return table


def _said(table: Sitting, ply: int, viewer: Viewer) -> str:
    source = RecordSource(table.record, viewer)
    return ply_line(source.frame(ply).entry, "coup", Drawing("en", "coup"), "en")


def _name(viewer: Viewer) -> str:
    return f"seat {viewer}" if isinstance(viewer, int) else str(viewer)


def ply(table: Sitting, number: int) -> str:
    """A ply as each viewer is told of it, those together who are told the same, and the agenda after it."""
    told: dict[str, list[str]] = {}
    for viewer in _VIEWERS:
        told.setdefault(_said(table, number, viewer), []).append(_name(viewer))
    if len(told) == 1:
        lines = [f"everybody reads  {next(iter(told))}"]
    else:
        width = max(len(", ".join(names)) for names in told.values()) + len(" reads")
        lines = [
            f"{(', '.join(names) + (' read' if len(names) > 1 else ' reads')).ljust(width)}  {line}"
            for line, names in told.items()
        ]
    return "\n".join([*lines, "", *agenda(table, number)])


def agenda(table: Sitting, number: int) -> list[str]:
    """The steps still to happen after a ply, as the view of a spectator has them, and who is awaited."""
    view = msgspec.to_builtins(table.record.rules.view(table.record.at_ply(number).state, SPECTATOR))
    lines = []
    for at, step in enumerate(view["agenda"], start=1):
        parts = (f"{name} {_listed(value)}" for name, value in step.items() if name != "step")
        lines.append(f"  {at}. {step['step']:<13} {', '.join(parts)}".rstrip())
    return ["agenda", *lines, f"awaited  {_listed(view['awaited'])}"]


def _listed(value: Any) -> str:
    return "+".join(map(str, value)) or "nobody" if isinstance(value, list | tuple) else str(value)


def event(table: Sitting, number: int) -> str:
    """What the record holds of a ply: the public document, without ids, time and link."""
    lines = [json.loads(line) for line in table.archive()]
    document = lines[number + 1]["document"]
    kept = {name: document[name] for name in ("event", "seat", "move", "outcomes")}
    return _short(kept)


def opened(table: Sitting, number: int) -> str:
    """The secrets of a ply as an arbiter's archive opens them."""
    return _short(json.loads(table.archive()[number + 1])["opened"])


def _short(document: object) -> str:
    """JSON with short lines, and long digests cut."""
    text = json.dumps(document, indent=1)
    text = re.sub(r'("(?:commitment|salt)": ")([^"]{12})[^"]*"', r'\1\2…"', text)
    return re.sub(r"\[\s+(\S+)\s+\]", r"[\1]", text)


def board(table: Sitting, number: int, viewer: Viewer) -> str:
    """A ply as `acta replay` draws it."""
    console = Console(file=io.StringIO(), width=100, highlight=False)
    console.print(Screen(RecordSource(table.record, viewer), "en", viewer).drawn(number))
    return "\n".join(line.rstrip() for line in console.file.getvalue().rstrip().splitlines())  # type: ignore[attr-defined]


def moves(table: Sitting, number: int, seat: int) -> str:
    """The legal moves of a seat after a ply."""
    state = table.record.at_ply(number).state
    return "\n".join(json.dumps(msgspec.to_builtins(move)) for move in table.record.rules.moves(state, seat))


def verified(lines: list[bytes]) -> str:
    """What `acta verify` says of an archive."""
    return "\n".join(str(line) for line in verdict(verify(lines), None, "game.acta"))


def forged_show(table: Sitting) -> list[bytes]:
    """The archive with a lie in it: seat 1 shows the contessa it never had, and the chain fits again."""

    def change(it: Forgery) -> None:
        at = it.find("game.move_played", move="concede")
        it.documents[at]["move"] = {"move": "show"}
        it.documents[at]["outcomes"] = []

    return forged(table.archive(), change)


def output(what: str) -> str:
    """The output a comment names."""
    kind, *given = what.split()
    table = other_line() if given and given[0] == "other" else main_line()
    given = [word for word in given if word != "other"]
    parts: dict[str, Callable[..., str]] = {
        "ply": lambda number: ply(table, int(number)),
        "event": lambda number: event(table, int(number)),
        "opened": lambda number: opened(table, int(number)),
        "board": lambda number, viewer: board(table, int(number), int(viewer) if viewer.isdigit() else viewer),  # type: ignore[arg-type]
        "moves": lambda number, seat: moves(table, int(number), int(seat)),
        "verify": lambda: verified(table.archive()),
        "forged": lambda: verified(forged_show(table)),
    }
    return parts[kind](*given)


def rewritten(text: str) -> str:
    """The page with its outputs as they are now."""
    return _OUTPUT.sub(lambda found: f"{found['head']}{output(found['what'])}\n{found['tail']}", text)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
