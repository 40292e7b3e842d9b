"""Golden games: finished games on file, one for each variant of each ruleset version, replayed byte for byte.

A file is JSON with one event a line: the step, the game time, what chance answered, a digest of the state it led to.
A change that makes a golden game replay differently is a new version of its ruleset, beside the old one.
"""

import hashlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.outcomes import Outcome
from domain.kernel.rules import AnyRuleset, Played, Step, Withdrawal
from tests.kit.games import Variant, seed_of
from tests.kit.player import play_on
from tests.kit.script import Event, GameScript, enacted, opened
from tests.kit.visibility import GOLDEN

_encode = msgspec.json.Encoder(order="sorted").encode


def folder(rules: AnyRuleset) -> Path:
    """Where the golden games of a ruleset version are kept."""
    return GOLDEN / rules.name / f"v{rules.version}"


def file_of(variant: Variant) -> Path:
    """The golden game of a variant."""
    return folder(variant.rules) / f"{variant.slug}.json"


def golden_game(variant: Variant) -> GameScript:
    """A new game for the file. Every other one sees somebody leave."""
    seed = seed_of("golden", variant)
    leaving = 0.02 if variant.seats % 2 else 0.0
    return play_on(opened(*variant, seed), Random(seed), leaving=leaving)


def digest(state: Struct) -> str:
    """A short name for a state that any change in it changes."""
    return hashlib.sha256(_encode(state)).hexdigest()[:16]


def as_text(script: GameScript) -> str:
    """A game as the text of its file."""
    head = {
        "ruleset": script.rules.name,
        "version": script.rules.version,
        "seats": script.seats,
        "seed": script.seed.hex(),
        "options": script.options,
        "result": script.rules.result(script.state),
    }
    lines = [f' "{name}": {_encode(value).decode()},\n' for name, value in head.items()]
    events = [
        _encode({**_step(event.step), "ms": _ms(event), "outcomes": event.outcomes, "state": digest(state)}).decode()
        for event, state in zip(script.events, script.states, strict=True)
    ]
    return "{\n" + "".join(lines) + ' "events": [\n  ' + ",\n  ".join(events) + "\n ]\n}\n"


def read(rules: AnyRuleset, text: str) -> GameScript:
    """The game of a file, without its states. Raises ValidationError when it is not of this ruleset's shape."""
    held: dict[str, Any] = msgspec.json.decode(text)
    options = msgspec.convert(held["options"], rules.Options)
    script = GameScript(rules, options, held["seats"], bytes.fromhex(held["seed"]))
    for told in held["events"]:
        outcomes = msgspec.convert(told["outcomes"], tuple[Outcome, ...])
        script.events.append(Event(_read_step(rules, told), timedelta(milliseconds=told["ms"]), outcomes))
    return script


def play_again(script: GameScript, kind: type) -> Iterator[Struct]:
    """The states of a read game, `RecordedChance` giving its outcomes or `SeededChance` drawing them from its seed."""
    state: Struct | None = None
    for version, event in enumerate(script.events, start=1):
        given = (script.seed, version) if kind.__name__ == "SeededChance" else (event.outcomes,)
        chance = kind(*given, event.clock)
        state = enacted(script.rules, script, state, event, chance)
        if hasattr(chance, "outcomes"):
            assert tuple(chance.outcomes) == event.outcomes, f"event {version}: other luck from the same seed"
        yield state


def _ms(event: Event) -> int:
    return event.clock // timedelta(milliseconds=1)


def _step(step: Step | None) -> dict[str, object]:
    match step:
        case Played(seat, move):
            return {"seat": seat, "move": move}
        case Withdrawal(seat):
            return {"leaves": seat}
        case None:
            return {}


def _read_step(rules: AnyRuleset, told: dict[str, Any]) -> Step | None:
    if "leaves" in told:
        return Withdrawal(told["leaves"])
    if "move" not in told:
        return None
    return Played(told["seat"], msgspec.convert(told["move"], rules.Move))
