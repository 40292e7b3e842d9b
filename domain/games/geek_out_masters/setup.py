"""The opening of a game, and a player who leaves it."""

from domain.games.geek_out_masters.edition import check_edition
from domain.games.geek_out_masters.state import Options, State, Turn
from domain.games.geek_out_masters.turns import next_turn
from domain.kernel.chance import Chance
from domain.kernel.opening import check_seat, check_seat_count
from domain.kernel.refusals import ALREADY_WITHDRAWN, NO_SUCH_SEAT, IllegalMove
from domain.kernel.seats import Seat, clockwise


def seats(options: Options) -> range:
    """GO-R35: any number of players, one alone too; the edition's numbers bound it."""
    least, most = options.edition.players
    return range(least, most + 1)


def setup(options: Options, count: int, chance: Chance) -> State:  # noqa: ARG001  # the first throw is a move
    """GO-R18: the first player is an input; after that it goes clockwise."""
    check_edition(options.edition)
    check_seat_count(count, seats(options))
    check_seat("options.first_player", options.first_player, count)
    return State(
        options=options,
        round=1,
        stage="roll",
        order=clockwise(options.first_player, count),
        turn=0,
        totals=(0,) * count,
        in_hand=options.edition.dice,
    )


def withdraw(state: State, seat: Seat, chance: Chance) -> State:  # noqa: ARG001  # nothing hidden is shown
    """GO-R36: the turn in progress scores nothing, later ones are skipped, and the total stands."""
    if not 0 <= seat < len(state.totals):
        raise IllegalMove(NO_SUCH_SEAT, seat=seat)
    if seat in state.withdrawn:
        raise IllegalMove(ALREADY_WITHDRAWN, seat=seat)
    withdrawn = tuple(sorted((*state.withdrawn, seat)))
    gone = state.order.index(seat)
    order = state.order[:gone] + state.order[gone + 1 :]
    if gone != state.turn:
        return _without(state, order, state.turn - (gone < state.turn), withdrawn)
    last = state.last
    if state.stage != "roll":
        last = Turn(seat, state.round, 0, state.scored, "withdrew", state.active)
    return next_turn(state, order, gone, totals=state.totals, last=last, withdrawn=withdrawn)


def _without(state: State, order: tuple[Seat, ...], turn: int, withdrawn: tuple[Seat, ...]) -> State:
    """Somebody else's turn goes on."""
    return State(
        options=state.options,
        round=state.round,
        stage=state.stage,
        order=order,
        turn=turn,
        totals=state.totals,
        in_hand=state.in_hand,
        active=state.active,
        inactive=state.inactive,
        used=state.used,
        scored=state.scored,
        withdrawn=withdrawn,
        last=state.last,
    )
