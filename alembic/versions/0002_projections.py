"""The projections: what is read from the event log, and how far it has been read.

All of it can be thrown away and built again. Indexes have the names PostgreSQL gives them by itself, because a rebuild
makes its tables by CREATE TABLE ... LIKE, which names them so.
"""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

POSITIONS = """
-- The last event each projection has taken in. Written in the transaction of the rows that came of it.
CREATE TABLE projection_positions (
    projection text PRIMARY KEY,
    position bigint NOT NULL
);
"""

GAMES = """
-- One row a game. Only what everybody at the table sees; no move, no card. opened_position is the position of the
-- opening event: it never changes, which is what pages are turned by. No index names what a move changes, so that a
-- move is a heap-only update.
CREATE TABLE game_index (
    id uuid PRIMARY KEY,
    opened_position bigint NOT NULL UNIQUE,
    position bigint NOT NULL,
    version bigint NOT NULL,
    ply int NOT NULL,
    status text NOT NULL CHECK (status IN ('open', 'paused', 'ended')),
    spectators boolean NOT NULL,
    ruleset_version int NOT NULL,
    ruleset text NOT NULL,
    opened_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    owner uuid NOT NULL,
    league uuid,
    seats uuid[] NOT NULL,
    result jsonb
) WITH (fillfactor = 80);
CREATE INDEX ON game_index (ruleset, opened_position);
CREATE INDEX ON game_index (league, opened_position) WHERE league IS NOT NULL;
CREATE INDEX ON game_index (opened_at);
CREATE INDEX ON game_index (owner);
CREATE INDEX ON game_index USING gin (seats);

-- One row for a seat of a game that ended: the place of its side and how many sides share it. Counts from `at` on, and
-- until voided_at where the end was taken back. Points are not stored: they follow from the terms of the league.
CREATE TABLE game_scores (
    game uuid NOT NULL,
    seat int NOT NULL,
    position bigint NOT NULL,
    at timestamptz NOT NULL,
    voided_at timestamptz,
    voided_position bigint,
    player uuid NOT NULL,
    league uuid,
    ruleset text NOT NULL,
    side int NOT NULL,
    place int NOT NULL,
    tied int NOT NULL CHECK (tied > 0),
    PRIMARY KEY (game, seat, position)
);
CREATE INDEX ON game_scores (league, at) WHERE league IS NOT NULL;
CREATE INDEX ON game_scores (player);
"""

PLAYERS = """
-- One row an entry; names are in the directory (players). survivor is the entry it counts as today, itself where it was
-- not merged; merged_at and the entries between say what it counted as at any moment.
CREATE TABLE player_entries (
    id uuid PRIMARY KEY,
    position bigint NOT NULL,
    registered_at timestamptz NOT NULL,
    merged_into uuid,
    merged_at timestamptz,
    survivor uuid NOT NULL,
    erased_at timestamptz
);
CREATE INDEX ON player_entries (survivor);
CREATE INDEX ON player_entries (merged_into) WHERE merged_into IS NOT NULL;
"""

LEAGUES = """
-- One row for each time the terms of a league were set: those with the highest version are in force.
CREATE TABLE league_terms (
    league uuid NOT NULL,
    version bigint NOT NULL,
    position bigint NOT NULL,
    at timestamptz NOT NULL,
    name text NOT NULL,
    points text[] NOT NULL,
    ties text NOT NULL,
    rulesets text[],
    owner uuid NOT NULL,
    spectators boolean NOT NULL,
    PRIMARY KEY (league, version)
);
"""

TABLES = ("projection_positions", "game_index", "game_scores", "player_entries", "league_terms")

# The usual name of the service's role gets its rights here; one of another name gets them where every migration ends.
GRANTS = f"""
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'acta_service') THEN
        GRANT SELECT, INSERT, UPDATE, DELETE ON {", ".join(TABLES)} TO acta_service;
    END IF;
END $$
"""


def upgrade() -> None:
    for statement in (POSITIONS, GAMES, PLAYERS, LEAGUES, GRANTS):
        op.execute(statement)


def downgrade() -> None:
    for table in TABLES:
        op.execute(f"DROP TABLE {table}")
