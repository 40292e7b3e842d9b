"""Opening a table: seat counts, and options nobody can play with."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.kernel.refusals import BadOptions
from domain.kernel.rules import AnyRuleset
from tests.kit.games import Variant, seat_counts, seed_of
from tests.kit.laws import check_positions
from tests.kit.player import play_on
from tests.kit.profile import profile_of
from tests.kit.script import opened

SEED = bytes(32)


def test_the_options_are_part_of_the_opening_position(variant: Variant) -> None:
    assert opened(*variant, SEED).state.options == variant.options


def test_a_seat_count_outside_the_range_is_refused_naming_the_seats(rules: AnyRuleset) -> None:
    for options in rules.option_sets():
        allowed = rules.seats(options)
        for seats in {-1, 0, 1, allowed.start - 1, allowed.stop, allowed.stop + 90} - set(allowed):
            with pytest.raises(BadOptions) as refusal:
                opened(rules, options, seats, SEED)
            assert refusal.value.path == "seats"


def test_options_changed_anywhere_are_refused_by_name_or_can_be_played(rules: AnyRuleset) -> None:
    """No option value, edition included, opens a table that breaks later on."""
    rng, profile, paths = Random(1), profile_of(rules), set()
    for options in rules.option_sets():
        for changed in altered(msgspec.to_builtins(options)):
            try:
                read = msgspec.convert(changed, rules.Options)
            except msgspec.ValidationError:
                continue
            seats = max(seat_counts(rules, options))
            try:
                script = opened(rules, read, seats, seed_of(changed))
            except BadOptions as refusal:
                paths.add(refusal.path)
            else:
                check_positions(play_on(script, rng, leaving=0.01), profile)
    assert paths
    told = msgspec.to_builtins(rules.Options())
    assert not [path for path in paths if not names_a_part(path, told)]


def test_what_are_no_options_is_not_read_as_some(rules: AnyRuleset) -> None:
    for wrong in ([], "x", 3, {"no such option": 1}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, rules.Options)


def altered(value: Any) -> Iterator[Any]:
    """The options with one value changed, at any depth."""
    match value:
        case dict():
            for name, inner in value.items():
                yield from ({**value, name: other} for other in altered(inner))
        case list():
            yield from ([], value[1:], value[::-1], [*value, *value[-1:]], [*value[:-1], *value[:1]])
            for index in {0, len(value) // 2, len(value) - 1} if value else ():
                yield from ([*value[:index], other, *value[index + 1 :]] for other in altered(value[index]))
        case bool():
            yield not value
        case int():
            yield from {-1, 0, 1, 2, 7, 99, value - 1, value + 1} - {value}
        case str():
            yield from ("", "nobody")


def names_a_part(path: str, told: dict[str, Any]) -> bool:
    """Whether a path leads to an option: ``options.edition.cards``, or ``seats``."""
    first, *names = path.split(".")
    here: Any = told
    for name in names:
        if isinstance(here, list) and name.isdigit():
            here = here[min(int(name), len(here) - 1)]
        elif isinstance(here, dict) and name in here:
            here = here[name]
        else:
            return False
    return first in ("options", "seats")
