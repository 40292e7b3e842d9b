"""Everything a card can be played at, by the rules that check it."""

from collections.abc import Iterator

from domain.games.virus.agenda import Aimed
from domain.games.virus.moves import Infect, MedicalError, Quarantine, SecondOpinion, Steal, Transplant, Treat
from domain.games.virus.organs import Organ, is_immune, is_infected, organ_of, welcome
from domain.games.virus.state import State, others_in_turn
from domain.games.virus.treatments import makes_a_pair
from domain.kernel.seats import Seat


def infections(state: State, virus: str) -> Iterator[Infect]:
    """V-29: every organ a virus may be played on, the own ones too."""
    for seat, organ in _organs(state):
        if virus in welcome(state.options.book, organ):
            yield Infect(virus, seat, organ.color)


def cures(state: State, medicine: str) -> Iterator[Treat]:
    """V-30: every organ a medicine may be played on, the others' too."""
    for seat, organ in _organs(state):
        if medicine in welcome(state.options.book, organ):
            yield Treat(medicine, seat, organ.color)


def quarantines(state: State) -> Iterator[Quarantine]:
    """V-76: every infected organ."""
    for seat, organ in _organs(state):
        if is_infected(state.options.book, organ):
            yield Quarantine(seat, organ.color)


def _organs(state: State) -> Iterator[tuple[Seat, Organ]]:
    for seat, body in enumerate(state.bodies):
        for organ in body:
            yield seat, organ


def transplants(state: State) -> Iterator[Transplant]:
    """V-50 to V-53: every pair of organs of two players that can change places."""
    book = state.options.book
    movable = [[organ.color for organ in body if not is_immune(book, organ)] for body in state.bodies]
    for seat, ours in enumerate(movable):
        for other in range(seat + 1, len(movable)):
            for leaving in ours:
                for coming in movable[other]:
                    if leaving == coming or not (
                        makes_a_pair(state.bodies[seat], leaving, coming)
                        or makes_a_pair(state.bodies[other], coming, leaving)
                    ):
                        yield Transplant(seat, leaving, other, coming)


def thefts(state: State) -> Iterator[Steal]:
    """V-54: every organ that may be stolen."""
    own = state.bodies[state.turn]
    for seat in others_in_turn(state):
        for organ in state.bodies[seat]:
            if not is_immune(state.options.book, organ) and organ_of(own, organ.color) is None:
                yield Steal(seat, organ.color)


def medical_errors(state: State) -> Iterator[MedicalError]:
    """V-59: everybody else."""
    yield from (MedicalError(seat) for seat in others_in_turn(state))


def second_opinions(state: State) -> Iterator[SecondOpinion]:
    """V-78: everybody else."""
    yield from (SecondOpinion(seat) for seat in others_in_turn(state))


def like(state: State, play: Aimed) -> Iterator[Aimed]:
    """Everything the card of a play can be played at."""
    match play:
        case Infect(card=card):
            yield from infections(state, card)
        case Transplant():
            yield from transplants(state)
        case Steal():
            yield from thefts(state)
        case MedicalError():
            yield from medical_errors(state)
        case SecondOpinion():
            yield from second_opinions(state)
