"""Private notes of a seat, and what the record proves: both beside the game, and no part of it."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec
from msgspec import Struct
from starlette.responses import Response

from domain.kernel.seats import Seat, Viewer
from domain.record.events import Told
from domain.record.record import GameRecord, read_options
from domain.record.refusals import HistoryNotLoaded, NoSuchPly
from service.api.bodies import answer, encoded, invalid
from service.api.call import Call
from service.api.games.access import AS, LOOKING, PLY, newest, viewer_of, whole
from service.api.idempotency import Decided, once
from service.api.pages import CURSOR, LIMIT, Listing, limit
from service.api.problems import Problem
from service.api.routes import ANYONE, Operations, Parameter
from service.auth.policy import own_seat
from service.records.notes import SAVE_NOTE, Note, count_of, notes_of

operations = Operations("games")

MOST_BYTES: Final = 32_768
"""How long a note may be, as JSON."""

MOST_NOTES: Final = 1_000
"""How many notes a seat may write in a game; some more when many are written at the same moment."""

_SEAT: Final = Parameter("seat", "The seat; without it the caller's only one.", int)
_PROBLEMS: Final = ("seat_needed", "no_such_seat", "no_notebook")


class NewNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A note: the whole book as it is to be now. Without `ply` it is of the newest, without `seat` of the only one."""

    note: Told
    ply: int | None = None
    seat: Seat | None = None


class Written(Struct, frozen=True):
    """The note that was written. What it says is not repeated: an answer is kept, and a note must be erasable."""

    id: UUID
    ply: int


class Deduced(Struct, frozen=True):
    """What the record proves of what a viewer does not see, from that viewer's view alone; the ruleset's own."""

    game: UUID
    version: int
    ply: int
    viewer: Viewer
    deduction: Struct


@operations.get(
    "/v1/games/{id}/notes",
    "The caller's own notes",
    answer=Listing[Note],
    parameters=(_SEAT, Parameter("ply", "Only notes up to this ply.", int), CURSOR, LIMIT),
    problems=_PROBLEMS,
)
async def notes(call: Call) -> Response:
    """The newest first. Told to the player of the seat alone, now and after the end: to no arbiter and no owner."""
    record = await newest(call)
    seat, _ = _book(call, record, call.query_int("seat"))
    ply, before, size = call.query_int("ply", 2**63 - 1), call.query_id("cursor"), limit(call)
    try:
        found = await call.services.reader.run(
            lambda connection: notes_of(connection, record.id, seat, ply=ply, before=before, limit=size + 1)
        )
    except LookupError:
        raise Problem("bad_cursor") from None
    return answer(Listing(tuple(found[:size]), str(found[size - 1].id) if len(found) > size else None))


@operations.post(
    "/v1/games/{id}/notes",
    "Write a note",
    body=NewNote,
    answer=Written,
    status=201,
    problems=(*_PROBLEMS, "no_such_ply", "note_too_large", "too_many_notes"),
)
async def write(call: Call) -> Response:
    """Beside the game: no event, no version and no order tells anybody of it, and nothing waits for it.

    The notes of a person are erased with the person.
    """
    record = await newest(call)
    new = await call.decoded(NewNote)
    seat, notebook = _book(call, record, new.seat)
    ply = record.ply if new.ply is None else new.ply
    if not 0 <= ply <= record.ply:
        raise NoSuchPly(ply, record.ply)
    try:
        book = msgspec.convert(new.note, notebook)
    except msgspec.ValidationError as error:
        raise invalid(str(error), "/note") from None
    note = encoded(book)
    if len(note) > MOST_BYTES:
        raise Problem("note_too_large", {"most": MOST_BYTES}, pointer="/note")
    record.rules.check_note(read_options(record.rules, record.opened.options), seat, book)

    async def decide() -> Decided:
        if await call.services.reader.run(lambda connection: count_of(connection, record.id, seat)) >= MOST_NOTES:
            raise Problem("too_many_notes", {"most": MOST_NOTES})
        written = Written(uuid4(), ply)
        row = (written.id, record.id, seat, record.opened.seats[seat], ply, datetime.now(UTC), note)
        return Decided(201, encoded(written), (), ((SAVE_NOTE, row),))

    return await once(call, decide, erasable=True)


@operations.get(
    "/v1/games/{id}/deduction",
    "What the record proves",
    access=ANYONE,
    answer=Deduced,
    parameters=(AS, PLY),
    problems=(*LOOKING, "no_deduction", "no_such_ply"),
)
async def deduction(call: Call) -> Response:
    """What is still possible after all that happened, as the viewer could work it out from the own view."""
    record = await newest(call)
    viewer = viewer_of(call, record)
    ply = call.query_int("ply", record.ply, least=-(2**31))
    deduce = record.rules.deduce
    if deduce is None:
        raise Problem("no_deduction", {"game": record.rules.name})
    try:
        at = record.at_ply(ply)
    except HistoryNotLoaded:
        record = await whole(call)
        at = record.at_ply(ply)
    proven = deduce(record.rules.view(at.state, viewer))
    return answer(Deduced(record.id, at.version, ply, viewer, proven))


def _book(call: Call, record: GameRecord, asked: Seat | None) -> tuple[Seat, Any]:
    """The caller's own seat and what its notes hold. Raises as `own_seat` does, and Problem no_notebook."""
    seat = own_seat(call.principal, record.opened, asked, ended=record.result is not None)
    if record.rules.notebook is None:
        raise Problem("no_notebook", {"game": record.rules.name})
    return seat, record.rules.notebook
