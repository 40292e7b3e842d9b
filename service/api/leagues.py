"""Leagues and their standings."""

from datetime import datetime
from typing import Literal
from uuid import UUID, uuid4

from msgspec import UNSET, Struct, UnsetType, structs
from starlette.responses import Response

from domain.competition.leagues import Terms, change_league, open_league
from projections.queries import standings as queries
from projections.queries.pages import BadCursor, Page
from projections.queries.standings import LeagueRow, Reason, Standings
from service.api.bodies import answer, encoded
from service.api.call import Call
from service.api.idempotency import Decided, once
from service.api.pages import AFTER, CURSOR, LIMIT, Listing, limit
from service.api.problems import Problem
from service.api.reader import Connection
from service.api.routes import ANYONE, ORGANISERS, Operations, Parameter
from service.auth.policy import Forbidden
from service.competition.shell import replaced, stamp
from service.directory.names import names_of

operations = Operations("leagues")

Ties = Literal["share", "full"]
_TERMS = (
    "bad_league_name",
    "no_points",
    "too_many_points",
    "bad_points",
    "points_rise",
    "no_rulesets",
    "unknown_ruleset",
)


class NewLeague(Struct, frozen=True, forbid_unknown_fields=True):
    """A league. `points` are those of the first place, the second and so on, as exact fractions: "3", "1/2".

    Tied sides share the points of the places they take up, or each get them in full. Without `rulesets` it is for
    every game. `spectators` lets anybody read the standings, with the names in them.
    """

    name: str
    points: tuple[str, ...]
    ties: Ties = "share"
    rulesets: tuple[str, ...] | None = None
    spectators: bool = False


class OpenedLeague(Struct, frozen=True):
    """The league that was opened."""

    id: UUID


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """New terms; what is left out stays. They count for all of the league's games, also those played before."""

    name: str | UnsetType = UNSET
    points: tuple[str, ...] | UnsetType = UNSET
    ties: Ties | UnsetType = UNSET
    rulesets: tuple[str, ...] | UnsetType | None = UNSET
    spectators: bool | UnsetType = UNSET


class LeagueAnswer(Struct, frozen=True):
    """A league and its terms."""

    id: UUID
    version: int
    name: str
    points: tuple[str, ...]
    ties: Ties
    rulesets: tuple[str, ...] | None
    spectators: bool
    owner: UUID
    opened_at: datetime
    changed_at: datetime


class StandingsRow(Struct, frozen=True):
    """A line. `points` is an exact fraction; equal points share a place. An erased player has no name."""

    place: int
    player: UUID
    name: str | None
    points: str
    played: int
    won: int


class StandingsAnswer(Struct, frozen=True):
    """The standings. `position` is that of the newest event of the log that is counted; `as_of` of null means now."""

    league: LeagueAnswer
    as_of: datetime | None
    position: int
    items: tuple[StandingsRow, ...]


@operations.post(
    "/v1/leagues",
    "Open a league",
    access=ORGANISERS,
    body=NewLeague,
    answer=OpenedLeague,
    status=201,
    headers=("Acta-Position",),
    problems=_TERMS,
)
async def open_(call: Call) -> Response:
    """Its owner is who opens it."""
    new = await call.decoded(NewLeague)
    terms = Terms(new.name, new.points, new.ties, call.caller.actor, new.rulesets, new.spectators)

    async def decide() -> Decided:
        league = uuid4()
        events, _ = open_league(league, terms, stamp(call.caller.actor, call.request_id))
        return Decided(201, encoded(OpenedLeague(league)), call.services.competition.stored(events))

    return await once(call, decide)


@operations.get(
    "/v1/leagues", "All leagues", access=ANYONE, answer=Listing[LeagueAnswer], parameters=(CURSOR, LIMIT, AFTER)
)
async def leagues(call: Call) -> Response:
    """The newest first; without a token, those open to spectators."""
    cursor, size, public = call.query_params.get("cursor"), limit(call), call.principal is None
    await call.projected()
    try:
        page = await call.services.reader.run(
            lambda connection: queries.leagues(connection, cursor, size, public_only=public)
        )
    except BadCursor:
        raise Problem("bad_cursor") from None
    return answer(Listing(tuple(_told(row) for row in page.items), page.next))


@operations.get(
    "/v1/leagues/{id}",
    "One league",
    access=ANYONE,
    answer=LeagueAnswer,
    parameters=(AFTER,),
    problems=("no_such_league", "projection_behind"),
)
async def league(call: Call) -> Response:
    """Its terms today."""
    asked = call.path_id("no_such_league")
    await call.projected()
    found = await call.services.reader.run(lambda connection: queries.league(connection, asked))
    if found is None or not _may_read(call, found):
        raise Problem("no_such_league")
    return answer(_told(found))


@operations.patch(
    "/v1/leagues/{id}",
    "Change the terms of a league",
    access=ORGANISERS,
    body=Change,
    status=204,
    headers=("Acta-Position",),
    problems=("no_such_league", "nothing_changes", *_TERMS),
)
async def change(call: Call) -> Response:
    """For its owner, and administrators."""
    asked = call.path_id("no_such_league")
    given = await call.decoded(Change)
    competition = call.services.competition

    async def decide() -> Decided:
        found = await competition.league(asked)
        if found is None:
            raise Problem("no_such_league")
        if call.caller.role != "admin" and not call.caller.owns(found.terms.owner):
            raise Forbidden
        terms = replaced(found.terms, **structs.asdict(given))
        events, _ = change_league(found, terms, stamp(call.caller.actor, call.request_id))
        return Decided(204, b"", competition.stored(events))

    return await once(call, decide)


@operations.get(
    "/v1/leagues/{id}/standings",
    "The standings of a league",
    access=ANYONE,
    answer=StandingsAnswer,
    parameters=(Parameter("as_of", "The moment to look back to; now without it.", datetime), AFTER),
    problems=("no_such_league", "projection_behind"),
)
async def standings(call: Call) -> Response:
    """Counted from the games that ended, by the terms in force; also as they stood at any moment."""
    asked, as_of = call.path_id("no_such_league"), call.query_moment("as_of")
    await call.projected()

    def work(connection: Connection) -> StandingsAnswer | None:
        found = queries.standings(connection, asked, as_of)
        return None if found is None or not _may_read(call, found.league) else _ranked(connection, found)

    found = await call.services.reader.run(work)
    if found is None:
        raise Problem("no_such_league")
    return answer(found)


@operations.get(
    "/v1/leagues/{id}/standings/{player}",
    "Which games gave a player their points",
    access=ANYONE,
    answer=Listing[Reason],
    parameters=(Parameter("as_of", "The moment to look back to; now without it.", datetime), CURSOR, LIMIT, AFTER),
    problems=("no_such_league", "no_such_player", "projection_behind"),
)
async def reasons(call: Call) -> Response:
    """The newest first; their sum is the player's points in the standings of that moment."""
    asked, player = call.path_id("no_such_league"), call.path_id("no_such_player", "player")
    as_of, cursor, size = call.query_moment("as_of"), call.query_params.get("cursor"), limit(call)
    await call.projected()

    def work(connection: Connection) -> Page[Reason] | None:
        found = queries.league(connection, asked, as_of)
        if found is None or not _may_read(call, found):
            return None
        return queries.reasons(connection, asked, player, as_of=as_of, cursor=cursor, limit=size)

    try:
        page = await call.services.reader.run(work)
    except BadCursor:
        raise Problem("bad_cursor") from None
    if page is None:
        raise Problem("no_such_league")
    return answer(Listing(page.items, page.next))


def _may_read(call: Call, league: LeagueRow) -> bool:
    """Deny by default: holders of a token, and anybody where the league lets spectators in."""
    return call.principal is not None or league.terms.spectators


def _ranked(connection: Connection, found: Standings) -> StandingsAnswer:
    named = names_of(connection, (place.player for place in found.places))
    rows = tuple(
        StandingsRow(each.place, each.player, named.get(each.player), each.points, each.played, each.won)
        for each in found.places
    )
    return StandingsAnswer(_told(found.league), found.as_of, found.position, rows)


def _told(row: LeagueRow) -> LeagueAnswer:
    terms = row.terms
    return LeagueAnswer(
        id=row.id,
        version=row.version,
        name=terms.name,
        points=terms.points,
        ties=terms.ties,
        rulesets=terms.rulesets,
        spectators=terms.spectators,
        owner=terms.owner,
        opened_at=row.opened_at,
        changed_at=row.changed_at,
    )
