"""From a secret seed to outcomes: HMAC-SHA-256 in counter mode with rejection sampling.

The algorithm is specified, with test vectors, in docs/luck.md, so that a shuffle can be checked in any language.
Luck is keyed by the event's version in its game, so a rewind meets fresh luck and a retried move meets the same.
"""

import hashlib
import hmac

from domain.kernel.bags import Bag, Card, bag

SEED_BYTES = 32
_WORDS = 8
_SPAN = 1 << 32


def commitment(seed: bytes) -> bytes:
    """What the opening event publishes of a seed before it is revealed: its SHA-256."""
    return hashlib.sha256(seed).digest()


def salt(seed: bytes, version: int, index: int) -> bytes:
    """The salt of the `index`-th outcome of the event at `version`; 32 bytes."""
    message = b"acta/salt/1" + version.to_bytes(8, "big") + index.to_bytes(8, "big")
    return hmac.digest(seed, message, "sha256")


class Luck:
    """The stream of numbers of one event: 32-bit big-endian words from HMAC(seed, label, version, block)."""

    __slots__ = ("_block", "_prefix", "_seed", "_words")

    def __init__(self, seed: bytes, version: int) -> None:
        self._seed = seed
        self._prefix = b"acta/luck/1" + version.to_bytes(8, "big")
        self._block = 0
        self._words: list[int] = []

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, each equally likely. `limit` is at least 1 and at most 2**32."""
        unfair = _SPAN - _SPAN % limit
        while True:
            if not self._words:
                self._refill()
            word = self._words.pop()
            if word < unfair:
                return word % limit

    def take(self, cards: Bag, count: int) -> tuple[tuple[Card, ...], Bag]:
        """`count` cards from a bag in canonical order, each draw by one `below`, and what is left."""
        left = list(cards)
        drawn = tuple(left.pop(self.below(len(left))) for _ in range(count))
        return drawn, tuple(left)

    def order(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """A shuffle: the whole bag drawn card by card, the first drawn on top."""
        return self.take(bag(cards), len(cards))[0]

    def _refill(self) -> None:
        block = hmac.digest(self._seed, self._prefix + self._block.to_bytes(8, "big"), "sha256")
        self._block += 1
        words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 4 * _WORDS, 4)]
        words.reverse()  # popped from the end, used from the front
        self._words = words
