"""`verify` never raises, whatever the bytes: it says line, version, ply, a code and a detail."""

import io
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import domain.record.verify
from domain.record.verify import Report, verify
from tests.record.cases import kobayakawa_file, toy_table
from tests.record.forge import Forgery
from tests.record.test_verify_shape import JUNK, at, places

PACKAGE = Path(domain.record.verify.__file__).parent
CODES = set(re.findall(r'Wrong\(\s*"(\w+)"', (PACKAGE / "verify.py").read_text() + (PACKAGE / "checks.py").read_text()))

PIECES = (b"[", b"{", b'"', b"\n", b"-", b"1e9", b"null", b"NaN", b"\xff")


def check(report: Report, lines: int) -> None:
    problem = report.problem
    assert report.ok == (problem is None)
    if problem is not None:
        assert problem.code in CODES, problem
        assert 1 <= problem.line <= lines + (problem.code in ("cut_short", "no_result"))  # the line that is missing
        assert problem.version == problem.line - 1
        assert 0 <= problem.ply <= problem.version
        assert problem.detail
        assert not report.result
        assert not report.legality


def mutated(data: bytes, rng: Random) -> bytes:
    """Bytes changed, cut out, doubled, moved or put in."""
    for _ in range(rng.choice((1, 1, 2, 5))):
        one, other = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
        other = min(other, one + rng.choice((1, 2, 8, 400)))
        match rng.randrange(5):
            case 0:
                data = data[:one] + bytes(rng.randrange(256) for _ in range(other - one)) + data[other:]
            case 1:
                data = data[:one] + data[other:]
            case 2:
                data = data[:other] + data[one:other] + data[other:]
            case 3:
                data = (
                    data[:one]
                    + rng.choice((b"[", b"{", b'"', b"\n", b"-", b"1e9", b"null", b"NaN", b"\xff"))
                    + data[one:]
                )
            case _:
                data = data[:one] + data[one:other].swapcase() + data[other:]
    return data


@pytest.mark.parametrize("viewer", ["arbiter", 0, "spectator"])
def test_random_bytes_in_short_files(viewer: Any) -> None:
    whole, rng = b"".join(toy_table().archive(viewer)), Random(f"bytes {viewer}")
    for _ in range(1_200):
        data = mutated(whole, rng)
        check(verify(io.BytesIO(data)), data.count(b"\n") + 1)


def test_random_bytes_in_a_whole_game() -> None:
    whole, rng = b"".join(kobayakawa_file()), Random(5)
    for _ in range(400):
        data = mutated(whole, rng)
        check(verify(io.BytesIO(data)), data.count(b"\n") + 1)


@pytest.mark.parametrize("viewer", ["arbiter", 1])
def test_random_values_in_chains_that_fit(viewer: Any) -> None:
    table, rng = toy_table(ended=True), Random(f"values {viewer}")
    lines = table.archive(viewer, with_seed=viewer == "arbiter")
    for _ in range(800):
        forgery = Forgery(lines)
        for _ in range(rng.choice((1, 1, 3))):
            index = rng.randrange(len(forgery.lines))
            inside = rng.choice([*places(forgery.lines[index])])
            place = at(forgery.lines[index], inside)
            if place:
                place[rng.choice([*place])] = rng.choice(JUNK)
            if not isinstance(forgery.lines[index].get("document"), dict):
                forgery.lines.pop(index)
        check(verify(forgery.rebuilt(numbered=rng.random() < 0.9)), len(forgery.lines) + 1)


def test_values_nested_too_deep_for_any_reader() -> None:
    deep: Any = 1
    for _ in range(400):
        deep = [deep]
    for name in ("move", "options", "outcomes", "at"):
        forgery = Forgery(toy_table().archive())
        forgery.documents[1][name] = deep
        check(verify(forgery.rebuilt()), 12)
    header, *lines = toy_table().archive()
    check(verify([header, lines[0].replace(b'"by":', b'"by":' + b"[" * 990 + b"]" * 990 + b',"x":')]), 12)


def test_a_game_whose_rules_break_on_hostile_values_does_not_stop_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from domain.games.registry import RULESETS
    from tests.record.toy import TOY

    def broken(*_: object) -> Any:
        raise ZeroDivisionError("a rule divided by a number of the file")

    lines = toy_table().archive()
    monkeypatch.setitem(RULESETS, ("toy", 1), replace(TOY, play=broken))
    report = verify(lines)
    assert report.problem is not None
    assert (report.problem.code, report.problem.line, report.chain) == ("not_checkable", 3, False)
    assert "ZeroDivisionError" in report.problem.detail


def test_a_file_that_cannot_be_read_is_not_called_wrong() -> None:
    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, _: object) -> int:
            raise OSError("the disk is gone")

    with pytest.raises(OSError, match="disk"):
        verify(Broken())
