"""How many plies a second the rules of each game make, on one core."""

import random
from collections.abc import Callable
from functools import partial
from itertools import cycle
from typing import Any

import msgspec
from msgspec import Struct

from domain.games.registry import RULESETS
from domain.kernel.outcomes import Outcome
from domain.kernel.recorded import RecordedChance
from domain.kernel.rules import AnyRuleset, Played, Step, apply
from domain.kernel.seeded import SeededChance
from tests.bench.report import Report, seconds, typical

GOALS = {
    ("kobayakawa", "replay"): 60_000,
    ("kobayakawa", "live"): 30_000,
    ("coup", "replay"): 50_000,
    ("coup", "live"): 25_000,
    ("virus", "replay"): 30_000,
    ("confusion", "replay"): 30_000,
    ("spyfall", "replay"): 50_000,
    ("geek_out_masters", "replay"): 60_000,
}
_CASES: dict[str, tuple[tuple[str, dict[str, Any], int], ...]] = {
    "coup": (
        ("4 seats", {}, 4),
        ("6 seats, all variants", {"edition": "urbis_25", "reformation": True, "mecenas": True, "abogado": True}, 6),
    ),
}
"""Tables that a game is measured at besides all of them mixed: what they are, options, seats."""
_PLIES = 20_000


class Game(Struct):
    """A game played at random: everything needed to play it again."""

    options: Struct
    seats: int
    seed: bytes
    opening: tuple[Outcome, ...]
    steps: list[tuple[Step, tuple[Outcome, ...]]]


def played(rules: AnyRuleset, options: Struct, seats: int, rng: random.Random) -> Game:
    """A random game to its end."""
    seed = rng.randbytes(32)
    chance = SeededChance(seed, 1)
    state = rules.setup(options, seats, chance)
    game = Game(options, seats, seed, tuple(chance.outcomes), [])
    version = 1
    while awaited := rules.awaited(state):
        version += 1
        seat = rng.choice(sorted(awaited))
        moves = list(rules.moves(state, seat))
        if not moves:
            break
        step = Played(seat, rng.choice(moves))
        chance = SeededChance(seed, version)
        state = apply(rules, state, step, chance)
        game.steps.append((step, tuple(chance.outcomes)))
    return game


def replay(rules: AnyRuleset, game: Game) -> None:
    """Through recorded chance."""
    state = rules.setup(game.options, game.seats, RecordedChance(game.opening))
    for step, outcomes in game.steps:
        state = apply(rules, state, step, RecordedChance(outcomes))


def live(rules: AnyRuleset, game: Game) -> None:
    """The same moves, drawn anew from the seed."""
    state = rules.setup(game.options, game.seats, SeededChance(game.seed, 1))
    for version, (step, _) in enumerate(game.steps, start=2):
        state = apply(rules, state, step, SeededChance(game.seed, version))


def _all(run: Callable[[AnyRuleset, Game], None], rules: AnyRuleset, games: list[Game]) -> None:
    for game in games:
        run(rules, game)


def measure() -> None:
    """Print plies a second for every game, over its option sets and seat counts."""
    report = Report("Rules: plies a second on one core (median of 5 runs over random games of every option set)")
    for (name, _), rules in sorted(RULESETS.items()):
        rng = random.Random(7)
        kinds = [(options, seats) for options in rules.option_sets() for seats in _few(rules.seats(options))]
        rng.shuffle(kinds)
        _measure(report, rules, kinds, rng)
        for told, options, seats in _CASES.get(name, ()):
            _measure(report, rules, [(msgspec.convert(options, rules.Options), seats)], rng, f", {told}")
    report.show()


def _few(counts: range) -> range:
    """Seat counts that go on without end are measured at the smallest."""
    return counts[:9]


def _measure(
    report: Report, rules: AnyRuleset, tables: list[tuple[Struct, int]], rng: random.Random, told: str = ""
) -> None:
    name = rules.name
    games: list[Game] = []
    plies = 0
    for options, seats in cycle(tables):
        games.append(played(rules, options, seats, rng))
        plies += len(games[-1].steps)
        if plies > _PLIES:
            break
    for how, run in (("replay", replay), ("live", live)):
        taken = typical([seconds(partial(_all, run, rules, games)) for _ in range(5)])
        goal = GOALS.get((name, how))
        report.row(f"{name}{told}, {how}", f"{plies / taken:,.0f}", f"≥ {goal:,}" if goal else "")
