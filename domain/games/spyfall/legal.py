"""Every legal move of a seat."""

from collections.abc import Iterator

from domain.games.spyfall.edition import SPY
from domain.games.spyfall.moves import Accuse, Answer, Ask, Deal, Guess, Move, Start, Suspect, Vote
from domain.games.spyfall.seating import asker, awaited_seats, is_in, living, may_be_asked
from domain.games.spyfall.state import State
from domain.kernel.rules import TimeUp
from domain.kernel.seats import TABLE, Seat


def moves(state: State, seat: Seat) -> Iterator[Move]:
    """Questions and answers are offered blank; words may be added to each."""
    if seat == TABLE:
        if state.ends is not None:
            yield TimeUp()
    elif not is_in(state, seat):
        return
    elif state.stage == "inquiry":
        yield from _in_the_inquiry(state, seat)
    elif seat in awaited_seats(state):
        yield from _when_awaited(state, seat)


def _when_awaited(state: State, seat: Seat) -> Iterator[Move]:
    match state.stage:
        case "between":
            yield Deal()
        case "dealt":
            yield Start()
        case "accusation":
            yield Vote(True)
            yield Vote(False)
        case "final":
            yield from (Suspect(player) for player in living(state) if player != seat)
        case "inquiry" | "over":
            return


def _in_the_inquiry(state: State, seat: Seat) -> Iterator[Move]:
    """S-31: besides asking and answering, anybody may stop the clock once, and the spy may guess."""
    asking = asker(state)
    if seat == asking:
        yield from (Ask(player) for player in living(state) if may_be_asked(state, seat, player))
    elif asking is None and state.question is not None and seat == state.question.to:
        yield Answer()
    if seat not in state.stops:
        yield from (Accuse(player) for player in living(state) if player != seat)
    if state.cards[seat] == SPY:
        yield from (Guess(location.id) for location in state.options.box.locations)
