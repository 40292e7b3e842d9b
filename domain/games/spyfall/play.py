"""Playing a move: each is checked against its stage, then carried out."""

from domain.games.spyfall.edition import SPY
from domain.games.spyfall.endings import guessed
from domain.games.spyfall.inquiry import answer, ask, deal, start
from domain.games.spyfall.moves import Accuse, Answer, Ask, Deal, Guess, Move, Start, Suspect, Vote
from domain.games.spyfall.seating import is_in
from domain.games.spyfall.state import Stage, State
from domain.games.spyfall.voting import accuse, suspect, time_up, vote
from domain.kernel.chance import Chance
from domain.kernel.refusals import WRONG_PHASE, IllegalMove
from domain.kernel.rules import TimeUp
from domain.kernel.seats import Seat


def play(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """The position after a move, or IllegalMove with nothing changed."""
    if isinstance(move, TimeUp):
        return time_up(state)
    if not is_in(state, seat):
        raise IllegalMove("not_at_the_table")
    match move:
        case Ask():
            _check_stage(state, "inquiry")
            return ask(state, seat, move)
        case Answer():
            _check_stage(state, "inquiry")
            return answer(state, seat, move)
        case Vote(yes):
            _check_stage(state, "accusation")
            return vote(state, seat, yes, chance)
        case Accuse(player):
            _check_stage(state, "inquiry")
            return accuse(state, seat, player, chance)
        case Suspect(player):
            _check_stage(state, "final")
            return suspect(state, seat, player, chance)
        case Guess(location):
            _check_stage(state, "inquiry")  # S-10, S-14: not in a vote, nor when time is up
            return guess(state, seat, location, chance)
        case Deal():
            _check_stage(state, "between")
            return deal(state, seat, chance)
        case Start():
            _check_stage(state, "dealt")
            return start(state, seat, chance)


def guess(state: State, seat: Seat, location: str, chance: Chance) -> State:
    """S-11, S-32: the spy says where everybody is. That the seat holds the spy's card, its player knows."""
    if state.cards[seat] != SPY:  # S-12
        raise IllegalMove("not_the_spy")
    if location not in state.options.box.places:  # S-13: one used before is on the list, and wrong
        raise IllegalMove("unknown_location", given=location)
    return guessed(state, location, chance)


def _check_stage(state: State, stage: Stage) -> None:
    if state.stage != stage:
        raise IllegalMove(WRONG_PHASE, stage=state.stage)
