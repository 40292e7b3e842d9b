"""Bearer tokens: made, listed, revoked. The database keeps their digest, and nothing keeps the token itself."""

import base64
import hashlib
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID, uuid4

import psycopg
from msgspec import Struct

from service.auth.principal import Role

PREFIX: Final = "acta_"
SECRET_BYTES: Final = 32
LONGEST_LABEL: Final = 200

Connection = psycopg.Connection[Any]


class Token(Struct, frozen=True):
    """A token as those who manage it see it; never the secret."""

    id: UUID
    role: Role
    player: UUID | None
    label: str
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None


class Issued(Struct, frozen=True):
    """A new token with its secret, which is told this once."""

    id: UUID
    token: str


class TokenNeedsPlayer(ValueError):
    """A player's token must name the player."""


def fresh_secret() -> bytes:
    """The random part of a token."""
    return secrets.token_bytes(SECRET_BYTES)


def written(secret: bytes) -> str:
    """A token as its holder shows it."""
    return PREFIX + base64.urlsafe_b64encode(secret).rstrip(b"=").decode()


def digest(token: str) -> bytes:
    """What the database knows a token by. A token has 256 random bits: a plain hash cannot be guessed backwards."""
    return hashlib.sha256(token.encode()).digest()


def issue_token(
    connection: Connection,
    role: Role,
    player: UUID | None = None,
    label: str = "",
    expires: datetime | None = None,
    *,
    created_by: UUID | None = None,
    secret: bytes | None = None,
) -> Issued:
    """Make a token. `created_by` is the token of who asked for it, None for the command line.

    `secret` is for a caller that has derived one. Raises TokenNeedsPlayer.
    """
    if role == "player" and player is None:
        raise TokenNeedsPlayer("a player's token names the player")
    issued = Issued(uuid4(), written(secret or fresh_secret()))
    connection.execute(
        "INSERT INTO tokens (id, digest, role, player_id, label, expires_at, created_by) "
        "VALUES (%s, %s, %s, %s, %s, %s, %s)",
        (issued.id, digest(issued.token), role, player, label, expires, created_by),
    )
    return issued


def list_tokens(connection: Connection, created_by: UUID | None, after: UUID | None, limit: int) -> list[Token]:
    """Tokens by id, those `created_by` a token or all of them, from behind `after` on."""
    rows = connection.execute(
        "SELECT id, role, player_id, label, created_at, expires_at, revoked_at FROM tokens "
        "WHERE (%(by)s::uuid IS NULL OR created_by = %(by)s) AND (%(after)s::uuid IS NULL OR id > %(after)s) "
        "ORDER BY id LIMIT %(limit)s",
        {"by": created_by, "after": after, "limit": limit},
    ).fetchall()
    return [Token(*row) for row in rows]


def revoke_token(connection: Connection, token: UUID, created_by: UUID | None = None) -> bool:
    """Make a token worthless; with `created_by` only one that this token made. Whether there is such a token."""
    row = connection.execute(
        "UPDATE tokens SET revoked_at = coalesce(revoked_at, %s) "
        "WHERE id = %s AND (%s::uuid IS NULL OR created_by = %s) RETURNING id",
        (datetime.now(UTC), token, created_by, created_by),
    ).fetchone()
    return row is not None


def forget_holder(connection: Connection, players: Sequence[UUID]) -> None:
    """Revoke the tokens of erased players and clear their labels, which may hold a name."""
    connection.execute(
        "UPDATE tokens SET label = '', revoked_at = coalesce(revoked_at, %s) WHERE player_id = ANY(%s)",
        (datetime.now(UTC), list(players)),
    )
