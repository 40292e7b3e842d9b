"""What a viewer of Virus! may know (V-92), built up from what is public and the own hand."""

from msgspec import Struct

from domain.games.virus.advance import awaited
from domain.games.virus.agenda import Agenda
from domain.games.virus.cards import Cards
from domain.games.virus.options import healthy_organs_needed
from domain.games.virus.organs import Organ, healthy_organs, is_immune, is_infected
from domain.games.virus.state import State
from domain.kernel.seats import ARBITER, Seat, Viewer


class SeenOrgan(Struct, frozen=True):
    """An organ with the cards on it and what they make of it: free, infected, vaccinated or immune."""

    color: str
    card: str
    on: Cards
    condition: str


class Player(Struct, frozen=True):
    """One player as this viewer sees them. `hand` is None where the viewer may not know it."""

    seat: Seat
    cards: int
    hand: Cards | None
    body: tuple[SeenOrgan, ...]
    healthy: int
    withdrawn: bool


class View(Struct, frozen=True):
    """The table. The agenda is public as it stands; `played` is the card whose effect is still to come.

    `turned` is what the draw pile holds once a discard pile was turned over, the next card first: everybody has seen
    these cards being discarded. `discards` begins with the oldest card. `deck` is for arbiters alone.
    """

    turn: Seat
    agenda: Agenda
    awaited: tuple[Seat, ...]
    needed: int
    players: tuple[Player, ...]
    deck_size: int
    turned: Cards
    discards: Cards
    gone: Cards
    played: str
    winner: Seat | None
    why: str
    deck: Cards | None = None


def view(state: State, viewer: Viewer) -> View:
    """The table as a seat, a spectator or an arbiter may know it."""
    return View(
        turn=state.turn,
        agenda=state.agenda,
        awaited=tuple(sorted(awaited(state))),
        needed=healthy_organs_needed(state.options, len(state.hands)),
        players=tuple(_player(state, seat, viewer) for seat in range(len(state.hands))),
        deck_size=len(state.deck),
        turned=state.turned,
        discards=state.discards,
        gone=state.gone,
        played=state.played,
        winner=state.winner,
        why=state.why,
        deck=state.deck if viewer == ARBITER else None,
    )


def _player(state: State, seat: Seat, viewer: Viewer) -> Player:
    """V-92: a hand is its owner's."""
    hand = state.hands[seat]
    return Player(
        seat=seat,
        cards=len(hand),
        hand=hand if viewer in (seat, ARBITER) else None,
        body=tuple(_organ(state, organ) for organ in state.bodies[seat]),
        healthy=healthy_organs(state.options.book, state.bodies[seat]),
        withdrawn=seat in state.withdrawn,
    )


def _organ(state: State, organ: Organ) -> SeenOrgan:
    return SeenOrgan(organ.color, organ.card, organ.on, _condition(state, organ))


def _condition(state: State, organ: Organ) -> str:
    book = state.options.book
    if is_infected(book, organ):
        return "infected"
    if is_immune(book, organ):
        return "immune"
    return "vaccinated" if organ.on else "free"
