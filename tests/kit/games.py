"""Random games by variant: each ruleset, with each option set, at each seat count."""

import hashlib
from functools import cache, lru_cache
from random import Random
from typing import NamedTuple

import msgspec
from msgspec import Struct

from domain.games.registry import RULESETS
from domain.kernel.rules import AnyRuleset
from tests.kit.player import play_on
from tests.kit.script import GameScript, opened


class Variant(NamedTuple):
    """What a table can open: a ruleset with its options and a number of seats."""

    rules: AnyRuleset
    options: Struct
    seats: int

    @property
    def slug(self) -> str:
        """A name for people and files: how the options differ from the default, and the seats."""
        return f"{options_slug(self.rules, self.options)}-{self.seats}p"

    def __str__(self) -> str:
        return f"{self.rules.name}-{self.rules.version}-{self.slug}"


MOST_COUNTS = 12
"""A game with more seat counts than that goes on the same way however many play."""
FEW_COUNTS = 4


def seat_counts(rules: AnyRuleset, options: Struct) -> range:
    """The seat counts that the shared tests play: all, or the smallest few where they go on without end.

    The large tables of such a game are its own tests' business.
    """
    counts = rules.seats(options)
    return counts if len(counts) <= MOST_COUNTS else counts[:FEW_COUNTS]


@cache
def variants(rules: AnyRuleset) -> tuple[Variant, ...]:
    """Everything worth playing out of one game."""
    return tuple(
        Variant(rules, options, seats) for options in rules.option_sets() for seats in seat_counts(rules, options)
    )


ALL_RULESETS: tuple[AnyRuleset, ...] = tuple(RULESETS.values())
ALL_VARIANTS: tuple[Variant, ...] = tuple(variant for rules in ALL_RULESETS for variant in variants(rules))


GAMES = 288
"""Games of a ruleset that the shared tests play, and as many in which some leave; at least three of each variant."""


def options_slug(rules: AnyRuleset, options: Struct) -> str:
    """How options differ from the default: ``default``, ``all_pass-carry_over``."""
    usual, told = msgspec.to_builtins(rules.Options()), msgspec.to_builtins(options)
    parts = []
    for name, value in told.items():
        if value != usual[name]:
            parts.append(f"{name}-{_short(value)}")
    return "-".join(parts) or "default"


def _short(value: object) -> str:
    """An option's value in few letters: an edition by its name where it has one, or else by a digest."""
    if isinstance(value, str | int):
        return str(value).lower()
    if isinstance(value, dict) and isinstance(value.get("name"), str):
        return str(value["name"])
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:8]


def seed_of(*parts: object) -> bytes:
    """A seed that follows from a name, so that a failing game can be played again."""
    return hashlib.sha256("/".join(map(str, parts)).encode()).digest()


def random_game(variant: Variant, number: int, *, leaving: float = 0.0, unasked: float = 0.1) -> GameScript:
    """The n-th random game of a variant: always the same game."""
    seed = seed_of(variant, number, leaving)
    return play_on(opened(*variant, seed), Random(seed), leaving=leaving, unasked=unasked)


@lru_cache(maxsize=8)
def random_games(variant: Variant, count: int, leaving: float = 0.0) -> tuple[GameScript, ...]:
    """The first so many random games of a variant, kept while its tests run."""
    return tuple(random_game(variant, number, leaving=leaving) for number in range(count))


def shared_games(variant: Variant, leaving: float = 0.0) -> tuple[GameScript, ...]:
    """The variant's part of the games that the tests share."""
    return random_games(variant, max(3, GAMES // len(variants(variant.rules))), leaving)
