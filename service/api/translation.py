"""Errors of the other parts of the service, as problems."""

import math
from typing import Final

from domain.kernel.refusals import NO_SUCH_SEAT, BadNote, BadOptions, IllegalMove
from domain.record.refusals import MalformedMove, MalformedOptions, NoSuchPly, Refused, UnknownRuleset
from service.api.bodies import invalid
from service.api.problems import REFUSED, Problem
from service.auth.policy import BadViewer, Forbidden, NoSuchSeat, NotKnown, SeatNeeded
from service.records.errors import (
    Contended,
    DamagedRecord,
    KeyReused,
    NoSuchGame,
    NotAtThisTable,
    StaleVersion,
    VersionRequired,
)
from service.store.errors import StoreClosed, StoreOverloaded, StoreUnavailable, VersionConflict

TRANSLATED: Final = (
    IllegalMove,
    BadOptions,
    BadNote,
    MalformedMove,
    NoSuchPly,
    Refused,
    UnknownRuleset,
    Forbidden,
    BadViewer,
    NoSuchSeat,
    SeatNeeded,
    NotKnown,
    StoreUnavailable,
    StoreClosed,
    VersionConflict,
    NoSuchGame,
    StaleVersion,
    VersionRequired,
    KeyReused,
    Contended,
    DamagedRecord,
    NotAtThisTable,
)


def translated(error: Exception, game: str | None = None) -> Problem:
    """The problem that tells a client of one of `TRANSLATED`. `game` names the ruleset that refused, for its own words.

    Raises the error itself when it is none of them.
    """
    match error:
        case IllegalMove():
            return Problem(error.code, error.facts, status=REFUSED, game=game)
        case Refused():
            return Problem(error.code, error.facts, status=REFUSED)
        case BadOptions() | BadNote():
            pointer = "/" + error.path.replace(".", "/")
            return Problem(error.code, error.facts, status=422, pointer=pointer, game=game)
        case MalformedOptions():
            return invalid(error.detail, "/options", "malformed_options")
        case MalformedMove():
            return invalid(error.detail, "/move", "malformed_move")
        case NoSuchPly():
            return Problem("no_such_ply", {"ply": error.ply, "last": error.last})
        case UnknownRuleset():
            return Problem("unknown_ruleset", {"ruleset": str(error)}, pointer="/ruleset")
        case Forbidden():
            return Problem("forbidden")
        case BadViewer():
            return Problem("bad_viewer", {"viewer": str(error)})
        case NoSuchSeat():
            return Problem(NO_SUCH_SEAT, {"seat": error.seat}, status=REFUSED)
        case SeatNeeded():
            return Problem("seat_needed")
        case NotKnown():
            return Problem("no_such_game")
        case StoreOverloaded():
            return Problem("overloaded", headers={"retry-after": "1"})
        case StoreUnavailable(retry_after=seconds):
            return Problem("database_unavailable", headers={"retry-after": str(max(1, math.ceil(seconds)))})
        case StoreClosed():
            return Problem("database_unavailable", headers={"retry-after": "5"})
        case NoSuchGame():
            return Problem("no_such_game")
        case DamagedRecord():
            return Problem("record_damaged", {"version": error.version})
        case NotAtThisTable():
            return Problem(error.code, {error.what: error.told}, pointer=error.pointer)
        case VersionRequired():
            return Problem("version_required")
        case StaleVersion():
            return Problem("stale_version", {"version": error.newest})
        case KeyReused():
            return Problem("idempotency_key_reused")
        case VersionConflict() | Contended():
            return Problem("version_conflict")
        case _:
            raise error
