"""Every legal move, by the step that waits for it."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from domain.games.virus import targets
from domain.games.virus.advance import awaited
from domain.games.virus.agenda import Aim, Answers, Extra, Refill, Spreading, Strike, Turn
from domain.games.virus.cards import Cards
from domain.games.virus.contagion import can_spread, spreads
from domain.games.virus.edition import CardType
from domain.games.virus.moves import (
    Contagion,
    Discard,
    DrawHand,
    EndTurn,
    LatexGlove,
    Move,
    Overtime,
    Pass,
    PlayOrgan,
    StopSpreading,
    Suit,
)
from domain.games.virus.organs import organ_of
from domain.games.virus.state import State
from domain.games.virus.suits import new_targets
from domain.kernel.bags import holds
from domain.kernel.seats import Seat


def moves(state: State, seat: Seat) -> Iterator[Move]:
    """Every legal move of a seat."""
    if seat not in awaited(state):
        return
    step = state.agenda[0]
    match step:
        case Turn():
            yield from _plays(state, seat)
            yield from _discards(state.hands[seat])
        case Extra():
            yield from _plays(state, seat)
            yield EndTurn()
        case Answers():
            yield Pass()
            suit = state.options.book.treatments.get("protective_suit")
            if suit is not None and holds(state.hands[seat], suit):
                yield Suit()
        case Aim():
            yield from new_targets(state, step)
        case Spreading(planned):
            yield from spreads(state, planned)
            if planned and not state.options.contagion_must_be_maximal:
                yield StopSpreading()
        case Strike() | Refill():
            return


def _plays(state: State, seat: Seat) -> Iterator[Move]:
    book = state.options.book
    for card in dict.fromkeys(state.hands[seat]):
        yield from _plays_of(state, seat, book.cards[card])


def _plays_of(state: State, seat: Seat, card: CardType) -> Iterator[Move]:
    match card.kind:
        case "organ":
            if organ_of(state.bodies[seat], str(card.color)) is None:
                yield PlayOrgan(card.id)
        case "virus":
            yield from targets.infections(state, card.id)
        case "medicine":
            yield from targets.cures(state, card.id)
        case "treatment":
            yield from _treatments(state, str(card.treatment))


def _treatments(state: State, treatment: str) -> Iterator[Move]:
    match treatment:
        case "transplant":
            yield from targets.transplants(state)
        case "organ_thief":
            yield from targets.thefts(state)
        case "contagion":
            if can_spread(state):
                yield Contagion()
        case "latex_glove":
            yield LatexGlove()
        case "medical_error":
            yield from targets.medical_errors(state)
        case "quarantine":
            yield from targets.quarantines(state)
        case "overtime":
            yield Overtime()
        case "second_opinion":
            yield from targets.second_opinions(state)
        case _:  # V-79: a suit is never played on one's own turn
            return


@lru_cache(maxsize=4_096)
def _discards(hand: Cards) -> tuple[Move, ...]:
    """V-4, V-7: some cards of the hand in some order; V-3: with none, the draw alone is left."""
    if not hand:
        return (DrawHand(),)
    counts = range(1, len(hand) + 1)
    return tuple(Discard(cards) for count in counts for cards in dict.fromkeys(permutations(hand, count)))
