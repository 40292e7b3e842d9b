"""Tells in a line what a ply was: the move as the viewer knows it, and what chance answered."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from domain.kernel.outcomes import Hidden, SeenOutcome, Show
from domain.record.log import LogEntry
from service.cli.drawing import Drawing
from service.cli.words import game_word, word
from service.i18n import label


def ply_line(entry: LogEntry, game: str, drawing: Drawing, language: str) -> str:
    """The event of a ply."""
    outcomes = () if entry.outcomes is msgspec.UNSET else entry.outcomes
    answered = "; ".join(_outcome(outcome, drawing, language) for outcome in outcomes)
    if entry.event == "game.opened":
        return word(language, "opening") + (f"  {answered}" if answered else "")
    seat = drawing.seat(entry.seat) if entry.seat is not msgspec.UNSET else ""
    told = word(language, "withdrew") if entry.move is msgspec.UNSET else move_line(entry.move, game, drawing, language)
    return f"{seat}: {told}{_said(entry, language)}" + (f"  → {answered}" if answered else "")


def _said(entry: LogEntry, language: str) -> str:
    """What was said with a move; of a text that is not there, that there was one."""
    if entry.said is not msgspec.UNSET:
        return ": " + word(language, "said").format(entry.said)
    spoke = entry.move is not msgspec.UNSET and entry.move.get("words")
    return f" ({word(language, 'said_not_kept')})" if spoke else ""


_SEATS: Final = ("target", "seat", "other_seat", "player")
"""Fields that name a seat, where they hold a number."""


def move_line(move: Mapping[str, Any], game: str, drawing: Drawing, language: str) -> str:
    """A move in words: what the game says of its kind, with the fields in their places there, and those that have none
    behind it, each after the word the game has for it. Digests are not shown.

    >>> move_line({"move": "stake", "medals": 1}, "some_game", Drawing("en", "some_game"), "en")
    'stake, medals 1'
    >>> move_line({"move": "declare", "action": "steal", "target": 2}, "coup", Drawing("en", "coup"), "en")
    'declares Steal against Seat 2'
    >>> move_line({"move": "steal", "organ": "red", "seat": 1}, "virus", Drawing("es", "virus"), "es")
    'roba Corazón a Asiento 1'
    """
    fields = _Fields(
        (name, drawing.seat(value) if name in _SEATS and isinstance(value, int) else drawing.value(value))
        for name, value in move.items()
        if name not in ("move", "words") and value is not None
    )
    words = label(language, key := f"{game}.move.{move.get('move', '?')}")
    told = game_word(language, key) if words == key else words.format_map(fields)
    return told + "".join(_behind(language, game, *field) for field in fields.items() if field[0] not in fields.placed)


class _Fields(dict[str, str]):
    """The fields of a move in words; `placed` are those that the game's words have a place for."""

    def __init__(self, fields: Iterable[tuple[str, str]]) -> None:
        super().__init__(fields)
        self.placed: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.placed.add(name)
        return self.get(name, "…")


def _behind(language: str, game: str, name: str, said: str) -> str:
    words = label(language, key := f"{game}.field.{name}")
    if words == key:
        words = f", {name.replace('_', ' ')}"
    return f"{'' if words[:1] in ('', ',') else ' '}{words} {said}"


_OF_A_SEAT: Final = re.compile(r"(.+?)(?: of)? (\d+)")
"""What is shown and whose it is: ``hand 2``, ``card of 0``."""


def _outcome(outcome: SeenOutcome, drawing: Drawing, language: str) -> str:
    ruling = f" ({outcome.ruling})" if isinstance(outcome, Show | Hidden) and outcome.ruling else ""
    if isinstance(outcome, Hidden):
        kind, where, cards = outcome.kind, outcome.where, f"{outcome.count} × ?"
    else:
        kind, where = type(outcome).__name__.lower(), getattr(outcome, "pile", "") or getattr(outcome, "what", "")
        cards = drawing.value(outcome.cards)
    of_a_seat = _OF_A_SEAT.fullmatch(where) if kind == "show" else None
    place = f" {drawing.value(where)}" if where else ""
    if of_a_seat:
        place = f" {drawing.value(of_a_seat[1])} ({drawing.seat(int(of_a_seat[2]))})"
    return f"{game_word(language, f'outcome_{kind}')}{place}: {cards}{ruling}"
