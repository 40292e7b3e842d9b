"""What was said with moves: texts beside the record, which can be erased."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

WORDS = """
-- Written in the append of the move, which holds the salted digest. A text may have characters that the type text
-- does not take. `player` had the seat: erasing the player erases the texts.
CREATE TABLE game_words (
    game uuid NOT NULL,
    version bigint NOT NULL,
    seat int NOT NULL,
    player uuid NOT NULL,
    salt bytea NOT NULL,
    said bytea NOT NULL,
    PRIMARY KEY (game, version)
);
CREATE INDEX game_words_player_idx ON game_words (player);
"""

GRANTS = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'acta_service') THEN
        GRANT SELECT, INSERT, UPDATE, DELETE ON game_words TO acta_service;
    END IF;
END $$
"""


def upgrade() -> None:
    for statement in (WORDS, GRANTS):
        op.execute(statement)


def downgrade() -> None:
    op.execute("DROP TABLE game_words")
