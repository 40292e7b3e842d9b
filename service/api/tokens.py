"""Tokens: made, listed, revoked."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import psycopg
from starlette.responses import Response

from service.api.bodies import answer
from service.api.call import Call
from service.api.idempotency import request_of
from service.api.pages import CURSOR, LIMIT, Listing, limit
from service.api.problems import Problem
from service.api.routes import ORGANISERS, Operations
from service.api.token_requests import NewToken, TokenAnswer, issued
from service.auth import tokens as kept
from service.auth.principal import Principal
from service.auth.tokens import LONGEST_LABEL, Token
from service.directory.names import known

operations = Operations("tokens")


@operations.post(
    "/v1/tokens",
    "Make a token",
    access=ORGANISERS,
    body=NewToken,
    answer=TokenAnswer,
    status=201,
    problems=("forbidden", "unknown_player", "token_needs_player", "expires_in_the_past", "bad_name"),
)
async def make(call: Call) -> Response:
    """Administrators make any, organisers those of players. The answer alone holds the secret; nothing keeps it."""
    new = await call.decoded(NewToken)
    if call.caller.role != "admin" and new.role != "player":
        raise Problem("forbidden")
    _check(new)
    request = request_of(call, await call.body(), erasable=True)
    bearer = call.header(b"authorization").partition(" ")[2].strip()

    def work(connection: psycopg.Connection[Any]) -> bytes | None:
        if new.player is not None and new.player not in known(connection, [new.player]):
            return None
        return issued(connection, new, call.caller, request, bearer)

    body = await call.services.reader.run(work)
    if body is None:
        raise Problem("unknown_player", {"player": str(new.player)}, pointer="/player")
    return Response(body, 201, media_type="application/json")


@operations.get(
    "/v1/tokens", "Tokens, without their secrets", access=ORGANISERS, answer=Listing[Token], parameters=(CURSOR, LIMIT)
)
async def tokens(call: Call) -> Response:
    """An organiser sees those made with the own token, an administrator all."""
    after, size = call.query_id("cursor"), limit(call)
    by = _only_own(call.caller)
    found = await call.services.reader.run(lambda connection: kept.list_tokens(connection, by, after, size + 1))
    return answer(Listing(tuple(found[:size]), str(found[size - 1].id) if len(found) > size else None))


@operations.delete("/v1/tokens/{id}", "Revoke a token", status=204, problems=("no_such_token",))
async def revoke(call: Call) -> Response:
    """An administrator any, an organiser those they made, everybody the own one. It counts at once."""
    asked = call.path_id("no_such_token")
    caller = call.caller
    by = None if asked == caller.token else _only_own(caller)
    if not await call.services.reader.run(lambda connection: kept.revoke_token(connection, asked, by)):
        raise Problem("no_such_token")
    call.services.tokens.forget()
    return Response(status_code=204)


def _only_own(caller: Principal) -> UUID | None:
    return None if caller.role == "admin" else caller.token


def _check(new: NewToken) -> None:
    if new.role == "player" and new.player is None:
        raise Problem("token_needs_player", pointer="/player")
    if len(new.label) > LONGEST_LABEL or not (new.label.isprintable()):
        raise Problem("bad_name", {"field": "label", "most": LONGEST_LABEL}, pointer="/label")
    if new.expires_at is not None and (new.expires_at.tzinfo is None or new.expires_at <= datetime.now(UTC)):
        raise Problem("expires_in_the_past", pointer="/expires_at")
