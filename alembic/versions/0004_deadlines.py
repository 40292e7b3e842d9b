"""When the clocks of running games run out."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

DEADLINES = """
-- Written with every event of a game with a clock; the service looks here for what is due. Derived from the events:
-- no row, or no `due_at`, and nothing runs out.
CREATE TABLE game_deadlines (
    game uuid PRIMARY KEY,
    version bigint NOT NULL,
    due_at timestamptz
);
CREATE INDEX game_deadlines_due_at_idx ON game_deadlines (due_at) WHERE due_at IS NOT NULL;
"""

GRANTS = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'acta_service') THEN
        GRANT SELECT, INSERT, UPDATE, DELETE ON game_deadlines TO acta_service;
    END IF;
END $$
"""


def upgrade() -> None:
    for statement in (DEADLINES, GRANTS):
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TABLE game_deadlines")
