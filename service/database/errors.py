"""What can go wrong with the database before the service runs."""


class DatabaseStartError(Exception):
    """The database cannot be started, reached or migrated; the text says why and what to do. Never holds a password."""
