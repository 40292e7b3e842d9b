"""The OpenAPI 3.1 document, made from the operations and the types they name."""

import inspect
import re
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, Final
from uuid import UUID

from service.api.problems import MEDIA_TYPE, REFUSED, STATUS, ProblemDetails
from service.api.routes import ANYONE, HOLDERS, Operation, Parameter
from service.api.schemas import Schema, components, schema_of

DESCRIPTION: Final = """The signed record of a match: tabletop games recorded move by move, replayed and verified.

Send a token as `Authorization: Bearer acta_…`. Everything that goes wrong is answered as `application/problem+json`
(RFC 9457) with a stable `code`, in English or Spanish by `Accept-Language`. A POST with an `Idempotency-Key` can be
sent again: it is done once, and answered the same again."""

HEADERS: Final = {
    "ETag": "The version of the game, for If-Match and If-None-Match.",
    "Location": "Where to find what was made.",
    "Acta-Position": "From which position of the log on this shows, for `after`.",
}
_KEY: Final = Parameter(
    "Idempotency-Key", "Any name for this request; sent again with it, it is done once.", str, "header"
)
_IN_PATH: Final = re.compile(r"\{(\w+)\}")


def document(operations: Sequence[Operation]) -> Schema:
    """The whole document."""
    types = [kind for each in operations for kind in (each.body, each.answer) if kind is not None]
    types += [p.type for each in operations for p in (*each.parameters, _KEY)]
    by_type, schemas = components([*types, ProblemDetails, UUID])
    paths: dict[str, Schema] = {}
    for each in operations:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Acta", "version": version("acta"), "description": DESCRIPTION},
        "paths": paths,
        "tags": [{"name": name} for name in dict.fromkeys(each.tag for each in operations)],
        "components": {
            "schemas": schemas,
            "headers": {name: {"description": what, "schema": {"type": "string"}} for name, what in HEADERS.items()},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "bearerFormat": "acta_…"}},
        },
    }


_GAME: Final = "/v1/games/{id}"
"""What is asked of one game is answered by who the caller is to it, and from its record."""


def problem_codes(operation: Operation) -> tuple[str, ...]:
    """The codes this operation can end with, beside what the rules of a game refuse in words of their own."""
    codes = ["token_invalid", "token_expired", "bad_parameter", "internal_error", "database_unavailable", "stopping"]
    of_a_game = operation.path.startswith(_GAME)
    if operation.access != ANYONE or of_a_game:
        codes.append("token_missing")
    if operation.access not in (ANYONE, HOLDERS) or of_a_game:
        codes.append("forbidden")
    if of_a_game:
        codes += ("no_such_game", "record_damaged")
    if operation.body is not None:
        codes += ("malformed_json", "invalid_body", "number_too_large")
        codes += ("body_too_large", "body_too_slow", "body_broken_off")
    if any(parameter.name == "cursor" for parameter in operation.parameters):
        codes.append("bad_cursor")
    if operation.method == "POST":
        codes += ("bad_idempotency_key", "idempotency_key_reused", "version_conflict", "overloaded")
    return tuple(sorted({*codes, *operation.problems}))


def _operation(operation: Operation, by_type: dict[int, Schema]) -> Schema:
    told: Schema = {
        "operationId": f"{operation.tag}.{operation.handler.__name__.rstrip('_')}",
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": inspect.getdoc(operation.handler) or "",
        "security": [{"token": []}] if operation.access != ANYONE else [{}, {"token": []}],
        "parameters": list(_parameters(operation, by_type)),
        "responses": {str(operation.status): _success(operation, by_type), **_failures(operation)},
    }
    if operation.body is not None:
        content = {"application/json": {"schema": schema_of(operation.body, by_type)}}
        told["requestBody"] = {"required": True, "content": content}
    return told


def _parameters(operation: Operation, by_type: dict[int, Schema]) -> Iterable[Schema]:
    for name in _IN_PATH.findall(operation.path):
        schema = schema_of(UUID, by_type) if name == "id" else {"type": "string"}
        yield {"name": name, "in": "path", "required": True, "schema": schema}
    keys = (_KEY,) if operation.method == "POST" else ()
    for parameter in (*operation.parameters, *keys):
        yield {
            "name": parameter.name,
            "in": parameter.place,
            "description": parameter.description,
            "schema": schema_of(parameter.type, by_type),
        }


def _success(operation: Operation, by_type: dict[int, Schema]) -> Schema:
    told: Schema = {"description": operation.summary}
    if operation.headers:
        told["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in operation.headers}
    if operation.answer is not None:
        told["content"] = {operation.media_type: {"schema": schema_of(operation.answer, by_type)}}
    elif operation.status not in (HTTPStatus.NO_CONTENT, HTTPStatus.TEMPORARY_REDIRECT):
        told["content"] = {operation.media_type: {"schema": {"type": "string"}}}
    return told


def _failures(operation: Operation) -> dict[str, Schema]:
    by_status: dict[int, list[str]] = {}
    for code in problem_codes(operation):
        by_status.setdefault(STATUS.get(code, REFUSED), []).append(code)
    return {str(status): _failure(status, codes) for status, codes in sorted(by_status.items())}


def _failure(status: int, codes: list[str]) -> Schema:
    told: Schema = {"description": f"{HTTPStatus(status).phrase}: {', '.join(codes)}"}
    schema: Schema = {"$ref": "#/components/schemas/ProblemDetails"}
    told["content"] = {MEDIA_TYPE: {"schema": schema}}
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        told["headers"] = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}}}
    return told


def one_document(operations: Sequence[Operation]) -> Any:
    """The document as JSON values, made once."""
    made: list[Schema] = []

    def openapi() -> Schema:
        if not made:
            made.append(document(operations))
        return made[0]

    return openapi
