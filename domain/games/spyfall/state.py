"""The position of a game of Spyfall."""

from datetime import timedelta
from typing import Literal

from msgspec import Struct

from domain.games.spyfall.options import Options
from domain.kernel.bags import Bag
from domain.kernel.seats import Seat
from domain.kernel.words import Words

Stage = Literal["between", "dealt", "inquiry", "accusation", "final", "over"]
Ending = Literal[
    "spy_uncaught",
    "guessed_right",
    "guessed_wrong",
    "innocent_accused",
    "innocent_named",
    "caught_by_stop",
    "caught_in_final_vote",
    "spy_left",
    "too_few_players",
]
"""How a round ended (S-29, S-35)."""


class Question(Struct, frozen=True, gc=False):
    """The newest question: who asked whom, in which words. Without an answer it is open."""

    by: Seat
    to: Seat
    words: Words
    answer: Words | None = None

    @property
    def is_open(self) -> bool:
        return self.answer is None


class Accusation(Struct, frozen=True, gc=False):
    """A stop: who accuses whom, and who of the others has said yes so far."""

    by: Seat
    against: Seat
    yes: tuple[Seat, ...] = ()


class Round(Struct, frozen=True, gc=False):
    """A round that is over. `cards` and `points` are by seat; who had left before had no card."""

    number: int
    dealer: Seat
    ending: Ending
    location: str
    spy: Seat
    cards: tuple[str, ...]
    points: tuple[int, ...]


class State(Struct, frozen=True, gc=False):
    """Everything about a game at one ply. Tuples of the table are indexed by seat.

    `round` counts the rounds dealt so far, and `dealer` dealt the last of them or, between rounds, deals the next.
    `unused` locations have not been played at; `location`, `cards` and the roles `left` over are of this round. The
    clock runs out at game time `ends`, or stands with `remaining` to go.
    """

    options: Options
    round: int
    stage: Stage
    dealer: Seat
    unused: Bag
    scores: tuple[int, ...]
    cards: tuple[str, ...]
    suspects: tuple[Seat | None, ...]
    location: str = ""
    left: Bag = ()
    used: tuple[str, ...] = ()
    question: Question | None = None
    stops: tuple[Seat, ...] = ()
    accusation: Accusation | None = None
    ends: timedelta | None = None
    remaining: timedelta | None = None
    withdrawn: tuple[Seat, ...] = ()
    last: Round | None = None
    why: str = ""
