"""The audit and the archive: what proves that a record is what was played."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from typing import Any, Final
from uuid import UUID

import psycopg
from starlette.responses import Response, StreamingResponse

from domain.record.archive import Header, Line, archive
from domain.record.verify import Report
from service.api.bodies import answer
from service.api.call import Call
from service.api.games.access import AS, LOOKING, NDJSON, check_may_know, game_id, games_of, whole
from service.api.games.words import texts_of
from service.api.routes import Operations, Parameter
from service.auth.policy import archive_viewer, check_may_audit, may_have_seed
from service.directory.names import find
from service.records.audit import audit as audited
from service.records.errors import DamagedRecord

operations = Operations("games")

_LINES: Final = 64


@operations.get(
    "/v1/games/{id}/audit",
    "Check the record",
    answer=Report,
)
async def audit(call: Call) -> Response:
    """Chain, legality of every move, every outcome from the seed, and the result, from the stored events themselves."""
    try:
        opened, ended = await games_of(call).terms(game_id(call))
    except DamagedRecord as damaged:  # from the opening on
        check_may_know(call, damaged)
    else:
        check_may_audit(call.principal, opened, ended=ended)
    return answer(await asyncio.to_thread(audited, games_of(call).loader, game_id(call)))


@operations.get(
    "/v1/games/{id}/archive",
    "The game as one file",
    answer=Header | Line,
    media_type=NDJSON,
    parameters=(
        AS,
        Parameter("names", "Whether to put the players' names in the file.", bool),
        Parameter("words", "Whether to put in what was said, as far as it was not erased.", bool),
    ),
    problems=LOOKING,
    stream=True,
)
async def archive_of(call: Call) -> Response:
    """To be checked offline, by `acta verify` or by anybody's own program; docs/record-format.md says how.

    For an arbiter it opens every secret; for a player, after the end, those of the own seat.
    """
    record = await whole(call)
    asked = call.query_params.get("as")
    viewer = archive_viewer(call.principal, record.opened, asked, ended=record.result is not None)
    with_seed = may_have_seed(call.principal, record.opened, revealed=record.revealed)
    names = None
    if call.query_flag("names"):
        names = await call.services.reader.run(lambda connection: _names(connection, record.opened.seats))
    said = await texts_of(call, record, record.events) if call.query_flag("words") else None
    lines = archive(record.events, viewer, with_seed=with_seed, names=names, said=said)
    headers = {"content-disposition": f'attachment; filename="{record.id}.acta"'}
    return StreamingResponse(_sent(lines), media_type=NDJSON, headers=headers)


async def _sent(lines: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Some lines at a time, so that a long game does not keep other requests waiting."""
    while part := b"".join(islice(lines, _LINES)):
        yield part


def _names(connection: psycopg.Connection[Any], players: tuple[UUID, ...]) -> dict[str, str]:
    """Names by id, without those who were erased."""
    found = (find(connection, player) for player in players)
    return {str(person.id): person.name for person in found if person is not None}
