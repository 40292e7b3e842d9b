"""A game for testing the record with: a non-binding move, secret fields, hidden draws, dice, shows and a clock.

Seats take turns. In a turn a seat may place its marker as often as it likes, speak, look at a card or throw a die, and
ends the turn by hiding a bet. Whoever is asked for longer than 60 seconds loses the turn. The first seat may open.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.bags import Bag, bag
from domain.kernel.board import Board
from domain.kernel.chance import Chance
from domain.kernel.refusals import (
    ALREADY_WITHDRAWN,
    NO_SUCH_SEAT,
    OUT_OF_TURN,
    WRONG_PHASE,
    BadOptions,
    IllegalMove,
)
from domain.kernel.results import Result, ranked
from domain.kernel.rules import Ruleset, TimeUp
from domain.kernel.seats import ALL, ARBITER, Seat, Viewer, only
from domain.kernel.secrecy import Secret


class Options(Struct, frozen=True):
    cards: tuple[int, ...] = tuple(range(1, 10))
    die: tuple[int, ...] = (1, 2, 3, 4, 5, 6)


class Place(Struct, frozen=True, tag="place", tag_field="move"):
    """Nobody learns anything from it that stays: it does not bind."""

    square: int


class Say(Struct, frozen=True, tag="say", tag_field="move"):
    words: str


class Look(Struct, frozen=True, tag="look", tag_field="move"):
    """Draw a card, alone."""


class Throw(Struct, frozen=True, tag="throw", tag_field="move"):
    """Throw the die; a six is thrown again, so luck decides how many outcomes there are."""


class Hide(Struct, frozen=True, tag="hide", tag_field="move"):
    """Hide a bet and a word with it; the turn passes on."""

    bet: Secret[int]
    word: Secret[str] = "a word nobody sees"
    loud: bool = False


class Reveal(Struct, frozen=True, tag="reveal", tag_field="move"):
    """Show all bets and end the game."""


Move = Place | Say | Look | Throw | Hide | Reveal | TimeUp


class State(Struct, frozen=True):
    options: Options
    turn: Seat
    began: timedelta
    squares: tuple[int, ...]
    bets: tuple[int | None, ...]
    hands: tuple[Bag, ...]
    deck: Bag
    thrown: int = 0
    withdrawn: tuple[Seat, ...] = ()
    over: bool = False


class View(Struct, frozen=True):
    turn: Seat
    squares: tuple[int, ...]
    hand: Bag


def setup(options: Options, seats: int, chance: Chance) -> State:
    if len(options.cards) < seats:
        raise BadOptions("options.cards", "too_few_cards", needed=seats)
    deck, hands = bag(options.cards), []
    for seat in range(seats):
        hand, deck = chance.draw("deck", deck, 1, seen_by=only(seat))
        hands.append(hand)
    return State(options, 0, timedelta(), (0,) * seats, (None,) * seats, tuple(hands), deck)


def _next(state: State, chance: Chance) -> State:
    seats = len(state.squares)
    others = [(state.turn + step) % seats for step in range(1, seats + 1)]
    turn = next(seat for seat in others if seat not in state.withdrawn)
    return replace(state, turn=turn, began=chance.elapsed())


def play(state: State, seat: Seat, move: Struct, chance: Chance) -> State:
    if isinstance(move, TimeUp):
        return _next(state, chance)
    if seat != state.turn:
        raise IllegalMove(OUT_OF_TURN, awaited=state.turn)
    match move:
        case Place(square):
            return replace(state, squares=(*state.squares[:seat], square, *state.squares[seat + 1 :]))
        case Say(words):
            if not words:
                raise IllegalMove("say_something")
            return state
        case Look():
            if not state.deck:
                raise IllegalMove("deck_empty")
            drawn, deck = chance.draw("deck", state.deck, 1, seen_by=only(seat))
            hand = bag((*state.hands[seat], *drawn))
            return replace(state, deck=deck, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))
        case Throw():
            (face,) = chance.roll(state.options.die)
            while face == 6:
                (face,) = chance.roll(state.options.die)
            return replace(state, thrown=state.thrown + int(face))
        case Hide(bet):
            return _next(replace(state, bets=(*state.bets[:seat], bet, *state.bets[seat + 1 :])), chance)
        case _:
            if seat != 0:
                raise IllegalMove(WRONG_PHASE)
            for other, bet in enumerate(state.bets):
                if bet is not None:
                    chance.show("T-1", f"bet {other}", bet, seen_by=ALL)
            return replace(state, over=True)


def withdraw(state: State, seat: Seat, chance: Chance) -> State:
    if not 0 <= seat < len(state.squares):
        raise IllegalMove(NO_SUCH_SEAT, seat=seat)
    if seat in state.withdrawn:
        raise IllegalMove(ALREADY_WITHDRAWN, seat=seat)
    left = replace(state, withdrawn=(*state.withdrawn, seat))
    if len(left.withdrawn) == len(state.squares) - 1:
        return replace(left, over=True)
    return _next(left, chance) if seat == state.turn else left


def moves(state: State, seat: Seat) -> Iterator[Struct]:
    if state.over or seat != state.turn:
        return
    yield from (Place(1), Place(2), Say("hm"), Throw(), Hide(3), Hide(4))
    if state.deck:
        yield Look()
    if seat == 0:
        yield Reveal()


def awaited(state: State) -> frozenset[Seat]:
    return frozenset() if state.over else frozenset({state.turn})


def deadline(state: State) -> timedelta | None:
    return None if state.over else state.began + timedelta(seconds=60)


def result(state: State) -> Result | None:
    if not state.over:
        return None
    scores = tuple(-1 if seat in state.withdrawn else bet or 0 for seat, bet in enumerate(state.bets))
    return Result(tuple((seat,) for seat in range(len(scores))), ranked(scores), scores, "opened")


def view(state: State, viewer: Viewer) -> View:
    own = state.hands[viewer] if isinstance(viewer, int) and 0 <= viewer < len(state.hands) else ()
    return View(state.turn, state.squares, bag(sum(state.hands, ())) if viewer == ARBITER else own)


def components(state: State) -> Counter[str]:
    return Counter(f"card {card}" for card in (*state.deck, *sum(state.hands, ())))


TOY = Ruleset(
    name="toy",
    version=1,
    Options=Options,
    Move=Move,
    State=State,
    View=View,
    seats=lambda _: range(2, 5),
    setup=setup,
    awaited=awaited,
    moves=moves,
    play=play,
    withdraw=withdraw,
    result=result,
    view=view,
    board=lambda _: Board(),
    components=components,
    option_sets=lambda: iter((Options(),)),
    deadline=deadline,
    binding=lambda _state, _seat, move: not isinstance(move, Place),
)
