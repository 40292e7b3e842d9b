"""The catalogues: TOML files beside this module, ``PART.LANGUAGE.toml``, read once.

A file holds ``[problems.CODE]`` tables (title, detail, what_to_do) and ``[labels]``. What belongs to one game is keyed
by the game's name and a dot in front: ``[problems."kobayakawa.already_drew"]``. In a detail, ``{fact}`` stands for a
fact of the problem.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

LANGUAGES: Final = ("en", "es")
DEFAULT: Final = "en"
_ANY: Final = "refused"
_AS_SENT: Final = ("given", "known")
"""Facts that repeat what was sent, or say what may be: they are never put in other words."""


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What people are told of a problem: its name, what happened this time, and what they can do."""

    title: str
    detail: str
    what_to_do: str

    def with_code(self, code: str) -> "Text":
        return Text(self.title, self.detail.replace("{code}", code), self.what_to_do)


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything there is to read in one language."""

    problems: dict[str, Text] = {}
    labels: dict[str, str] = {}


class _Facts(dict[str, str]):
    """Facts for a text; one that is not there leaves a gap rather than an error."""

    def __missing__(self, name: str) -> str:
        return "…"


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of one of `LANGUAGES`. Raises ValueError for a key that stands in two of its files."""
    problems: dict[str, Text] = {}
    labels: dict[str, str] = {}
    for file in sorted(files("service.i18n").iterdir(), key=lambda file: file.name):
        if not file.name.endswith(f".{language}.toml"):
            continue
        part = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Catalogue)
        if twice := (problems.keys() & part.problems.keys()) | (labels.keys() & part.labels.keys()):
            raise ValueError(f"{file.name}: {min(twice)} is in another file too")
        problems |= part.problems
        labels |= part.labels
    return Catalogue(problems, labels)


def text(language: str, code: str, facts: Mapping[str, object], game: str | None = None) -> Text:
    """The text for a problem with its facts filled in: the game's own if it has one, else what the code means for all.

    A test makes sure that there is a text for every code; if there is none, the reader still learns the code.
    """
    problems = catalogue(language).problems
    found = problems.get(f"{game}.{code}") or problems.get(code) or problems[_ANY].with_code(code)
    filled = _Facts({name: _told(value, language, "" if name in _AS_SENT else game) for name, value in facts.items()})
    return Text(found.title, found.detail.format_map(filled), found.what_to_do.format_map(filled))


def label(language: str, key: str) -> str:
    """The words for a catalogue key of a board (``kobayakawa.deck``); the key itself where nobody wrote any."""
    return catalogue(language).labels.get(key, key)


def _told(value: object, language: str, game: str | None) -> str:
    """A fact as people say it: a card, a face or a stage that the game has words for, in these words."""
    if isinstance(value, tuple | list):
        return ", ".join(_told(each, language, game) for each in value)
    return catalogue(language).labels.get(f"{game}.{value}", str(value))
