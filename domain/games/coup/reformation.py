"""Reformation: two factions, and whom they spare."""

from msgspec.structs import replace

from domain.games.coup.agenda import FactionChoice
from domain.games.coup.moves import ChooseFaction
from domain.games.coup.state import State, living_after, put
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import Seat


def same_side(state: State, one: Seat, other: Seat) -> bool:
    """C-61, C-62: of one faction while the factions of the living differ; once they are all one, nobody is spared."""
    factions = state.factions
    if not factions or factions[one] != factions[other]:
        return False
    own = factions[one]
    return any(hand and factions[seat] != own for seat, hand in enumerate(state.hands))


def opposite(state: State, faction: str) -> str:
    """The other faction."""
    first, second = state.options.book.edition.factions
    return second if faction == first else first


def choose_faction(state: State, step: FactionChoice, move: ChooseFaction) -> State:
    """C-60: clockwise each takes the opposite of the one before; with an odd number the last and the first match."""
    known = state.options.book.edition.factions
    if move.faction not in known:
        raise IllegalMove("unknown_faction", given=move.faction, known=known)
    factions, faction = state.factions, move.faction
    for seat in living_after(state, step.seat - 1):
        factions = put(factions, seat, faction)
        faction = opposite(state, faction)
    return replace(state, factions=factions, agenda=state.agenda[1:])


def converted(state: State, seat: Seat) -> State:
    """C-64: that player's faction card is turned over."""
    faction = state.factions[seat]
    assert faction is not None, "factions are chosen before the first turn"
    return replace(state, factions=put(state.factions, seat, opposite(state, faction)))
