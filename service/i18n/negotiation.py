"""Choosing a language from an Accept-Language header (RFC 9110, with the lookup of RFC 4647)."""

import re
from functools import lru_cache
from typing import Final

from service.i18n.catalogue import DEFAULT, LANGUAGES

_RANGE: Final = re.compile(
    r"\s*(?P<tag>\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)\s*(?:;\s*q\s*=\s*(?P<q>0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?",
    re.ASCII | re.IGNORECASE,
)
_MOST_RANGES: Final = 20
_LONGEST: Final = 256
"""Characters of a header that are read, and kept with what was chosen for it."""


def choose(accept: str) -> str:
    """The language to answer in. What cannot be read, or asks for none of ours, gets the default.

    >>> choose("es-MX,es;q=0.9,en;q=0.8"), choose("de, es;q=0.3, en;q=0.7"), choose("*"), choose("en;q=0, *;q=0.1")
    ('es', 'en', 'en', 'es')
    """
    return _choose(accept[:_LONGEST])


@lru_cache(maxsize=512)
def _choose(accept: str) -> str:
    wanted: dict[str, float] = {}
    for part in accept.split(",")[:_MOST_RANGES]:
        if (found := _RANGE.fullmatch(part)) is None:
            continue
        language = found["tag"].lower().partition("-")[0]
        quality = float(found["q"]) if found["q"] else 1.0
        wanted[language] = max(wanted.get(language, 0.0), quality)
    others = wanted.get("*", 0.0)
    # Of equal wishes the default wins, then the order of LANGUAGES.
    best = max(LANGUAGES, key=lambda language: wanted.get(language, others))
    return best if wanted.get(best, others) > 0 else DEFAULT
