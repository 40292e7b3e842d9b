"""The games there are, and who came in where: the fold over the events of games.

Nearly all events of a log are moves, and of a move nothing matters but that there was one. So a batch is folded in
memory, one change a game, and of a game's moves only the last is looked into, for its time.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal, NamedTuple
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.kernel.results import Result
from domain.kernel.seats import Seat
from domain.record.events import GameEnded, GameOpened, MoveTakenBack
from projections.log import Decode, Recorded, kind

Status = Literal["open", "paused", "ended"]


class Score(NamedTuple):
    """What a seat came to when a game ended; voided where the end was taken back."""

    seat: Seat
    position: int
    at: datetime
    side: int
    place: int
    tied: int
    voided_at: datetime | None = None
    voided_position: int | None = None


@dataclass(slots=True)
class GameChange:
    """What a run of a game's events changes, whatever the game was before."""

    opened: GameOpened | None = None
    opened_position: int = 0
    position: int = 0
    version: int = 0
    steps: int = 0
    """Plies since `ply`, or since the game's last known one."""
    ply: int | None = None
    status: Status | None = None
    rewound: bool = False
    """The timeline went back: a game that had ended goes on."""
    result: Result | None = None
    scores: list[Score] = field(default_factory=list)
    voided: tuple[datetime, int] | None = None
    """When and where in the log scores from before these events ceased to count."""
    last: bytes = b""
    """The newest event, as stored."""

    @property
    def last_at(self) -> datetime:
        return _moment.decode(self.last).at


class _Moment(Struct):
    """The one field every version of every event has, and all that is read of most."""

    at: datetime


_moment: Final[msgspec.msgpack.Decoder[_Moment]] = msgspec.msgpack.Decoder(_Moment)
_STEPS: Final = ("game.move_played", "game.seat_withdrawn")


def fold(rows: Iterable[Recorded], decode: Decode) -> dict[bytes, GameChange]:
    """The changes that events of games make, by game. Raises what `decode` raises.

    An event of a kind that is not known here moves the game's version and time on, and nothing else.
    """
    changes: dict[bytes, GameChange] = {}
    for position, game, version, topic, state in rows:
        change = changes.get(game)
        if change is None:
            change = changes[game] = GameChange()
        change.position = position
        change.version = version
        change.last = state
        name = kind(topic)
        if name in _STEPS:
            change.steps += 1
        else:
            _turn(change, name, Recorded(position, game, version, topic, state), decode)
    return changes


def _turn(change: GameChange, name: str, row: Recorded, decode: Decode) -> None:
    """Fold in an event that is more than one step further."""

    match name:
        case "game.paused":
            change.status = "paused"
        case "game.resumed":
            change.status = "open"
        case "game.opened" | "game.move_taken_back" | "game.ended":
            match decode(UUID(bytes=row.originator_id), row.version, row.topic, row.state):
                case GameOpened() as opened:
                    change.opened, change.opened_position = opened, row.position
                    change.status, change.ply, change.steps = "open", 0, 0
                case MoveTakenBack(at=at, ply=ply):
                    change.ply, change.steps = ply, 0
                    _reopen(change, at, row.position)
                case GameEnded(at=at, result=result):
                    change.status, change.result = "ended", result
                    change.scores += scores(result, row.position, at)


def _reopen(change: GameChange, at: datetime, position: int) -> None:
    """Whatever end the game had come to no longer counts."""
    if change.status == "ended":
        change.status = "open"
    change.rewound = True
    change.result = None
    change.voided = change.voided or (at, position)
    change.scores = [
        score if score.voided_at else score._replace(voided_at=at, voided_position=position) for score in change.scores
    ]


def scores(result: Result, position: int, at: datetime) -> list[Score]:
    """A score for each seat.

    >>> result = Result(sides=((0, 2), (1,)), places=(1, 1), scores=(5, 5), why="over")
    >>> [(seat, side, place, tied) for seat, _, _, side, place, tied, *_ in scores(result, 7, datetime.min)]
    [(0, 0, 1, 2), (2, 0, 1, 2), (1, 1, 1, 2)]
    """
    return [
        Score(seat, position, at, side, place, result.places.count(place))
        for side, (seats, place) in enumerate(zip(result.sides, result.places, strict=True))
        for seat in seats
    ]
