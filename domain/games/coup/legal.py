"""Every legal move, by the step that waits for it."""

from collections.abc import Iterator

from domain.games.coup import exchange
from domain.games.coup.actions import declarations
from domain.games.coup.advance import awaited
from domain.games.coup.agenda import (
    Answer,
    Blocks,
    BlockStands,
    CardChoice,
    Challenges,
    Estate,
    Examination,
    Exchange,
    FactionChoice,
    Loss,
    NextTurn,
    Resolve,
    Split,
    Turn,
    Verdict,
)
from domain.games.coup.challenge import is_proven_by
from domain.games.coup.moves import (
    Block,
    Challenge,
    ChooseCard,
    ChooseFaction,
    ClaimEstate,
    Concede,
    ForceSwap,
    LetKeep,
    Lose,
    Move,
    Offer,
    Pass,
    Show,
)
from domain.games.coup.state import State, pending
from domain.kernel.rules import AllPass
from domain.kernel.seats import TABLE, Seat


def moves(state: State, seat: Seat) -> Iterator[Move]:
    """Every legal move of a seat, or of the table."""
    if seat == TABLE:
        yield from _of_the_table(state)
    elif seat in awaited(state):
        yield from _of(state, seat)


def _of_the_table(state: State) -> Iterator[Move]:
    """C-96: with one recorder, every window may be closed at once."""
    if state.options.one_recorder and state.agenda and isinstance(state.agenda[0], Challenges | Blocks | Estate):
        yield AllPass()


def _of(state: State, seat: Seat) -> Iterator[Move]:
    step = state.agenda[0]
    match step:
        case Turn():
            yield from declarations(state, seat)
        case Challenges():
            yield Challenge()
            yield Pass()
        case Blocks():
            action = pending(state)
            if action is not None:
                yield from (Block(character) for character in state.options.book.deeds[action.action].blocked_by)
            yield Pass()
        case Answer():
            yield from _answers(state, step)
        case Loss():
            yield from (Lose(card) for card in dict.fromkeys(state.hands[seat]))
        case Exchange():
            yield from exchange.choices(state, seat)
        case Examination():
            yield from (Offer(card) for card in dict.fromkeys(state.hands[seat]))
        case Verdict():
            yield LetKeep()
            yield ForceSwap()
        case Estate():
            yield ClaimEstate()
            yield Pass()
        case FactionChoice():
            yield from (ChooseFaction(faction) for faction in state.options.book.edition.factions)
        case CardChoice():
            yield from (ChooseCard(card) for card in state.sets[seat])
        case BlockStands() | Resolve() | Split() | NextTurn():
            return


def _answers(state: State, step: Answer) -> Iterator[Move]:
    """C-7, C-97: show what proves the claim; without it, or where the table allows that, give it up."""
    hand = state.hands[step.claimant]
    provable = is_proven_by(step.about, step.character, hand)
    if provable:
        yield Show()
    if state.options.may_concede or not provable:
        proof = step.character if step.about != "denial" else None
        yield from (Concede(card) for card in dict.fromkeys(hand) if card != proof)
