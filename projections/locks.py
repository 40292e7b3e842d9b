"""Advisory locks: who works on the projections of a database. The numbers are the same in every process of acta."""

from typing import Final

LEADER: Final = 0x61637461_0201
"""Held by the session whose runner works; the runners of other processes stand by."""
STEP: Final = 0x61637461_0202
"""Held until its end by every transaction that writes the tables that serve, or puts others in their place."""
REBUILD: Final = 0x61637461_0203
"""Held by the session that rebuilds."""
