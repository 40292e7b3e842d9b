"""The players' private notes, beside the record."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

NOTES = """
-- Only ever added to, and erased with the player. `position` is their order, and told to nobody: its gaps would tell
-- how much others write.
CREATE TABLE game_notes (
    id uuid PRIMARY KEY,
    position bigint GENERATED ALWAYS AS IDENTITY,
    game uuid NOT NULL,
    seat int NOT NULL,
    player uuid NOT NULL,
    ply bigint NOT NULL,
    written_at timestamptz NOT NULL,
    note bytea NOT NULL
);
CREATE INDEX game_notes_game_idx ON game_notes (game, seat, position);
CREATE INDEX game_notes_player_idx ON game_notes (player);
"""

GRANTS = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'acta_service') THEN
        GRANT SELECT, INSERT, UPDATE, DELETE ON game_notes TO acta_service;
    END IF;
END $$
"""


def upgrade() -> None:
    for statement in (NOTES, GRANTS):
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TABLE game_notes")
