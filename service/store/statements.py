"""The rows that any append may carry beside its events."""

from typing import Final

from service.store.errors import DuplicateRequest
from service.store.rows import Statement

RECORD_REQUEST: Final = Statement(
    name="record_request",
    sql=(
        "INSERT INTO idempotency_keys (scope, key, body_digest, status, response) "
        "SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[], $4::int4[], $5::bytea[])"
    ),
    columns=("text", "text", "bytea", "int4", "bytea"),
    duplicate=lambda row: DuplicateRequest(row[0], row[1]),
    find=(
        "SELECT asked.position FROM unnest($1::text[], $2::text[], $3::bytea[], $4::int4[], $5::bytea[]) "
        "WITH ORDINALITY AS asked (scope, key, body_digest, status, response, position) "
        "JOIN idempotency_keys AS stored USING (scope, key, body_digest, status, response)"
    ),
)
"""What a command was answered: scope, key, digest of its body, status, response."""

SAVE_CHECKPOINT: Final = Statement(
    name="save_checkpoint",
    sql=(
        "INSERT INTO game_checkpoints AS stored (originator_id, version, fingerprint, state) "
        "SELECT * FROM unnest($1::uuid[], $2::int8[], $3::bytea[], $4::bytea[]) "
        "ON CONFLICT (originator_id) DO UPDATE "
        "SET version = excluded.version, fingerprint = excluded.fingerprint, state = excluded.state "
        "WHERE stored.version <= excluded.version"
    ),
    columns=("uuid", "int8", "bytea", "bytea"),
    latest_by=1,
)
"""A shortcut past the replay of a game: game, version, fingerprint, state. Never goes back to an older version."""
