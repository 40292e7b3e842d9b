"""Malformed and hostile bodies: each a problem of its own, with its place, and nothing stored."""

import json
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import pytest
from msgspec import Meta, Struct

from service.api.bodies import DEEPEST, decoded, invalid, json_pointer
from service.api.problems import Problem, problem_response
from tests.service.api.serving import Client, Served


class Inner(Struct, forbid_unknown_fields=True):
    n: int


class Body(Struct, forbid_unknown_fields=True):
    items: list[Inner] = []
    any: Any = None
    word: str = ""


def refusal(raw: bytes) -> Problem:
    with pytest.raises(Problem) as caught:
        decoded(raw, Body)
    return caught.value


@pytest.mark.parametrize(
    ("raw", "code", "pointer", "facts"),
    [
        (b"", "malformed_json", None, {"byte": 0}),
        (b'{"word": }', "malformed_json", None, {"byte": 9}),
        (b"\xff\xfe", "malformed_json", None, {"byte": 0}),
        (b'{"word": "\\ud800"}', "malformed_json", None, {}),
        (b'{"any": NaN}', "malformed_json", None, {"byte": 8}),
        (b'{"any": 1} 2', "malformed_json", None, {}),
        (b"[" * 100_000, "invalid_body", "", {"reason": "too_deep"}),
        (b"[]", "invalid_body", "", {"reason": "wrong_type", "expected": "object", "found": "array"}),
        (b'{"items": [{"n": 1}, {"n": "x"}]}', "invalid_body", "/items/1/n", {"reason": "wrong_type"}),
        (b'{"items": [{}]}', "invalid_body", "/items/0/n", {"reason": "missing_field", "field": "n"}),
        (b'{"th/ing": 1}', "invalid_body", "/th~1ing", {"reason": "unknown_field"}),
        (b'{"thing": 1}', "invalid_body", "/thing", {"reason": "unknown_field", "field": "thing"}),
        (b'{"items": [{"n": 1.5}]}', "invalid_body", "/items/0/n", {"reason": "wrong_type"}),
        (b'{"items": [{"n": 99999999999999999999}]}', "number_too_large", "/items/0/n", {}),
        (b'{"any": {"a/b": -99999999999999999999}}', "number_too_large", "/any/a~1b", {}),
        (b'{"any": ' + b"9" * 5000 + b"}", "number_too_large", "", {}),
    ],
)
def test_each_fault_has_its_code_and_its_place(
    raw: bytes, code: str, pointer: str | None, facts: dict[str, Any]
) -> None:
    problem = refusal(raw)
    assert (problem.code, problem.pointer) == (code, pointer)
    assert facts.items() <= problem.facts.items()


class Bounded(Struct):
    word: Annotated[str, Meta(min_length=2, max_length=4)] = "ab"
    digest: Annotated[str, Meta(pattern="^[0-9a-f]*$")] = ""
    many: Annotated[tuple[int, ...], Meta(min_length=1, max_length=2)] = (1,)
    two: tuple[int, int] = (1, 2)
    number: Annotated[int, Meta(ge=1, le=9)] = 1
    kind: Literal["a", "b"] = "a"
    id: UUID | None = None
    at: datetime | None = None


@pytest.mark.parametrize(
    ("raw", "facts"),
    [
        (b'{"word": "abcde"}', {"reason": "text_too_long", "most": "4"}),
        (b'{"word": "a"}', {"reason": "text_too_short", "least": "2"}),
        (b'{"digest": "hola"}', {"reason": "text_of_other_form", "pattern": "'^[0-9a-f]*$'"}),
        (b'{"many": [1, 2, 3]}', {"reason": "list_too_long", "most": "2"}),
        (b'{"many": []}', {"reason": "list_too_short", "least": "1"}),
        (b'{"two": [1]}', {"reason": "list_of_other_length", "due": "2"}),
        (b'{"number": 10}', {"reason": "over_the_most", "most": "9"}),
        (b'{"number": -1}', {"reason": "under_the_least", "least": "1"}),
        (b'{"kind": "c {d}"}', {"reason": "unknown_value", "given": "c {d}"}),
        (b'{"id": "x"}', {"reason": "no_uuid"}),
        (b'{"at": "x"}', {"reason": "no_moment"}),
    ],
)
def test_a_value_out_of_bounds_is_told_in_the_readers_language(raw: bytes, facts: dict[str, str]) -> None:
    with pytest.raises(Problem) as caught:
        decoded(raw, Bounded)
    assert caught.value.facts == facts
    (name,) = json.loads(raw)
    scope = {"type": "http", "headers": [(b"accept-language", b"es")]}
    told = json.loads(problem_response(caught.value, scope).body)["detail"]
    assert f"/{name}" in told
    assert "`" not in told
    assert "Expected" not in told


def test_nothing_is_null_and_not_a_word_of_ours() -> None:
    refused = invalid("Expected `int`, got `None` - at `$.player`", "/move", "malformed_move")
    assert (refused.pointer, refused.facts["found"]) == ("/move/player", "null")


def test_nesting_is_bounded() -> None:
    assert decoded(b'{"any": ' + b"[" * (DEEPEST - 2) + b"]" * (DEEPEST - 2) + b"}", Body)
    assert refusal(b'{"any": ' + b"[" * 40 + b"]" * 40 + b"}").facts["reason"] == "too_deep"
    wide = b'{"items": [' + b",".join([b'{"n": 1}'] * 100) + b"]}"
    assert len(decoded(wide, Body).items) == 100


def test_digits_in_words_are_no_numbers() -> None:
    assert decoded(b'{"word": "99999999999999999999"}', Body).word == "9" * 20


def test_pointers_are_escaped() -> None:
    assert json_pointer("$.a~b[0].c/d") == "/a~0b/0/c~1d"


def test_problems_of_bodies_over_http(organiser: Client) -> None:
    before = organiser.get("/v1/players").raw
    assert (organiser.post("/v1/players", raw=b"{").status, organiser.post("/v1/players", raw=b"{").code) == (
        400,
        "malformed_json",
    )
    refused = organiser.post("/v1/players", {"name": "x", "nick": "y"})
    assert (refused.status, refused.code) == (422, "invalid_body")
    assert organiser.post("/v1/players", {"name": 3}).body["pointer"] == "/name"
    assert organiser.post("/v1/players").code == "malformed_json"
    assert organiser.get("/v1/players").raw == before


@pytest.mark.parametrize(
    ("body", "language", "told", "pointer"),
    [
        ({}, "en", "the field name is missing at /name", "/name"),
        ({}, "es", "falta el campo name en /name", "/name"),
        ({"name": "x", "nick": 1}, "en", "nobody knows the field nick at /nick", "/nick"),
        ({"name": "x", "nick": 1}, "es", "no se conoce el campo nick en /nick", "/nick"),
        ({"name": [1]}, "en", "at /name there should be a text, and there is a list", "/name"),
        ({"name": [1]}, "es", "en /name debe haber un texto, y hay una lista", "/name"),
        ({"name": "x", "contact": 3}, "en", "there should be a text or null, and there is a whole number", "/contact"),
        ([], "es", "en la raíz debe haber un objeto, y hay una lista", ""),
    ],
)
def test_what_is_wrong_with_a_body_is_said_in_words(
    organiser: Client, body: object, language: str, told: str, pointer: str
) -> None:
    refused = organiser.post("/v1/players", body, accept_language=language)
    assert told in refused.body["detail"]
    assert refused.body["pointer"] == pointer
    assert refused.body["facts"]["reason"] in ("missing_field", "unknown_field", "wrong_type")


def test_what_is_wrong_with_moves_and_options_is_said_in_words(organiser: Client) -> None:
    seats = [{"player": str(organiser.registered())} for _ in range(3)]
    table = {"ruleset": "kobayakawa", "seats": seats, "options": {"all_pas": "x"}}
    refused = organiser.post("/v1/games", table, accept_language="es")
    assert "no se conoce el campo all_pas en /options/all_pas" in refused.body["detail"]


def test_what_a_refused_token_needs_is_not_only_about_games(served: Served) -> None:
    player = served.a("player", served.a("organiser").registered())
    refused = player.post("/v1/players", {"name": "Player 2"})
    assert refused.code == "forbidden"
    assert "organiser or administrator" in refused.body["what_to_do"]
