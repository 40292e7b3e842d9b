"""What a forger can do with an archive: change it, and make commitments, digests and the chain fit again.

Written with json and hashlib alone, so that it does not share a mistake with what it tests.
"""

import base64
import json
from collections.abc import Callable, Iterable
from copy import deepcopy
from hashlib import sha256
from typing import Any

Json = dict[str, Any]


def canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def base64_of(data: bytes) -> str:
    return base64.b64encode(data).decode()


class Forgery:
    """An archive taken apart. `lines` are those of the events; `documents` what is hashed of each."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.header, *self.lines = (json.loads(line) for line in lines)

    @property
    def documents(self) -> list[Json]:
        return [line["document"] for line in self.lines]

    def find(self, kind: str, number: int = 0, **fields: object) -> int:
        """The index of the n-th event of a kind: ``find("game.move_played", move="stake")``."""
        found = [
            index
            for index, document in enumerate(self.documents)
            if document["event"] == kind
            and all(
                document["move"].get(name) == value if kind == "game.move_played" else document.get(name) == value
                for name, value in fields.items()
            )
        ]
        return found[number]

    def insert(self, index: int, kind: str, **fields: object) -> None:
        """A new event before the one at `index`, with the time and the actor of the one before it."""
        like = self.documents[index - 1]
        document = {name: like[name] for name in ("originator_id", "originator_version", "at", "by", "prev")}
        self.lines.insert(index, {"digest": "", "document": document | {"event": kind} | fields, "opened": {}})

    def open_as(self, index: int, path: str, value: object) -> None:
        """Put another secret in the place of one, with a commitment that fits it."""
        opening = self.lines[index]["opened"][path]
        opening["value"] = value
        salt = base64.b64decode(opening["salt"])
        part, _, name = path.partition("/")
        kept = self.documents[index][part]
        kept[int(name) if part == "outcomes" else name]["commitment"] = sha256(salt + canonical(value)).hexdigest()

    def written(self) -> list[bytes]:
        """The lines as they stand."""
        return [canonical(part) + b"\n" for part in (self.header, *self.lines)]

    def rebuilt(self, *, numbered: bool = True) -> list[bytes]:
        """The lines with a chain that fits: versions, links and digests, and the header with them."""
        before = bytes(32)
        for version, line in enumerate(self.lines, start=1):
            document = line["document"]
            if numbered:
                document["originator_version"] = version
            document["prev"] = base64_of(before)
            before = sha256(canonical(document)).digest()
            line["digest"] = before.hex()
        self.header |= {"events": len(self.lines), "head": before.hex()}
        return self.written()


def forged(lines: Iterable[bytes], change: Callable[[Forgery], object]) -> list[bytes]:
    """The archive with a change made and the chain rebuilt over it."""
    forgery = Forgery(deepcopy(list(lines)))
    change(forgery)
    return forgery.rebuilt()
