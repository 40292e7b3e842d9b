"""Making a token once, though the request comes twice, and though no secret is kept anywhere.

With an Idempotency-Key the new secret is derived from the token of who asks and from a number kept with the key. Sent
again with the same token, the request is answered the same secret; the database alone, or a stolen token alone, tells
nobody.
"""

import hmac
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import msgspec
import psycopg
from msgspec import Struct

from service.api.bodies import encoded
from service.auth.principal import Principal, Role
from service.auth.tokens import fresh_secret, issue_token, written
from service.records.errors import KeyReused
from service.records.requests import Request

_PURPOSE: Final = b"acta/token/1"


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose token it is to be. `player` is needed for the role `player`, and may be given for the others."""

    role: Role
    player: UUID | None = None
    label: str = ""
    expires_at: datetime | None = None


class TokenAnswer(Struct, frozen=True):
    """The new token. This is the only time it is told."""

    id: UUID
    token: str
    role: Role
    player: UUID | None
    expires_at: datetime | None


class _Kept(Struct, frozen=True):
    """What is kept of an answer in the place of its secret."""

    by: UUID
    nonce: bytes
    id: UUID


def issued(
    connection: psycopg.Connection[Any], new: NewToken, caller: Principal, request: Request, bearer: str
) -> bytes:
    """Make the token, or find the one that was made for the same request; the answer's body. Raises KeyReused."""
    nonce = fresh_secret()
    if request.key is None:
        made = issue_token(connection, new.role, new.player, new.label, new.expires_at, created_by=caller.token)
        return _answer(new, made.id, made.token)
    # One of two at the same moment waits here for the other to commit, and then finds its answer.
    connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (f"{request.scope} {request.key}",))
    row = connection.execute(
        "SELECT body_digest, response FROM idempotency_keys WHERE scope = %s AND key = %s", (request.scope, request.key)
    ).fetchone()
    if row is not None:
        if bytes(row[0]) != request.digest:
            raise KeyReused
        kept: _Kept = msgspec.json.decode(row[1], type=_Kept)
        if kept.by != caller.token:
            raise KeyReused
        return _answer(new, kept.id, written(_derived(bearer, kept.nonce)))
    secret = _derived(bearer, nonce)
    made = issue_token(
        connection, new.role, new.player, new.label, new.expires_at, created_by=caller.token, secret=secret
    )
    connection.execute(
        "INSERT INTO idempotency_keys (scope, key, body_digest, status, response) VALUES (%s, %s, %s, 201, %s)",
        (request.scope, request.key, request.digest, encoded(_Kept(caller.token, nonce, made.id))),
    )
    return _answer(new, made.id, made.token)


def _derived(bearer: str, nonce: bytes) -> bytes:
    return hmac.digest(bearer.encode(), _PURPOSE + nonce, "sha256")


def _answer(new: NewToken, token: UUID, written_token: str) -> bytes:
    return encoded(TokenAnswer(token, written_token, new.role, new.player, new.expires_at))
