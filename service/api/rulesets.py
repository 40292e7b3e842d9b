"""The games there are: their versions, seats, options and moves."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from starlette.responses import Response

from domain.games.registry import RULESETS, names, newest
from domain.kernel.rules import AnyRuleset
from service.api.bodies import answer, encoded
from service.api.call import Call
from service.api.problems import Problem
from service.api.routes import ANYONE, Operations

operations = Operations("rulesets")


class Seats(Struct, frozen=True):
    """Numbers of players, each from `least` to `most`."""

    least: int
    most: int


class RulesetRow(Struct, frozen=True):
    """A game by name. `version` is the newest, which new tables are opened with.

    `seats` are the numbers of players that some of its published options allow, `default_seats` those that its usual
    ones do. An edition of the table's own may allow others.
    """

    name: str
    version: int
    versions: tuple[int, ...]
    seats: Seats
    default_seats: Seats


class Rulesets(Struct, frozen=True):
    """All games, in alphabetical order."""

    items: tuple[RulesetRow, ...]


class Schemas(Struct, frozen=True):
    """JSON Schemas (2020-12) of what tables and players of the game may say."""

    options: dict[str, Any]
    move: dict[str, Any]


class RulesetPage(Struct, frozen=True):
    """A game, as in the list. `options` are its usual ones, with every default."""

    name: str
    version: int
    versions: tuple[int, ...]
    seats: Seats
    default_seats: Seats
    options: dict[str, Any]
    schemas: Schemas


@operations.get("/v1/rulesets", "The games there are", access=ANYONE, answer=Rulesets)
async def rulesets(call: Call) -> Response:  # noqa: ARG001 - handlers are alike
    """By name, with their versions and numbers of players."""
    return answer(Rulesets(tuple(_row(name) for name in names())))


@operations.get("/v1/rulesets/{name}", "One game", access=ANYONE, answer=RulesetPage, problems=("no_such_ruleset",))
async def ruleset(call: Call) -> Response:
    """Its seats, its options with their defaults, and the schemas of its options and moves."""
    name = call.path_params["name"]
    if name not in names():
        raise Problem("no_such_ruleset")
    return Response(_page(name), media_type="application/json")


@cache
def _row(name: str) -> RulesetRow:
    rules = newest(name)
    versions = tuple(sorted(version for known, version in RULESETS if known == name))
    usual = _seats(rules, [rules.Options()])
    return RulesetRow(name, rules.version, versions, _seats(rules, rules.option_sets()), usual)


def _seats(rules: AnyRuleset, options: Iterable[Any]) -> Seats:
    counts = {count for each in options for count in rules.seats(each)}
    return Seats(min(counts), max(counts))


@cache
def _page(name: str) -> bytes:
    row, rules = _row(name), newest(name)
    schemas = Schemas(options=msgspec.json.schema(rules.Options), move=msgspec.json.schema(rules.Move))
    options: dict[str, Any] = msgspec.to_builtins(rules.Options())
    return encoded(RulesetPage(**msgspec.structs.asdict(row), options=options, schemas=schemas))
