"""The documents: where they are, and the blocks, links and names in them."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"

_FENCE = re.compile(
    r"^(?:```(?P<kind>\S*)(?: (?P<name>\S+))?\n(?P<body>.*?)^```|<!-- prepare\n(?P<hidden>.*?)^-->)$",
    re.MULTILINE | re.DOTALL,
)
"""A fenced block, or commands that a reader need not see."""
_LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_CODE = re.compile(r"`([^`\n]+)`")


class Block(NamedTuple):
    """A fenced block. `start` and `end` are where its body stands in the page; `name` is the file it is saved as."""

    kind: str
    name: str | None
    body: str
    start: int
    end: int


def every_page() -> list[Path]:
    """All documents, the README first."""
    return [README, *sorted(DOCS.rglob("*.md"))]


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    return [
        Block("console", None, found["hidden"], found.start("hidden"), found.end("hidden"))
        if found["hidden"] is not None
        else Block(found["kind"], found["name"], found["body"], found.start("body"), found.end("body"))
        for found in _FENCE.finditer(text)
    ]


def prose(text: str) -> str:
    """A page without its fenced blocks."""
    return _FENCE.sub("", text)


def links(text: str) -> list[str]:
    """Where a page points to."""
    return [found["target"] for found in _LINK.finditer(prose(text))]


def code(text: str) -> list[str]:
    """What stands between backticks, and the lines of the shell blocks."""
    shell = (line.removeprefix("$ ") for block in blocks(text) if block.kind in ("sh", "console") for line in
             block.body.splitlines())  # fmt: skip
    return [*_CODE.findall(prose(text)), *shell]


def anchors(text: str) -> set[str]:
    """The anchors of the headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
