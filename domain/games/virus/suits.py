"""Attacks and the protective suit: who is asked, who is spared, and where a card goes instead."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.virus import targets
from domain.games.virus.agenda import Agenda, Aim, Aimed, Answers, Attack, Outbreak, Strike, played_on
from domain.games.virus.cards import without
from domain.games.virus.contagion import break_out
from domain.games.virus.moves import Infect, LatexGlove, MedicalError, SecondOpinion, Steal, Transplant
from domain.games.virus.plays import check_infection, infect
from domain.games.virus.state import State, others_in_turn, put
from domain.games.virus.treatments import (
    check_other_player,
    check_theft,
    check_transplant,
    discarded,
    latex_glove,
    medical_error,
    second_opinion,
    steal,
    transplant,
    treatment_card,
)
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import Seat


def affected(state: State, play: Attack) -> tuple[Seat, ...]:
    """V-97: everybody but the attacker whom the card would affect; V-83: in turn order."""
    match play:
        case Transplant(seat=one, other_seat=other):
            return tuple(seat for seat in others_in_turn(state) if seat in (one, other))
        case LatexGlove():
            return others_in_turn(state)
        case Outbreak(spreads):
            reached = {each.seat for each in spreads}
            return tuple(seat for seat in others_in_turn(state) if seat in reached)
        case Infect(seat=seat) | Steal(seat=seat) | MedicalError(seat=seat) | SecondOpinion(seat=seat):
            return (seat,) if seat != state.turn else ()


def check_attack(state: State, seat: Seat, play: Attack) -> None:
    """The attack has a legal target."""
    match play:
        case Infect():
            check_infection(state, play)
        case Transplant():
            check_transplant(state, play)
        case Steal():
            check_theft(state, seat, play)
        case MedicalError(seat=other) | SecondOpinion(seat=other):
            check_other_player(state, seat, other)
        case LatexGlove() | Outbreak():
            pass


def attack(state: State, seat: Seat, play: Aimed | LatexGlove, card: str) -> State:
    """The card lies on the table, and those whom it would affect are asked before it does anything."""
    check_attack(state, seat, play)
    asked = affected(state, play)
    return replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], card)),
        played=card,
        agenda=(*_asking(state, asked), Strike(play, asked, ()), *played_on(state.agenda)),
    )


def _asking(state: State, asked: tuple[Seat, ...]) -> Agenda:
    """V-97: everybody is asked, whether or not they hold a suit; nobody where the box has none."""
    return (Answers(asked),) if asked and state.options.book.asks_for_suits else ()


def let_be(state: State, step: Answers) -> State:
    """V-97: no suit from the player asked first."""
    return replace(state, agenda=(Answers(step.waiting[1:]), *state.agenda[1:]))


def put_on(state: State, step: Answers, seat: Seat) -> State:
    """V-79: the suit is discarded and its user spared. V-82: no card is drawn for it."""
    card = treatment_card(state, seat, "protective_suit")
    strike = state.agenda[1]
    assert isinstance(strike, Strike)
    return replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], card)),
        discards=(*state.discards, card),
        agenda=(
            Answers(step.waiting[1:]),
            Strike(strike.play, strike.asked, (*strike.spared, seat)),
            *state.agenda[2:],
        ),
    )


def run_strike(state: State, step: Strike, chance: Chance) -> State:
    """V-83: all have answered. The effect, V-79: or another target; where there is none, the card is lost."""
    rest = state.agenda[1:]
    play, spared = step.play, step.spared
    if spared and not isinstance(play, LatexGlove | Outbreak) and _is_protected(play, spared):
        aim = Aim(play, step.asked, spared)
        if next(new_targets(state, aim), None) is None:
            return discarded(replace(state, agenda=rest))
        return replace(state, agenda=(aim, *rest))
    return _takes_effect(replace(state, agenda=rest), play, spared, chance)


def _takes_effect(state: State, play: Attack, spared: tuple[Seat, ...], chance: Chance) -> State:
    match play:
        case Infect(card, seat, organ):
            return infect(state, seat, organ, card)
        case Transplant():
            return transplant(state, play)
        case Steal():
            return steal(state, play)
        case MedicalError():
            return medical_error(state, play)
        case SecondOpinion():
            return second_opinion(state, play, chance)
        case LatexGlove():
            return latex_glove(state, spared, chance)
        case Outbreak():
            return break_out(state, play, spared)


def _is_protected(play: Aimed, spared: tuple[Seat, ...]) -> bool:
    return any(seat in spared for seat in _seats(play))


def _seats(play: Aimed) -> tuple[Seat, ...]:
    return (play.seat, play.other_seat) if isinstance(play, Transplant) else (play.seat,)


def new_targets(state: State, step: Aim) -> Iterator[Aimed]:
    """V-79: everything the card may be aimed at instead."""
    for play in targets.like(state, step.play):
        if not _is_protected(play, step.spared) and _keeps(step, play):
            yield play


def _check_instead(step: Aim, play: Aimed) -> None:
    """V-79: the same card, aimed at nobody who is protected."""
    if type(play) is not type(step.play) or _card(play) != _card(step.play):
        raise IllegalMove("another_card")
    if _is_protected(play, step.spared):
        raise IllegalMove("target_protected")
    if not _keeps(step, play):
        raise IllegalMove("other_target_stays")


def _keeps(step: Aim, play: Aimed) -> bool:
    """V-97: of two targets of a transplant a protected one alone is exchanged for another."""
    if not isinstance(step.play, Transplant) or not isinstance(play, Transplant):
        return True
    return all(end in _ends(play) for end in _ends(step.play) if end[0] not in step.spared)


def _card(play: Aimed) -> str:
    return play.card if isinstance(play, Infect) else ""


def _ends(play: Transplant) -> tuple[tuple[Seat, str], tuple[Seat, str]]:
    return (play.seat, play.organ), (play.other_seat, play.other_organ)


def aim(state: State, seat: Seat, step: Aim, play: Aimed) -> State:
    """V-79, V-97: the card goes elsewhere; a new target who has not been asked yet is asked now."""
    _check_instead(step, play)
    check_attack(state, seat, play)
    new = tuple(each for each in affected(state, play) if each not in step.asked)
    strike = Strike(play, (*step.asked, *new), step.spared)
    return replace(state, agenda=(*_asking(state, new), strike, *state.agenda[1:]))
