"""What a viewer cannot know of a game and the twins vary: one hidden card, or one secret field of another's move."""

import re
from collections import Counter, defaultdict
from random import Random
from typing import NamedTuple

from msgspec import Struct, to_builtins

from domain.kernel.outcomes import Draw, Roll, Show, Shuffle, audience
from domain.kernel.rules import Played, Step, Withdrawal
from domain.kernel.seats import Viewer, sees
from domain.kernel.secrecy import knows_secrets_of, secret_fields
from tests.kit.laws import move_kind
from tests.kit.script import GameScript, legal
from tests.kit.twin_chance import Place


class Change(NamedTuple):
    """One secret of an event. `place` is the card, or None for the secret part of the move itself."""

    kind: str
    ply: int
    place: Place | None


def step_kind(step: Step | None) -> str:
    """The kind of a step, as the visibility table names it."""
    match step:
        case Played(move=move):
            return move_kind(move)
        case Withdrawal():
            return "(withdrawal)"
        case None:
            return "(opening)"


def changes(script: GameScript, viewer: Viewer) -> dict[str, list[Change]]:
    """Every change of a game this viewer could not know of, by kind.

    A hidden show is none by itself: what it tells follows from cards that are.
    """
    found: dict[str, list[Change]] = defaultdict(list)
    for ply, event in enumerate(script.events):
        kind = step_kind(event.step)
        if isinstance(event.step, Played) and not knows_secrets_of(event.step.seat, viewer):
            for name in sorted(secret_fields(type(event.step.move))):
                found[f"{kind} secret {name}"].append(Change(f"{kind} secret {name}", ply, None))
        for index, outcome in enumerate(event.outcomes):
            if isinstance(outcome, Roll | Show) or sees(viewer, audience(outcome)):
                continue
            name = secret_kind(kind, outcome)
            found[name] += [Change(name, ply, Place(index, card)) for card in range(len(outcome.cards))]
    return found


def secret_kind(step: str, outcome: Draw | Shuffle) -> str:
    """The kind of a hidden draw or order, by the step it comes in and the pile it comes from."""
    return f"{step} {'draw' if isinstance(outcome, Draw) else 'shuffle'} {any_seat(outcome.pile)}"


def random_change(found: dict[str, list[Change]], varied: Counter[str], rng: Random) -> Change:
    """A change, a kind the likelier the seldomer it has been varied: most games have few of the rare ones."""
    kinds = sorted(found)
    (kind,) = rng.choices(kinds, [1 / (1 + varied[kind]) for kind in kinds])
    return rng.choice(found[kind])


def otherwise(script: GameScript, state: Struct, step: Played, rng: Random, field: str | None = None) -> Played | None:
    """A legal move that looks the same from outside and has other secrets, or None: with `field`, another value there.

    `script` is the twin so far, and `state` its newest position.
    """
    clock = script.clock
    public = public_part(step.move)
    others = [
        move
        for move in legal(script.rules, state, step.seat, clock)
        if type(move) is type(step.move)
        and move != step.move
        and (field is None or getattr(move, field) != getattr(step.move, field))
        and public_part(move) == public
    ]
    return Played(step.seat, rng.choice(others)) if others else None


def any_seat(name: str) -> str:
    """The name of a pile or a thing with its seat left open."""
    return re.sub(r"\d+", "#", name)


def public_part(move: Struct) -> dict[str, object]:
    """A move as everybody may see it."""
    hidden = secret_fields(type(move))
    told: dict[str, object] = to_builtins(move)
    return {name: value for name, value in told.items() if name not in hidden}
