"""The position of a game of Coup."""

from typing import TypeVar

from msgspec import Struct

from domain.games.coup.agenda import Agenda, Resolve
from domain.games.coup.cards import Cards
from domain.games.coup.options import Options
from domain.kernel.seats import Seat, clockwise

T = TypeVar("T")


class State(Struct, frozen=True):
    """Everything about a game at one ply. Tuples of the table are indexed by seat.

    `turn` is whose turn it is. `hands` are the face-down cards, `lost` the face-up ones in the order they were turned.
    `sets` are the own sets of C-89 until a card is kept. `drawn` are the cards of an exchange that is not yet decided,
    and `offered` the card an inquisitor has been shown and not yet judged. `out` are the dead in the order they died.
    """

    options: Options
    turn: Seat
    agenda: Agenda
    court: Cards
    hands: tuple[Cards, ...]
    lost: tuple[Cards, ...]
    coins: tuple[int, ...]
    treasury: int
    reserve: int = 0
    factions: tuple[str | None, ...] = ()
    sets: tuple[Cards, ...] = ()
    drawn: Cards = ()
    offered: str | None = None
    out: tuple[Seat, ...] = ()
    withdrawn: tuple[Seat, ...] = ()
    why: str = ""


def living(state: State) -> tuple[Seat, ...]:
    """Who has a face-down card, in seat order."""
    return tuple(seat for seat, hand in enumerate(state.hands) if hand)


def living_but(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The living opponents of a seat, in seat order."""
    return tuple(other for other, hand in enumerate(state.hands) if hand and other != seat)


def living_after(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The living clockwise from the seat after this one, which comes last itself."""
    count = len(state.hands)
    return tuple(other for other in clockwise((seat + 1) % count, count) if state.hands[other])


def pending(state: State) -> Resolve | None:
    """The declared action that has not happened yet."""
    for step in state.agenda:
        if type(step) is Resolve:
            return step
    return None


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """The tuple with another value for one seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def moved(coins: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    """The coins with so many more, or fewer, for one seat."""
    return (*coins[:seat], coins[seat] + by, *coins[seat + 1 :])
