"""Players: registered, found, corrected, merged, erased."""

from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

import psycopg
from msgspec import UNSET, Struct, UnsetType, structs
from starlette.responses import Response

from domain.competition.players import erase_player, register_player
from projections.queries.players import PlayerPage, Tally, player_page
from service.api.bodies import answer, encoded
from service.api.call import Call
from service.api.idempotency import Decided, once
from service.api.pages import AFTER, CURSOR, LIMIT, Listing, limit
from service.api.problems import Problem
from service.api.routes import ORGANISERS, Operations, Parameter
from service.auth.lookup import entries_of
from service.auth.principal import Principal
from service.competition.shell import stamp
from service.directory import names
from service.directory.names import Person
from service.directory.rows import ADD_PERSON
from service.records.erasing import erasing_rows

operations = Operations("players")


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A person to be registered. `contact` is for organisers and the person: an address, a number."""

    name: str
    contact: str | None = None


class Registered(Struct, frozen=True):
    """The entry that was made. Names are not repeated: an answer is kept, and a name must be erasable."""

    id: UUID


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be put right; what is left out stays. A `contact` of null takes it away."""

    name: str | UnsetType = UNSET
    contact: str | UnsetType | None = UNSET


class PlayerRow(Struct, frozen=True, omit_defaults=True):
    """An entry of the directory. `contact` is there for organisers and the person alone."""

    id: UUID
    name: str
    contact: str | None = None


class Opponent(Struct, frozen=True):
    """Games against one opponent that ended. An erased opponent has no name."""

    player: UUID
    name: str | None
    played: int
    ahead: int
    behind: int
    level: int


class Profile(Struct, frozen=True):
    """A person and their results. `id` is the entry all `entries` count as; an erased person has no name."""

    id: UUID
    name: str | None
    contact: str | None
    erased: bool
    entries: tuple[UUID, ...]
    registered_at: datetime | None
    played: int
    won: int
    unfinished: int
    rulesets: tuple[Tally, ...]
    opponents: tuple[Opponent, ...]


@operations.post(
    "/v1/players",
    "Register a player",
    access=ORGANISERS,
    body=NewPlayer,
    answer=Registered,
    status=201,
    headers=("Acta-Position",),
    problems=("bad_name",),
)
async def register(call: Call) -> Response:
    """Names and contacts stay in the directory, where they can be corrected and erased; the record knows the id."""
    new = await call.decoded(NewPlayer)
    name, contact = _checked(new.name), _checked_contact(new.contact)

    async def decide() -> Decided:
        player = uuid4()
        events, _ = register_player(player, stamp(call.caller.actor, call.request_id))
        stored = call.services.competition.stored(events)
        return Decided(201, encoded(Registered(player)), stored, ((ADD_PERSON, (player, name, contact)),))

    return await once(call, decide, erasable=True)


@operations.get(
    "/v1/players",
    "Find players",
    answer=Listing[PlayerRow],
    parameters=(Parameter("q", "Part of the name."), CURSOR, LIMIT),
)
async def players(call: Call) -> Response:
    """In the order of names. A person whose entries were merged is listed once."""
    text, after, size = call.query_params.get("q", ""), call.query_id("cursor"), limit(call)
    try:
        found = await call.services.reader.run(lambda connection: names.search(connection, text, after, size + 1))
    except LookupError:
        raise Problem("bad_cursor") from None
    rows = tuple(PlayerRow(p.id, p.name, p.contact if _may_contact(call.caller, p.id) else None) for p in found[:size])
    return answer(Listing(rows, str(rows[-1].id) if len(found) > size else None))


@operations.get(
    "/v1/players/{id}",
    "A player's page",
    answer=Profile,
    parameters=(AFTER,),
    problems=("no_such_player", "projection_behind"),
)
async def player(call: Call) -> Response:
    """Games played and won, by game and by opponent, over all entries of the person."""
    asked = call.path_id("no_such_player")
    await call.projected()
    found = await call.services.reader.run(lambda connection: _profile(connection, asked, call.caller))
    if found is None:
        raise Problem("no_such_player")
    return answer(found)


@operations.patch(
    "/v1/players/{id}",
    "Correct a name or a contact",
    access=ORGANISERS,
    body=Correction,
    answer=PlayerRow,
    problems=("no_such_player", "bad_name"),
)
async def correct(call: Call) -> Response:
    """The record does not change: it knows the player by id."""
    asked = call.path_id("no_such_player")
    given = await call.decoded(Correction)
    name = UNSET if given.name is UNSET else _checked(given.name)
    contact = UNSET if given.contact is UNSET else _checked_contact(given.contact)

    def work(connection: psycopg.Connection[Any]) -> Person | None:
        person = names.find(connection, asked)
        if person is None:
            return None
        person = structs.replace(
            person,
            name=person.name if name is UNSET else name,
            contact=person.contact if contact is UNSET else contact,
        )
        return person if names.correct(connection, person) else None

    person = await call.services.reader.run(work)
    if person is None:
        raise Problem("no_such_player")
    return answer(PlayerRow(person.id, person.name, person.contact))


@operations.delete(
    "/v1/players/{id}",
    "Erase a person",
    access=ORGANISERS,
    status=204,
    headers=("Acta-Position",),
    problems=("no_such_player", "already_erased"),
)
async def erase(call: Call) -> Response:
    """Name, contact, tokens, notes and what was said, of all entries of the person, go for good. The games stay, with
    ids that name nobody.

    Sent again, it is refused as `already_erased`.
    """
    asked = call.path_id("no_such_player")
    competition = call.services.competition

    async def decide() -> Decided:
        first = await competition.player(asked)
        if first is None:
            raise Problem("no_such_player")
        _, entries = await call.services.reader.run(lambda connection: entries_of(connection, asked))
        others = [await competition.player(entry) for entry in sorted(entries - {asked})]
        stamped = stamp(call.caller.actor, call.request_id)
        gone = [first, *(other for other in others if other is not None and not other.erased)]
        events = [event for each in gone for event in erase_player(each, stamped)[0]]
        return Decided(204, b"", competition.stored(events), erasing_rows(each.id for each in gone))

    response = await once(call, decide)
    call.services.tokens.forget()
    return response


def _profile(connection: psycopg.Connection[Any], asked: UUID, caller: Principal) -> Profile | None:
    survivor, entries = entries_of(connection, asked)
    person = names.find(connection, survivor)
    page = player_page(connection, asked)
    if page is None:
        if person is None:
            return None
        # Registered, and not projected yet.
        page = PlayerPage(survivor, tuple(sorted(entries)), erased=False, registered_at=None, **_NOTHING)  # type: ignore[arg-type]
    named = names.names_of(connection, (opponent.opponent for opponent in page.opponents))
    return Profile(
        id=page.id,
        name=person.name if person else None,
        contact=person.contact if person and _may_contact(caller, page.id) else None,
        erased=page.erased or person is None,
        entries=page.entries,
        registered_at=page.registered_at,
        played=page.played,
        won=page.won,
        unfinished=page.unfinished,
        rulesets=page.rulesets,
        opponents=tuple(
            Opponent(each.opponent, named.get(each.opponent), each.played, each.ahead, each.behind, each.level)
            for each in page.opponents
        ),
    )


_NOTHING: dict[str, Any] = {"played": 0, "won": 0, "unfinished": 0, "rulesets": (), "opponents": ()}


def _may_contact(caller: Principal, player: UUID) -> bool:
    return caller.role in ORGANISERS or player in caller.players


def _checked(name: str) -> str:
    try:
        return names.checked_name(name)
    except names.BadName as error:
        raise Problem("bad_name", {"field": error.field, "most": error.most}, pointer="/name") from None


def _checked_contact(contact: str | None) -> str | None:
    try:
        return names.checked_contact(contact)
    except names.BadName as error:
        raise Problem("bad_name", {"field": error.field, "most": error.most}, pointer="/contact") from None
