"""Opening a table, and the list of games."""

import secrets
from typing import Final, Literal
from uuid import UUID, uuid4

from msgspec import Struct
from msgspec.json import Decoder
from starlette.responses import Response

from domain.competition.leagues import check_admits
from domain.games.registry import names, newest
from domain.record.commands import Table
from domain.record.events import Reveal, Review, Told
from domain.record.refusals import Refused
from projections.queries.games import GameFilter, GameRow, list_games
from projections.queries.pages import BadCursor, Page
from service.api.bodies import answer
from service.api.call import Call
from service.api.games.access import etag, games_of
from service.api.idempotency import answered_with, request_of
from service.api.pages import AFTER, CURSOR, LIMIT, limit
from service.api.problems import Problem
from service.api.routes import ANYONE, Operations, Parameter
from service.auth.policy import check_may_count_for, check_may_open, visible_games
from service.records.errors import NotAtThisTable
from service.records.games import Intent, Standing
from service.records.opening import check_seats
from service.records.requests import Answer

operations = Operations("games")

_standing: Final[Decoder[Standing]] = Decoder(Standing)


class SeatOf(Struct, frozen=True, forbid_unknown_fields=True):
    """A place at the table and who takes it."""

    player: UUID


class OpenGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened. Seats are clockwise; `options` are the ruleset's own, what is left out has its default.

    `spectators` lets anybody watch what is public. `review` says who, beside arbiters, may see everything once the game
    is over, and `reveal` who is then told the seed that every shuffle can be checked with.
    """

    ruleset: str
    seats: tuple[SeatOf, ...]
    options: Told = {}
    league: UUID | None = None
    spectators: bool = False
    review: Review = "nobody"
    reveal: Reveal = "arbiters"


@operations.post(
    "/v1/games",
    "Open a table",
    body=OpenGame,
    answer=Standing,
    status=201,
    headers=("ETag", "Location", "Acta-Position"),
    problems=(
        "unknown_ruleset",
        "unknown_player",
        "unknown_league",
        "ruleset_not_admitted",
        "player_twice",
        "malformed_options",
        "bad_name",
        "forbidden",
    ),
)
async def open_game(call: Call) -> Response:
    """The opening is on record when this answers."""
    asked = await call.decoded(OpenGame)
    if asked.ruleset not in names():
        raise Problem("unknown_ruleset", {"ruleset": asked.ruleset}, pointer="/ruleset")
    call.game = asked.ruleset
    players = tuple(seat.player for seat in asked.seats)
    check_may_open(call.caller, players)
    request = request_of(call, await call.body())
    try:
        await call.services.reader.run(lambda connection: check_seats(connection, players))
        await _check_league(call, asked)
    except (NotAtThisTable, Refused):
        # Sent again after a player was erased or the league changed: the table is open, and answered as it was.
        if (earlier := await games_of(call).answered(request)) is not None:
            return _opened(earlier)
        raise
    table = Table(
        id=uuid4(),
        ruleset=asked.ruleset,
        ruleset_version=newest(asked.ruleset).version,
        options=asked.options,
        seats=players,
        owner=call.caller.actor,
        seed=secrets.token_bytes(32),
        league=asked.league,
        spectators=asked.spectators,
        review=asked.review,
        reveal=asked.reveal,
    )
    return _opened(await games_of(call).open(table, Intent(request, call.caller.actor)))


async def _check_league(call: Call, asked: OpenGame) -> None:
    """Whether the league exists and admits the game. Raises NotAtThisTable and Refused."""
    if asked.league is None:
        return
    league = await call.services.competition.league(asked.league)
    if league is None:
        raise NotAtThisTable("unknown_league", "/league", "league", str(asked.league))
    check_may_count_for(call.caller, league.terms.owner)
    check_admits(league, asked.ruleset)


def _opened(done: Answer) -> Response:
    headers = {"location": f"/v1/games/{_standing.decode(done.body).game}"}
    return answered_with(done, headers if done.version is None else headers | {"etag": etag(done.version)})


_FILTERS: Final = (
    Parameter("ruleset", "Games of this ruleset."),
    Parameter("player", "Games of this player, under any entry of theirs.", UUID),
    Parameter("status", "`open`, `paused` or `ended`.", Literal["open", "paused", "ended"]),
    Parameter("league", "Games of this league.", UUID),
    Parameter("opened_from", "Opened at or after this moment (RFC 3339)."),
    Parameter("opened_before", "Opened before this moment."),
    CURSOR,
    LIMIT,
    AFTER,
)


@operations.get(
    "/v1/games",
    "The games there are, the newest first",
    access=ANYONE,
    answer=Page[GameRow],
    parameters=_FILTERS,
    problems=("projection_behind",),
)
async def games(call: Call) -> Response:
    """Those open to spectators, and those the caller sits in, owns or arbitrates."""
    visible = visible_games(call.principal)
    query = call.query_params
    status = query.get("status")
    if status not in (None, "open", "paused", "ended"):
        raise Problem("bad_parameter", {"parameter": "status", "expected": "open, paused, ended"})
    asked = GameFilter(
        ruleset=query.get("ruleset"),
        player=call.query_id("player"),
        status=status,  # type: ignore[arg-type]  # just checked
        league=call.query_id("league"),
        opened_from=call.query_moment("opened_from"),
        opened_before=call.query_moment("opened_before"),
        visible_to=None if visible.everything or call.principal is None else call.principal.actor,
        public_only=call.principal is None,
    )
    await call.projected()
    size = limit(call)
    try:
        page = await call.services.reader.run(
            lambda connection: list_games(connection, asked, query.get("cursor"), size)
        )
    except BadCursor:
        raise Problem("bad_cursor") from None
    return answer(page)
