"""The position of a game of Geek Out Masters, and the options it is played with."""

from typing import Literal

from msgspec import Struct

from domain.games.geek_out_masters.edition import STANDARD, Edition
from domain.kernel.bags import Bag
from domain.kernel.seats import Seat


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays. The lot decides who begins (GO-R18): that is `first_player`."""

    first_player: Seat = 0
    edition: Edition = STANDARD


Stage = Literal["roll", "act", "decide", "over"]
Ending = Literal["passed", "dragon", "spaceship", "withdrew"]


class Turn(Struct, frozen=True, gc=False):
    """A turn that is over: what it brought, why it ended, and the dice that lay there then."""

    seat: Seat
    round: int
    points: int
    scored: int
    ending: Ending
    active: Bag


class State(Struct, frozen=True, gc=False):
    """Everything about a game at one ply; `totals` is indexed by seat.

    `order` are those still playing, clockwise from the first player, and `turn` the index in it of whose turn it is.
    Only active dice show a face that matters: of the others their number is kept. Between turns all dice are in hand.
    """

    options: Options
    round: int
    stage: Stage
    order: tuple[Seat, ...]
    turn: int
    totals: tuple[int, ...]
    in_hand: int = 0
    active: Bag = ()
    inactive: int = 0
    used: int = 0
    scored: int = 0
    withdrawn: tuple[Seat, ...] = ()
    last: Turn | None = None
    why: str = ""
