"""Problems: everything a client is told that went wrong, as RFC 9457 says it, in the reader's language."""

from collections.abc import Mapping
from itertools import takewhile
from typing import Final

import msgspec
from starlette.responses import Response
from starlette.types import Scope

from service.api.scopes import header, request_id
from service.i18n import choose, label, text

MEDIA_TYPE: Final = "application/problem+json"

STATUS: Final = {
    "malformed_json": 400,
    "bad_parameter": 400,
    "bad_viewer": 400,
    "bad_cursor": 400,
    "bad_idempotency_key": 400,
    "body_broken_off": 400,
    "token_missing": 401,
    "token_invalid": 401,
    "token_expired": 401,
    "forbidden": 403,
    "not_found": 404,
    "no_such_game": 404,
    "no_such_league": 404,
    "no_such_player": 404,
    "no_such_ply": 404,
    "no_such_ruleset": 404,
    "no_such_token": 404,
    "no_such_words": 404,
    "no_notebook": 404,
    "no_deduction": 404,
    "method_not_allowed": 405,
    "body_too_slow": 408,
    "version_conflict": 409,
    "stale_version": 412,
    "body_too_large": 413,
    "invalid_body": 422,
    "malformed_move": 422,
    "malformed_options": 422,
    "merge_at_one_table": 409,
    "too_many_notes": 409,
    "move_or_moves": 422,
    "said_out_of_place": 422,
    "seat_needed": 422,
    "note_too_large": 422,
    "player_twice": 422,
    "idempotency_key_reused": 422,
    "number_too_large": 422,
    "bad_name": 422,
    "token_needs_player": 422,
    "expires_in_the_past": 422,
    "unknown_player": 422,
    "unknown_league": 422,
    "unknown_ruleset": 422,
    "version_required": 428,
    "internal_error": 500,
    "record_damaged": 500,
    "database_unavailable": 503,
    "projection_behind": 503,
    "not_ready": 503,
    "overloaded": 503,
    "stopping": 503,
}
"""The codes of the service itself with their status. Refusals of the rules and the record have codes of their own."""

LONGEST: Final = 200
"""Letters of a fact, or of a step of a pointer: what was sent is repeated as far as it takes to know it again."""

REFUSED: Final = 409
"""The status of what the rules or the record refuse: the request is sound, the game does not stand so."""


class Problem(Exception):
    """Ends a request with a problem.

    `code` is stable and belongs to the API. `facts` fill the text and stand in the answer; they may hold only what the
    caller knows. `pointer` is the JSON Pointer of the part of the body at fault, as far as its steps have names of
    bearable length. `game` names whose words the code is.
    """

    def __init__(
        self,
        code: str,
        facts: Mapping[str, object] | None = None,
        *,
        status: int | None = None,
        headers: dict[str, str] | None = None,
        pointer: str | None = None,
        game: str | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.status = STATUS[code] if status is None else status
        self.headers = headers
        self.pointer = pointer and "/".join(takewhile(lambda step: len(step) <= LONGEST, pointer.split("/")))
        self.game = game
        self.facts = {name: _bounded(fact) for name, fact in (facts or {}).items()}


class ProblemDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every answer that is no success."""

    type: str
    """A relative URI that names the problem for ever: `/problems/` and the code."""
    title: str
    status: int
    detail: str
    code: str
    what_to_do: str
    request_id: str
    facts: dict[str, object] = {}
    pointer: str | None = None
    """Where in the body the fault is, as a JSON Pointer."""


def problem_response(problem: Problem, scope: Scope) -> Response:
    """The answer to a request that ended with a problem."""
    language = choose(header(scope, b"accept-language"))
    words = text(language, problem.code, _in_words(problem, language), problem.game)
    details = ProblemDetails(
        type=f"/problems/{problem.code}",
        title=words.title,
        status=problem.status,
        detail=words.detail,
        code=problem.code,
        what_to_do=words.what_to_do,
        request_id=request_id(scope),
        facts=problem.facts,
        pointer=problem.pointer,
    )
    headers = {"content-language": language, "vary": "Accept-Language"}
    if problem.status == 401:
        error = "" if problem.code == "token_missing" else ', error="invalid_token"'
        headers["www-authenticate"] = f'Bearer realm="acta"{error}'
    return Response(
        msgspec.json.encode(details), problem.status, headers | (problem.headers or {}), media_type=MEDIA_TYPE
    )


def _bounded(fact: object) -> object:
    if isinstance(fact, tuple | list):
        return [_bounded(each) for each in fact]
    return f"{fact[:LONGEST]}…" if isinstance(fact, str) and len(fact) > LONGEST else fact


def _in_words(problem: Problem, language: str) -> dict[str, object]:
    """The facts for the text: the code of what is wrong with a body becomes a sentence that names the place."""
    facts = problem.facts
    if (sentence := label(language, f"acta.body.{facts.get('reason')}")).startswith("acta.body."):
        return facts
    place = problem.pointer or label(language, "acta.body.whole")
    told = {
        name: _kind(str(value), language) if name in ("expected", "found") else value for name, value in facts.items()
    }
    return facts | {"reason": sentence.format_map(told | {"place": place})}


def _kind(kinds: str, language: str) -> str:
    """What kind of value it is, as people say it: `str | null` is a text, or null."""
    words = [label(language, f"acta.kind.{kind}") for kind in kinds.split(" | ")]
    return label(language, "acta.kind.or").join(kinds if word.startswith("acta.kind.") else word for word in words)
