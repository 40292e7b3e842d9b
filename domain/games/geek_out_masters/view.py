"""What a viewer of Geek Out Masters may know: everything (GO-R34)."""

from msgspec import Struct

from domain.games.geek_out_masters.state import Stage, State, Turn
from domain.games.geek_out_masters.turns import worth
from domain.kernel.bags import Bag
from domain.kernel.seats import Seat, Viewer


class View(Struct, frozen=True):
    """The table. `turn` is whose turn it is, `worth` what passing would bring now, `last` the turn before this one."""

    round: int
    rounds: int
    stage: Stage
    order: tuple[Seat, ...]
    turn: Seat | None
    in_hand: int
    active: Bag
    inactive: int
    used: int
    scored: int
    worth: int
    totals: tuple[int, ...]
    withdrawn: tuple[Seat, ...]
    last: Turn | None


def view(state: State, viewer: Viewer) -> View:  # noqa: ARG001  # GO-R34: everybody sees the same
    """The table as anybody sees it."""
    return View(
        round=state.round,
        rounds=state.options.edition.rounds,
        stage=state.stage,
        order=state.order,
        turn=state.order[state.turn] if state.order else None,
        in_hand=state.in_hand,
        active=state.active,
        inactive=state.inactive,
        used=state.used,
        scored=state.scored,
        worth=worth(state),
        totals=state.totals,
        withdrawn=state.withdrawn,
        last=state.last,
    )
