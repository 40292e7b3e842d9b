"""The log as a viewer may read it: what happened, event by event, through the one filter for secrets.

It needs no state. An event this module does not know how to tell is not told. What was said with a move lies beside the
record; it is told next to its digest, to those who see that.
"""

from datetime import datetime
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType

from domain.kernel.outcomes import SeenOutcome, as_seen
from domain.kernel.results import Result
from domain.kernel.seats import Seat, Viewer
from domain.kernel.secrecy import knows_secrets_of
from domain.record.events import (
    GameEnded,
    GameEvent,
    GameOpened,
    GamePaused,
    GameResumed,
    MovePlayed,
    MoveTakenBack,
    SeatWithdrawn,
    SeedRevealed,
    Told,
)


class LogEntry(Struct, frozen=True):
    """One event as a viewer may be told of it. Fields an event does not have are left out.

    `ply` of a take-back is the ply the game went back to. `said` is the text whose digest the move has as `words`, for
    as long as it is kept.
    """

    version: int
    event: str
    at: datetime
    by: UUID
    seat: Seat | UnsetType = UNSET
    move: Told | UnsetType = UNSET
    said: str | UnsetType = UNSET
    outcomes: tuple[SeenOutcome, ...] | UnsetType = UNSET
    ply: int | UnsetType = UNSET
    result: Result | UnsetType = UNSET
    options: Told | UnsetType = UNSET
    seats: tuple[UUID, ...] | UnsetType = UNSET
    seed_commitment: bytes | UnsetType = UNSET


def log_entry(event: GameEvent, viewer: Viewer, said: str | UnsetType = UNSET) -> LogEntry:
    """An event as this viewer may be told of it. `said` is the text that goes with it, where there is one."""
    version, at, by = event.originator_version, event.at, event.by
    match event:
        case MovePlayed(seat=seat, move=move):
            seen = tuple(as_seen(outcome, viewer) for outcome in event.outcomes)
            told = _move_as_seen(event, viewer) if event.salts else move
            text = said if told.get("words") else UNSET
            return LogEntry(version, "game.move_played", at, by, seat=seat, move=told, said=text, outcomes=seen)
        case SeatWithdrawn(seat=seat):
            seen = tuple(as_seen(outcome, viewer) for outcome in event.outcomes)
            return LogEntry(version, "game.seat_withdrawn", at, by, seat=seat, outcomes=seen)
        case GameOpened():
            return LogEntry(
                version,
                "game.opened",
                at,
                by,
                outcomes=tuple(as_seen(outcome, viewer) for outcome in event.outcomes),
                options=event.options,
                seats=event.seats,
                seed_commitment=event.seed_commitment,
            )
        case MoveTakenBack(seat=seat, ply=ply):
            return LogEntry(version, "game.move_taken_back", at, by, seat=seat, ply=ply)
        case GamePaused():
            return LogEntry(version, "game.paused", at, by)
        case GameResumed():
            return LogEntry(version, "game.resumed", at, by)
        case GameEnded(result=result):
            return LogEntry(version, "game.ended", at, by, result=result)
        case SeedRevealed():
            return LogEntry(version, "game.seed_revealed", at, by)


def _move_as_seen(event: MovePlayed, viewer: Viewer) -> Told:
    """A move without its secret fields, unless they are the viewer's own: the fields that have salts are secret."""
    if knows_secrets_of(event.seat, viewer):
        return event.move
    return {name: value for name, value in event.move.items() if name not in event.salts}
