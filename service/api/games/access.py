"""From a call to the record it is about, and through whose eyes the caller sees it."""

import re
from typing import Final
from uuid import UUID

from domain.kernel.seats import Viewer
from domain.record.record import GameRecord
from service.api.call import Call
from service.api.problems import Problem
from service.api.routes import Parameter
from service.auth.policy import NotKnown, check_known, viewer_for
from service.records.errors import DamagedRecord
from service.records.games import Games

AS: Final = Parameter("as", "Through whose eyes: the number of a seat, `spectator` or `arbiter`.")
PLY: Final = Parameter("ply", "The position after so many steps; the newest without it.", int)
IF_MATCH: Final = Parameter("If-Match", "The version decided on, as the ETag gave it.", place="header")

LOOKING: Final = ("bad_viewer",)
"""The problems of whoever looks at a game."""
NDJSON: Final = "application/x-ndjson"

_ETAG: Final = re.compile(r'(?:W/)?"(\d{1,18})"')


def games_of(call: Call) -> Games:
    """The games of the service."""
    games: Games = call.services.games
    return games


def game_id(call: Call) -> UUID:
    """The game in the path. Raises Problem no_such_game."""
    return call.path_id("no_such_game")


async def newest(call: Call) -> GameRecord:
    """The record in the path, its timeline perhaps beginning at a checkpoint.

    Raises NoSuchGame, DamagedRecord to those who may know of the game, and StoreUnavailable.
    """
    try:
        return _about(call, await games_of(call).newest(game_id(call)))
    except DamagedRecord as damaged:
        check_may_know(call, damaged)
        raise


async def whole(call: Call) -> GameRecord:
    """The record in the path with its whole timeline. Raises as `newest` does."""
    try:
        return _about(call, await games_of(call).whole(game_id(call)))
    except DamagedRecord as damaged:
        check_may_know(call, damaged)
        raise


def check_may_know(call: Call, damaged: DamagedRecord) -> None:
    """Whether the caller may know that there is this damaged game. Raises NotKnown.

    Where not even the opening can be read nobody knows whose game it is, and only arbiters are told.
    """
    if (record := damaged.prefix) is not None:
        check_known(call.principal, record.opened, ended=record.result is not None)
    elif call.principal is None or call.principal.role != "arbiter":
        raise NotKnown


def _about(call: Call, record: GameRecord) -> GameRecord:
    call.game = record.opened.ruleset
    return record


def viewer_of(call: Call, record: GameRecord) -> Viewer:
    """Through whose eyes the caller sees this game, by the parameter `as`. Raises NotKnown, Forbidden and BadViewer."""
    return viewer_for(call.principal, record.opened, call.query_params.get("as"), ended=record.result is not None)


def expected_version(call: Call) -> int | None:
    """The version the caller decided on, by If-Match; None for whatever is newest. Raises Problem bad_parameter."""
    given = call.header(b"if-match")
    if not given or given == "*":
        return None
    found = _ETAG.fullmatch(given)
    if found is None:
        raise Problem("bad_parameter", {"parameter": "If-Match", "expected": '"12"'})
    return int(found[1])


def etag(version: int) -> str:
    """A version as an ETag."""
    return f'"{version}"'
