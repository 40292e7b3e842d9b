"""The schemas of everything that is sent and answered, also of each game's options, moves and views."""

from collections.abc import Iterable
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec

from domain.games.registry import RULESETS
from domain.kernel.rules import AnyRuleset

Schema = dict[str, Any]

REF: Final = "#/components/schemas/{name}"

# Where a body holds something in the words of its game: component and field, and which part of a ruleset it is.
_IN_WORDS_OF_A_GAME: Final = {
    ("PlayMove", "move"): "Move",
    ("PlayMove", "moves"): "Move",
    ("LegalMoves", "moves"): "Move",
    ("LogEntry", "move"): "Move",
    ("OpenGame", "options"): "Options",
    ("Game", "options"): "Options",
    ("LogEntry", "options"): "Options",
    ("Seen", "view"): "View",
    ("ReplayedPly", "view"): "View",
    ("NewNote", "note"): "Notebook",
    ("Note", "note"): "Notebook",
    ("Deduced", "deduction"): "Deduction",
}
_ANY_VALUE: Final = (object, Any, msgspec.Raw, msgspec.Struct)


def components(types: Iterable[Any]) -> tuple[dict[int, Schema], dict[str, Schema]]:
    """A schema for each of these types, by `id`, and the named components they and the games refer to."""
    kinds = list({id(part): part for kind in types for part in _parts(kind)}.values())
    schemas, named = msgspec.json.schema_components(kinds, schema_hook=_hook, ref_template=REF)
    by_type = {id(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    named.pop("Struct", None)  # the base of all: what a view of any game is, until that is filled in
    games = _game_components()
    for (component, field), part in _IN_WORDS_OF_A_GAME.items():
        properties = named.get(component, {}).get("properties", {})
        if field in properties:
            _fill(properties[field], any_game(part))
    return by_type, named | games


def schema_of(kind: Any, by_type: dict[int, Schema]) -> Schema:
    """The schema of a type that `components` was given."""
    found = [by_type[id(part)] for part in _parts(kind)]
    return found[0] if len(found) == 1 else {"anyOf": found}


def any_game(part: str) -> Schema:
    """That part of whichever game it is about, of those that have one."""
    having = sorted(game for game, rules in RULESETS.items() if part in _parts_of(rules))
    return {"anyOf": [{"$ref": REF.format(name=_name(*game, part))} for game in having]}


def _parts(kind: Any) -> tuple[Any, ...]:
    """The members of a union, which msgspec's schemas keep apart only where each has a tag."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _hook(kind: Any) -> Schema:
    if kind in _ANY_VALUE:
        return {"description": "Any value."}
    raise TypeError(f"no schema for {kind}")


def _game_components() -> dict[str, Schema]:
    """Each game's types under its own name: two games may both have a Draw."""
    found: dict[str, Schema] = {}
    for (game, version), rules in RULESETS.items():
        parts = _parts_of(rules)
        template = REF.format(name=_name(game, version, "{name}"))
        schemas, named = msgspec.json.schema_components(parts.values(), schema_hook=_hook, ref_template=template)
        for name, schema in named.items():
            found[_name(game, version, name)] = schema
        for part, schema in zip(parts, schemas, strict=True):
            found.setdefault(_name(game, version, part), schema)
    return found


def _parts_of(rules: AnyRuleset) -> dict[str, Any]:
    """The types of a game that bodies may hold."""
    parts = {"Move": rules.Move, "Options": rules.Options, "View": rules.View}
    if rules.notebook is not None:
        parts["Notebook"] = rules.notebook
    if rules.deduce is not None:
        parts["Deduction"] = get_type_hints(rules.deduce)["return"]
    return parts


def _name(game: str, version: int, part: str) -> str:
    return f"{game}.v{version}.{part}"


def _fill(property_: Schema, game: Schema) -> None:
    """Put a game's own schema where a property says that it holds just anything."""
    kept = {name: property_[name] for name in ("description", "default") if name in property_}
    array = property_.get("type") == "array"
    optional = any(option.get("type") == "null" for option in property_.get("anyOf", ()))
    property_.clear()
    property_.update(kept)
    if array:
        property_.update({"type": "array", "items": game})
    else:
        property_.update({"anyOf": [*game["anyOf"], {"type": "null"}]} if optional else game)
