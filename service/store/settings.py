"""How the store is reached and how long it is waited for."""

import hashlib

import msgspec


class StoreSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one recorder and its readers."""

    url: str
    """A `postgresql://` address or any other connection string of libpq's."""
    schema: str = "public"
    table: str = "events"
    """The table of events, and the channel on which new ones are announced."""
    unavailable_after: float = 3.0
    """Seconds without an answer from the database after which those who wait are told so."""
    hangs_after: float = 4.0
    """Seconds for the answer to one query of a reader. Then its connection is given up."""
    max_batch: int = 512
    """Events and rows in one transaction; a single larger append still goes, alone."""
    max_waiting: int = 10_000
    """Appends in the queue; beyond that submitters wait or are turned away."""
    pool_size: int = 10
    """Connections for reading that may be open at once."""

    @property
    def lock_key(self) -> int:
        """The advisory lock that every writer of this table takes: the same number in every process."""
        name = f"acta append {self.schema}.{self.table}".encode()
        return int.from_bytes(hashlib.sha256(name).digest()[:8], "big", signed=True)
