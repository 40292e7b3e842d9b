"""Every event the log may hold, by its stored name, and the mapper that reads and writes them."""

from domain.record import events as game_events
from service.store.mapper import EventMapper

VERSIONS = {**game_events.VERSIONS}


def event_mapper() -> EventMapper:
    """The mapper of the whole log. Raises BadRegistry when an old version could not be read."""
    return EventMapper(VERSIONS)
