"""The rows written beside the events of a game, in their transaction: shortcuts that follow from the events."""

from typing import Final

from domain.record import checkpoint
from domain.record.record import GameRecord
from service.store.rows import Row, Statement
from service.store.statements import SAVE_CHECKPOINT

SAVE_DEADLINE: Final = Statement(
    name="save_deadline",
    sql=(
        "INSERT INTO game_deadlines AS stored (game, version, due_at) "
        "SELECT * FROM unnest($1::uuid[], $2::int8[], $3::timestamptz[]) "
        "ON CONFLICT (game) DO UPDATE SET version = excluded.version, due_at = excluded.due_at "
        "WHERE stored.version <= excluded.version"
    ),
    columns=("uuid", "int8", "timestamptz"),
    latest_by=1,
)
"""When a game's clock runs out: game, version, the moment or none. Never goes back to an older version."""


def rows_beside(record: GameRecord, before: int) -> tuple[Row, ...]:
    """What is written with the events that brought a record from version `before` to where it is."""
    return (*checkpoint_row(record, before), *deadline_row(record))


def checkpoint_row(record: GameRecord, before: int) -> tuple[Row, ...]:
    """The row that keeps the newest position, where one is due."""
    if not checkpoint.is_due(record, before):
        return ()
    values = (record.id, record.version, checkpoint.fingerprint(record.rules), checkpoint.taken(record))
    return ((SAVE_CHECKPOINT, values),)


def deadline_row(record: GameRecord) -> tuple[Row, ...]:
    """The row that says when the clock of the game runs out; none for a game without one."""
    return ((SAVE_DEADLINE, (record.id, record.version, record.due())),) if record.rules.has_clock else ()
