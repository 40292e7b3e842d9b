"""What happened in a game, event by event and ply by ply."""

from collections.abc import AsyncIterator
from typing import Final
from uuid import UUID

from msgspec import Struct
from starlette.responses import Response, StreamingResponse

from domain.kernel.seats import Viewer
from domain.record.archive import Spoken
from domain.record.log import LogEntry
from domain.record.record import GameRecord
from domain.record.refusals import NoSuchPly
from service.api.bodies import answer, encoded
from service.api.call import Call
from service.api.games.access import AS, LOOKING, NDJSON, viewer_of, whole
from service.api.games.words import texts_of, told_entry
from service.api.routes import ANYONE, Operations, Parameter
from service.records.errors import DamagedRecord

operations = Operations("games")

_CHUNK: Final = 32


class Log(Struct, frozen=True):
    """What happened, event by event, as a viewer may be told."""

    game: UUID
    version: int
    viewer: Viewer
    entries: tuple[LogEntry, ...]


class ReplayedPly(Struct, frozen=True):
    """A position of the timeline with the event that led to it."""

    ply: int
    event: LogEntry
    view: Struct


class ReplayProblem(Struct, frozen=True):
    """The last line of a replay that met a bad event: everything before it is good. The audit says more."""

    problem: str
    version: int


@operations.get(
    "/v1/games/{id}/log",
    "What happened",
    access=ANYONE,
    answer=Log,
    parameters=(AS, Parameter("after", "Only events behind this version.", int)),
    problems=LOOKING,
)
async def log(call: Call) -> Response:
    """Every event, also those taken back, as the viewer may be told of it."""
    record = await whole(call)
    viewer = viewer_of(call, record)
    after = call.query_int("after", 0)
    events = [event for event in record.events if event.originator_version > after]
    said = await texts_of(call, record, events)
    entries = tuple(told_entry(event, viewer, said) for event in events)
    return answer(Log(record.id, record.version, viewer, entries))


@operations.get(
    "/v1/games/{id}/replay",
    "The game ply by ply",
    access=ANYONE,
    answer=ReplayedPly | ReplayProblem,
    media_type=NDJSON,
    parameters=(
        AS,
        Parameter("from", "The first ply; 0 is the opening position.", int),
        Parameter("to", "The last ply; the newest without it.", int),
    ),
    problems=(*LOOKING, "no_such_ply"),
    stream=True,
)
async def replay(call: Call) -> Response:
    """A line a ply: the event that led there and the view after it.

    A record that does not hold is replayed as far as it is good, and the last line says where it stops.
    """
    damage: DamagedRecord | None = None
    try:
        record = await whole(call)
    except DamagedRecord as error:
        if error.prefix is None:
            raise
        call.game = error.prefix.opened.ruleset
        record, damage = error.prefix, error
    viewer = viewer_of(call, record)
    first = call.query_int("from", 0, least=-(2**31))
    last = call.query_int("to", record.ply, least=-(2**31))
    record.at_ply(first)
    record.at_ply(last)
    if last < first:
        raise NoSuchPly(last, record.ply)
    plies = range(first, last + 1)
    said = await texts_of(call, record, record.events)
    return StreamingResponse(_replayed(record, viewer, plies, said, damage), media_type=NDJSON)


async def _replayed(
    record: GameRecord, viewer: Viewer, plies: range, said: dict[int, Spoken], damage: DamagedRecord | None
) -> AsyncIterator[bytes]:
    """Some lines at a time, so that a long game does not keep other requests waiting."""
    events = {event.originator_version: event for event in record.events}
    view = record.rules.view
    for begin in range(0, len(plies), _CHUNK):
        lines = []
        for ply in plies[begin : begin + _CHUNK]:
            at = record.at_ply(ply)
            told = ReplayedPly(ply, told_entry(events[at.version], viewer, said), view(at.state, viewer))
            lines.append(encoded(told) + b"\n")
        yield b"".join(lines)
    if damage is not None:
        yield encoded(ReplayProblem("record_damaged", damage.version)) + b"\n"
