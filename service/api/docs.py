"""The document, and the page that shows it: from this service alone, with nothing fetched from anywhere else."""

from functools import cache
from importlib.resources import files
from typing import Any, Final

from starlette.responses import Response

from service.api.bodies import answer
from service.api.call import Call
from service.api.problems import Problem
from service.api.routes import ANYONE, Operations

operations = Operations("docs")

_PACKAGE: Final = "fastapi_offline"
_FILES: Final = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon.png": "image/png",
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_PAGE: Final = b"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Acta</title>
<link rel="icon" href="/docs/favicon.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""
_START: Final = b"""SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
});
"""
_LASTING: Final = {"cache-control": "public, max-age=86400"}


@operations.get("/openapi.json", "This document", access=ANYONE, answer=dict[str, Any])
async def openapi(call: Call) -> Response:
    """OpenAPI 3.1."""
    return answer(call.app.openapi())


@operations.get("/", "To that page", access=ANYONE, status=307, headers=("Location",))
async def start(call: Call) -> Response:  # noqa: ARG001 - handlers are alike
    """For who types the address alone into a browser."""
    return Response(status_code=307, headers={"location": "/docs"})


@operations.get("/docs", "The document to be read and tried", access=ANYONE, media_type="text/html")
async def docs(call: Call) -> Response:  # noqa: ARG001 - handlers are alike
    """Works without internet."""
    return Response(_PAGE, headers={"content-security-policy": _POLICY}, media_type="text/html")


@operations.get("/docs/{file}", "What that page is made of", access=ANYONE, media_type="*/*", problems=("not_found",))
async def asset(call: Call) -> Response:
    """Styles and scripts."""
    name = call.path_params["file"]
    if name == "start.js":
        return Response(_START, media_type="text/javascript")
    if name not in _FILES:
        raise Problem("not_found")
    return Response(_file(name), headers=_LASTING, media_type=_FILES[name])


@cache
def _file(name: str) -> bytes:
    # Only its files are used, not its code.
    return files(_PACKAGE).joinpath("static", name).read_bytes()
