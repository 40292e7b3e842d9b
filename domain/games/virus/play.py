"""Playing a move: each is checked against the step that waits, then carried out, and the steps behind it run."""

from domain.games.virus.advance import advance, awaited, dropped
from domain.games.virus.agenda import Aim, Answers, Extra, Spreading, Turn, stage
from domain.games.virus.contagion import begin_contagion, spread, stop_spreading
from domain.games.virus.moves import (
    Contagion,
    Discard,
    DrawHand,
    EndTurn,
    Infect,
    LatexGlove,
    MedicalError,
    Move,
    Overtime,
    Pass,
    PlayOrgan,
    Quarantine,
    SecondOpinion,
    Spread,
    Steal,
    StopSpreading,
    Suit,
    Transplant,
    Treat,
)
from domain.games.virus.plays import check_held, play_organ, treat
from domain.games.virus.state import State
from domain.games.virus.suits import aim, attack, let_be, put_on
from domain.games.virus.treatments import overtime, quarantine, treatment_card
from domain.games.virus.turns import discard, draw_hand
from domain.kernel.chance import Chance
from domain.kernel.refusals import NO_SUCH_SEAT, OUT_OF_TURN, WRONG_PHASE, IllegalMove
from domain.kernel.seats import Seat


def play(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """The position after a move, or IllegalMove with nothing changed."""
    waiting = awaited(state)
    if seat not in waiting:
        if not 0 <= seat < len(state.hands):
            raise IllegalMove(NO_SUCH_SEAT, seat=seat)
        raise IllegalMove(OUT_OF_TURN, awaited=tuple(waiting))
    return advance(_decided(state, seat, move), chance)


def _decided(state: State, seat: Seat, move: Move) -> State:
    step = state.agenda[0]
    match step:
        case Turn() | Extra():
            return _turn(state, seat, move)
        case Answers():
            return _answered(state, step, seat, move)
        case Aim():
            if isinstance(move, Infect | Transplant | Steal | MedicalError | SecondOpinion):
                return aim(state, seat, step, move)
        case Spreading():
            match move:
                case Spread():
                    return spread(state, step, move)
                case StopSpreading():
                    return stop_spreading(state, step)
                case _:
                    pass
        case _:
            pass
    raise IllegalMove(WRONG_PHASE, stage=stage(state.agenda))


def _answered(state: State, step: Answers, seat: Seat, move: Move) -> State:
    """V-97: the player answers, and nobody else for them. V-81: nobody is asked about a suit."""
    match move:
        case Suit():
            return put_on(state, step, seat)
        case Pass():
            return let_be(state, step)
        case _:
            raise IllegalMove(WRONG_PHASE, stage=stage(state.agenda))


def _turn(state: State, seat: Seat, move: Move) -> State:
    """V-87: exactly one card is played, or some are discarded. V-77, V-78: extra plays are plays alone."""
    extra = isinstance(state.agenda[0], Extra)
    match move:
        case Discard():
            if extra:
                raise IllegalMove("no_discarding")
            return discard(state, seat, move)
        case DrawHand() if not extra:
            return draw_hand(state, seat)
        case EndTurn() if extra:
            return dropped(state)  # V-96
        case Suit():
            raise IllegalMove("suit_is_an_answer")  # V-79
        case _:
            return _card(state, seat, move)


def _card(state: State, seat: Seat, move: Move) -> State:
    """One card is played."""
    match move:
        case PlayOrgan():
            return play_organ(state, seat, move)
        case Infect(card=card):
            check_held(state, seat, card)
            return attack(state, seat, move, card)
        case Treat():
            return treat(state, seat, move)
        case Transplant():
            return attack(state, seat, move, treatment_card(state, seat, "transplant"))
        case Steal():
            return attack(state, seat, move, treatment_card(state, seat, "organ_thief"))
        case MedicalError():
            return attack(state, seat, move, treatment_card(state, seat, "medical_error"))
        case SecondOpinion():
            return attack(state, seat, move, treatment_card(state, seat, "second_opinion"))
        case LatexGlove():
            return attack(state, seat, move, treatment_card(state, seat, "latex_glove"))
        case Contagion():
            return begin_contagion(state, seat)
        case Quarantine():
            return quarantine(state, seat, move)
        case Overtime():
            return overtime(state, seat)
        case _:
            raise IllegalMove(WRONG_PHASE, stage=stage(state.agenda))
