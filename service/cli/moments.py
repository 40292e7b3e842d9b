"""Moments as people type them."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from service.cli.failures import Failure

_SPAN: Final = re.compile(r"(\d{1,5})\s*([mhdw])", re.ASCII)
_UNITS: Final = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}


def moment(text: str, now: datetime) -> datetime:
    """When something is to end: `90m`, `12h`, `30d`, `4w` from now, or a date, or a date and time. Raises Failure.

    >>> at = datetime(2030, 1, 31, 12, 0, tzinfo=UTC)
    >>> moment("2d", at).isoformat(), moment("2030-02-01", at).isoformat()
    ('2030-02-02T12:00:00+00:00', '2030-02-01T00:00:00+00:00')
    """
    if span := _SPAN.fullmatch(text.strip().lower()):
        found = now + int(span[1]) * _UNITS[span[2]]
    else:
        try:
            found = datetime.fromisoformat(text.strip())
        except ValueError:
            raise Failure(
                f"{text!r} is no moment; write 12h, 30d, 4w, or a date such as {now + timedelta(days=365):%Y-%m-%d}."
            ) from None
        if found.tzinfo is None:
            found = found.replace(tzinfo=UTC)
    if found <= now:
        raise Failure(f"{text!r} is already past.")
    return found
