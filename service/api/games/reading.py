"""Where a game stands, and what it looks like through a viewer's eyes, now and at any ply."""

from datetime import datetime
from uuid import UUID

import msgspec
from msgspec import Struct
from starlette.responses import Response

from domain.kernel.board import Board
from domain.kernel.results import Result
from domain.kernel.seats import Seat, Viewer
from domain.record.record import GameRecord
from domain.record.refusals import HistoryNotLoaded
from service.api.bodies import encoded
from service.api.call import Call
from service.api.games.access import AS, LOOKING, PLY, etag, games_of, newest, viewer_of, whole
from service.api.routes import ANYONE, Operations, Parameter
from service.auth.policy import check_known, seat_for
from service.records.games import standing

operations = Operations("games")


class Game(Struct, frozen=True):
    """A game: what is played by whom, on which terms, and where it stands."""

    id: UUID
    ruleset: str
    ruleset_version: int
    options: dict[str, object]
    seats: tuple[UUID, ...]
    owner: UUID
    league: UUID | None
    spectators: bool
    review: str
    reveal: str
    seed_commitment: str
    version: int
    ply: int
    status: str
    awaited: tuple[Seat, ...]
    deadline: float | None
    """Game time, in seconds, at which the rules move on."""
    clock: float
    """Game time of the newest ply, in seconds."""
    due_at: datetime | None
    """When the rules move on if nothing happens before; null while no clock runs."""
    result: Result | None


class Seen(Struct, frozen=True):
    """A position as a viewer may know it. `view` is the ruleset's own; see its schema."""

    game: UUID
    version: int
    """Of the event that led here. The ETag of the newest position is the game's, which a pause raises too."""
    ply: int
    viewer: Viewer
    clock: float
    """Game time of this ply, in seconds. A clock that runs out at a later game time has the difference left."""
    view: Struct


class Drawn(Struct, frozen=True):
    """A position as a viewer may know it, in areas, tracks and grids that one page can draw for any game."""

    game: UUID
    version: int
    ply: int
    viewer: Viewer
    clock: float
    """Game time of this ply, in seconds. A clock of the board that `ends` later has the difference left."""
    board: Board


class LegalMoves(Struct, frozen=True):
    """Everything a seat may play now; `awaited` says whether the game waits for it."""

    game: UUID
    version: int
    seat: Seat
    awaited: bool
    moves: tuple[dict[str, object], ...]


@operations.get("/v1/games/{id}", "A game", access=ANYONE, answer=Game, headers=("ETag",), problems=LOOKING)
async def game(call: Call) -> Response:
    """All of it public to whoever may know of the game."""
    record = await newest(call)
    check_known(call.principal, record.opened, ended=record.result is not None)
    opened, stands = record.opened, standing(record)
    deadline = record.rules.deadline(record.tip.state)
    told = Game(
        id=record.id,
        ruleset=opened.ruleset,
        ruleset_version=opened.ruleset_version,
        options=opened.options,
        seats=opened.seats,
        owner=opened.owner,
        league=opened.league,
        spectators=opened.spectators,
        review=opened.review,
        reveal=opened.reveal,
        seed_commitment=opened.seed_commitment.hex(),
        version=record.version,
        ply=record.ply,
        status=stands.status,
        awaited=tuple(stands.awaited),
        deadline=None if deadline is None else deadline.total_seconds(),
        clock=record.tip.clock.total_seconds(),
        due_at=record.due(),
        result=record.result,
    )
    return _tagged(call, record, encoded(told))


@operations.get(
    "/v1/games/{id}/view",
    "A position as a viewer may know it",
    access=ANYONE,
    answer=Seen,
    parameters=(AS, PLY),
    headers=("ETag",),
    problems=(*LOOKING, "no_such_ply"),
)
async def view(call: Call) -> Response:
    """Through the eyes of a seat, a spectator or an arbiter, at any ply."""
    return await _looked(call, "view")


@operations.get(
    "/v1/games/{id}/board",
    "A position as a viewer may know it, drawable",
    access=ANYONE,
    answer=Drawn,
    parameters=(AS, PLY),
    headers=("ETag",),
    problems=(*LOOKING, "no_such_ply"),
)
async def board(call: Call) -> Response:
    """The same as areas, tracks and grids."""
    return await _looked(call, "board")


async def _looked(call: Call, how: str) -> Response:
    record = await newest(call)
    viewer = viewer_of(call, record)
    ply = call.query_int("ply", None, least=-(2**31))
    if ply is None:
        kept = games_of(call).hot.get(record.id)
        asked = (how, viewer)
        body = kept.answers.get(asked) if kept.record is record else None
        if body is None:
            body = _position(record, record.ply, viewer, how)
            if kept.record is record:
                kept.answers[asked] = body
        return _tagged(call, record, body)
    try:
        return answer_bytes(_position(record, ply, viewer, how))
    except HistoryNotLoaded:
        return answer_bytes(_position(await whole(call), ply, viewer, how))


def _position(record: GameRecord, ply: int, viewer: Viewer, how: str) -> bytes:
    rules = record.rules
    at = record.at_ply(ply)
    seen = rules.view(at.state, viewer)
    clock = at.clock.total_seconds()
    if how == "board":
        return encoded(Drawn(record.id, at.version, ply, viewer, clock, rules.board(seen)))
    return encoded(Seen(record.id, at.version, ply, viewer, clock, seen))


@operations.get(
    "/v1/games/{id}/moves",
    "The caller's legal moves",
    answer=LegalMoves,
    parameters=(Parameter("seat", "The seat; without it the caller's only one.", int),),
    headers=("ETag",),
    problems=("seat_needed", "no_such_seat"),
)
async def moves(call: Call) -> Response:
    """Told to the player of the seat alone."""
    record = await newest(call)
    ended = record.result is not None
    seat = seat_for(call.principal, record.opened, call.query_int("seat"), ended=ended)
    state = record.tip.state
    legal = () if ended or record.paused else record.rules.moves(state, seat)
    told = LegalMoves(
        game=record.id,
        version=record.version,
        seat=seat,
        awaited=seat in record.rules.awaited(state),
        moves=tuple(msgspec.to_builtins(move) for move in legal),
    )
    return _tagged(call, record, encoded(told))


def answer_bytes(body: bytes, headers: dict[str, str] | None = None) -> Response:
    """A success whose JSON is already written."""
    return Response(body, 200, headers, media_type="application/json")


def _tagged(call: Call, record: GameRecord, body: bytes) -> Response:
    """With the version as ETag; not sent again to who has it already."""
    tag = etag(record.version)
    headers = {"etag": tag, "cache-control": "private, no-cache", "vary": "Authorization"}
    if tag in [each.strip().removeprefix("W/") for each in call.header(b"if-none-match").split(",")]:
        return Response(status_code=304, headers=headers)
    return answer_bytes(body, headers)
