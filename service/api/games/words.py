"""What is said with moves: from a request to the digest on record and the text beside it, to readers, and erased."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UNSET
from starlette.responses import Response

from domain.kernel.seats import Viewer
from domain.kernel.words import SALT_BYTES, takes_words, words
from domain.record.archive import Spoken
from domain.record.events import GameEvent, Told
from domain.record.log import LogEntry, log_entry
from domain.record.record import GameRecord, read_move
from service.api.call import Call
from service.api.games.access import check_may_know, game_id, games_of
from service.api.problems import Problem
from service.api.routes import Operations
from service.auth.policy import check_may_erase_words
from service.randomness import fresh_bytes
from service.records.errors import DamagedRecord
from service.records.games import Beside
from service.records.words import erase_words, said_with, speaks, words_row

operations = Operations("games")

_DIGITS: Final = 18


def spoken(record: GameRecord, move: Told, said: str) -> tuple[Told, Beside | None]:
    """A move with the digest of what is said with it, and what keeps the text. An empty text is none.

    Raises Problem where nothing can be said, and MalformedMove.
    """
    if not takes_words(type(read_move(record.rules, move))) or move.get("words"):
        raise out_of_place()
    if not said:
        return move, None
    kept = Spoken(fresh_bytes(SALT_BYTES), said)
    return move | {"words": words(said, kept.salt)}, lambda after, events: words_row(after, events, kept)


def out_of_place() -> Problem:
    """A text came with something that takes none."""
    return Problem("said_out_of_place", pointer="/said")


async def texts_of(call: Call, record: GameRecord, events: Sequence[GameEvent]) -> dict[int, Spoken]:
    """The texts said with these events, by version; without those that were erased. Raises StoreUnavailable."""
    if not any(map(speaks, events)):
        return {}
    return await call.services.reader.run(lambda connection: said_with(connection, record.id, events))


def told_entry(event: GameEvent, viewer: Viewer, said: Mapping[int, Spoken]) -> LogEntry:
    """An event as this viewer may be told of it, with what was said."""
    kept = said.get(event.originator_version)
    return log_entry(event, viewer, UNSET if kept is None else kept.text)


@operations.delete(
    "/v1/games/{id}/words/{version}",
    "Erase what was said",
    status=204,
    problems=("no_such_words",),
)
async def erase(call: Call) -> Response:
    """The text said with the event of this version goes for good; its digest stays and tells nobody what it was.

    For an arbiter and who opened the table.
    """
    game = game_id(call)
    try:
        opened, ended = await games_of(call).terms(game)
    except DamagedRecord as damaged:  # from the opening on
        check_may_know(call, damaged)
    else:
        check_may_erase_words(call.principal, opened, ended=ended)
    given = call.path_params["version"]
    if not (given.isascii() and given.isdigit() and len(given) <= _DIGITS):
        raise Problem("no_such_words")
    if not await call.services.reader.run(lambda connection: erase_words(connection, game, int(given))):
        raise Problem("no_such_words")
    return Response(status_code=204)
