"""Generations of the projections' tables: the one that serves, and the one a rebuild is making beside it.

Both are in the same schema, the new one under names of its own (`next_game_index`), so that a rebuild needs no right
that a migration does not need.
"""

from functools import cached_property
from typing import Final, LiteralString

from psycopg.sql import SQL, Composed, Identifier

TABLES: Final = ("projection_positions", "game_index", "game_scores", "player_entries", "league_terms")


class Generation:
    """A set of tables. `sql` puts their names into a statement: ``generation.sql("SELECT id FROM {game_index}")``."""

    def __init__(self, prefix: str) -> None:
        self.prefix: Final = prefix

    @cached_property
    def names(self) -> dict[str, Identifier]:
        return {table: Identifier(self.prefix + table) for table in TABLES}

    def sql(self, statement: LiteralString) -> Composed:
        return SQL(statement).format(**self.names)


LIVE: Final = Generation("")
NEXT: Final = Generation("next_")
