"""V-95: a player leaves, and the others finish the game."""

from msgspec.structs import replace

from domain.games.virus.advance import advance
from domain.games.virus.agenda import NEW_TURN, Agenda, Aim, Answers, Outbreak, Spreading, Step, Strike
from domain.games.virus.organs import cards_of
from domain.games.virus.state import State, put
from domain.games.virus.treatments import shown
from domain.games.virus.turns import next_seat
from domain.games.virus.winning import over
from domain.kernel.chance import Chance
from domain.kernel.refusals import ALREADY_WITHDRAWN, NO_SUCH_SEAT, IllegalMove
from domain.kernel.seats import Seat


def withdraw(state: State, seat: Seat, chance: Chance) -> State:
    """V-95: the hand, then the body go to the discard pile. V-98: the hand is shown in canonical order."""
    if not 0 <= seat < len(state.hands):
        raise IllegalMove(NO_SUCH_SEAT, seat=seat)
    if seat in state.withdrawn:
        raise IllegalMove(ALREADY_WITHDRAWN, seat=seat)
    hand = shown(state, seat, "V-95", chance) if state.hands[seat] else ()
    body = tuple(card for organ in state.bodies[seat] for card in cards_of(organ))
    table = (state.played,) if state.played and seat == state.turn else ()
    left = replace(
        state,
        hands=put(state.hands, seat, ()),
        bodies=put(state.bodies, seat, ()),
        discards=(*state.discards, *table, *hand, *body),
        played="" if table else state.played,
        withdrawn=tuple(sorted((*state.withdrawn, seat))),
    )
    staying = [other for other in range(len(left.hands)) if other not in left.withdrawn]
    if len(staying) == 1:
        return over(left, staying[0], "last_player")
    if seat == state.turn:
        return advance(replace(left, turn=next_seat(left), agenda=NEW_TURN), chance)
    return advance(replace(left, agenda=_without(left.agenda, seat)), chance)


def _without(agenda: Agenda, seat: Seat) -> Agenda:
    return tuple(_without_seat(step, seat) for step in agenda)


def _without_seat(step: Step, seat: Seat) -> Step:
    """A card that was meant for the player who left goes on as if they had put on a suit."""
    match step:
        case Answers(waiting):
            return Answers(tuple(other for other in waiting if other != seat))
        case Spreading(planned):
            return Spreading(tuple(each for each in planned if each.seat != seat))
        case Strike(Outbreak(spreads), asked, spared):
            return Strike(Outbreak(tuple(each for each in spreads if each.seat != seat)), asked, spared)
        case Strike(play, asked, spared) | Aim(play, asked, spared):
            return Strike(play, asked, (*spared, seat))
        case _:
            return step
