"""Every ruling of a game is listed in its RULES.md, named in its code, and tested under its id."""

from domain.kernel.rules import AnyRuleset
from tests.kit.rulings import SOURCES, in_code, in_tests, listed


def in_order(ids: set[str]) -> list[str]:
    """Ruling ids as people count them."""
    return sorted(ids, key=lambda each: (each.partition("-")[0], int(each.partition("-")[2].lstrip("R"))))


def test_no_ruling_is_without_a_test(rules: AnyRuleset) -> None:
    assert not in_order(set(listed(rules)) - in_tests(rules))


def test_no_ruling_is_without_its_place_in_the_code(rules: AnyRuleset) -> None:
    assert not in_order(set(listed(rules)) - in_code(rules))


def test_code_and_tests_name_no_ruling_that_is_not_listed(rules: AnyRuleset) -> None:
    assert not in_order((in_code(rules) | in_tests(rules)) - set(listed(rules)))


def test_every_ruling_says_where_it_comes_from(rules: AnyRuleset) -> None:
    rulings = listed(rules)
    assert rulings
    assert not {id_: source for id_, source in rulings.items() if not source.startswith(SOURCES)}
