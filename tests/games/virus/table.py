"""A table where every card is given, for tests of single rulings.

Cards are written as words: ``o-red`` an organ, ``v-red`` a virus, ``m-red`` a medicine, ``ev-red`` an evolved virus,
``xm-red`` an experimental medicine, treatments by their names. An organ in a body is written with what lies on it:
``red+v-red``.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.virus.cards import Cards
from domain.games.virus.moves import (
    Contagion,
    Discard,
    DrawHand,
    EndTurn,
    Infect,
    LatexGlove,
    MedicalError,
    Move,
    Overtime,
    Pass,
    PlayOrgan,
    Quarantine,
    SecondOpinion,
    Spread,
    Steal,
    StopSpreading,
    Suit,
    Transplant,
    Treat,
)
from domain.games.virus.options import Options
from domain.games.virus.organs import Body, Organ
from domain.games.virus.rules import VIRUS
from domain.games.virus.state import State
from domain.games.virus.view import View
from domain.kernel.outcomes import Outcome, Show
from domain.kernel.refusals import IllegalMove
from domain.kernel.results import Result
from domain.kernel.rules import Played, Step, Withdrawal, apply
from domain.kernel.seats import Viewer
from domain.kernel.supplied import MissingOutcome, SuppliedChance
from domain.record.checks import RULES_SAY

_KINDS = {"o": "organ", "v": "virus", "m": "medicine", "ev": "virus_evolved", "xm": "medicine_experimental"}


def card(word: str) -> str:
    """A card from its word."""
    kind, _, color = word.partition("-")
    return f"{_KINDS[kind]}_{color}" if color else f"treatment_{word}"


def cards(words: str) -> Cards:
    """Cards from words."""
    return tuple(card(word) for word in words.split())


def organ(word: str) -> Organ:
    color, *on = word.split("+")
    return Organ(color, f"organ_{color}", tuple(card(each) for each in on))


def body(words: str) -> Body:
    """A body from words: ``red blue+v-blue``."""
    return tuple(organ(word) for word in words.split())


def told(cards: Iterable[str]) -> str:
    """Cards as words again."""
    short = {long: short for short, long in _KINDS.items()}
    words = []
    for each in cards:
        kind, _, color = each.rpartition("_")
        words.append(each.removeprefix("treatment_") if each.startswith("treatment_") else f"{short[kind]}-{color}")
    return " ".join(words)


class Table:
    """A position with the hands and bodies given; seat 0 is to play. What is nowhere else lies in the deck.

    With `turned` or `no_deck` the rest of the cards is out of the game.
    """

    def __init__(
        self,
        *hands: str,
        bodies: tuple[str, ...] = (),
        turned: str = "",
        discards: str = "",
        no_deck: bool = False,
        **options: Any,
    ) -> None:
        chosen = Options(**options)
        count = len(hands)
        left = list(chosen.book.deck)
        deals = [tuple(left[3 * seat : 3 * seat + 3]) for seat in range(count)]
        opening: State = VIRUS.setup(chosen, count, SuppliedChance(deals))
        self.state = replace(
            opening,
            turn=0,
            hands=tuple(tuple(sorted(cards(hand))) for hand in hands),
            bodies=(*(body(each) for each in bodies), *(() for _ in range(count - len(bodies)))),
            turned=cards(turned),
            discards=cards(discards),
            deck=(),
        )
        rest = Counter(left) - VIRUS.components(self.state)
        assert VIRUS.components(self.state) + rest == Counter(left), "cards that are not in the box"
        unused = tuple(sorted(rest.elements()))
        self.state = replace(self.state, **{"gone" if turned or no_deck else "deck": unused})
        self.outcomes: tuple[Outcome, ...] = ()

    @property
    def awaited(self) -> list[int]:
        return sorted(VIRUS.awaited(self.state))

    @property
    def result(self) -> Result | None:
        return VIRUS.result(self.state)

    @property
    def winner(self) -> int | None:
        return self.state.winner

    @property
    def steps(self) -> list[str]:
        """The kinds of steps that are still to happen."""
        return [type(step).__name__ for step in self.state.agenda]

    @property
    def turn(self) -> int:
        """Whose turn it is; fails while something is pending."""
        assert self.steps == ["Turn", "Refill"], self.steps
        return self.state.turn

    def hand(self, seat: int) -> str:
        return told(self.state.hands[seat])

    def body(self, seat: int) -> str:
        return " ".join("+".join((each.color, *(told((one,)) for one in each.on))) for each in self.state.bodies[seat])

    @property
    def discards(self) -> str:
        return told(self.state.discards)

    @property
    def gone(self) -> str:
        return told(self.state.gone)

    @property
    def shows(self) -> list[tuple[str, str, object, str]]:
        """What the last event showed: ruling, what, to whom, which cards."""
        return [(o.ruling, o.what, o.seen_by, told(map(str, o.cards))) for o in self.outcomes if isinstance(o, Show)]

    def view(self, viewer: Viewer) -> View:
        return VIRUS.view(self.state, viewer)

    def moves(self, seat: int) -> list[Move]:
        return list(VIRUS.moves(self.state, seat))

    def kinds(self, seat: int) -> set[str]:
        """The kinds of moves a seat has."""
        return {type(move).__name__ for move in self.moves(seat)}

    def can(self, seat: int, move: Move) -> bool:
        """Whether a move is offered."""
        return move in self.moves(seat)

    def put(self, **parts: Any) -> "Table":
        """Go on from a position made up for the test."""
        self.state = replace(self.state, **parts)
        return self

    def play(self, seat: int, move: Move, draw: str | None = None) -> "Table":
        """A move. What is drawn is given, or is the first of the deck."""
        assert self.can(seat, move), f"{move} is not offered to seat {seat}"
        return self._take(Played(seat, move), draw)

    def leave(self, seat: int) -> "Table":
        return self._take(Withdrawal(seat), None)

    def passes(self, *seats: int) -> "Table":
        """These let it be, one after the other."""
        for seat in seats:
            self.play(seat, Pass())
        return self

    def skip(self, seat: int) -> "Table":
        """A turn in which nothing happens but one discard."""
        return self.play(seat, next(move for move in self.moves(seat) if isinstance(move, Discard)))

    def refusal(self, seat: int, move: Move) -> str:
        """The code of the refusal of a move, which is not offered; nothing is drawn and nothing changes.

        Of a step on record it could be told in a sentence.
        """
        assert not self.can(seat, move), f"{move} is offered to seat {seat}"
        chance = SuppliedChance()
        with pytest.raises(IllegalMove) as raised:
            apply(VIRUS, self.state, Played(seat, move), chance)
        refusal = raised.value
        assert not chance.outcomes
        assert VIRUS.objection(seat, move, refusal.code, refusal.facts) or refusal.code in RULES_SAY
        return refusal.code

    def _take(self, step: Step, draw: str | None) -> "Table":
        supply = [] if draw is None else [cards(draw)]
        while True:
            chance = SuppliedChance(list(supply))
            try:
                state = apply(VIRUS, self.state, step, chance)
            except MissingOutcome as missing:
                if draw is not None:
                    raise
                supply.append(self.state.deck[: missing.count])
            else:
                break
        assert isinstance(state, State)
        assert VIRUS.components(state) == VIRUS.components(self.state)
        self.state, self.outcomes = state, tuple(chance.outcomes)
        return self


def infect(virus: str, seat: int, color: str) -> Infect:
    return Infect(card(virus), seat, color)


def treat(medicine: str, seat: int, color: str) -> Treat:
    return Treat(card(medicine), seat, color)


def lay(word: str) -> PlayOrgan:
    return PlayOrgan(card(word))


def discard(words: str) -> Discard:
    return Discard(cards(words))


__all__ = [
    "Contagion",
    "DrawHand",
    "EndTurn",
    "LatexGlove",
    "MedicalError",
    "Overtime",
    "Pass",
    "Quarantine",
    "SecondOpinion",
    "Spread",
    "Steal",
    "StopSpreading",
    "Suit",
    "Table",
    "Transplant",
    "body",
    "card",
    "cards",
    "discard",
    "infect",
    "lay",
    "told",
    "treat",
]
