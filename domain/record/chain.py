"""The hash chain: what of an event is public, how its secrets are committed to, and the digest the next event names.

The digest of an event is the SHA-256 of its *public document* in canonical JSON (RFC 8785). Each secret in it stands as
a salted commitment, so that one secret can later be opened alone without opening any other. docs/record-format.md
specifies all of it, with an example to check an implementation against.
"""

import hashlib
from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from msgspec import Struct, to_builtins

from domain.kernel.luck import salt as outcome_salt
from domain.kernel.outcomes import Outcome, as_seen, audience
from domain.kernel.seats import ALL, SPECTATOR
from domain.record.events import GameEvent, GameOpened, MovePlayed, SeatWithdrawn, Told

GENESIS = bytes(32)
"""What the first event of a game names as the digest before it."""

SALT_BYTES = 32
"""Salts have one length, or the end of a salt could be passed off as the beginning of a value."""

Path: TypeAlias = str
"""Where in a public document a secret stands: ``outcomes/2``, ``move/card``."""

_encoder = msgspec.json.Encoder(order="sorted")
_MOST = 2**53 - 1
_NEVER_PUBLIC = ("request_id", "seed", "salts")


class Opening(Struct, frozen=True):
    """A secret and its salt: what opens one commitment."""

    salt: bytes
    value: object


def canonical(value: object) -> bytes:
    """Canonical JSON: sorted keys, no spaces, UTF-8. For what `check_plain` lets pass, this is RFC 8785.

    >>> canonical({"b": [1, "é"], "a": None}).decode()
    '{"a":null,"b":[1,"é"]}'
    """
    return _encoder.encode(value)


def commitment(opening: Opening) -> str:
    """The commitment to a secret, as lowercase hexadecimal: SHA-256 of the salt and the canonical value."""
    return hashlib.sha256(opening.salt + canonical(opening.value)).hexdigest()


def check_plain(value: object, place: str = "$") -> None:
    """Raises ValueError where a value is not one that every JSON implementation reads and writes alike.

    No fractions, no integers beyond 2**53 - 1, keys of ASCII, and nothing that JSON has no word for.

    >>> check_plain({"card": [7, None, "é"]})
    >>> check_plain({"card": [7.5]})
    Traceback (most recent call last):
    ValueError: a float has no place in a record - at `$.card[0]`
    """
    match value:
        case None | bool() | str():
            pass
        case int():
            if not -_MOST <= value <= _MOST:
                raise ValueError(f"integer out of range - at `{place}`")
        case dict():
            for key, item in value.items():
                if not isinstance(key, str) or not key.isascii():
                    raise ValueError(f"a key of {key!r} has no place in a record - at `{place}`")
                check_plain(item, f"{place}.{key}")
        case list():
            for index, item in enumerate(value):
                check_plain(item, f"{place}[{index}]")
        case _:
            raise ValueError(f"a {type(value).__name__} has no place in a record - at `{place}`")


def secrets(event: GameEvent) -> Iterator[tuple[Path, object]]:
    """Every secret of an event: the outcomes not everybody saw, and the secret fields of a move, which have salts."""
    if isinstance(event, GameOpened | MovePlayed | SeatWithdrawn):
        for index, outcome in enumerate(event.outcomes):
            if audience(outcome) != ALL:
                yield f"outcomes/{index}", list(outcome.cards)
    if isinstance(event, MovePlayed):
        for name in sorted(event.salts):
            yield f"move/{name}", event.move[name]


def openings(event: GameEvent, seed: bytes) -> dict[Path, Opening]:
    """Every secret of a stored event with its salt: outcomes have theirs from the seed, fields beside them."""
    return {path: Opening(_salt(event, path, seed), value) for path, value in secrets(event)}


def _salt(event: GameEvent, path: Path, seed: bytes) -> bytes:
    kind, _, name = path.partition("/")
    if kind == "move" and isinstance(event, MovePlayed):
        return event.salts[name]
    return outcome_salt(seed, event.originator_version, int(name))


def commitments(opened: dict[Path, Opening]) -> dict[Path, str]:
    """The commitment to each of these secrets."""
    return {path: commitment(opening) for path, opening in opened.items()}


def public_document(event: GameEvent, committed: dict[Path, str]) -> Told:
    """What is hashed: the public part of an event, with a commitment in the place of each secret."""
    document: Told = to_builtins(event, order="sorted")
    for name in _NEVER_PUBLIC:
        document.pop(name, None)
    if "outcomes" in document:
        document["outcomes"] = [
            _public_outcome(outcome, committed.get(f"outcomes/{index}"))
            for index, outcome in enumerate(getattr(event, "outcomes"))  # noqa: B009
        ]
    for path, digits in committed.items():
        if path.startswith("move/"):
            move: Told = document["move"]  # type: ignore[assignment]  # a MovePlayed has one
            move[path.removeprefix("move/")] = {"commitment": digits}
    return document


def _public_outcome(outcome: Outcome, committed: str | None) -> Told:
    told: Told = to_builtins(as_seen(outcome, SPECTATOR), order="sorted")
    if committed is not None:
        told["commitment"] = committed
    return told


def event_digest(event: GameEvent, seed: bytes) -> bytes:
    """The digest of a stored event."""
    return digest(public_document(event, commitments(openings(event, seed))))


def digest(document: Told) -> bytes:
    """The digest the next event names as `prev`."""
    return hashlib.sha256(canonical(document)).digest()
