"""What a game tells the shared tests about itself, in ``tests/games/<game>/profile.py`` as ``PROFILE``."""

from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Literal

from domain.kernel.rules import AnyRuleset


@dataclass(frozen=True)
class Planted:
    """A leak put in on purpose: a ruleset that tells too much, and where the kit must notice.

    `part` is what betrays it: a part of `domain`'s words to the viewer (``view``, ``moves``, ``awaited``, ``refusals``,
    ``log``), or ``visibility`` where somebody is told too much openly, which only the visibility table can show.
    """

    name: str
    rules: AnyRuleset
    part: Literal["view", "moves", "awaited", "refusals", "log", "deadline", "result", "own move", "visibility"]


@dataclass(frozen=True)
class Profile:
    """`unasked` are the kinds of moves a seat may make while the game does not wait for it.

    `twins` is how many worlds ``make test`` compares; of a game with many variants and long games fewer may do.
    `floor` is how often, in these, each kind of secret must have been varied.
    """

    planted: tuple[Planted, ...] = ()
    unasked: frozenset[str] = frozenset()
    twins: int = 4_000
    floor: int = 20


def profile_of(rules: AnyRuleset) -> Profile:
    """The profile of a registered game."""
    found = import_module(f"tests.games.{rules.name}.profile").PROFILE
    assert isinstance(found, Profile)
    return found


def broken(rules: AnyRuleset, **parts: Any) -> AnyRuleset:
    """A ruleset with some of its functions exchanged for worse ones."""
    return replace(rules, **parts)
