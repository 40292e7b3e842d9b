"""Damage to an archive: whatever is changed, dropped, doubled or moved is found, and where it is."""

import io
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from domain.record.verify import Report, verify
from tests.record.sitting import random_sitting

KOBAYAKAWA = random_sitting("kobayakawa", 4).archive(with_seed=True)


@cache
def toy_game() -> list[bytes]:
    return random_sitting("toy", 1, most=60).archive(with_seed=True)


def check_file(data: bytes) -> Report:
    """As a file is read: in lines, wherever newlines are."""
    return verify(io.BytesIO(data))


@pytest.mark.parametrize("ruleset", ["kobayakawa", "toy"])
def test_any_changed_byte_is_found_in_its_line(ruleset: str) -> None:
    lines = KOBAYAKAWA if ruleset == "kobayakawa" else toy_game()
    whole, rng = b"".join(lines), Random(1)
    for place in rng.sample(range(len(whole)), 300):
        changed = bytearray(whole)
        changed[place] ^= 1 << rng.randrange(8)
        report = check_file(bytes(changed))
        line = whole.count(b"\n", 0, place) + 1
        assert report.problem is not None, f"byte {place} of line {line}: {whole[place - 20 : place + 20]!r}"
        if line > 1:
            assert report.problem.line == line, report.problem
            assert report.problem.version == line - 1


CHANGES: dict[str, Callable[[list[bytes], int], list[bytes]]] = {
    "drop": lambda lines, at: lines[:at] + lines[at + 1 :],
    "double": lambda lines, at: [*lines[: at + 1], *lines[at:]],
    "swap": lambda lines, at: [*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]],
    "foreign": lambda lines, at: [*lines[:at], toy_game()[1 + at % 40], *lines[at:]],
    "blank": lambda lines, at: [*lines[:at], b"\n", *lines[at:]],
    "cut": lambda lines, at: lines[:at],
    "backwards": lambda lines, at: [lines[0], *reversed(lines[1:])],
}


@pytest.mark.parametrize("change", CHANGES)
def test_lines_dropped_doubled_moved_or_put_in_are_found(change: str) -> None:
    for at in range(2, len(KOBAYAKAWA)):
        report = verify(CHANGES[change](KOBAYAKAWA, at))
        assert report.problem is not None
        assert not report.ok
        assert not report.chain
        expected = {
            "drop": ("cut_short", at + 1) if at + 1 == len(KOBAYAKAWA) else ("chain_broken", at + 1),
            "double": ("chain_broken", at + 2),
            "swap": ("chain_broken", at),
            "foreign": ("chain_broken", at + 1),
            "blank": ("unreadable", at + 1),
            "cut": ("cut_short", at + 1),
            "backwards": ("chain_broken", 2),
        }[change]
        assert (report.problem.code, report.problem.line) == expected


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "unreadable"),
        (b"\n", "unreadable"),
        (b"no archive at all", "unreadable"),
        (b"\xff\xfe\x00", "unreadable"),
        (b"{}", "unreadable"),
        (b"[" * 100_000, "unreadable"),
        (b'{"a":' * 50_000, "unreadable"),
        (KOBAYAKAWA[1], "unreadable"),
        (KOBAYAKAWA[0].replace(b"archive/1", b"archive/2"), "other_format"),
        (KOBAYAKAWA[0].replace(b'"events":', b'"events": '), "not_canonical"),
        (KOBAYAKAWA[0].replace(b'{"events"', b'{"events":3,"events"'), "not_canonical"),
        (KOBAYAKAWA[0].replace(b'{"events"', b'{"comment":"x","events"'), "not_canonical"),
    ],
)
def test_what_is_no_archive_is_said_to_be_none(data: bytes, code: str) -> None:
    report = check_file(data)
    assert report.problem is not None
    assert (report.problem.code, report.problem.line, report.problem.version) == (code, 1, 0)


def test_a_missing_end_is_behind_the_last_good_line() -> None:
    """Nothing that is there is counted bad; only a header that names another last event is itself at fault."""
    events = len(KOBAYAKAWA) - 1
    for lines, place in (
        (KOBAYAKAWA[:-1], (events + 1, events)),
        (KOBAYAKAWA[:1], (2, 1)),
        ([KOBAYAKAWA[0].replace(b'"events":%d' % events, b'"events":2'), *KOBAYAKAWA[1:]], (4, 3)),
        ([_with_head(b"0" * 64), *KOBAYAKAWA[1:]], (1, 0)),
    ):
        problem = verify(lines).problem
        assert problem is not None
        assert (problem.code, problem.line, problem.version) == ("cut_short", *place)


def _with_head(head: bytes) -> bytes:
    return KOBAYAKAWA[0].replace(KOBAYAKAWA[-1].split(b'"digest":"', 1)[1][:64], head)


def test_a_header_that_promises_nothing_is_no_record() -> None:
    header = KOBAYAKAWA[0].split(b'"events":', 1)
    events = header[1].split(b",", 1)[1]
    empty = header[0] + b'"events":0,' + events
    head = KOBAYAKAWA[-1].split(b'"digest":"', 1)[1][:64]
    report = verify([empty.replace(head, b"0" * 64)])
    assert report.problem is not None
    assert report.problem.code == "cut_short"


def test_the_last_newline_alone_is_no_matter() -> None:
    assert check_file(b"".join(KOBAYAKAWA)[:-1]).ok
    assert not check_file(b"".join(KOBAYAKAWA) + b"\n").ok


def test_another_way_to_write_the_same_line_is_not_accepted() -> None:
    for other in (
        KOBAYAKAWA[5].replace(b'"document":', b'"document": '),
        KOBAYAKAWA[5].replace(b"\n", b"\r\n"),
        KOBAYAKAWA[5].replace(b'"game.', b'"\\u0067ame.'),
        KOBAYAKAWA[5].replace(b'"opened":', b'"note":1,"opened":'),
        b" " + KOBAYAKAWA[5],
        b"\xef\xbb\xbf" + KOBAYAKAWA[5],
    ):
        report = verify([*KOBAYAKAWA[:5], other, *KOBAYAKAWA[6:]])
        assert report.problem is not None
        assert report.problem.code in ("not_canonical", "unreadable")
        assert report.problem.line == 6


@pytest.mark.parametrize("seed", ["", "00", "zz", "AB" * 32, " " + "ab" * 32, "ab" * 33])
def test_a_seed_is_written_in_one_way(seed: str) -> None:
    own = KOBAYAKAWA[0].split(b'"seed":"', 1)[1][:64]
    report = verify([KOBAYAKAWA[0].replace(own, seed.encode()), *KOBAYAKAWA[1:]])
    assert report.problem is not None
    assert report.problem.code == "unreadable"
