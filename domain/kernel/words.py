"""Free text, which is no rule matter: a move carries a digest of what was said, or nothing.

The text itself and its salt are kept beside the record, where they can be erased; the record then still proves what was
said to whoever has both, and tells nobody else anything. A blank is always legal: that something was said is enough.
"""

import hashlib
from functools import cache
from typing import Annotated, Final, get_type_hints

from msgspec import Meta, Struct

MOST_LETTERS: Final = 500
"""How long a text may be, in letters (code points)."""

SALT_BYTES: Final = 32
"""Salts have one length, or the end of a salt could be passed off as the beginning of a text."""

Said = Annotated[str, Meta(max_length=MOST_LETTERS)]
"""A text as it comes from outside: bounded where it is decoded, kept as it is, never interpreted."""

Words = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$", max_length=64)]
"""A text as a move carries it: its salted digest in lowercase hexadecimal, or blank. Bounded where it is decoded."""


def words(said: str, salt: bytes) -> str:
    """What a move carries of a text: SHA-256 of the salt and the text in UTF-8; of no text, nothing.

    Raises ValueError for a salt of another length.

    >>> words("", bytes(32)), len(words("Is it cold in here?", bytes(32)))
    ('', 64)
    """
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    return hashlib.sha256(salt + said.encode()).hexdigest() if said else ""


@cache
def takes_words(move_type: type[Struct]) -> bool:
    """Whether a text can be said with a move of this type: it then has a public field ``words: Words``."""
    return bool(get_type_hints(move_type, include_extras=True).get("words") == Words)
