"""The database: an embedded PostgreSQL or one of the user's, and its schema.

`open_database` is all that the rest of the service needs.
"""

from service.database.errors import DatabaseStartError
from service.database.migrations import current_revision, migrate, newest_revision
from service.database.opening import Database, open_database

__all__ = ["Database", "DatabaseStartError", "current_revision", "migrate", "newest_revision", "open_database"]
