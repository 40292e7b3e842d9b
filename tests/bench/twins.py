"""How many twin worlds a second the secrecy test compares, on one core."""

from domain.games.registry import RULESETS
from tests.bench.report import Report
from tests.kit.twins import run_twins
from tests.kit.visibility import hidden_kinds, table_file

_TWINS = 3_000
GOALS = {"coup": 300}


def measure() -> None:
    """Print twins a second for every game that hides something."""
    report = Report(f"Twins: differing worlds a second on one core, {_TWINS:,} of each game's")
    for (name, _), rules in sorted(RULESETS.items()):
        if not hidden_kinds(table_file(rules).read_text(encoding="utf-8")):
            continue
        run_twins(rules, 1)  # games and probes are made once
        done = run_twins(rules, _TWINS)
        report.row(f"{name}, worlds", f"{done.worlds / done.seconds:,.0f}", f"≥ {GOALS[name]}" if name in GOALS else "")
        report.row("  plies compared", f"{done.plies / done.seconds:,.0f}")
    report.show()
