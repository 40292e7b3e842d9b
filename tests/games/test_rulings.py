"""Every ruling of a game is listed in its RULES.md, named in its code, and tested under its id."""

import pytest

from tests.kit.games import ALL_RULESETS
from tests.kit.rulings import SOURCES, in_code, in_tests, listed

each_ruleset = pytest.mark.parametrize("rules", ALL_RULESETS, ids=lambda rules: f"{rules.name}-{rules.version}")


def in_order(ids: set[str]) -> list[str]:
    """Ruling ids as people count them."""
    return sorted(ids, key=lambda each: (each.partition("-")[0], int(each.partition("-")[2])))


@each_ruleset
def test_no_ruling_is_without_a_test(rules) -> None:
    assert not in_order(set(listed(rules)) - in_tests(rules))


@each_ruleset
def test_no_ruling_is_without_its_place_in_the_code(rules) -> None:
    assert not in_order(set(listed(rules)) - in_code(rules))


@each_ruleset
def test_code_and_tests_name_no_ruling_that_is_not_listed(rules) -> None:
    assert not in_order((in_code(rules) | in_tests(rules)) - set(listed(rules)))


@each_ruleset
def test_every_ruling_says_where_it_comes_from(rules) -> None:
    rulings = listed(rules)
    assert rulings
    assert not {id_: source for id_, source in rulings.items() if not source.startswith(SOURCES)}
