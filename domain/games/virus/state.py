"""The position of a game of Virus!."""

from typing import TypeVar

from msgspec import Struct

from domain.games.virus.agenda import Agenda
from domain.games.virus.cards import Cards
from domain.games.virus.options import Options
from domain.games.virus.organs import Body
from domain.kernel.seats import Seat

T = TypeVar("T")


class State(Struct, frozen=True, gc=False):
    """Everything about a game at one ply. Tuples of the table are indexed by seat.

    `deck` is the first draw pile, whose order nobody knows. `turned` is a discard pile that was turned over, the next
    card first; it holds cards only when the deck is empty. `discards` has the oldest card first, `gone` are the cards
    out of the game (V-90). `played` is the card on the table whose effect is still to come.
    """

    options: Options
    turn: Seat
    agenda: Agenda
    deck: Cards
    hands: tuple[Cards, ...]
    bodies: tuple[Body, ...]
    turned: Cards = ()
    discards: Cards = ()
    gone: Cards = ()
    played: str = ""
    withdrawn: tuple[Seat, ...] = ()
    winner: Seat | None = None
    why: str = ""


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """The tuple with another value for one seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def others_in_turn(state: State) -> tuple[Seat, ...]:
    """Everybody else who is still in the game, in turn order from the player whose turn it is."""
    count, turn = len(state.hands), state.turn
    seats = (*range(turn + 1, count), *range(turn))
    return tuple(seat for seat in seats if seat not in state.withdrawn) if state.withdrawn else seats


def is_playing(state: State, seat: Seat) -> bool:
    """A seat of this table whose player has not left."""
    return 0 <= seat < len(state.hands) and seat not in state.withdrawn
