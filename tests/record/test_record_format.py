"""docs/record-format.md is true: its example is real, and whoever writes a verifier from the page alone gets it right.

The second reading of the example uses json, hashlib and hmac and nothing of this project.
"""

import base64
import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

import domain.record.verify
from domain.record.events import VERSIONS
from domain.record.verify import verify
from tests.record.sitting import Sitting

DOC = Path(__file__).parents[2] / "docs" / "record-format.md"
TEXT = DOC.read_text(encoding="utf-8")


def block(language: str) -> str:
    """The one block of the page in this language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    return str(found)


def example() -> Sitting:
    """Three sit down to Kobayakawa; the first draws; the other two have to leave."""
    table = Sitting("kobayakawa", 3, id=UUID(int=7), seed=bytes(range(32)))
    table.wait(4).play(0, "draw")
    table.wait(9.5).withdraw(1)
    table.wait(1).withdraw(2)
    return table


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def test_the_example_is_what_this_version_writes() -> None:
    assert block("jsonl").encode() == b"".join(example().archive(with_seed=True))


def test_the_example_verifies() -> None:
    report = verify(line + b"\n" for line in block("jsonl").encode().splitlines())
    assert (report.ok, report.legality, report.luck, report.result) == (True, True, "checked", True)


def checked_from_the_page_alone(lines: list[str]) -> None:
    header, *rest = map(json.loads, lines)
    assert header["format"] == "acta.archive/1"
    assert len(rest) == header["events"]
    for text in lines:
        assert canonical(json.loads(text)).decode() == text
    seed = bytes.fromhex(header["seed"])
    before, last = bytes(32), ""
    for version, line in enumerate(rest, start=1):
        document: Any = line["document"]
        assert document["originator_version"] == version
        assert document["originator_id"] == header["game"]
        assert base64.b64decode(document["prev"]) == before
        assert last <= document["at"]
        before, last = sha256(canonical(document)), document["at"]
        assert before.hex() == line["digest"]
        for path, opening in line["opened"].items():
            part, name = path.split("/")
            secret = document[part][int(name) if part == "outcomes" else name]
            salt = base64.b64decode(opening["salt"])
            assert len(salt) == 32
            assert sha256(salt + canonical(opening["value"])).hex() == secret["commitment"]
            if part == "outcomes":
                message = b"acta/salt/1" + version.to_bytes(8, "big") + int(name).to_bytes(8, "big")
                assert hmac.new(seed, message, "sha256").digest() == salt
                assert len(opening["value"]) == secret["count"]
    assert before.hex() == header["head"]
    assert sha256(seed) == base64.b64decode(rest[0]["document"]["seed_commitment"])


def test_a_verifier_written_from_the_page_alone_agrees() -> None:
    checked_from_the_page_alone(block("jsonl").splitlines())


@pytest.mark.parametrize("old", ['"draw"', '"value":[', '"salt":"', '"prev":"', '"digest":"', '"places":[', '"count":'])
def test_and_both_find_what_is_changed(old: str) -> None:
    changed = block("jsonl").replace(old, old[:-1] + "x" + old[-1:] if old == '"draw"' else old + "1", 1)
    assert changed != block("jsonl")
    with pytest.raises((AssertionError, ValueError)):
        checked_from_the_page_alone(changed.splitlines())
    assert not verify(changed.encode().splitlines(keepends=True)).ok


def test_the_vector_of_a_secret_field() -> None:
    vector = json.loads(block("json"))
    salt = bytes.fromhex(vector["salt"])
    assert sha256(salt + canonical(vector["value"])).hex() == vector["commitment"]


def test_every_event_and_every_field_is_on_the_page() -> None:
    common = {"originator_id", "originator_version", "at", "by", "request_id", "prev"}
    for name in common:
        assert f"`{name}`" in TEXT
    for name, (_, struct) in VERSIONS.items():
        (row,) = re.findall(rf"^\| `{re.escape(name)}` \|.*$", TEXT, re.MULTILINE)
        for field in set(struct.__struct_fields__) - common:
            assert f"`{field}`" in row, f"{name}.{field}"


def test_every_code_of_a_problem_is_on_the_page() -> None:
    folder = Path(domain.record.verify.__file__).parent
    sources = (folder / "verify.py").read_text() + (folder / "checks.py").read_text()
    codes = {*re.findall(r'Wrong\(\s*"(\w+)"', sources), "not_checkable"}
    told = set(re.findall(r"^\| `(\w+)` \|", TEXT.split("## Problems")[1], re.MULTILINE))
    assert codes == told
