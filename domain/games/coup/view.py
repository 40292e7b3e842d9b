"""What a viewer of Coup may know (C-98, C-99), built up from what is public and what they hold themselves."""

from msgspec import Struct

from domain.games.coup.advance import awaited
from domain.games.coup.agenda import Agenda, Exchange, Verdict
from domain.games.coup.cards import Cards
from domain.games.coup.state import State
from domain.kernel.seats import ARBITER, Seat, Viewer


class Player(Struct, frozen=True):
    """One player as this viewer sees them. `hand` is None where the viewer may not know it; `lost` lies face up.

    `choices` is the number of cards of the own set, before one of them is kept.
    """

    seat: Seat
    coins: int
    faction: str | None
    cards: int
    hand: Cards | None
    lost: Cards
    choices: int
    living: bool
    withdrawn: bool


class View(Struct, frozen=True):
    """The table. The agenda is public as it stands: what is pending, whose decision it is, and what comes after it.

    `drawn` are the cards of an undecided exchange, `offered` the card under an inquisitor's eyes, `set` the cards to
    choose one from, each None where the viewer may not know it; `court` is for arbiters alone.
    """

    turn: Seat
    agenda: Agenda
    awaited: tuple[Seat, ...]
    characters: Cards
    players: tuple[Player, ...]
    court_size: int
    treasury: int
    reserve: int | None
    drawn_size: int
    drawn: Cards | None
    offered: str | None
    set: Cards | None
    why: str
    court: Cards | None = None


def view(state: State, viewer: Viewer) -> View:
    """The table as a seat, a spectator or an arbiter may know it."""
    return View(
        turn=state.turn,
        agenda=state.agenda,
        awaited=tuple(sorted(awaited(state))),
        characters=state.options.book.characters,
        players=tuple(_player(state, seat, viewer) for seat in range(len(state.hands))),
        court_size=len(state.court),
        treasury=state.treasury,
        reserve=state.reserve if state.options.reformation else None,
        drawn_size=len(state.drawn),
        drawn=state.drawn if _sees_drawn(state, viewer) else None,
        offered=state.offered if _sees_offered(state, viewer) else None,
        set=state.sets[viewer] if isinstance(viewer, int) and state.sets else None,
        why=state.why,
        court=state.court if viewer == ARBITER else None,
    )


def _player(state: State, seat: Seat, viewer: Viewer) -> Player:
    hand = state.hands[seat]
    return Player(
        seat=seat,
        coins=state.coins[seat],
        faction=state.factions[seat] if state.factions else None,
        cards=len(hand),
        hand=hand if viewer in (seat, ARBITER) else None,
        lost=state.lost[seat],
        choices=len(state.sets[seat]) if state.sets else 0,
        living=bool(hand),
        withdrawn=seat in state.withdrawn,
    )


def _sees_drawn(state: State, viewer: Viewer) -> bool:
    """C-98: the cards of an exchange are seen by the player who drew them."""
    step = state.agenda[0] if state.agenda else None
    return isinstance(step, Exchange) and viewer in (step.seat, ARBITER)


def _sees_offered(state: State, viewer: Viewer) -> bool:
    """C-99: an examined card is seen by the inquisitor and by its owner."""
    step = state.agenda[0] if state.agenda else None
    return isinstance(step, Verdict) and viewer in (step.inquisitor, step.target, ARBITER)
