"""Nobody is sent what they may not know: twin worlds, the visibility table, and leaks planted to prove both."""

import pytest

from domain.kernel.rules import AnyRuleset
from tests.kit.games import ALL_RULESETS, ALL_VARIANTS, Variant
from tests.kit.open_games import check_open
from tests.kit.profile import Planted, profile_of
from tests.kit.soup import pool
from tests.kit.twins import LeakFound, Report, run_twins, vary_rare
from tests.kit.visibility import games_for_table, hidden_kinds, is_table_of, surveyed, table_file

ENOUGH = 4_000
"""Twins in which a leak that was planted shows."""

LONG_PLIES = 1_000_000

PLANTED = [
    pytest.param(rules, leak, id=f"{rules.name}-{leak.name}")
    for rules in ALL_RULESETS
    for leak in profile_of(rules).planted
]


def hidden(rules: AnyRuleset) -> set[str]:
    """The kinds of secrets a game has, by its approved table."""
    return hidden_kinds(table_file(rules).read_text(encoding="utf-8"))


def check_floor(rules: AnyRuleset, report: Report, floor: int) -> None:
    """Each kind of secret the game has was varied, and often enough for a leak to show."""
    rare = {kind: report.kinds[kind] for kind in hidden(rules) if report.kinds[kind] < floor}
    assert not rare, f"varied too seldom: {rare}\n{report}"
    assert report.plies >= 2 * report.worlds, f"the twins hardly go on after their change\n{report}"


def test_twin_worlds_look_the_same_to_whoever_cannot_tell_them_apart(rules: AnyRuleset) -> None:
    if not hidden(rules):
        assert check_open(rules)
        return
    report, floor = run_twins(rules, profile_of(rules).twins), profile_of(rules).floor
    vary_rare(rules, report, hidden(rules), floor)
    print(f"{rules.name}: {report}")
    check_floor(rules, report, floor)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_million_plies_of_twins_without_a_leak(variant: Variant) -> None:
    if not hidden(variant.rules):
        pytest.skip("the game hides nothing")
    share, compared, first = LONG_PLIES // sum(v.rules is variant.rules for v in ALL_VARIANTS), 0, 1_000_000
    while compared < share:
        report = run_twins(variant.rules, 2_000, only=variant, first=first)
        compared, first = compared + report.plies, first + 2_000


@pytest.mark.parametrize(("game", "leak"), PLANTED)
def test_a_planted_leak_is_found(game: AnyRuleset, leak: Planted) -> None:
    if leak.part == "visibility":
        assert not is_table_of(games_for_table(leak.rules), table_file(game).read_text(encoding="utf-8"))
        return
    with pytest.raises(LeakFound) as found:
        run_twins(leak.rules, ENOUGH, probes=pool(game))
    assert found.value.part == leak.part, str(found.value)


def test_every_game_plants_at_least_three_leaks(rules: AnyRuleset) -> None:
    assert len(profile_of(rules).planted) >= 3


def test_the_visibility_table_is_the_approved_one(rules: AnyRuleset) -> None:
    """After a change that is meant: ``python -m tests.kit.write``, and have the diff approved."""
    assert surveyed(rules).text == table_file(rules).read_text(encoding="utf-8")
