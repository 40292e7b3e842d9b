"""Blind bids: a toy game with what Kobayakawa does not have: secret fields, a clock, an ordered pile, a die, moves
out of turn and a move that binds nobody.

Everybody holds three cards. In each round all bid one of them in secret, within a minute; whoever has not bid then is
left out. The bids are shown, the highest scores what the die falls on and takes the top of the shelf. Who has not bid
yet may look at the top of the shelf first. A mark is a public number before each player, to be changed at any time.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.bags import Bag, bag, holds, taken
from domain.kernel.board import Area, Board, Piece
from domain.kernel.chance import Chance
from domain.kernel.refusals import ALREADY_WITHDRAWN, NO_SUCH_SEAT, OUT_OF_TURN, BadOptions, IllegalMove
from domain.kernel.results import Result, ranked
from domain.kernel.rules import Ruleset, TimeUp
from domain.kernel.seats import ALL, ARBITER, NOBODY, TABLE, Seat, Viewer, only
from domain.kernel.secrecy import Secret

CARDS = tuple(range(1, 21))
SHELF = ("moon", "rain", "star", "sun")
DIE = (1, 2, 3)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int = 3
    seconds: int = 60


class Bid(Struct, frozen=True, tag="bid", tag_field="move", forbid_unknown_fields=True):
    """One card of the hand, in secret."""

    card: Secret[int]


class Peek(Struct, frozen=True, tag="peek", tag_field="move", forbid_unknown_fields=True):
    """Look at the top of the shelf, once a round, before bidding."""


class Mark(Struct, frozen=True, tag="mark", tag_field="move", forbid_unknown_fields=True):
    """Another number before you."""

    value: int


Move = Bid | Peek | Mark | TimeUp


class State(Struct, frozen=True):
    options: Options
    round: int
    since: timedelta
    deck: Bag
    shelf: tuple[str, ...]
    hands: tuple[Bag, ...]
    bids: tuple[int | None, ...]
    marks: tuple[int, ...]
    scores: tuple[int, ...]
    prizes: tuple[Bag, ...]
    out: Bag = ()
    peeked: tuple[Seat, ...] = ()
    withdrawn: tuple[Seat, ...] = ()
    over: bool = False


class View(Struct, frozen=True):
    round: int
    deck_size: int
    shelf_size: int
    top: str | None
    hand: Bag | None
    bid: int | None
    have_bid: tuple[bool, ...]
    marks: tuple[int, ...]
    scores: tuple[int, ...]
    prizes: tuple[Bag, ...]
    awaited: tuple[Seat, ...]
    everything: State | None = None


def setup(options: Options, seats: int, chance: Chance) -> State:
    if not 1 <= options.rounds <= 3:
        raise BadOptions("options.rounds", "bad_amount", given=options.rounds)
    if options.seconds < 1:
        raise BadOptions("options.seconds", "bad_amount", given=options.seconds)
    if seats not in range(2, 5):
        raise BadOptions("seats", "seat_count", given=seats)
    deck, hands = bag(CARDS), []
    for seat in range(seats):
        hand, deck = chance.draw("deck", deck, 3, seen_by=only(seat))
        hands.append(bag(hand))
    shelf = chance.shuffle("shelf", SHELF, seen_by=NOBODY)
    zeros = (0,) * seats
    return State(options, 1, chance.elapsed(), deck, shelf, tuple(hands), (None,) * seats, zeros, zeros, ((),) * seats)  # type: ignore[arg-type]


def awaited(state: State) -> frozenset[Seat]:
    return frozenset() if state.over else frozenset(seat for seat in staying(state) if state.bids[seat] is None)


def staying(state: State) -> list[Seat]:
    return [seat for seat in range(len(state.hands)) if seat not in state.withdrawn]


def deadline(state: State) -> timedelta | None:
    return None if state.over else state.since + timedelta(seconds=state.options.seconds)


def moves(state: State, seat: Seat) -> Iterator[Move]:
    if state.over:
        return
    if seat == TABLE:
        yield TimeUp()
    if seat in awaited(state):
        yield from (Bid(int(card)) for card in state.hands[seat])
        if seat not in state.peeked:
            yield Peek()
    if seat in staying(state):
        yield from (Mark(value) for value in range(3) if value != state.marks[seat])


def play(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    if isinstance(move, TimeUp):
        return reveal(state, chance)
    if seat not in staying(state):
        raise IllegalMove(OUT_OF_TURN)
    match move:
        case Mark(value):
            if not 0 <= value < 3 or value == state.marks[seat]:
                raise IllegalMove("no_such_mark", value=value)
            return replace(state, marks=put(state.marks, seat, value))
        case Peek():
            if state.bids[seat] is not None or seat in state.peeked:
                raise IllegalMove("no_peeking")
            chance.show("T-3", "top", state.shelf[0], seen_by=only(seat))
            return replace(state, peeked=tuple(sorted((*state.peeked, seat))))
        case Bid(card):
            if state.bids[seat] is not None:
                raise IllegalMove("already_bid")
            if not holds(state.hands[seat], card):
                raise IllegalMove("card_not_held", card=card)
            hands = put(state.hands, seat, taken(state.hands[seat], card))
            after = replace(state, hands=hands, bids=put(state.bids, seat, card))
            return after if awaited(after) else reveal(after, chance)


def reveal(state: State, chance: Chance) -> State:
    shown: dict[Seat, int] = {}
    for seat, bid in enumerate(state.bids):
        if bid is not None:
            chance.show("T-4", f"bid {seat}", bid, seen_by=ALL)
            shown[seat] = bid
    cleared = replace(
        state,
        round=state.round + 1,
        since=chance.elapsed(),
        bids=(None,) * len(state.bids),
        out=bag((*state.out, *shown.values())),
        over=state.round == state.options.rounds,
    )
    if not shown:
        return cleared
    winner = max(shown, key=lambda seat: shown[seat])
    (points,) = chance.roll(DIE)
    (prize,) = chance.show("T-5", "top", state.shelf[0], seen_by=ALL)
    return replace(
        cleared,
        shelf=state.shelf[1:],
        peeked=(),
        scores=put(state.scores, winner, state.scores[winner] + int(points)),
        prizes=put(state.prizes, winner, bag((*state.prizes[winner], prize))),
    )


def withdraw(state: State, seat: Seat, chance: Chance) -> State:
    if not 0 <= seat < len(state.hands):
        raise IllegalMove(NO_SUCH_SEAT, seat=seat)
    if seat in state.withdrawn:
        raise IllegalMove(ALREADY_WITHDRAWN, seat=seat)
    bid = () if state.bids[seat] is None else (state.bids[seat],)
    left = replace(
        state,
        withdrawn=tuple(sorted((*state.withdrawn, seat))),
        out=bag((*state.out, *state.hands[seat], *bid)),  # type: ignore[misc]
        hands=put(state.hands, seat, ()),
        bids=put(state.bids, seat, None),
        over=len(staying(state)) == 2,
    )
    return left if left.over or awaited(left) else reveal(left, chance)


def result(state: State) -> Result | None:
    if not state.over:
        return None
    standing = tuple(-1 if seat in state.withdrawn else score for seat, score in enumerate(state.scores))
    return Result(tuple((seat,) for seat in range(len(standing))), ranked(standing), state.scores, "bids_over")


def view(state: State, viewer: Viewer) -> View:
    seated = viewer if isinstance(viewer, int) and 0 <= viewer < len(state.hands) else None
    return View(
        round=state.round,
        deck_size=len(state.deck),
        shelf_size=len(state.shelf),
        top=state.shelf[0] if viewer in state.peeked else None,
        hand=None if seated is None else state.hands[seated],
        bid=None if seated is None else state.bids[seated],
        have_bid=tuple(bid is not None for bid in state.bids),
        marks=state.marks,
        scores=state.scores,
        prizes=state.prizes,
        awaited=tuple(sorted(awaited(state))),
        everything=state if viewer == ARBITER else None,
    )


def board(view: View) -> Board:
    prizes = tuple(Piece("prize", prize) for each in view.prizes for prize in each)
    return Board(areas=(Area("prizes", "toy.prizes", "row", prizes),), awaited=view.awaited)


def components(state: State) -> Counter[str]:
    bids = [bid for bid in state.bids if bid is not None]
    held = [card for cards in (*state.hands, *state.prizes) for card in cards]
    return Counter(map(str, [*state.deck, *state.shelf, *state.out, *bids, *held]))


def binding(_before: State, _seat: Seat, move: Move) -> bool:
    return not isinstance(move, Mark)


def put(values: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def option_sets() -> Iterator[Options]:
    yield Options()
    yield Options(rounds=1, seconds=10)


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
    board=board,
    components=components,
    option_sets=option_sets,
    deadline=deadline,
    binding=binding,
)
