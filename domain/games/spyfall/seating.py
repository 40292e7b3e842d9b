"""Who is at the table, and who is to do something: small questions in the words of the rules."""

from domain.games.spyfall.state import Accusation, State
from domain.kernel.refusals import NO_SUCH_SEAT, IllegalMove
from domain.kernel.seats import Seat, clockwise


def is_in(state: State, seat: Seat) -> bool:
    """Whether somebody sits there and has not left."""
    return 0 <= seat < len(state.scores) and seat not in state.withdrawn


def living(state: State) -> tuple[Seat, ...]:
    """Everybody who has not left, beginning with the first seat."""
    if not state.withdrawn:
        return tuple(range(len(state.scores)))
    return tuple(seat for seat in range(len(state.scores)) if seat not in state.withdrawn)


def at_or_left_of(state: State, seat: Seat) -> Seat:
    """This player, or who has left, the next one to the left (S-35)."""
    if seat not in state.withdrawn:
        return seat
    return next(other for other in clockwise(seat, len(state.scores)) if other not in state.withdrawn)


def opener(state: State) -> Seat:
    """S-27, S-35: who starts the clock, asks first and names a suspect first: the dealer."""
    return at_or_left_of(state, state.dealer)


def asker(state: State) -> Seat | None:
    """S-27: who asks next: who answered last, at first the dealer; nobody while a question is open."""
    if state.question is None:
        return opener(state)
    return None if state.question.is_open else state.question.to


def may_be_asked(state: State, asking: Seat, player: Seat) -> bool:
    """S-1, S-2: anyone but oneself and who has just asked."""
    return player not in (asking, just_asked(state)) and is_in(state, player)


def just_asked(state: State) -> Seat | None:
    """Who asked the player who asks now."""
    return None if state.question is None else state.question.by


def voters(state: State, accusation: Accusation) -> tuple[Seat, ...]:
    """S-30, S-6: all but the accused and the accuser; the spy votes like anybody."""
    return tuple(seat for seat in living(state) if seat not in (accusation.by, accusation.against))


def next_to_name(state: State) -> Seat | None:
    """S-17: in the final vote the dealer is first, then to the left; None when all have named somebody."""
    order = clockwise(state.dealer, len(state.scores))
    return next((seat for seat in order if seat not in state.withdrawn and state.suspects[seat] is None), None)


def awaited_seats(state: State) -> frozenset[Seat]:
    """For whom the table waits. Anybody may stop it, and the spy come forward, without being waited for."""
    match state.stage:
        case "between":
            return frozenset((state.dealer,))
        case "dealt":
            return frozenset((opener(state),))
        case "inquiry":
            # who was asked answers and then asks, so it is the same player before the answer and after it
            return frozenset((opener(state) if state.question is None else state.question.to,))
        case "accusation":
            assert state.accusation is not None
            return frozenset(seat for seat in voters(state, state.accusation) if seat not in state.accusation.yes)
        case "final":
            naming = next_to_name(state)
            return frozenset(() if naming is None else (naming,))
        case "over":
            return frozenset()


def check_named(state: State, player: Seat) -> None:
    """A move names somebody who sits at the table and has not left."""
    if not 0 <= player < len(state.scores):
        raise IllegalMove(NO_SUCH_SEAT, seat=player)
    if player in state.withdrawn:
        raise IllegalMove("player_has_left", seat=player)
