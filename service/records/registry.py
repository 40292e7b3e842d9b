"""Every event the log may hold, by its stored name, and the mapper that reads and writes them."""

from domain.competition import events as competition
from domain.record import events as record
from service.store.mapper import EventMapper

VERSIONS = {**record.VERSIONS, **competition.VERSIONS}


def event_mapper() -> EventMapper:
    """The mapper of the whole log. Raises BadRegistry when an old version could not be read."""
    return EventMapper(VERSIONS)
