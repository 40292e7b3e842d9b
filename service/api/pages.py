"""Listings in pages: what their queries may say, and how their answers look."""

from typing import Final, Generic, TypeVar

from msgspec import Struct

from projections.queries.pages import MOST
from service.api.call import Call
from service.api.routes import Parameter

T = TypeVar("T")

CURSOR: Final = Parameter("cursor", "Where the page begins: `next` of the page before.")
LIMIT: Final = Parameter("limit", f"How many rows a page has, 1 to {MOST}.", int)
AFTER: Final = Parameter("after", "A position of the log (`Acta-Position` of an answer) the reading must show.", int)
_USUAL: Final = 50


class Listing(Struct, Generic[T], frozen=True):
    """Some rows. `next` is the cursor of the page behind, null for the last."""

    items: tuple[T, ...]
    next: str | None = None


def limit(call: Call) -> int:
    """How many rows the page has. Raises Problem bad_parameter."""
    found: int = call.query_int("limit", _USUAL, least=1, most=MOST)
    return found
