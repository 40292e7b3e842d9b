"""Virus! for the shared tests: its planted leaks.

Each tells one thing that V-92, V-97 or V-98 keeps, in one of the ways secrets get out of this game: through a view,
through who is asked and who is not, through what is offered, through an order, through a hand shown to too many.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.games.virus.advance import advance
from domain.games.virus.agenda import Answers, Extra
from domain.games.virus.moves import Discard, Infect, Move
from domain.games.virus.play import play
from domain.games.virus.rules import VIRUS, moves
from domain.games.virus.state import State
from domain.games.virus.view import View, view
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import ALL, NOBODY, Seat, Viewer
from tests.kit.profile import Planted, Profile, broken

SUIT = "treatment_protective_suit"


def _deck_seen(state: State, viewer: Viewer) -> View:
    """A card of the deck lies open: the first one by name."""
    return replace(view(state, viewer), deck=state.deck[:1])


def _next_hand_seen(state: State, viewer: Viewer) -> View:
    """Who is to answer lets everybody look into the hand."""
    told = view(state, viewer)
    players = tuple(
        replace(each, hand=state.hands[each.seat]) if each.seat in told.awaited and each.seat != told.turn else each
        for each in told.players
    )
    return replace(told, players=players)


def _size_tells(state: State, viewer: Viewer) -> View:
    """A hand with a treatment in it is one card larger."""
    told = view(state, viewer)
    players = tuple(
        replace(each, cards=each.cards + any("treatment" in card for card in state.hands[each.seat]))
        for each in told.players
    )
    return replace(told, players=players)


def _asked_if_held(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """V-97 broken: only players who hold a suit are asked for it."""
    after = play(state, seat, move, chance)
    step = after.agenda[0] if after.agenda else None
    if not isinstance(step, Answers) or isinstance(state.agenda[0], Answers):
        return after
    waiting = tuple(each for each in step.waiting if SUIT in after.hands[each])
    return advance(replace(after, agenda=(Answers(waiting), *after.agenda[1:])), chance)


def _no_play_no_question(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """V-77 broken: a turn ends by itself when none of the cards left can be played."""
    after = play(state, seat, move, chance)
    step = after.agenda[0] if after.agenda else None
    if isinstance(step, Extra) and not isinstance(state.agenda[0], Extra) and len(list(moves(after, after.turn))) == 1:
        return advance(replace(after, agenda=after.agenda[1:]), chance)
    return after


def _no_wasted_virus(state: State, seat: Seat) -> Iterator[Move]:
    """A virus is offered only against players who cannot answer it."""
    for move in moves(state, seat):
        if not (isinstance(move, Infect) and move.seat != seat and SUIT in state.hands[move.seat]):
            yield move


def _offered_by_the_deck(state: State, seat: Seat) -> Iterator[Move]:
    """The order of the moves offered follows the deck."""
    offered = list(moves(state, seat))
    yield from (
        offered if state.deck[:1] == ("medicine_blue",) and state.deck.count("medicine_blue") % 2 else offered[::-1]
    )


def _refusal_tells(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """A discard of a card one does not hold is refused with the number of players who do."""
    try:
        return play(state, seat, move, chance)
    except IllegalMove as refusal:
        if isinstance(move, Discard) and refusal.code == "card_not_held":
            holders = sum(move.cards[0] in hand for hand in state.hands)
            raise IllegalMove(refusal.code, card=move.cards[0], holders=holders) from refusal
        raise


class _Wider:
    """Chance that lets everybody see what some were to see."""

    def __init__(self, chance: Chance, kind: str) -> None:
        self._chance, self._kind = chance, kind

    def draw(self, *asked: Any, seen_by: Any) -> Any:
        return self._chance.draw(*asked, seen_by=ALL if self._kind == "draw" and seen_by != NOBODY else seen_by)

    def show(self, *asked: Any, seen_by: Any) -> Any:
        return self._chance.show(*asked, seen_by=ALL if self._kind == "show" else seen_by)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._chance, name)


def _opinion_for_all(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """V-98 broken: the hands of a second opinion are shown to the whole table."""
    return play(state, seat, move, _Wider(chance, "show"))


def _drawn_for_all(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """V-92 broken: cards are drawn before everybody's eyes."""
    return play(state, seat, move, _Wider(chance, "draw"))


PROFILE = Profile(
    planted=(
        Planted("a card of the deck", broken(VIRUS, view=_deck_seen), "view"),
        Planted("the hand of who is asked", broken(VIRUS, view=_next_hand_seen), "view"),
        Planted("a size that tells", broken(VIRUS, view=_size_tells), "view"),
        Planted("a question for holders only", broken(VIRUS, play=_asked_if_held), "log"),
        Planted("a turn that ends by itself", broken(VIRUS, play=_no_play_no_question), "log"),
        Planted("number of moves", broken(VIRUS, moves=_no_wasted_virus), "moves"),
        Planted("order of moves", broken(VIRUS, moves=_offered_by_the_deck), "moves"),
        Planted("facts of a refusal", broken(VIRUS, play=_refusal_tells), "refusals"),
        Planted("a second opinion before all", broken(VIRUS, play=_opinion_for_all), "visibility"),
        Planted("a draw before all", broken(VIRUS, play=_drawn_for_all), "visibility"),
    ),
    twins=2_500,
    floor=10,
)
