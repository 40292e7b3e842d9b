"""Spyfall for the shared tests: its planted leaks.

Each tells something S-34 keeps until the round is over: the spy, the location, a role, or what was left over; in a
view, in what is offered or refused, in whom the table waits for, or before too many eyes.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.games.spyfall.edition import SPY
from domain.games.spyfall.legal import moves
from domain.games.spyfall.moves import Accuse, Guess, Move
from domain.games.spyfall.play import play
from domain.games.spyfall.rules import SPYFALL
from domain.games.spyfall.state import State
from domain.games.spyfall.view import View, view
from domain.kernel.bags import bag
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import ALL, Seat, Viewer
from tests.kit.profile import Planted, Profile, broken


def _location_for_all(state: State, viewer: Viewer) -> View:
    """The location stands on the table."""
    return replace(view(state, viewer), location=state.location)


def _left_over_seen(state: State, viewer: Viewer) -> View:
    """The cards left over lie face up."""
    return replace(view(state, viewer), left=state.left)


def _neighbours_card(state: State, viewer: Viewer) -> View:
    """Everybody sees the card to the right."""
    told = view(state, viewer)
    if not isinstance(viewer, int):
        return told
    other = (viewer - 1) % len(told.players)
    card = view(state, other).players[other].card
    return replace(
        told, players=tuple(replace(each, card=card) if each.seat == other else each for each in told.players)
    )


def _used_too_early(state: State, viewer: Viewer) -> View:
    """The location of the round is ticked off on the list as soon as it is drawn."""
    told = view(state, viewer)
    places = tuple(replace(each, used=each.used or each.id == state.location) for each in told.places)
    return replace(told, places=places)


def _no_accusing_innocents(state: State, seat: Seat) -> Iterator[Move]:
    """Only the spy may be accused."""
    for move in moves(state, seat):
        if not isinstance(move, Accuse) or state.cards[move.player] == SPY:
            yield move


def _here_offered_first(state: State, seat: Seat) -> Iterator[Move]:
    """The right location is offered first."""
    offered = list(moves(state, seat))
    yield from sorted(offered, key=lambda move: isinstance(move, Guess) and move.location != state.location)


def _waits_for_the_spy(state: State) -> frozenset[Seat]:
    """In the final vote the table waits for the spy as well."""
    found = SPYFALL.awaited(state)
    return found | {state.cards.index(SPY)} if state.stage == "final" else found


def _refusal_tells(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """Who is not the spy and guesses is told who is."""
    try:
        return play(state, seat, move, chance)
    except IllegalMove as refusal:
        if refusal.code == "not_the_spy":
            raise IllegalMove(refusal.code, spy=state.cards.index(SPY)) from refusal
        raise


class _Open:
    """Chance that lets everybody see what is drawn."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def draw(self, pile, cards, count, *, seen_by):  # type: ignore[no-untyped-def]
        return self._chance.draw(pile, bag(cards), count, seen_by=ALL)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._chance, name)


def _dealt_openly(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """S-25 broken: cards are dealt face up."""
    return play(state, seat, move, _Open(chance))


def _left_over_turned(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """S-34 broken: after the round the cards left over are turned as well."""
    after = play(state, seat, move, chance)
    if after.last is not state.last:
        chance.show("S-34", "left over", *state.left, seen_by=ALL)
    return after


PROFILE = Profile(
    planted=(
        Planted("the location", broken(SPYFALL, view=_location_for_all), "view"),
        Planted("cards left over", broken(SPYFALL, view=_left_over_seen), "view"),
        Planted("a neighbour's card", broken(SPYFALL, view=_neighbours_card), "view"),
        Planted("a place ticked off", broken(SPYFALL, view=_used_too_early), "view"),
        Planted("number of moves", broken(SPYFALL, moves=_no_accusing_innocents), "moves"),
        Planted("order of moves", broken(SPYFALL, moves=_here_offered_first), "moves"),
        Planted("whom the table waits for", broken(SPYFALL, awaited=_waits_for_the_spy), "awaited"),
        Planted("facts of a refusal", broken(SPYFALL, play=_refusal_tells), "refusals"),
        Planted("cards dealt openly", broken(SPYFALL, play=_dealt_openly), "visibility"),
        Planted("cards left over turned", broken(SPYFALL, play=_left_over_turned), "visibility"),
    ),
    unasked=frozenset(("accuse", "guess")),
    floor=100,
)
