"""How a turn goes from throw to throw, and the game from turn to turn."""

from domain.games.geek_out_masters.dice import can_act, is_lost
from domain.games.geek_out_masters.state import Ending, State, Turn
from domain.kernel.bags import Bag
from domain.kernel.seats import Seat


def settled(state: State, active: Bag, inactive: int, used: int) -> State:
    """The position with the dice lying so: actions are due, or the throw is over and is looked at.

    GO-R33: whatever a die falls on may act again, as often as it comes.
    """
    if can_act(active):
        return _lying(state, active, inactive, used, state.scored)
    if is_lost(active):
        return turn_over(state, "dragon" if "dragon" in active else "spaceship", 0, active)
    # GO-R26: only 42s are left, and they score; or nothing is left (GO-R27). Either way the player decides.
    return _lying(state, (), inactive, used, state.scored + len(active))


def _lying(state: State, active: Bag, inactive: int, used: int, scored: int) -> State:
    return State(
        state.options,
        state.round,
        "act" if active else "decide",
        state.order,
        state.turn,
        state.totals,
        0,
        active,
        inactive,
        used,
        scored,
        state.withdrawn,
        state.last,
    )


def turn_over(state: State, ending: Ending, points: int, active: Bag) -> State:
    """GO-R14, GO-R29: points of this turn are added to the total, which no turn takes anything from."""
    seat = state.order[state.turn]
    totals = tuple(total + points if other == seat else total for other, total in enumerate(state.totals))
    last = Turn(seat, state.round, points, state.scored, ending, active)
    return next_turn(state, state.order, state.turn + 1, totals=totals, last=last, withdrawn=state.withdrawn)


def next_turn(
    state: State,
    order: tuple[Seat, ...],
    turn: int,
    *,
    totals: tuple[int, ...],
    last: Turn | None,
    withdrawn: tuple[Seat, ...],
) -> State:
    """GO-R17, GO-R31: everybody has one turn a round; after the last round the game is over, whoever leads."""
    rounds = state.options.edition.rounds
    begins_round = turn >= len(order)
    round_ = state.round + begins_round
    over = round_ > rounds or not order
    return State(
        options=state.options,
        round=min(round_, rounds),
        stage="over" if over else "roll",
        order=() if over else order,
        turn=0 if over or begins_round else turn,
        totals=totals,
        in_hand=state.options.edition.dice,
        withdrawn=withdrawn,
        last=last,
        why=("last_round" if order else "all_left") if over else "",
    )


def worth(state: State) -> int:
    """GO-R13, GO-R15: the score card's value of all dice scored this turn, together."""
    return state.options.edition.scores[state.scored]
