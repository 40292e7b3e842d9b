"""The record: events and what lies beside them, and the tables of the service that are no projection.

Rows of `events` can be inserted and read, nothing else; the database refuses the rest to every
role.
"""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

EVENTS = """
-- As eventsourcing's PostgresApplicationRecorder expects it. notification_id is the position in the log. Writers
-- take an advisory lock until they commit, so that positions appear in their order; numbers may be left out, never
-- filled in later.
CREATE TABLE events (
    originator_id uuid NOT NULL,
    originator_version bigint NOT NULL CHECK (originator_version >= 0),
    topic text NOT NULL,
    state bytea NOT NULL,
    notification_id bigserial,
    PRIMARY KEY (originator_id, originator_version)
) WITH (
    -- No row ever dies: there is nothing to clean up, only statistics and the visibility map to keep fresh.
    autovacuum_vacuum_threshold = 100000000,
    autovacuum_vacuum_scale_factor = 0.5,
    autovacuum_analyze_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.01
);
CREATE UNIQUE INDEX events_notification_id_idx ON events (notification_id ASC);

CREATE TYPE stored_event_uuid AS (
    originator_id uuid,
    originator_version bigint,
    topic text,
    state bytea
);
"""

# Two triggers: the one for statements refuses also what would touch no row, and TRUNCATE; the one for rows
# also what a replication would apply. ALWAYS, so that session_replication_role does not switch them off.
IMMUTABLE = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    RAISE EXCEPTION '% on % refused: what is recorded is never changed or removed', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege', HINT = 'Append an event that corrects it.';
END
$$;

CREATE TRIGGER events_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_immutable_row BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
ALTER TABLE events ENABLE ALWAYS TRIGGER events_immutable, ENABLE ALWAYS TRIGGER events_immutable_row;
"""

SERVICE = """
-- What a command was answered, written in the transaction of its events. The same key answers the same again.
CREATE TABLE idempotency_keys (
    scope text NOT NULL,
    key text NOT NULL,
    body_digest bytea NOT NULL,
    status int NOT NULL,
    response bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

-- A shortcut past the replay of a game. Disposable: it may be emptied at any time.
CREATE TABLE game_checkpoints (
    originator_id uuid PRIMARY KEY,
    version bigint NOT NULL,
    fingerprint bytea NOT NULL,
    state bytea NOT NULL
);

-- Who may come in. The token itself is kept nowhere.
CREATE TABLE tokens (
    id uuid PRIMARY KEY,
    digest bytea NOT NULL UNIQUE,
    role text NOT NULL,
    player_id uuid,
    label text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz,
    revoked_at timestamptz
);

-- The directory: the only place where names and contacts are. Events name players by id.
CREATE TABLE players (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    contact text,
    updated_at timestamptz NOT NULL DEFAULT now()
);
"""


def upgrade() -> None:
    op.execute(EVENTS)
    op.execute(IMMUTABLE)
    op.execute(SERVICE)


def downgrade() -> None:
    raise NotImplementedError("Events are never removed. Restore a backup, or start with an empty database.")
