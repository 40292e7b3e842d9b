"""A game as it was played: options, seats and seed went in; steps with their outcomes, and the states, came out."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta

from msgspec import Struct

from domain.kernel.chance import Chance
from domain.kernel.outcomes import Outcome
from domain.kernel.recorded import RecordedChance
from domain.kernel.rules import AnyRuleset, Played, Step, TimeUp, Withdrawal, apply
from domain.kernel.seats import TABLE, Seat
from domain.kernel.seeded import SeededChance


class Event(Struct, frozen=True):
    """One event: a step (none in the opening), the game time it happened at, and what chance answered."""

    step: Step | None
    clock: timedelta
    outcomes: tuple[Outcome, ...]


@dataclass
class GameScript:
    """`events` begins with the opening, `states[n]` is the position after `events[n]`: the position at ply n."""

    rules: AnyRuleset
    options: Struct
    seats: int
    seed: bytes
    events: list[Event] = field(default_factory=list)
    states: list[Struct] = field(default_factory=list)

    @property
    def ply(self) -> int:
        return len(self.states) - 1

    @property
    def state(self) -> Struct:
        return self.states[-1]

    @property
    def clock(self) -> timedelta:
        return self.events[-1].clock

    @property
    def over(self) -> bool:
        return not self.rules.awaited(self.state)

    @property
    def withdrawn(self) -> frozenset[Seat]:
        return frozenset(event.step.seat for event in self.events if isinstance(event.step, Withdrawal))

    def luck(self, clock: timedelta | None = None) -> SeededChance:
        """The luck of the next event, as the record keys it: by its version, of which the opening is the first."""
        return SeededChance(self.seed, len(self.events) + 1, self.clock if clock is None else clock)

    def take(self, step: Step, clock: timedelta | None = None) -> None:
        """Play one more step with the game's own luck. Raises IllegalMove."""
        chance = self.luck(clock)
        state = apply(self.rules, self.state, step, chance)
        self.add(step, chance.elapsed(), tuple(chance.outcomes), state)

    def add(self, step: Step | None, clock: timedelta, outcomes: tuple[Outcome, ...], state: Struct) -> None:
        self.events.append(Event(step, clock, outcomes))
        self.states.append(state)

    def cut(self, ply: int) -> "GameScript":
        """The game up to and including a ply."""
        return GameScript(
            self.rules, self.options, self.seats, self.seed, self.events[: ply + 1], self.states[: ply + 1]
        )


def opened(rules: AnyRuleset, options: Struct, seats: int, seed: bytes) -> GameScript:
    """A game just opened with the luck of its seed."""
    chance = SeededChance(seed, 1)
    state = rules.setup(options, seats, chance)
    script = GameScript(rules, options, seats, seed)
    script.add(None, timedelta(), tuple(chance.outcomes), state)
    return script


def enacted(rules: AnyRuleset, script: GameScript, state: Struct | None, event: Event, chance: Chance) -> Struct:
    """The state an event leads to under any kind of chance: the opening from nothing, a step from a state."""
    if event.step is None or state is None:
        opening: Struct = rules.setup(script.options, script.seats, chance)
        chance.done()
        return opening
    return apply(rules, state, event.step, chance)


def replayed(script: GameScript) -> Iterator[Struct]:
    """The states of a game again, from nothing but its options and its events."""
    state: Struct | None = None
    for event in script.events:
        state = enacted(script.rules, script, state, event, RecordedChance(event.outcomes, event.clock))
        yield state


def due(rules: AnyRuleset, state: Struct, clock: timedelta) -> bool:
    """Whether the rules' own time is up at a moment of game time."""
    deadline = rules.deadline(state)
    return deadline is not None and clock >= deadline


def legal(rules: AnyRuleset, state: Struct, seat: Seat, clock: timedelta) -> list[Struct]:
    """The legal moves of a seat, or of the table, at a moment of game time."""
    if due(rules, state, clock):
        return [TimeUp()] if seat == TABLE else []
    moves = rules.moves(state, seat)
    return [move for move in moves if not isinstance(move, TimeUp)] if rules.has_clock else list(moves)


def mover(step: Step | None) -> Seat | None:
    """The seat that made a step, where a seat made it."""
    return step.seat if isinstance(step, Played | Withdrawal) and step.seat != TABLE else None
