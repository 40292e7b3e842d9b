"""Malformed and hostile bodies: each a problem of its own, with its place, and nothing stored."""

from typing import Any

import pytest
from msgspec import Struct

from service.api.bodies import DEEPEST, decoded, json_pointer
from service.api.problems import Problem
from tests.service.api.serving import Client


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
        (b'{"items": [{}]}', "invalid_body", "/items/0", {"reason": "missing_field", "field": "n"}),
        (b'{"thing": 1}', "invalid_body", "", {"reason": "unknown_field", "field": "thing"}),
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
