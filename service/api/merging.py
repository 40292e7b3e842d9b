"""Merging two entries of the directory that are one person."""

import asyncio
from uuid import UUID

from msgspec import Struct
from starlette.responses import Response

from domain.competition.players import merge_players
from projections.queries.games import shared_game
from service.api.bodies import encoded
from service.api.call import Call
from service.api.idempotency import Decided, once
from service.api.problems import Problem
from service.api.routes import ORGANISERS, Operations
from service.api.waiting import shown
from service.auth.lookup import entries_of
from service.competition.shell import stamp
from service.directory.rows import RECORD_MERGE

operations = Operations("players")


class Merge(Struct, frozen=True, forbid_unknown_fields=True):
    """The entry that stays."""

    into: UUID


class Merged(Struct, frozen=True):
    """From here on `id` counts as `into`."""

    id: UUID
    into: UUID


async def _check_tables(call: Call, one: UUID, other: UUID) -> None:
    """Whoever holds two hands of a running game would see both. Raises Problem."""
    head = await asyncio.to_thread(call.services.store.recorder.max_notification_id)
    await shown(call.services, head or 0)
    game = await call.services.reader.run(
        lambda connection: shared_game(connection, entries_of(connection, one)[1], entries_of(connection, other)[1])
    )
    if game is not None:
        raise Problem("merge_at_one_table", {"game": str(game)})


@operations.post(
    "/v1/players/{id}/merge",
    "Merge two entries of one person",
    access=ORGANISERS,
    body=Merge,
    answer=Merged,
    headers=("Acta-Position",),
    problems=(
        "no_such_player",
        "unknown_player",
        "already_merged",
        "merge_into_itself",
        "merge_into_merged",
        "merge_at_one_table",
    ),
)
async def merge(call: Call) -> Response:
    """From here on everything of this entry counts as that of `into`; the games stay as they were recorded."""
    asked = call.path_id("no_such_player")
    into = (await call.decoded(Merge)).into
    competition = call.services.competition

    async def decide() -> Decided:
        one, other = await competition.player(asked), await competition.player(into)
        if one is None:
            raise Problem("no_such_player")
        if other is None:
            raise Problem("unknown_player", {"player": str(into)}, pointer="/into")
        events, _ = merge_players(one, other, stamp(call.caller.actor, call.request_id))
        await _check_tables(call, asked, into)
        body = encoded(Merged(asked, into))
        return Decided(200, body, competition.stored(events), ((RECORD_MERGE, (asked, into)),))

    async with competition.merging:
        response = await once(call, decide)
    call.services.tokens.forget()
    return response
