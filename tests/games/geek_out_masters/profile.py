"""Geek Out Masters for the shared tests. Nothing in it is hidden (GO-R34), so what is planted here hides something.

Each breaks the openness in a way a careless rewrite would: dice thrown ahead, points told to one
player alone, a look under a cup. The table of who sees what must show it.
"""

from typing import Any

from domain.games.geek_out_masters.moves import Move, Pass, Roll
from domain.games.geek_out_masters.play import play
from domain.games.geek_out_masters.rules import GEEK_OUT_MASTERS
from domain.games.geek_out_masters.state import State
from domain.kernel.bags import bag
from domain.kernel.chance import Chance
from domain.kernel.seats import NOBODY, Seat, only
from tests.kit.profile import Planted, Profile, broken


def _thrown_ahead(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """The dice that a heart will bring lie ready under the box from the first throw on."""
    after = play(state, seat, move, chance)
    if isinstance(move, Roll):
        chance.draw("ahead", bag(state.options.edition.die), 1, seen_by=NOBODY)
    return after


def _points_for_one(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """Who passes is told the points, and nobody else."""
    after = play(state, seat, move, chance)
    if isinstance(move, Pass):
        chance.show("GO-R29", "points", after.last.points if after.last else 0, seen_by=only(seat))
    return after


class _InOrder:
    """Chance that lays dice out in an order only the mover sees, instead of throwing them before all."""

    def __init__(self, chance: Chance, seat: Seat) -> None:
        self._chance, self._seat = chance, seat

    def roll(self, die: Any, count: int = 1) -> Any:
        return self._chance.draw("dice", bag(die * count), count, seen_by=only(self._seat))[0]

    def __getattr__(self, name: str) -> object:
        return getattr(self._chance, name)


def _cupped(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """GO-R34 broken: the mover looks at the dice under a cup."""
    return play(state, seat, move, _InOrder(chance, seat))  # type: ignore[arg-type]


PROFILE = Profile(
    planted=(
        Planted("dice thrown ahead", broken(GEEK_OUT_MASTERS, play=_thrown_ahead), "visibility"),
        Planted("points for one alone", broken(GEEK_OUT_MASTERS, play=_points_for_one), "visibility"),
        Planted("dice under a cup", broken(GEEK_OUT_MASTERS, play=_cupped), "visibility"),
    ),
)
