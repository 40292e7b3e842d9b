"""The position of a game of Kobayakawa, and the options it is played with."""

from typing import Literal

from msgspec import Struct

from domain.kernel.bags import Bag
from domain.kernel.editions import packaged
from domain.kernel.seats import Seat


class Edition(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the box: cards by value, medals, and for each round its prize and its stake."""

    players: tuple[int, int]
    cards: tuple[int, ...]
    medals: int
    medals_each: int
    prizes: tuple[int, ...]
    stakes: tuple[int, ...]

    @property
    def rounds(self) -> int:
        return len(self.prizes)


STANDARD = packaged("domain.games.kobayakawa", "standard", Edition)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table plays. The youngest begins (K-19): that is `first_player`."""

    first_player: Seat = 0
    all_pass: Literal["remove_prize", "carry_over", "last_player_wins"] = "remove_prize"  # noqa: S105  # no password
    edition: Edition = STANDARD


Stage = Literal["draw", "stake", "round_over", "over"]
Action = Literal["drew", "replaced"]


class Shown(Struct, frozen=True, gc=False):
    """A card revealed at the showdown, with the Kobayakawa's support if it got it."""

    seat: Seat
    card: int
    total: int


class Settlement(Struct, frozen=True, gc=False):
    """How a round ended: who took how much, and which cards were shown for it."""

    round: int
    winner: Seat | None
    pot: int
    shown: tuple[Shown, ...]


class State(Struct, frozen=True, gc=False):
    """Everything about a game at one ply. Tuples of the table are indexed by seat.

    `order` is this round's turn order, and `turn` the index in it of the player to decide. A stake of None is not
    yet decided, 0 is a pass.
    """

    options: Options
    round: int
    stage: Stage
    order: tuple[Seat, ...]
    turn: int
    deck: Bag
    kobayakawa: tuple[int, ...]
    hands: tuple[Bag, ...]
    discards: tuple[Bag, ...]
    actions: tuple[Action | None, ...]
    stakes: tuple[int | None, ...]
    medals: tuple[int, ...]
    centre: int
    carried: int
    box: int
    aside: Bag = ()
    withdrawn: tuple[Seat, ...] = ()
    settlement: Settlement | None = None
    why: str = ""
