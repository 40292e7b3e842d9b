"""Tries to win at Spyfall without a word: by what votes bring, which is all that is known where nothing is said.

An agent to whom everybody else is as likely to be the spy gains nothing by agreeing with others: an innocent accused by
all brings the spy most. The spy knows who is innocent and tries for just that; else it waits, and sometimes guesses.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec

from domain.games.spyfall import view as game
from service.players.choosing import Move, View, best

_SURE_ENOUGH = 1 / 2
"""The spy guesses when no more locations are left than that."""

_IMPATIENT = 0.15
"""How often the spy guesses all the same: nobody waits for the clock for ever."""


def choose(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """The move that is worth most; what is asked, and whom, makes no difference without words."""
    table = msgspec.convert(view, game.View)
    is_spy = any(player.card.spy for player in table.players if player.card is not None)
    impatient = rng.random() < _IMPATIENT
    return best(moves, lambda move: _worth(table, move, is_spy=is_spy, impatient=impatient), rng)


def _worth(table: game.View, move: Move, *, is_spy: bool, impatient: bool) -> float:
    match move["move"]:
        case "guess":
            unused = [place.id for place in table.places if not place.used]
            sure = 1 / max(1, len(unused)) >= _SURE_ENOUGH
            return 3.0 * (move["location"] in unused and (sure or impatient))
        case "accuse":
            return 2.0 if is_spy else -1.0
        case "vote":
            return float(move["yes"] == is_spy)
        case "suspect":
            named = Counter(player.suspects for player in table.players if player.suspects is not None)
            return float(named[move["player"]] if is_spy else -named[move["player"]])
        case _:
            return 1.0
