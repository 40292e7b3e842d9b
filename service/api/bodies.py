"""JSON in and out, by msgspec; what is wrong with a body is said with its place."""

import re
from functools import cache
from typing import Any, Final, TypeVar, cast

import msgspec
from starlette.responses import Response

from service.api.problems import Problem

T = TypeVar("T")

DEEPEST: Final = 32
_LONG_NUMBER: Final = re.compile(rb"[0-9]{19}")
_SMALLEST: Final = -(2**63)
_LARGEST: Final = 2**63 - 1

_encode: Final = msgspec.json.Encoder().encode
_PLACE: Final = re.compile(r" - at `(?P<path>(?:key in )?\$[^`]*)`$")
_BYTE: Final = re.compile(r"\(byte (?P<byte>\d+)\)$")
_KINDS: Final = (
    ("wrong_type", re.compile(r"Expected `(?P<expected>[^`]*)`, got `(?P<found>[^`]*)`")),
    ("unknown_field", re.compile(r"Object contains unknown field `(?P<field>.*)`")),
    ("missing_field", re.compile(r"Object missing required field `(?P<field>[^`]*)`")),
    ("text_too_long", re.compile(r"Expected `str` of length <= (?P<most>\d+)")),
    ("text_too_short", re.compile(r"Expected `str` of length >= (?P<least>\d+)")),
    ("list_too_long", re.compile(r"Expected `array` of length <= (?P<most>\d+)")),
    ("list_too_short", re.compile(r"Expected `array` of length >= (?P<least>\d+)")),
    ("list_of_other_length", re.compile(r"Expected `array` of length (?P<due>\d+)(?:, got \d+)?")),
    ("over_the_most", re.compile(r"Expected `(?:int|float)` <= (?P<most>-?[\d.]+)")),
    ("under_the_least", re.compile(r"Expected `(?:int|float)` >= (?P<least>-?[\d.]+)")),
    ("unknown_value", re.compile(r"Invalid (?:enum )?value '?(?P<given>.*?)'?", re.DOTALL)),
    ("text_of_other_form", re.compile(r"Expected `str` matching regex (?P<pattern>.*)", re.DOTALL)),
    ("no_uuid", re.compile(r"Invalid UUID")),
    ("no_moment", re.compile(r"Invalid RFC3339 encoded datetime")),
)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def decoded(raw: bytes, kind: type[T]) -> T:
    """A body as a value of `kind`. Raises Problem: malformed_json, invalid_body, number_too_large."""
    if raw.count(b"[") + raw.count(b"{") > DEEPEST or _LONG_NUMBER.search(raw):
        _check_bounds(raw)
    try:
        value: T = _decoder(cast("Any", kind)).decode(raw)
    except msgspec.ValidationError as error:
        raise invalid(str(error)) from None
    except msgspec.DecodeError as error:
        raise malformed(error, len(raw)) from None
    except RecursionError:
        raise _too_deep("") from None
    return value


def encoded(value: object) -> bytes:
    """A value as JSON."""
    return _encode(value)


def answer(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A success: the value as JSON."""
    return Response(_encode(value), status, headers, media_type="application/json")


def malformed(error: Exception, size: int) -> Problem:
    """The body is no JSON; with the byte at which it stops to be, its end where the decoder does not say."""
    found = _BYTE.search(str(error))
    return Problem("malformed_json", {"byte": int(found["byte"]) if found else size})


def invalid(message: str, base: str = "", code: str = "invalid_body") -> Problem:
    """The body is JSON, and not what is expected: msgspec's message taken apart. `base` points to what it is about.

    The pointer of a missing field is where it should be.
    """
    place = _PLACE.search(message)
    reason = (message[: place.start()] if place else message).replace("got `None`", "got `null`")
    pointer = base + json_pointer(place["path"] if place else "$")
    for name, pattern in _KINDS:
        if found := pattern.fullmatch(reason):
            facts = found.groupdict()
            if "field" in facts:
                pointer += _step(facts["field"])
            return Problem(code, {"reason": name, **facts}, pointer=pointer)
    return Problem(code, {"reason": "bad_value", "found": reason}, pointer=pointer)


def json_pointer(path: str) -> str:
    """A path of msgspec's as a JSON Pointer (RFC 6901), as far as it names its steps.

    >>> json_pointer("$.seats[2].player"), json_pointer("$"), json_pointer("$.names[...].first")
    ('/seats/2/player', '', '/names')
    """
    steps = re.findall(r"\.([^.\[]+)|\[([^\]]*)\]", path[path.index("$") + 1 :].partition("[...]")[0])
    return "".join(_step(name or index) for name, index in steps)


def _step(name: str) -> str:
    return "/" + name.replace("~", "~0").replace("/", "~1")


def _check_bounds(raw: bytes) -> None:
    """What the decoder lets through and later parts could not hold: deep nesting and numbers beyond 64 bits."""
    try:
        _check(msgspec.json.decode(raw), "", 0)
    except msgspec.ValidationError as error:  # a number of thousands of digits
        raise Problem("number_too_large", pointer=invalid(str(error)).pointer) from None
    except msgspec.DecodeError as error:
        raise malformed(error, len(raw)) from None
    except RecursionError:
        raise _too_deep("") from None


def _check(value: object, pointer: str, depth: int) -> None:
    if depth > DEEPEST:
        raise _too_deep(pointer)
    if isinstance(value, dict):
        for name, part in value.items():
            _check(part, pointer + _step(str(name)), depth + 1)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            _check(part, f"{pointer}/{index}", depth + 1)
    elif isinstance(value, int) and not _SMALLEST <= value <= _LARGEST:
        raise Problem("number_too_large", pointer=pointer)


def _too_deep(pointer: str) -> Problem:
    return Problem("invalid_body", {"reason": "too_deep", "most": DEEPEST}, pointer=pointer)
