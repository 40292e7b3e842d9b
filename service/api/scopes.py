"""What this service keeps in an ASGI scope, and reading headers from it without making objects."""

from typing import Final

from starlette.types import Scope

REQUEST_ID: Final = "acta.request_id"
ROUTE: Final = "acta.route"


def header(scope: Scope, name: bytes) -> str:
    """The first header of this name (in lower case), "" when there is none."""
    for given, value in scope["headers"]:
        if given == name:
            return str(value, "latin-1")
    return ""


def request_id(scope: Scope) -> str:
    """The id of the request, as the caller gave it or the gateway made it."""
    found: str = scope.get(REQUEST_ID, "")
    return found
