"""Tries to win at Geek Out Masters: gets rid of dragons, keeps 42s, and continues while the risk is worth it.

Each action is judged by where the dice may lie after it, on average over what a throw may bring. The judgement weighs
the 42s against the dragons, and the dragons against the dice that can still deal with them.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec

from domain.games.geek_out_masters import view as game
from domain.games.geek_out_masters.edition import STANDARD
from service.players.choosing import Move, View, best

_BOLD_DICE = 3
"""With so many used dice or more, another throw seldom leaves nobody to deal with a dragon."""

_BOLD_SCORE = 5
"""With fewer scored dice than that, there is little to lose."""

_TOOLS = {"meeple": 0.6, "spaceship": 0.9, "superhero": 0.9}
"""How well a face deals with a dragon."""


def choose(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """The move that is worth most."""
    table = msgspec.convert(view, game.View)
    return best(moves, lambda move: _worth(table, move), rng)


def _worth(table: game.View, move: Move) -> float:
    match move["move"]:
        case "continue":
            return float(table.used >= _BOLD_DICE and table.scored < _BOLD_SCORE)
        case "use":
            return _after(table, str(move["die"]), move["target"])
        case _:
            return 0.5


def _after(table: game.View, die: str, target: str | None) -> float:
    """What the dice are worth after an action, on average."""
    rest = Counter(map(str, table.active)) - Counter((die,)) - Counter((target,) if target else ())
    if die == "superhero" and target is not None:
        return value(rest + Counter((STANDARD.opposite[target],)))  # type: ignore[index]  # the target is a face
    if (die == "meeple" and target is not None) or (die == "heart" and table.inactive):
        return sum(value(rest + Counter((face,))) for face in STANDARD.die) / len(STANDARD.die)
    return value(rest)


def value(active: Counter[str]) -> float:
    """How good active dice are: 42s, less the dragons nobody may be able to deal with.

    >>> value(Counter({"42": 2})) > value(Counter({"42": 2, "dragon": 1, "meeple": 1})) > value(Counter({"dragon": 2}))
    True
    """
    tools = sum(strength * active[face] for face, strength in _TOOLS.items())
    worth = active["42"] + 0.5 * tools + 0.4 * active["heart"]
    worth -= 5.0 * max(0.0, active["dragon"] - tools) + 0.6 * min(active["dragon"], tools)
    if active.total() == active["spaceship"] == 1:
        worth -= 5.0
    return worth
