"""The rules contract: what a game is, and the one way its state changes.

A game is a frozen `Ruleset` of pure functions over frozen structs. `apply` runs them for play, replay, twins and
verification alike; what every game shares (the end, the clock, the seats at the table) it checks itself.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.kernel.board import Board
from domain.kernel.chance import Chance
from domain.kernel.refusals import GAME_OVER, NO_SUCH_SEAT, NOT_YET, TIME_IS_UP, Fact, IllegalMove
from domain.kernel.results import Result
from domain.kernel.seats import TABLE, Seat, Viewer

O = TypeVar("O", bound=Struct)  # noqa: E741  # options
M = TypeVar("M", bound=Struct)
S = TypeVar("S", bound=Struct)
V = TypeVar("V", bound=Struct)


class TimeUp(Struct, frozen=True, tag="time_up", tag_field="move", forbid_unknown_fields=True):
    """The rules move on because the clock has run out. A game with a clock has it in its moves; only TABLE plays it."""


class AllPass(Struct, frozen=True, tag="all_pass", tag_field="move", forbid_unknown_fields=True):
    """Everybody who could still react lets it be. A game with windows has it in its moves, and an option for tables at
    which one recorder enters for all; only TABLE plays it, and only there."""


class Played(Struct, frozen=True, gc=False):
    """A seat's move."""

    seat: Seat
    move: Struct


class Withdrawal(Struct, frozen=True, gc=False):
    """A player leaves the game; the others can finish it."""

    seat: Seat


Step = Played | Withdrawal
"""What an event brings into a game: a move or a withdrawal."""


def _always(*_: object) -> bool:
    return True


def _never(_: object) -> None:
    return None


def _no_words(*_: object) -> str:
    return ""


def _accepted(*_: object) -> None:
    return None


@dataclass(frozen=True)
class Ruleset(Generic[O, M, S, V]):
    """A game as pure functions. docs/adding-a-game.md tells how each is written.

    `play` and `withdraw` either return the next state or raise IllegalMove with nothing changed; everything they can
    refuse, they refuse before the first question to chance. `setup` raises BadOptions.
    """

    name: str
    version: int
    Options: type[O]
    Move: Any  # a union of structs: no static type says "the type of a tagged union"
    State: type[S]
    View: type[V]
    seats: Callable[[O], range]
    """The seat counts these options allow."""
    setup: Callable[[O, int, Chance], S]
    """The opening position for so many seats."""
    awaited: Callable[[S], frozenset[Seat]]
    """For whom the game stands still; public; empty only when it is over."""
    moves: Callable[[S, Seat], Iterator[M]]
    """Every legal move of a seat; told to that seat only."""
    play: Callable[[S, Seat, M, Chance], S]
    withdraw: Callable[[S, Seat, Chance], S]
    result: Callable[[S], Result | None]
    view: Callable[[S, Viewer], V]
    """What a viewer may know, built up from what they may know."""
    board: Callable[[V], Board]
    components: Callable[[S], Counter[str]]
    """Everything in the box; the same after every move."""
    option_sets: Callable[[], Iterator[O]]
    """Options worth playing out: at least every value of every option, so that shared tests cover each variant."""
    deadline: Callable[[S], timedelta | None] = _never
    """Game time at which the rules move on; public."""
    binding: Callable[[S, Seat, M], bool] = _always
    """Whether others learn from a move, so that it is never taken back."""
    objection: Callable[[Seat, M | None, str, Mapping[str, Fact]], str] = _no_words
    """Why a step on record cannot be, as a sentence for an arbiter: ``seat 3 shows a duke it does not hold``.

    Given are the step (None is a withdrawal) and the code and facts of an IllegalMove, or of a record that shows other
    cards than the rules (``other_facts``). "" where the game has no words of its own.
    """

    answers: frozenset[str] = frozenset()
    """The kinds of move that answer what somebody else did. Over the API, whoever sends one says which version it is
    meant for, or an answer that comes late would be taken for one to the next question."""

    notebook: type[Struct] | None = None
    """What a player's private notes hold, where the game has a book for them. They are no part of the state."""
    check_note: Callable[[O, Seat, Any], None] = _accepted
    """Whether this table has a place for all that a seat's note says. Raises BadNote. Of the table it gets the options
    alone, so that a refusal can tell nothing."""
    deduce: Callable[[V], Struct] | None = None
    """What the record proves, as a function of one view alone."""

    @property
    def has_clock(self) -> bool:
        """Whether the rules may ever move on by themselves."""
        return self.deadline is not _never

    @cached_property
    def move_decoder(self) -> msgspec.msgpack.Decoder[M]:
        """Reads a move from MessagePack. Kept, because working out a union of structs takes longer than using it."""
        return msgspec.msgpack.Decoder(self.Move)


# The registry holds rulesets of different games side by side, and no static type says "some options, and the moves that
# go with them". Whoever takes a ruleset from there passes values back into the ruleset they came from.
AnyRuleset = Ruleset[Any, Any, Any, Any]


def apply(rules: AnyRuleset, state: Struct, step: Step, chance: Chance) -> Struct:
    """The state after a step: the one function behind play, replay, twins and verification.

    Raises IllegalMove with nothing changed, and in replay ReplayMismatch where rules and record disagree.
    """
    awaited = rules.awaited(state)
    if not awaited:
        raise IllegalMove(GAME_OVER)
    match step:
        case Played(seat, move):
            _check_clock(rules, state, seat, move, chance)
            after: Struct = rules.play(state, seat, move, chance)
        case Withdrawal(seat):
            if seat == TABLE:
                raise IllegalMove(NO_SUCH_SEAT, seat=seat)
            after = rules.withdraw(state, seat, chance)
    chance.done()
    return after


def _check_clock(rules: AnyRuleset, state: Struct, seat: Seat, move: Struct, chance: Chance) -> None:
    if rules.deadline is _never:
        return
    deadline = rules.deadline(state)
    due = deadline is not None and chance.elapsed() >= deadline
    if isinstance(move, TimeUp):
        if seat != TABLE or not due:
            raise IllegalMove(NOT_YET)
    elif due:
        raise IllegalMove(TIME_IS_UP)
