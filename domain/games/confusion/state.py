"""The position of a game of Confusion."""

from typing import Literal

from msgspec import Struct

from domain.games.confusion.edition import PROMOTED
from domain.games.confusion.moves import Attempt
from domain.games.confusion.options import Options, Token
from domain.games.confusion.plan import GONE, Square
from domain.kernel.seats import Seat

Crown = Literal["unknown", "none", "promoted"]
"""What was announced of a spy on the far row (CF-R49): nothing yet, that it has no crown, its promotion."""

Shown = Literal["nobody", "players", "all"]
"""To whom else than the opponent a movement piece was shown: nobody, its owner too, everybody."""

Fate = Literal["", "captured", "suspected", "exposed"]
"""How a spy left the board."""

Act = Literal["", "elimination", "token"]
"""What the player has done this turn before the attempt (CF-R38)."""

NEVER = (0,) * 8


class Spy(Struct, frozen=True, gc=False):
    """A spy with its movement piece, and what the answers so far have told everybody about it.

    `granted` is, for each direction, the longest attempt answered with yes, `refused` the shortest answered with no; 0
    is none. Attempts of a promoted spy are not counted: everybody knows how it moves.
    """

    piece: str
    square: Square
    crown: Crown = "unknown"
    shown: Shown = "nobody"
    fate: Fate = ""
    granted: tuple[int, ...] = NEVER
    refused: tuple[int, ...] = NEVER


Spies = tuple[Spy, ...]


class State(Struct, frozen=True, gc=False):
    """Everything about a game at one ply. Tuples are indexed by seat; spies stand in the order of their letters.

    A spy on the square of the briefcase controls it. `tokens` are those not yet played. `pending` is the attempt that
    waits for its answer. `resting` are the spies that may not be moved (any more) this turn, `attempts` how many
    attempts it still has, and in a turn `at_home` only spies of the own half may be moved (CF-R27). `offer` is who
    offers a draw, `quiet` counts answered attempts without progress (CF-R30).
    """

    options: Options
    turn: Seat
    spies: tuple[Spies, Spies]
    briefcase: Square
    tokens: tuple[tuple[Token, ...], tuple[Token, ...]]
    pending: Attempt | None = None
    act: Act = ""
    resting: tuple[str, ...] = ()
    attempts: int = 1
    at_home: bool = False
    offer: Seat | None = None
    quiet: int = 0
    winner: Seat | None = None
    why: str = ""


def on_board(spy: Spy) -> bool:
    """Whether a spy still stands on the board."""
    return spy.square != GONE


def visible_side(spy: Spy) -> str:
    """The side of the movement piece that is up: the promoted one after a promotion (CF-R6, CF-R25)."""
    return PROMOTED if spy.crown == "promoted" else spy.piece


def holds_briefcase(state: State, spy: Spy) -> bool:
    """Whether a spy controls the briefcase: it stands where that is."""
    return spy.square == state.briefcase


def occupied(state: State) -> set[Square]:
    """The squares on which spies stand."""
    squares = {spy.square for side in state.spies for spy in side}
    squares.discard(GONE)
    return squares


def with_spy(state: State, seat: Seat, at: int, spy: Spy) -> tuple[Spies, Spies]:
    """The spies of both sides with one of them changed."""
    side = state.spies[seat]
    changed = (*side[:at], spy, *side[at + 1 :])
    return (changed, state.spies[1]) if seat == 0 else (state.spies[0], changed)
