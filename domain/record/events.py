"""The events of a game record, as they are stored.

Stored names (``game.move_played``) are part of the format and outlive any class name. A field is only ever added with
a new version of its event and an upcaster. Players are named by id alone; names live in a directory outside.
"""

from datetime import datetime
from typing import Literal
from uuid import UUID

from msgspec import Struct

from domain.kernel.outcomes import Outcome
from domain.kernel.results import Result
from domain.kernel.seats import Seat

Told = dict[str, object]
"""Options or a move as plain values, in the words of the game they belong to."""

Reveal = Literal["everyone", "arbiters", "sealed"]
"""Who learns the seed when the game is over."""

Review = Literal["nobody", "players", "everyone"]
"""Who, besides arbiters, may see everything once the game is over."""


class GameOpened(Struct, frozen=True, gc=False, tag="game.opened", tag_field="event"):
    """A table is opened: what is played, by whom, on which terms, and how the opening position fell.

    `seed` decides all luck and is never told before the end; `seed_commitment` binds the table to it from the start.
    """

    originator_id: UUID
    originator_version: int
    at: datetime
    by: UUID
    request_id: str
    prev: bytes
    ruleset: str
    ruleset_version: int
    options: Told
    seats: tuple[UUID, ...]
    owner: UUID
    league: UUID | None
    spectators: bool
    review: Review
    reveal: Reveal
    seed: bytes
    seed_commitment: bytes
    outcomes: tuple[Outcome, ...]


class MovePlayed(Struct, frozen=True, gc=False, tag="game.move_played", tag_field="event"):
    """A seat's move, with everything chance answered in it. `salts` are those of its secret fields."""

    originator_id: UUID
    originator_version: int
    at: datetime
    by: UUID
    request_id: str
    prev: bytes
    seat: Seat
    move: Told
    salts: dict[str, bytes]
    outcomes: tuple[Outcome, ...]


class MoveTakenBack(Struct, frozen=True, gc=False, tag="game.move_taken_back", tag_field="event"):
    """The timeline goes back to `ply`; what was played after it stays on record and no longer counts."""

    originator_id: UUID
    originator_version: int
    at: datetime
    by: UUID
    request_id: str
    prev: bytes
    seat: Seat
    ply: int


class SeatWithdrawn(Struct, frozen=True, gc=False, tag="game.seat_withdrawn", tag_field="event"):
    """A player leaves; the others play on."""

    originator_id: UUID
    originator_version: int
    at: datetime
    by: UUID
    request_id: str
    prev: bytes
    seat: Seat
    outcomes: tuple[Outcome, ...]


class GamePaused(Struct, frozen=True, gc=False, tag="game.paused", tag_field="event"):
    """The clock stops and moves are refused until the game is resumed."""

    originator_id: UUID
    originator_version: int
    at: datetime
    by: UUID
    request_id: str
    prev: bytes


class GameResumed(Struct, frozen=True, gc=False, tag="game.resumed", tag_field="event"):
    """The clock runs on."""

    originator_id: UUID
    originator_version: int
    at: datetime
    by: UUID
    request_id: str
    prev: bytes


class GameEnded(Struct, frozen=True, gc=False, tag="game.ended", tag_field="event"):
    """The rules have come to a result."""

    originator_id: UUID
    originator_version: int
    at: datetime
    by: UUID
    request_id: str
    prev: bytes
    result: Result


class SeedRevealed(Struct, frozen=True, gc=False, tag="game.seed_revealed", tag_field="event"):
    """From here on the seed of the opening event may be told, to those the opening event named."""

    originator_id: UUID
    originator_version: int
    at: datetime
    by: UUID
    request_id: str
    prev: bytes
    to: Reveal


GameEvent = (
    GameOpened | MovePlayed | MoveTakenBack | SeatWithdrawn | GamePaused | GameResumed | GameEnded | SeedRevealed
)

VERSIONS: dict[str, tuple[int, type[GameEvent]]] = {
    "game.opened": (1, GameOpened),
    "game.move_played": (1, MovePlayed),
    "game.move_taken_back": (1, MoveTakenBack),
    "game.seat_withdrawn": (1, SeatWithdrawn),
    "game.paused": (1, GamePaused),
    "game.resumed": (1, GameResumed),
    "game.ended": (1, GameEnded),
    "game.seed_revealed": (1, SeedRevealed),
}
"""The current version of each event, by its stored name."""
