"""Checkpoints: the newest position of a long game, kept so that opening it need not replay everything.

A checkpoint is a shortcut past a replay, never a second truth: it is thrown away whenever its layout no longer fits the
code, no verification reads it, and what lies before it is always had from the events.
"""

import hashlib
from datetime import datetime, timedelta
from functools import cache
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.kernel.results import Result
from domain.kernel.rules import AnyRuleset
from domain.record.events import GameEvent, GameOpened
from domain.record.record import GameRecord, Ply

EVERY = 32
"""How many events lie between two checkpoints of a game."""

_CHECKSUM_BYTES = 16


class Checkpoint(Struct, frozen=True):
    """A position without the way to it. `version` is that of the newest event, `ply_version` that of the ply's."""

    version: int
    ply: int
    ply_version: int
    clock: timedelta
    running_since: datetime | None
    ran: timedelta
    result: Result | None
    revealed: bool
    state: msgspec.Raw


def is_due(record: GameRecord, before: int) -> bool:
    """Whether a record that was at version `before` has passed the next multiple of EVERY."""
    return record.version // EVERY > before // EVERY


@cache
def fingerprint(rules: AnyRuleset) -> bytes:
    """Names the layout of a checkpoint of this game; one with another fingerprint is not read."""
    layout = msgspec.json.encode(msgspec.json.schema_components([Checkpoint, rules.State]), order="sorted")
    return hashlib.sha256(f"{rules.name}/{rules.version}".encode() + layout).digest()


def taken(record: GameRecord) -> bytes:
    """The record's newest position."""
    tip = record.tip
    state = msgspec.Raw(msgspec.msgpack.encode(tip.state))
    kept = msgspec.msgpack.encode(
        Checkpoint(
            version=record.version,
            ply=record.ply,
            ply_version=tip.version,
            clock=tip.clock,
            running_since=record.running_since,
            ran=record.ran,
            result=record.result,
            revealed=record.revealed,
            state=state,
        )
    )
    return _checksum(record.id, kept) + kept


def restored(opened: GameOpened, newest: GameEvent, kept: bytes, rules: AnyRuleset) -> GameRecord:
    """The record at a checkpoint, given its opening and the event the checkpoint was taken after.

    Raises msgspec.DecodeError or ValidationError when `kept` is no checkpoint of this layout, and ValueError when
    it is damaged, of another game, or was taken after another event than `newest`.
    """
    checksum, kept = kept[:_CHECKSUM_BYTES], kept[_CHECKSUM_BYTES:]
    if checksum != _checksum(opened.originator_id, kept):
        raise ValueError("damaged, or a checkpoint of another game")
    checkpoint: Checkpoint = msgspec.msgpack.decode(kept, type=Checkpoint)
    if checkpoint.version != newest.originator_version:
        raise ValueError(f"checkpoint of version {checkpoint.version}, event of version {newest.originator_version}")
    state: Struct = msgspec.msgpack.decode(checkpoint.state, type=rules.State)
    ply = Ply(checkpoint.ply_version, state, checkpoint.clock, None, ())
    return GameRecord(
        opened=opened,
        version=checkpoint.version,
        base=checkpoint.ply,
        plies=(ply,),
        events=(newest,),
        at=newest.at,
        running_since=checkpoint.running_since,
        result=checkpoint.result,
        revealed=checkpoint.revealed,
        ran=checkpoint.ran,
    )


def _checksum(game: UUID, kept: bytes) -> bytes:
    """Most damage still decodes, to another position; so damage is looked for before anything is read."""
    return hashlib.sha256(game.bytes + kept).digest()[:_CHECKSUM_BYTES]
