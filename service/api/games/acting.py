"""What is done to a game: moves, take-backs, withdrawals, pause and resume."""

from typing import Final, TypeVar

from msgspec import Struct
from starlette.responses import Response

from domain.kernel.seats import TABLE, Seat
from domain.kernel.words import Said
from domain.record import commands
from domain.record.commands import Decision, Stamp
from domain.record.events import Told
from domain.record.record import GameRecord
from service.api.bodies import decoded
from service.api.call import Call
from service.api.games.access import IF_MATCH, etag, expected_version, game_id, games_of, newest
from service.api.games.words import out_of_place, spoken
from service.api.idempotency import answered_with, request_of
from service.api.problems import Problem
from service.api.routes import Operations
from service.auth.policy import check_may_pause, check_may_speak_for_table, check_may_withdraw, seat_for
from service.records.games import Decide, Intent, Standing
from service.records.requests import Answer

operations = Operations("games")

T = TypeVar("T")

MOST_MOVES: Final = 100
_HEADERS: Final = ("ETag", "Acta-Position")
_PROBLEMS: Final = (
    "seat_needed",
    "no_such_seat",
    "stale_version",
    "version_conflict",
    "idempotency_key_reused",
    "game_over",
)


class PlayMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move, or several to be played one after the other, all or none. Without `seat` it is the caller's only one.

    `said` is a text that goes with a single move that has `words`: the record gets its digest, the text lies beside it
    and can be erased. It is never read as anything but text.

    Seat -1 is the table itself, for what no seat chooses: `time_up`, and `all_pass` where one recorder enters for all.
    """

    move: Told | None = None
    moves: tuple[Told, ...] = ()
    seat: Seat | None = None
    said: Said | None = None


class ForSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """For which seat; without it the caller's only one."""

    seat: Seat | None = None


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """No more needs to be said."""


@operations.post(
    "/v1/games/{id}/moves",
    "Play a move",
    body=PlayMove,
    answer=Standing,
    parameters=(IF_MATCH,),
    headers=_HEADERS,
    problems=(
        *_PROBLEMS,
        "malformed_move",
        "move_or_moves",
        "out_of_turn",
        "paused",
        "said_out_of_place",
        "version_required",
    ),
)
async def play(call: Call) -> Response:
    """The move is on record, for good, when this answers; when it is refused, nothing has changed.

    A refusal of the rules has the game's own code. Played on the newest position unless If-Match names one.
    """
    record = await newest(call)
    body = await call.body()
    asked = decoded(body, PlayMove)
    moves = asked.moves or ((asked.move,) if asked.move is not None else ())
    if not moves or (asked.move is not None and asked.moves) or len(moves) > MOST_MOVES:
        raise Problem("move_or_moves", {"most": MOST_MOVES})
    ended = record.result is not None
    if asked.seat == TABLE:
        seat, clock = TABLE, all(move.get("move") == "time_up" for move in moves)
        check_may_speak_for_table(call.principal, record.opened, clock=clock, ended=ended)
    else:
        seat = seat_for(call.principal, record.opened, asked.seat, ended=ended)
    beside = None
    if asked.said is not None:
        if asked.move is None:
            raise out_of_place()
        move, beside = spoken(record, asked.move, asked.said)
        moves = (move,)
    request = request_of(call, body, erasable=asked.said is not None)
    intent = Intent(request, call.caller.actor, expected_version(call))
    return _answered(await games_of(call).play(record.id, intent, seat, moves, beside))


@operations.post(
    "/v1/games/{id}/takeback",
    "Take back the last move",
    body=ForSeat,
    answer=Standing,
    parameters=(IF_MATCH,),
    headers=_HEADERS,
    problems=(*_PROBLEMS, "nothing_to_take_back", "not_your_move", "chance_answered", "others_learned", "paused"),
)
async def take_back(call: Call) -> Response:
    """Only its own seat may, and only while nobody has learned anything from the move."""
    record, body, asked = await _asked(call, ForSeat)
    seat = seat_for(call.principal, record.opened, asked.seat, ended=record.result is not None)

    def decide(record: GameRecord, stamp: Stamp) -> Decision:
        return commands.take_back(record, seat, stamp)

    return await _command(call, body, decide)


@operations.post(
    "/v1/games/{id}/withdraw",
    "Withdraw from the game",
    body=ForSeat,
    answer=Standing,
    parameters=(IF_MATCH,),
    headers=_HEADERS,
    problems=(*_PROBLEMS, "already_withdrawn"),
)
async def withdraw(call: Call) -> Response:
    """The others play on. The player of the seat may, and whoever runs the table."""
    record, body, asked = await _asked(call, ForSeat)
    ended = record.result is not None
    if asked.seat is None:
        seat = seat_for(call.principal, record.opened, None, ended=ended)
    else:
        seat = asked.seat
        check_may_withdraw(call.principal, record.opened, seat, ended=ended)

    def decide(record: GameRecord, stamp: Stamp) -> Decision:
        return commands.withdraw(record, seat, stamp)

    return await _command(call, body, decide)


@operations.post(
    "/v1/games/{id}/pause",
    "Pause the game",
    body=Nothing,
    answer=Standing,
    parameters=(IF_MATCH,),
    headers=_HEADERS,
    problems=(*_PROBLEMS, "paused"),
)
async def pause(call: Call) -> Response:
    """The clock stands and moves are refused until it is resumed."""
    return await _run(call, commands.pause)


@operations.post(
    "/v1/games/{id}/resume",
    "Resume the game",
    body=Nothing,
    answer=Standing,
    parameters=(IF_MATCH,),
    headers=_HEADERS,
    problems=(*_PROBLEMS, "not_paused"),
)
async def resume(call: Call) -> Response:
    """The clock runs on."""
    return await _run(call, commands.resume)


async def _run(call: Call, decide: Decide) -> Response:
    record, body, _ = await _asked(call, Nothing)
    check_may_pause(call.principal, record.opened, ended=record.result is not None)
    return await _command(call, body, decide)


async def _asked(call: Call, kind: type[T]) -> tuple[GameRecord, bytes, T]:
    """The record, the body and what it says; an empty body says nothing."""
    record = await newest(call)
    body = await call.body()
    return record, body, decoded(body or b"{}", kind)


async def _command(call: Call, body: bytes, decide: Decide) -> Response:
    intent = Intent(request_of(call, body), call.caller.actor, expected_version(call))
    return _answered(await games_of(call).command(game_id(call), intent, decide))


def _answered(done: Answer) -> Response:
    return answered_with(done, None if done.version is None else {"etag": etag(done.version)})
