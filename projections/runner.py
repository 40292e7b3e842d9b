"""One step of the projections: a batch of the log, folded, written, and its position remembered, all or nothing.

All projections read together: the log is read once, there is one commit for a batch, and what one table says of a
moment fits what the others say.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from projections.games_table import Games
from projections.generations import LIVE, Generation
from projections.leagues import Leagues
from projections.locks import STEP
from projections.log import Connection, Decode, Recorded, head, read, stream
from projections.players import Players


class Projection(Protocol):
    """A fold and the tables it is kept in."""

    @property
    def name(self) -> str:
        """Under which its position is kept."""
        ...

    @property
    def stream(self) -> str:
        """The events it is about: those whose names begin so."""
        ...

    def apply(self, connection: Connection, rows: Sequence[Recorded]) -> None:
        """Take in the next events of that stream, at least one, within the caller's transaction."""
        ...


PROJECTIONS: Final = (Games, Players, Leagues)
NAMES: Final = tuple(projection.name for projection in PROJECTIONS)


class Step(NamedTuple):
    """How far a step came."""

    position: int
    """The last position all projections have taken in."""
    head: int
    """The newest position there was when the step began."""
    events: int
    """How many events it took in; 0 when there were none left."""


class Runner:
    """Brings the tables of one generation further. Safe beside other runners: each starts where the last one ended.

    `batch` is how many events go into a transaction.
    """

    def __init__(self, decode: Decode, generation: Generation = LIVE, *, batch: int = 2_000) -> None:
        self._batch = batch
        self._projections: tuple[Projection, ...] = tuple(make(decode, generation) for make in PROJECTIONS)
        self._positions = generation.sql("SELECT projection, position FROM {projection_positions}")
        self._remember = generation.sql(
            "INSERT INTO {projection_positions} (projection, position) SELECT name, %s FROM unnest(%s::text[]) AS name "
            "ON CONFLICT (projection) DO UPDATE SET position = excluded.position"
        )

    def position(self, connection: Connection) -> int:
        """The last position all projections have taken in."""
        return min(self.positions(connection).values())

    def positions(self, connection: Connection) -> dict[str, int]:
        """The last position each projection has taken in; 0 for one that is new."""
        known: dict[str, int] = dict(connection.execute(self._positions).fetchall())
        return {name: known.get(name, 0) for name in NAMES}

    def step(self, connection: Connection) -> Step:
        """Take in the next batch. Raises what the database and the decoding raise, and then nothing has changed."""
        with connection.transaction():
            # Nothing is lost when the database forgets the last of these commits in a crash: the position goes with the
            # rows, and they are written again. So the disk need not be waited for.
            connection.execute(
                "SELECT set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(%s)", [STEP]
            )
            return self.step_within(connection)

    def step_within(self, connection: Connection) -> Step:
        """The same within the caller's transaction, which has to hold off every other writer of these tables."""
        newest = head(connection)
        positions = self.positions(connection)
        start = min(positions.values())
        if start >= newest:
            return Step(start, newest, 0)
        rows = read(connection, start, self._batch)
        end = rows[-1].position
        streams: defaultdict[str, list[Recorded]] = defaultdict(list)
        for row in rows:
            streams[stream(row.topic)].append(row)
        for projection in self._projections:
            due = streams[projection.stream]
            if (before := positions[projection.name]) > start:  # another one is new and has to catch up first
                due = [row for row in due if row.position > before]
            if due:
                projection.apply(connection, due)
        behind = [name for name, position in positions.items() if position < end]
        connection.execute(self._remember, (end, behind))
        return Step(end, newest, len(rows))
