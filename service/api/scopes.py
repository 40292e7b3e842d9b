"""What this service keeps in an ASGI scope, and reading headers from it without making objects."""

from typing import Final

from starlette.types import Scope

REQUEST_ID: Final = "acta.request_id"
ROUTE: Final = "acta.route"
_HEADERS: Final = "acta.headers"


def header(scope: Scope, name: bytes) -> str:
    """The first header of this name (in lower case), "" when there is none."""
    found: dict[bytes, bytes] | None = scope.get(_HEADERS)
    if found is None:
        found = scope[_HEADERS] = dict(reversed(scope["headers"]))
    return str(found.get(name, b""), "latin-1")


def request_id(scope: Scope) -> str:
    """The id of the request, as the caller gave it or the gateway made it."""
    found: str = scope.get(REQUEST_ID, "")
    return found
