"""Traces for the log that hold no secrets: where something went wrong and what kind of error it was, not its words.

The text of an error may quote anything: a row of the database, a body, a card.
"""

import traceback
from collections.abc import Iterator


def safe_trace(error: BaseException) -> str:
    """The frames of an error and of those that led to it, each with its type alone."""
    return "\n".join(_told(error, set()))


def _told(error: BaseException, seen: set[int]) -> Iterator[str]:
    if id(error) in seen:
        return
    seen.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _told(before, seen)
        yield "which led to"
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _told(part, seen)
        yield "together"
    yield from (line.rstrip() for line in traceback.format_tb(error.__traceback__))
    yield f"{type(error).__module__}.{type(error).__qualname__}"
