"""What two runs of the same commands have in common."""

import re
from typing import Final

_DIFFERENT: Final = (
    (r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", "ID"),
    (r"\bacta_[A-Za-z0-9_-]{43}\b", "TOKEN"),
    (r"\b[0-9a-f]{64}\b", "DIGEST"),
    (r'("seed_commitment": ?")[^"]+', r"\1DIGEST"),
    (r'("request_id": ?")[0-9a-f]{16}', r"\1REQUEST"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "TIME"),
    (r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?( UTC)?", "TIME"),
    # Cards: in boards, in views, in outcomes.
    (r"(?<= )\[\d+\]", "[N]"),
    (r"(?<=Deck: )\d+", "N"),
    (r'("(?:hand|cards|kobayakawa|discards)": ?)\[[\d, ]*\]', r"\1[N]"),
    # Sizes and speeds.
    (r"\b[\d,]+ bytes", "N bytes"),
    (r"\d+(\.\d+)?e[+-]\d+|\b\d+\.\d+\b", "0.0"),
    # Frames and columns are as wide as what is in them.
    (r"─+", "─"),
    (r"[ \t]+", " "),
)


def plain(text: str) -> str:
    """An output without what differs from run to run.

    >>> plain("Token f1b00217-242e-4dec-9bdd-8e10a9af9ff8,   role admin"), plain("Hand  [7] [13]   from Deck: 4")
    ('Token ID, role admin', 'Hand [N] [N] from Deck: N')
    """
    for pattern, replacement in _DIFFERENT:
        text = re.sub(pattern, replacement, text)
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
