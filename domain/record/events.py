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


class Stamped(Struct, frozen=True, gc=False, tag_field="event"):
    """What every event carries: its game and version, when, by whom, in which request, and the digest before it."""

    originator_id: UUID
    originator_version: int
    at: datetime
    by: UUID
    request_id: str
    prev: bytes


class GameOpened(Stamped, frozen=True, gc=False, tag="game.opened"):
    """A table is opened: what is played, by whom, on which terms, and how the opening position fell.

    `seed` decides all luck and is never told before the end; `seed_commitment` binds the table to it from the start.
    """

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


class MovePlayed(Stamped, frozen=True, gc=False, tag="game.move_played"):
    """A seat's move, with everything chance answered in it. `salts` are those of its secret fields."""

    seat: Seat
    move: Told
    salts: dict[str, bytes]
    outcomes: tuple[Outcome, ...]


class MoveTakenBack(Stamped, frozen=True, gc=False, tag="game.move_taken_back"):
    """The timeline goes back to `ply`; what was played after it stays on record and no longer counts."""

    seat: Seat
    ply: int


class SeatWithdrawn(Stamped, frozen=True, gc=False, tag="game.seat_withdrawn"):
    """A player leaves; the others play on."""

    seat: Seat
    outcomes: tuple[Outcome, ...]


class GamePaused(Stamped, frozen=True, gc=False, tag="game.paused"):
    """The clock stops and moves are refused until the game is resumed."""


class GameResumed(Stamped, frozen=True, gc=False, tag="game.resumed"):
    """The clock runs on."""


class GameEnded(Stamped, frozen=True, gc=False, tag="game.ended"):
    """The rules have come to a result."""

    result: Result


class SeedRevealed(Stamped, frozen=True, gc=False, tag="game.seed_revealed"):
    """From here on the seed of the opening event may be told, to those the opening event named."""

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
