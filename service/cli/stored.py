"""A game of the database, to be looked at."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from domain.kernel.seats import Viewer
from domain.record.record import GameRecord
from service.cli.frames import RecordSource
from service.cli.opening import connected, records
from service.cli.plain import plain
from service.directory.names import names_of
from service.records.errors import DamagedRecord
from service.records.loading import Loader
from service.records.words import said_with


@contextmanager
def source_of(game: UUID, viewer: Viewer, data: Path | None, *, names: bool) -> Iterator[RecordSource]:
    """The game as this viewer may see it. Raises Failure, and what opening the database and loading raise."""
    with connected(data) as (database, connection), records(database) as loader:
        record, trouble = _whole(loader, game)
        seats = record.opened.seats
        known = names_of(connection, seats) if names else {}
        said = said_with(connection, game, record.events)
        yield RecordSource(record, viewer, tuple(known.get(player, "") for player in seats), trouble, said)


def _whole(loader: Loader, game: UUID) -> tuple[GameRecord, str | None]:
    """A record; of a damaged one the part that is good, and what is wrong."""
    try:
        return loader.whole(game), None
    except DamagedRecord as damaged:
        if damaged.prefix is None:
            raise
        return damaged.prefix, f"version {damaged.version}: {plain(damaged.detail)}"
