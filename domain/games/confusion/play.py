"""Playing a move: whose decision it is, and what it does."""

from domain.games.confusion.answers import answer
from domain.games.confusion.attempts import attempt
from domain.games.confusion.draws import accept_draw, offer_draw
from domain.games.confusion.eliminations import expose_agent, remove_suspect
from domain.games.confusion.moves import (
    AcceptDraw,
    Answer,
    Attempt,
    ExposeAgent,
    Move,
    MoveTwo,
    OfferDraw,
    RemoveSuspect,
    Reveal,
    Swap,
)
from domain.games.confusion.state import State
from domain.games.confusion.tokens import move_two, reveal, swap
from domain.kernel.chance import Chance
from domain.kernel.refusals import OUT_OF_TURN, WRONG_PHASE, IllegalMove
from domain.kernel.seats import Seat


def play(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """The position after a move, or IllegalMove with nothing changed."""
    if isinstance(move, AcceptDraw):
        return accept_draw(state, seat, chance)
    due = state.turn if state.pending is None else 1 - state.turn
    if seat != due:
        raise IllegalMove(OUT_OF_TURN, awaited=due)
    if isinstance(move, Answer):
        return answer(state, seat, move, chance)
    if state.pending is not None:
        raise IllegalMove(WRONG_PHASE, stage="answer")  # CF-R43
    match move:
        case Attempt():
            return attempt(state, seat, move, chance)
        case RemoveSuspect():
            return remove_suspect(state, seat, move, chance)
        case ExposeAgent():
            return expose_agent(state, seat, move, chance)
        case Reveal():
            return reveal(state, seat, move, chance)
        case MoveTwo():
            return move_two(state, seat)
        case Swap():
            return swap(state, seat, move)
        case OfferDraw():
            return offer_draw(state, seat)
