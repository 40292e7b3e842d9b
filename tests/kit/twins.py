"""The twin worlds: one thing a viewer cannot know is changed, and everything they are sent must stay the same.

From the change on, the twin keeps whatever of the recorded game is still possible and draws anew only what is not. It
ends at the first event it cannot hold. Up to there each ply is compared byte for byte. What was kept of a twin is the
start of the next, so that worlds drift further and further apart behind the same view.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from time import perf_counter

from msgspec import Struct

from domain.kernel.bags import Card
from domain.kernel.refusals import IllegalMove
from domain.kernel.rules import AnyRuleset, Played
from domain.kernel.seats import SPECTATOR, TABLE, Viewer
from domain.kernel.secrecy import secret_fields
from tests.kit.changes import Change, changes, otherwise, random_change
from tests.kit.games import Variant, random_game, seed_of, variants
from tests.kit.player import play_on
from tests.kit.script import Event, GameScript, enacted
from tests.kit.soup import pool
from tests.kit.told import Told, told
from tests.kit.twin_chance import TwinChance, TwinEnds
from tests.kit.visibility import surveyed, table_game

CHAIN = 12
"""How many changes in a row a game takes before another is played."""

VIEWERS = 2
"""Through whose eyes a game is looked at before another is played."""

LEAVING = 0.01
"""How likely somebody leaves at each ply of a world that is played on."""


class LeakFound(AssertionError):
    """Something a viewer was sent depends on what they cannot know. `part` says which part."""

    def __init__(self, part: str, place: str, change: Change, real: bytes, twin: bytes) -> None:
        super().__init__(
            f"{part} tells a secret: {place}, after another {change.kind} at ply {change.ply}\n"
            f"  real {real.decode(errors='replace')}\n  twin {twin.decode(errors='replace')}"
        )
        self.part = part


@dataclass
class Report:
    """What was compared. `kinds` counts the twins that differed, by the kind of secret varied in them."""

    worlds: int = 0
    plies: int = 0
    ended: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def __str__(self) -> str:
        rate = self.worlds / self.seconds if self.seconds else 0.0
        lines = [f"{self.worlds} differing twins ({rate:.0f}/s), {self.plies} plies compared while they differed"]
        lines += [f"  {count:6d} {kind}" for kind, count in sorted(self.kinds.items())]
        return "\n".join(lines)


class Chain:
    """A game, a viewer, and the worlds that look the same to them. `told` is what all these worlds send the viewer."""

    def __init__(self, script: GameScript, viewer: Viewer, rng: Random, probes: tuple[Struct, ...]) -> None:
        self.world = script
        self._viewer = viewer
        self._rng = rng
        self._probes = probes
        self._told: dict[int, Told] = {}
        self._changes = changes(script, viewer)

    def link(self, report: Report) -> bool:
        """Make a twin of the world, compare, and go on from it. False when there is nothing left to vary."""
        if not self._changes:
            return False
        change = random_change(self._changes, report.kinds, self._rng)
        twin, differing = self._twin(change)
        if differing:
            report.worlds += 1
            report.plies += differing
            report.ended += twin.ply < self.world.ply
            report.kinds[change.kind] += 1
            self._go_on(twin)
        return True

    def _go_on(self, twin: GameScript) -> None:
        """The twin is the world now; where it ended early it is played on, and only what both worlds saw stays told."""
        self._told = {ply: sent for ply, sent in self._told.items() if ply <= twin.ply}
        if twin.ply < self.world.ply:
            play_on(twin, self._rng, leaving=LEAVING, plies=self._rng.randrange(2 * (self.world.ply - twin.ply) + 1))
        self.world = twin
        self._changes = changes(twin, self._viewer)

    def _twin(self, change: Change) -> tuple[GameScript, int]:
        """The twin as far as it goes, and in how many of its plies the hidden states differed."""
        base, twin, differing = self.world, self.world.cut(change.ply - 1), 0
        loose: list[Card] = []
        for ply in range(change.ply, len(base.events)):
            event = base.events[ply]
            place = change.place if ply == change.ply else None
            chance = TwinChance(event, self._viewer, self._rng, loose, place)
            try:
                if ply == change.ply and change.place is None:
                    event = self._other_secret(twin, event, change)
                event = self._follow(twin, event, chance, change)
            except TwinEnds:
                return twin, differing
            self._compare(twin, ply, change)
            if twin.state == base.states[ply]:
                if event == base.events[ply] or ply > change.ply:  # the difference is gone: the rest is the same game
                    twin.events += base.events[ply + 1 :]
                    twin.states += base.states[ply + 1 :]
                    return twin, differing
            else:
                differing += 1
        return twin, differing

    def _other_secret(self, twin: GameScript, event: Event, change: Change) -> Event:
        """The event with another value in the secret field the change names."""
        assert isinstance(event.step, Played)
        step = otherwise(twin, twin.state, event.step, self._rng, change.kind.rpartition(" ")[2])
        if step is None:
            raise TwinEnds("no other secret is possible")
        return Event(step, event.clock, event.outcomes)

    def _follow(self, twin: GameScript, event: Event, chance: TwinChance, change: Change) -> Event:
        """Play the event in the twin, its secret fields repaired where they are no longer possible."""
        state = twin.state if twin.states else None
        step = event.step
        try:
            after = enacted(twin.rules, twin, state, event, chance)
        except IllegalMove as refusal:
            if not isinstance(step, Played) or step.seat in (self._viewer, TABLE):  # legal by what the viewer knows
                place = self._place(len(twin.events))
                raise LeakFound("own move", place, change, b"accepted", str(refusal).encode()) from refusal
            step = otherwise(twin, twin.state, step, self._rng) if secret_fields(type(step.move)) else None
            if step is None:
                raise TwinEnds(str(refusal)) from None
            after = enacted(twin.rules, twin, state, Event(step, event.clock, ()), chance)
        twin.add(step, event.clock, tuple(chance.outcomes), after)
        return twin.events[-1]

    def _compare(self, twin: GameScript, ply: int, change: Change) -> None:
        if ply not in self._told:
            self._told[ply] = told(self.world, ply, self._viewer, self._probes)
        real, sent = self._told[ply], told(twin, ply, self._viewer, self._probes)
        if real != sent:
            part, one, other = next(
                (part, one, other) for part, one, other in zip(Told._fields, real, sent, strict=True) if one != other
            )
            raise LeakFound(part, self._place(ply), change, one, other)

    def _place(self, ply: int) -> str:
        world = self.world
        return (
            f"{world.rules.name}, {world.seats} seats, seed {world.seed.hex()[:12]}, viewer {self._viewer}, ply {ply}"
        )


def vary_rare(rules: AnyRuleset, report: Report, kinds: Iterable[str], floor: int, most: int = 50_000) -> None:
    """Vary the kinds of secrets varied too seldom so far in games that hold them. Raises LeakFound.

    First in those of the visibility table, each up to three times, then in further ones; after `most` of these the kind
    stays below the floor.
    """
    tables, probes = variants(rules), pool(rules)
    for kind in sorted(kinds):
        known = [(*game, attempt) for attempt in range(3) for game in surveyed(rules).holding.get(kind, ())]
        further = ((tables[number % len(tables)], number, 0) for number in range(most, 2 * most))
        for variant, number, attempt in chain(known, further):
            if report.kinds[kind] >= floor:
                break
            script = table_game(variant, number)
            if kind in changes(script, SPECTATOR):  # who knows nothing hidden
                worlds = Chain(script, SPECTATOR, Random(seed_of(kind, variant, number, attempt)), probes)
                for _ in range(CHAIN):
                    worlds.link(report)


def run_twins(
    rules: AnyRuleset,
    twins: int,
    *,
    only: Variant | None = None,
    first: int = 0,
    probes: tuple[Struct, ...] | None = None,
) -> Report:
    """Compare so many differing twins of random games. Raises LeakFound at the first leak.

    `probes` are the wrong moves to try, those of the game's own pool if none are given.
    """
    report, started = Report(), perf_counter()
    tables = (only,) if only else variants(rules)
    probes = probes or pool(rules)
    number, fruitless = first, 0
    while report.worlds < twins:
        before = report.worlds
        rng = Random(seed_of(rules.name, "twins", number))
        game = random_game(tables[number % len(tables)], number, leaving=0.02 if number % 2 else 0.0)
        for viewer in rng.sample([*range(game.seats), SPECTATOR], VIEWERS):
            worlds = Chain(game.cut(rng.randint(0, game.ply)), viewer, rng, probes)
            for _ in range(CHAIN):
                if not worlds.link(report):
                    break
        number += 1
        fruitless = 0 if report.worlds > before else fruitless + 1
        assert fruitless < 200, f"{rules.name}: 200 games in a row have no secret that can be varied"
    report.seconds = perf_counter() - started
    return report
