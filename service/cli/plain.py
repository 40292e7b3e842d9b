"""What comes from a file, a database or a service, made fit for a terminal: it is shown, and cannot do anything there.

Whatever commands read that others may have written goes through `plain` before it is put into words: headers, reports,
frames, names. Colours and line ends are then ours alone.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def plain(value: T) -> T:
    """The same with every character escaped that is not printed as itself, in all texts inside.

    >>> plain("no harm"), plain("up and\\x1b[8m away\\n"), plain({"a\\u202eb": ("\\x9b", 1, None)})
    ('no harm', 'up and\\\\x1b[8m away\\\\x0a', {'a\\\\u202eb': ('\\\\x9b', 1, None)})
    """
    told: Any = value
    match value:
        case str():
            told = value if value.isprintable() else "".join(map(_shown, value))
        case msgspec.Struct():
            told = type(value)(**{name: plain(getattr(value, name)) for name in value.__struct_fields__})
        case Mapping():
            told = {plain(key): plain(each) for key, each in value.items()}
        case tuple():
            told = tuple(plain(each) for each in value)
        case list():
            told = [plain(each) for each in value]
    return told  # type: ignore[no-any-return]  # of the type it was


def plain_lines(text: str) -> str:
    """A text of several lines, each of them plain."""
    return "\n".join(map(plain, text.split("\n")))


def _shown(character: str) -> str:
    code = ord(character)
    if character.isprintable():
        return character
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
