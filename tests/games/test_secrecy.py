"""Nobody is sent what they may not know: twin worlds, the visibility table, and leaks planted to prove both."""

import pytest

from tests.kit.games import ALL_RULESETS, ALL_VARIANTS, Variant
from tests.kit.profile import profile_of
from tests.kit.twins import LeakFound, Report, run_twins
from tests.kit.visibility import games_for_table, hidden_kinds, table, table_file

TWINS = 4_000
LONG_PLIES = 1_000_000

each_ruleset = pytest.mark.parametrize("rules", ALL_RULESETS, ids=lambda rules: f"{rules.name}-{rules.version}")
PLANTED = [
    pytest.param(rules, leak, id=f"{rules.name}-{leak.name}")
    for rules in ALL_RULESETS
    for leak in profile_of(rules).planted
]


def check_floor(rules, report: Report, floor: int) -> None:
    """Each kind of secret the game has was varied, and often enough for a leak to show."""
    kinds = hidden_kinds(table_file(rules).read_text(encoding="utf-8"))
    rare = {kind: report.kinds[kind] for kind in kinds if report.kinds[kind] < floor}
    assert not rare, f"varied too seldom: {rare}\n{report}"
    assert report.plies >= 2 * report.worlds, f"the twins hardly go on after their change\n{report}"


@each_ruleset
def test_twin_worlds_look_the_same_to_whoever_cannot_tell_them_apart(rules) -> None:
    report = run_twins(rules, TWINS)
    print(f"{rules.name}: {report}")
    check_floor(rules, report, profile_of(rules).floor)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("variant", ALL_VARIANTS, ids=str)
def test_a_million_plies_of_twins_without_a_leak(variant: Variant) -> None:
    share, compared, first = LONG_PLIES // sum(v.rules is variant.rules for v in ALL_VARIANTS), 0, 1_000_000
    while compared < share:
        report = run_twins(variant.rules, 2_000, only=variant, first=first)
        compared, first = compared + report.plies, first + 2_000


@pytest.mark.parametrize(("rules", "leak"), PLANTED)
def test_a_planted_leak_is_found(rules, leak) -> None:
    if leak.part == "visibility":
        assert table(games_for_table(leak.rules)) != table_file(rules).read_text(encoding="utf-8")
        return
    with pytest.raises(LeakFound) as found:
        run_twins(leak.rules, TWINS)
    assert found.value.part == leak.part, str(found.value)


@each_ruleset
def test_every_game_plants_at_least_three_leaks(rules) -> None:
    assert len(profile_of(rules).planted) >= 3


@each_ruleset
def test_the_visibility_table_is_the_approved_one(rules) -> None:
    """After a change that is meant: ``python -m tests.kit.write``, and have the diff approved."""
    assert table(games_for_table(rules)) == table_file(rules).read_text(encoding="utf-8")
