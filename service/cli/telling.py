"""Tells in a line what a ply was: the move as the viewer knows it, and what chance answered."""

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.kernel.outcomes import Hidden, SeenOutcome, Show
from domain.record.log import LogEntry
from service.cli.drawing import Drawing
from service.cli.words import game_word, value_word, word


def ply_line(entry: LogEntry, game: str, drawing: Drawing, language: str) -> str:
    """The event of a ply."""
    outcomes = () if entry.outcomes is msgspec.UNSET else entry.outcomes
    answered = "; ".join(_outcome(outcome, game, language) for outcome in outcomes)
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
    fields = [
        f"{name.replace('_', ' ')} {value_word(language, game, value)}"
        for name, value in move.items()
        if name != "move" and value is not None
    ]
    return ", ".join([kind, *fields])


def _outcome(outcome: SeenOutcome, game: str, language: str) -> str:
    ruling = f" ({outcome.ruling})" if isinstance(outcome, Show | Hidden) and outcome.ruling else ""
    if isinstance(outcome, Hidden):
        kind, where, cards = outcome.kind, outcome.where, f"{outcome.count} × ?"
    else:
        kind, where = type(outcome).__name__.lower(), getattr(outcome, "pile", "") or getattr(outcome, "what", "")
        cards = value_word(language, game, outcome.cards)
    place = f" {value_word(language, game, where)}" if where else ""
    return f"{word(language, f'outcome_{kind}')}{place}: {cards}{ruling}"
