"""Who made a token, and which entries of the directory are one person."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TOKENS = """
-- The token that made it; none for one made on the command line.
ALTER TABLE tokens ADD COLUMN created_by uuid;
CREATE INDEX tokens_created_by_idx ON tokens (created_by, id);
CREATE INDEX tokens_player_id_idx ON tokens (player_id) WHERE player_id IS NOT NULL;
"""

MERGES = """
-- Written in the append of player.merged, so that who may act for a seat never waits for a projection.
CREATE TABLE player_merges (
    id uuid PRIMARY KEY,
    into_id uuid NOT NULL
);
CREATE INDEX player_merges_into_id_idx ON player_merges (into_id);
"""

NAMES = """
-- Searched by their beginnings and listed in their order, whatever the server's collation.
CREATE INDEX players_name_idx ON players (lower(name) COLLATE "C", id);
"""

GRANTS = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'acta_service') THEN
        GRANT SELECT, INSERT, UPDATE, DELETE ON player_merges TO acta_service;
    END IF;
END $$
"""


def upgrade() -> None:
    for statement in (TOKENS, MERGES, NAMES, GRANTS):
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP INDEX players_name_idx")
    op.execute("DROP TABLE player_merges")
    op.execute("DROP INDEX tokens_created_by_idx, tokens_player_id_idx")
    op.execute("ALTER TABLE tokens DROP COLUMN created_by")
