"""Tries to win at Spyfall without a word: by who stops the clock and who agrees, which is all that is known then.

An agent to whom everybody else is as likely to be the spy gains nothing by accusing or agreeing: an innocent accused by
all brings the spy most. So whoever does it without a reason becomes suspect, and whoever has done it often enough is
accused. The spy knows who is innocent and tries for just that; else it waits, and sometimes guesses.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random

import msgspec

from domain.games.spyfall import view as game
from domain.games.spyfall.state import Accusation
from domain.kernel.seats import Seat
from service.players.choosing import Move, View, best

_SURE_ENOUGH = 1 / 2
"""The spy guesses when no more locations are left than that."""

_IMPATIENT = 0.15
"""How often the spy guesses all the same: nobody waits for the clock for ever."""

_CONVINCED = 2 / 3
"""How likely somebody must be the spy for an agent to accuse them or to agree: if so it brings the agent 2 points, else
the spy 4."""

_STILL = 0.4
_ANYHOW = 20.0
"""What it does to the odds that somebody plays at random when, as an agent, they kept still for a round, or accused
for no reason."""


class Player:
    """One seat of one game, with what it has seen of this round, and how the others play."""

    def __init__(self) -> None:
        self._at_random: defaultdict[Seat, float] = defaultdict(lambda: 1.0)
        """The odds that somebody plays at random, and means nothing by accusing."""
        self._begin(0)

    def _begin(self, number: int) -> None:
        self._round = number
        self._stopped: set[Seat] = set()
        self._agreed: set[tuple[Seat, Seat]] = set()
        self._for_no_reason: defaultdict[Seat, float] = defaultdict(float)
        """How often somebody has accused or agreed against whom there was nothing to be said."""

    def __call__(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """The move that is worth most; what is asked, and whom, makes no difference without words."""
        table = msgspec.convert(view, game.View)
        self._look(table)
        mine = next((player for player in table.players if player.card is not None), None)
        if mine is None or mine.card is None:
            return rng.choice(moves)
        if mine.card.spy:
            impatient = rng.random() < _IMPATIENT
            return best(moves, lambda move: _worth_to_the_spy(table, move, impatient=impatient), rng)
        likely = self._likely(table, mine.seat)
        return best(moves, lambda move: _worth_to_an_agent(table, move, likely), rng)

    def _look(self, table: game.View) -> None:
        """Take in what has happened since the last look."""
        if table.round != self._round:
            self._judge(table.last)
            self._begin(table.round)
        stopped = {player.seat for player in table.players if player.stopped}
        accusation = table.accusation
        self._note_unseen(stopped - self._stopped - {None if accusation is None else accusation.by})
        self._stopped = stopped
        if accusation is not None:
            self._note(accusation)

    def _note_unseen(self, stops: set[Seat]) -> None:
        """Stops that are over, against nobody knows whom: the first of the round was for no reason."""
        if not any(self._for_no_reason.values()):
            self._for_no_reason |= {seat: 1 / len(stops) for seat in stops}

    def _note(self, accusation: Accusation) -> None:
        """A vote that is open: who accuses and who has agreed, each counted once."""
        for seat in (accusation.by, *accusation.yes):
            if (accusation.by, seat) not in self._agreed:
                self._agreed.add((accusation.by, seat))
                self._for_no_reason[seat] += not self._for_no_reason[accusation.against]

    def _judge(self, last: game.RoundOver | None) -> None:
        """A round is over, and it shows who accused for no reason and was no spy."""
        if last is None or last.number != self._round:
            return
        for seat, card in enumerate(last.cards):
            if card is not None and not card.spy:
                self._at_random[seat] *= _ANYHOW if self._for_no_reason[seat] else _STILL

    def _likely(self, table: game.View, me: Seat) -> dict[Seat, float]:
        """How likely each of the others is the spy."""
        others = [player.seat for player in table.players if player.seat != me and not player.withdrawn]
        weights = {seat: self._telling(seat) ** self._for_no_reason[seat] for seat in others}
        return {seat: weight / sum(weights.values()) for seat, weight in weights.items()}

    def _telling(self, seat: Seat) -> float:
        """How much likelier this player is to accuse for no reason as the spy than as an agent: who plays at random
        does it in every second round as either, anybody else as the spy only."""
        return 1 + 2 / self._at_random[seat]


def _worth_to_an_agent(table: game.View, move: Move, likely: dict[Seat, float]) -> float:
    """Against whom there is enough is accused; else questions go on, and the final vote is spread."""
    match move["move"]:
        case "accuse":
            return 2.0 if likely[move["player"]] >= _CONVINCED else -1.0
        case "vote":
            assert table.accusation is not None
            return float(move["yes"] == (likely[table.accusation.against] >= _CONVINCED))
        case "suspect":
            if max(likely.values()) >= _CONVINCED:
                return likely[move["player"]]
            return -float(_named(table)[move["player"]])
        case _:
            return 1.0


def _worth_to_the_spy(table: game.View, move: Move, *, impatient: bool) -> float:
    match move["move"]:
        case "guess":
            unused = [place.id for place in table.places if not place.used]
            sure = 1 / max(1, len(unused)) >= _SURE_ENOUGH
            return 3.0 * (move["location"] in unused and (sure or impatient))
        case "accuse":
            return 2.0
        case "vote":
            return float(move["yes"])
        case "suspect":
            return float(_named(table)[move["player"]])
        case _:
            return 1.0


def _named(table: game.View) -> Counter[Seat]:
    """Whom the final vote has named so far."""
    return Counter(player.suspects for player in table.players if player.suspects is not None)
