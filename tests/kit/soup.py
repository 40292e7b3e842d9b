"""Wrong moves: those of other positions, seats and phases, moves with mutated fields, and what is no move at all."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any, get_args

import msgspec
from msgspec import Struct

from domain.kernel.refusals import IllegalMove
from domain.kernel.rules import AnyRuleset, Played, TimeUp, apply
from domain.kernel.seats import TABLE, Seat
from tests.kit.games import random_game, variants
from tests.kit.laws import check_components, move_kind
from tests.kit.script import GameScript, legal

_OTHERS: dict[type, tuple[object, ...]] = {
    bool: (True, False),
    int: (-1, 0, 1, 2, 99, 1 << 40),
    str: ("", "nobody"),
    type(None): (0, "nobody"),
}
MOST = 40
"""How many moves a seat tries at a ply."""

_WRONG_TYPES: tuple[object, ...] = (None, "x", 1.5, [], {}, [None], {"move": "x"})


@cache
def pool(rules: AnyRuleset, most: int = 12) -> tuple[Struct, ...]:
    """Moves that were legal in some position of some game, the same number of each kind, and mutations of them."""
    kinds: dict[str, dict[Struct, None]] = {}
    for script in _spread(rules):
        for event, state in zip(script.events, script.states, strict=True):
            for seat in (*range(script.seats), TABLE):
                for move in legal(rules, state, seat, event.clock)[:most]:
                    found = kinds.setdefault(move_kind(move), {})
                    if len(found) < most:
                        found[move] = None
    moves = [move for found in kinds.values() for move in found]
    mutants = [mutant for found in kinds.values() for move in list(found)[:3] for mutant in mutations(rules, move)]
    clocked = [TimeUp()] if TimeUp in get_args(rules.Move) else []
    return tuple(dict.fromkeys([*moves, *mutants, *clocked]))


def _spread(rules: AnyRuleset, most: int = 48) -> Iterator[GameScript]:
    """A game each of some variants, spread over all there are."""
    tables = variants(rules)
    for variant in tables[:: 1 + len(tables) // most]:
        yield random_game(variant, 0)


def mutations(rules: AnyRuleset, move: Struct) -> Iterator[Struct]:
    """The same move with one field, at any depth, changed to another value of its type."""
    told: dict[str, Any] = msgspec.to_builtins(move)
    for changed in _changed(told):
        try:
            mutant: Struct = msgspec.convert(changed, rules.Move)
        except msgspec.ValidationError:
            continue
        if mutant != move:
            yield mutant


def misshapen(move: Struct) -> Iterator[object]:
    """What must never be read as a move: no object, an unknown kind, unknown fields, fields missing."""
    told: dict[str, Any] = msgspec.to_builtins(move)
    yield from (None, 3, "draw", [told], {})
    yield told | {"move": "no such move"}
    yield told | {"no such field": 1}
    yield {name: value for name, value in told.items() if name != "move"}
    for field in msgspec.structs.fields(move):
        if field.required:
            yield {name: value for name, value in told.items() if name != field.encode_name}


def retyped(move: Struct) -> Iterator[dict[str, Any]]:
    """The move with a field of another type: no move either, unless the field takes that type too."""
    told: dict[str, Any] = msgspec.to_builtins(move)
    for name, value in told.items():
        yield from (told | {name: wrong} for wrong in _WRONG_TYPES if type(wrong) is not type(value))


def check_soup(script: GameScript, ply: int, moves: Iterable[Struct], rng: Random, *, unasked: int = MOST) -> int:
    """Each of some moves of each seat is refused exactly when the seat is not offered it. How many were refused.

    A seat the game does not wait for tries no more than `unasked` of them.

    Everything is refused before chance is asked, so the luck of the step that follows stays what it was.
    """
    rules, state, before = script.rules, script.states[ply], script.cut(ply)
    kept = msgspec.json.encode(state)
    chance = before.luck()
    refused = 0
    tried = list(moves)
    if len(tried) > MOST:
        tried = rng.sample(tried, MOST)
    awaited = rules.awaited(state)
    for seat in (*range(script.seats), TABLE, script.seats, 99):
        offered = set(legal(rules, state, seat, before.clock))
        for move in tried if seat in awaited else rng.sample(tried, min(unasked, len(tried))):
            if move in offered:
                continue
            try:
                apply(rules, state, Played(seat, move), chance)
            except IllegalMove as refusal:
                check_refusal(refusal)
                refused += 1
            else:
                raise AssertionError(f"{rules.name}, ply {ply}: seat {seat} was not offered {move}, and played it")
            assert not chance.outcomes, f"ply {ply}: {move} was refused after chance had answered"
        check_offered(before, seat, sorted(offered, key=repr), rng)
    assert msgspec.json.encode(state) == kept, f"ply {ply}: a refused move changed the position"
    if ply < script.ply:
        check_luck_kept(script, ply, chance)
    return refused


def check_offered(before: GameScript, seat: Seat, offered: list[Struct], rng: Random) -> None:
    """Every move a seat is offered is accepted, and nothing is lost by it."""
    box = before.rules.components(before.state)
    for move in offered if len(offered) <= 12 else rng.sample(offered, 12):
        try:
            after = apply(before.rules, before.state, Played(seat, move), before.luck())
        except IllegalMove as refusal:
            raise AssertionError(f"ply {before.ply}: seat {seat} was offered {move}: {refusal}") from refusal
        check_components(before.rules, after, box, f"ply {before.ply}, after {move}")


def check_luck_kept(script: GameScript, ply: int, chance: Any) -> None:
    """The step that was really played meets the same luck after any number of refused ones."""
    event = script.events[ply + 1]
    if event.step is not None and event.clock == script.events[ply].clock:
        apply(script.rules, script.states[ply], event.step, chance)
        assert tuple(chance.outcomes) == event.outcomes, f"ply {ply + 1}: other luck after refused moves"


def check_refusal(refusal: IllegalMove) -> None:
    """A refusal is a code in snake case with facts that can be told in JSON."""
    assert refusal.code.isidentifier(), refusal.code
    assert refusal.code == refusal.code.lower(), refusal.code
    msgspec.json.encode(refusal.facts)


def _changed(value: Any) -> Iterator[Any]:
    """The value with one leaf, element or length changed."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name != "move":
                yield from ({**value, name: other} for other in _changed(inner))
    elif isinstance(value, list):
        yield from ([], [*value, *value[:1]], value[1:], value[::-1])
        for index, inner in enumerate(value):
            yield from ([*value[:index], other, *value[index + 1 :]] for other in _changed(inner))
    else:
        yield from (other for other in _OTHERS.get(type(value), ()) if other != value)
        if type(value) is int:
            yield from (value + 1, value - 1)
