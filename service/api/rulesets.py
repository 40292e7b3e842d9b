"""The games there are: their versions, seats, options and moves."""

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from starlette.responses import Response

from domain.games.registry import RULESETS, names, newest
from service.api.bodies import answer, encoded
from service.api.call import Call
from service.api.problems import Problem
from service.api.routes import ANYONE, Operations

operations = Operations("rulesets")


class RulesetRow(Struct, frozen=True):
    """A game by name. `version` is the newest, which new tables are opened with."""

    name: str
    version: int
    versions: tuple[int, ...]
    seats: tuple[int, ...]


class Rulesets(Struct, frozen=True):
    """All games, in alphabetical order."""

    items: tuple[RulesetRow, ...]


class Schemas(Struct, frozen=True):
    """JSON Schemas (2020-12) of what tables and players of the game may say."""

    options: dict[str, Any]
    move: dict[str, Any]


class RulesetPage(Struct, frozen=True):
    """A game. `seats` are the numbers of players its usual options allow; `options` are those with every default."""

    name: str
    version: int
    versions: tuple[int, ...]
    seats: tuple[int, ...]
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


def _row(name: str) -> RulesetRow:
    rules = newest(name)
    versions = tuple(sorted(version for known, version in RULESETS if known == name))
    return RulesetRow(name, rules.version, versions, tuple(rules.seats(rules.Options())))


@cache
def _page(name: str) -> bytes:
    row, rules = _row(name), newest(name)
    schemas = Schemas(options=msgspec.json.schema(rules.Options), move=msgspec.json.schema(rules.Move))
    options: dict[str, Any] = msgspec.to_builtins(rules.Options())
    return encoded(RulesetPage(row.name, row.version, row.versions, row.seats, options, schemas))
