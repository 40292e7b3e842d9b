"""Games that are the same every time, as events and as archives."""

from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from uuid import UUID

import msgspec

from domain.record import commands
from domain.record.archive import archive
from domain.record.commands import Stamp, Table

PLAYERS = tuple(UUID(int=100 + seat) for seat in range(3))


@cache
def events(number=1, plies=10_000, reveal="everyone"):
    """A game of Kobayakawa by three random players, to its end or for so many plies."""
    rng = Random(number)
    at = datetime(2030, 1, 1, tzinfo=UTC)
    table = Table(
        UUID(int=number), "kobayakawa", 1, {}, PLAYERS, PLAYERS[0], bytes([number]) * 32, spectators=True, reveal=reveal
    )
    made, record = commands.open_game(table, Stamp(at, PLAYERS[0], "opening", b"e" * 32))
    while record.result is None and record.ply < plies:
        at += timedelta(seconds=5)
        seat = min(record.rules.awaited(record.tip.state))
        move = rng.choice(list(record.rules.moves(record.tip.state, seat)))
        stamp = Stamp(at, PLAYERS[seat], f"move {record.ply}", b"e" * 32)
        more, record = commands.play_move(record, seat, msgspec.to_builtins(move), stamp)
        made += more
    return made


def archived(viewer="arbiter", *, number=1, plies=10_000, seed=True, reveal="everyone"):
    """The archive of such a game."""
    return b"".join(archive(events(number, plies, reveal), viewer, with_seed=seed))
