"""The audit of a stored record: the same verification as an archive's, over the events as the database has them."""

from uuid import UUID

from msgspec.structs import replace

from domain.record.archive import archive
from domain.record.events import GameEvent, GameOpened
from domain.record.verify import Problem, Report, verify
from service.records.loading import Loader
from service.store.errors import UndecodableEvent


def audit(loader: Loader, game: UUID) -> Report:
    """Check everything a stored record claims. Raises NoSuchGame and StoreUnavailable.

    The report may tell hidden cards: it is for arbiters, and for those who may see everything.
    """
    events: list[GameEvent] = []
    unreadable: Problem | None = None
    for row in loader.rows(game):
        try:
            events.append(loader.event(game, row))
        except UndecodableEvent as error:
            unreadable = Problem(row[0] + 1, row[0], 0, "unreadable", str(error))
            break
    if not events or not isinstance(events[0], GameOpened):
        return Report(
            ok=False,
            events=0,
            plies=0,
            chain=False,
            legality=False,
            luck="not_opened",
            result=False,
            problem=unreadable,
        )
    report = verify(archive(events, "arbiter", with_seed=True))
    if report.ok and unreadable is not None:
        return replace(report, ok=False, chain=False, problem=replace(unreadable, ply=report.plies))
    return report
