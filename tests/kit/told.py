"""Everything a viewer is sent when an event has happened, as the bytes they are sent."""

from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.kernel.refusals import IllegalMove
from domain.kernel.rules import Played, Withdrawal, apply
from domain.kernel.seats import Viewer
from domain.kernel.secrecy import secret_fields
from domain.kernel.seeded import SeededChance
from domain.record.events import GameEvent, GameOpened, MovePlayed, SeatWithdrawn
from domain.record.log import log_entry
from domain.record.record import told as as_plain
from tests.kit.script import Event, GameScript

_encode = msgspec.json.Encoder(order="deterministic").encode
_START = datetime(2024, 1, 1, tzinfo=UTC)
_ID = UUID(int=1)
_LUCK = bytes(32)
PROBES_A_PLY = 3


class Told(NamedTuple):
    """What a viewer learns in one ply, part by part."""

    log: bytes
    view: bytes
    moves: bytes
    awaited: bytes
    deadline: bytes
    result: bytes
    binding: bytes
    refusals: bytes


def told(script: GameScript, ply: int, viewer: Viewer, probes: tuple[Struct, ...]) -> Told:
    """What the viewer is sent at a ply. `probes` are moves to try as the viewer; each ply tries a few of them."""
    rules, state = script.rules, script.states[ply]
    return Told(
        log=_encode(log_entry(as_record_event(script, ply), viewer)),
        view=_encode(rules.view(state, viewer)),
        moves=_own_moves(script, ply, viewer),
        awaited=_encode(sorted(rules.awaited(state))),
        deadline=_encode(rules.deadline(state)),
        result=_encode(rules.result(state)),
        binding=_binding(script, ply, viewer),
        refusals=_encode(_answers(script, ply, viewer, probes)),
    )


def as_record_event(script: GameScript, ply: int) -> GameEvent:
    """The event as a record holds it, so that the log is made by the code that makes it in the service."""
    event = script.events[ply]
    base = (_ID, ply + 1, _START + event.clock, _ID, "", b"")
    match event.step:
        case Played(seat, move):
            salts = dict.fromkeys(secret_fields(type(move)), b"")
            return MovePlayed(*base, seat=seat, move=as_plain(move), salts=salts, outcomes=event.outcomes)
        case Withdrawal(seat):
            return SeatWithdrawn(*base, seat=seat, outcomes=event.outcomes)
        case None:
            return _opening(script, event, base)


def _opening(script: GameScript, event: Event, base: tuple[UUID, int, datetime, UUID, str, bytes]) -> GameOpened:
    return GameOpened(
        *base,
        ruleset=script.rules.name,
        ruleset_version=script.rules.version,
        options=as_plain(script.options),
        seats=(_ID,) * script.seats,
        owner=_ID,
        league=None,
        spectators=True,
        review="nobody",
        reveal="sealed",
        seed=_LUCK,
        seed_commitment=_LUCK,
        outcomes=event.outcomes,
    )


def _binding(script: GameScript, ply: int, viewer: Viewer) -> bytes:
    """Whether the viewer's own move could be taken back."""
    step = script.events[ply].step
    if not isinstance(step, Played) or step.seat != viewer:
        return b""
    return _encode(script.rules.binding(script.states[ply - 1], step.seat, step.move))


def _own_moves(script: GameScript, ply: int, viewer: Viewer) -> bytes:
    """The viewer's own legal moves, in the order they are offered."""
    if not isinstance(viewer, int):
        return b""
    return _encode(list(script.rules.moves(script.states[ply], viewer)))


def _answers(script: GameScript, ply: int, viewer: Viewer, probes: tuple[Struct, ...]) -> list[object]:
    """What the rules say to some moves of the viewer, most of them wrong."""
    if not isinstance(viewer, int):
        return []
    tried = (probes[(ply * PROBES_A_PLY + n) % len(probes)] for n in range(PROBES_A_PLY))
    return [_answer(script, ply, Played(viewer, move)) for move in tried]


def _answer(script: GameScript, ply: int, step: Played) -> object:
    """The code and the facts of a refusal, or that there is none."""
    try:
        apply(script.rules, script.states[ply], step, SeededChance(_LUCK, ply, script.events[ply].clock))
    except IllegalMove as refusal:
        return [refusal.code, refusal.facts]
    return "accepted"
