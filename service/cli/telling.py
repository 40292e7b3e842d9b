"""Tells in a line what a ply was: the move as the viewer knows it, and what chance answered."""

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.kernel.outcomes import Hidden, SeenOutcome, Show
from domain.record.log import LogEntry
from service.cli.drawing import Drawing
from service.cli.words import game_word, word


def ply_line(entry: LogEntry, game: str, drawing: Drawing, language: str) -> str:
    """The event of a ply."""
    outcomes = () if entry.outcomes is msgspec.UNSET else entry.outcomes
    answered = "; ".join(_outcome(outcome, language) for outcome in outcomes)
    if entry.event == "game.opened":
        return word(language, "opening") + (f"  {answered}" if answered else "")
    seat = drawing.seat(entry.seat) if entry.seat is not msgspec.UNSET else ""
    told = word(language, "withdrew") if entry.move is msgspec.UNSET else move_line(entry.move, game, language)
    return f"{seat}: {told}" + (f"  → {answered}" if answered else "")


def move_line(move: Mapping[str, Any], game: str, language: str) -> str:
    """A move in words: its kind and its fields.

    >>> move_line({"move": "stake", "medals": 1}, "some_game", "en")
    'stake, medals 1'
    """
    kind = game_word(language, f"{game}.move.{move.get('move', '?')}")
    fields = [f"{name.replace('_', ' ')} {_value(value)}" for name, value in move.items() if name != "move"]
    return ", ".join([kind, *fields])


def _value(value: Any) -> str:
    return " ".join(map(_value, value)) if isinstance(value, list | tuple) else str(value)


def _outcome(outcome: SeenOutcome, language: str) -> str:
    if isinstance(outcome, Hidden):
        ruling = f" ({outcome.ruling})" if outcome.ruling else ""
        return f"{game_word(language, outcome.kind)} {outcome.where}: {outcome.count} × ?{ruling}"
    where = getattr(outcome, "pile", "") or getattr(outcome, "what", "")
    ruling = f" ({outcome.ruling})" if isinstance(outcome, Show) else ""
    kind = type(outcome).__name__.lower()
    return f"{game_word(language, kind)} {where}: {' '.join(map(str, outcome.cards))}{ruling}".replace(" :", ":")
