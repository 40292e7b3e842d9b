"""What happens next, as it happens: server-sent events that can be resumed where they broke off."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

from starlette.responses import Response, StreamingResponse

from domain.kernel.seats import Viewer
from domain.record.archive import Spoken
from domain.record.events import GameEvent
from domain.record.log import LogEntry
from domain.record.record import GameRecord
from service.api.authentication import authenticate
from service.api.bodies import encoded
from service.api.call import Call
from service.api.games.access import AS, LOOKING, games_of, newest, viewer_of, whole
from service.api.games.words import texts_of, told_entry
from service.api.problems import Problem
from service.api.routes import ANYONE, Operations, Parameter
from service.auth.policy import Forbidden, NotKnown
from service.records.errors import DamagedRecord
from service.records.games import Standing, standing
from service.store.errors import StoreClosed, StoreUnavailable

operations = Operations("games")

_KEEP_ALIVE: Final = 15.0
"""Seconds after which a line is sent though nothing happened, and the caller's token is looked at again."""


@operations.get(
    "/v1/games/{id}/live",
    "What happens next",
    access=ANYONE,
    answer=LogEntry | Standing,
    media_type="text/event-stream",
    parameters=(
        AS,
        Parameter("Last-Event-ID", "The last version seen.", int, place="header"),
        Parameter("after", "The same for a first connection; without either, what happens from now on.", int),
    ),
    problems=LOOKING,
    stream=True,
)
async def live(call: Call) -> Response:
    """`entry` events with a version as id, each as the viewer may be told of it, and a `standing` behind the newest.

    The data is an entry of the log, or where the game stands, as JSON.

    Nothing is sent twice and nothing left out; the stream of an ended game ends, and 204 says there is no more. When
    the service stops, streams end too: come back with the version seen last.
    """
    record = await newest(call)
    viewer = viewer_of(call, record)
    seen = _last_seen(call)
    if seen is None:
        seen = record.version
    if seen > record.version:
        raise Problem("bad_parameter", {"parameter": "Last-Event-ID", "expected": f"0 – {record.version}"})
    if record.result is not None and seen == record.version:
        return Response(status_code=204)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_happening(call, viewer, seen), media_type="text/event-stream", headers=headers)


def _last_seen(call: Call) -> int | None:
    given = call.header(b"last-event-id")
    if not given:
        seen: int | None = call.query_int("after")
        return seen
    if not (given.isascii() and given.isdigit() and len(given) <= 18):
        raise Problem("bad_parameter", {"parameter": "Last-Event-ID", "expected": "12"})
    return int(given)


async def _happening(call: Call, viewer: Viewer, seen: int) -> AsyncIterator[bytes]:
    """The stream, ended early where the game cannot be read: whoever comes back is told why."""
    with contextlib.suppress(StoreUnavailable, StoreClosed, DamagedRecord):
        async for part in _told(call, viewer, seen):
            yield part


async def _told(call: Call, viewer: Viewer, seen: int) -> AsyncIterator[bytes]:
    games = games_of(call)
    record = await newest(call)
    yield b"retry: 2000\n\n" + _standing(record)
    while not games.hot.closed:
        changed = games.hot.get(record.id).changed
        record = await newest(call)
        if record.version > seen:
            if not await _still_may(call, record, viewer):
                return
            if record.events[min(1, len(record.events) - 1)].originator_version > seen + 1 and not record.complete:
                record = await whole(call)
            news = [event for event in record.events if event.originator_version > seen]
            said = await texts_of(call, record, news)
            yield b"".join(_entry(event, viewer, said) for event in news) + _standing(record)
            seen = record.version
        if record.result is not None:
            return
        if changed.is_set():
            continue
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(changed.wait(), _KEEP_ALIVE)
            continue
        if not await _still_may(call, record, viewer):
            return
        yield b": still here\n\n"


async def _still_may(call: Call, record: GameRecord, viewer: Viewer) -> bool:
    """A token may have been revoked, or have expired, since the stream began."""
    try:
        await authenticate(call)
        return viewer_of(call, record) == viewer
    except (Problem, Forbidden, NotKnown):
        return False


def _entry(event: GameEvent, viewer: Viewer, said: dict[int, Spoken]) -> bytes:
    told = told_entry(event, viewer, said)
    return b"id: %d\nevent: entry\ndata: %s\n\n" % (told.version, encoded(told))


def _standing(record: GameRecord) -> bytes:
    return b"event: standing\ndata: " + encoded(standing(record)) + b"\n\n"
