"""The laws can fail: each is broken once in the toy game, and the kit says so."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.results import Result
from domain.kernel.rules import AnyRuleset
from domain.kernel.seats import ALL, Seat
from tests.kernel.toy import TOY, Bid, Mark, State, awaited, moves, play, result, withdraw
from tests.kit.games import Variant, random_game
from tests.kit.laws import check_leaving, check_positions, check_replay
from tests.kit.player import GameStands
from tests.kit.profile import Profile, broken
from tests.kit.soup import check_soup, pool

PROFILE = Profile(unasked=frozenset({"mark"}))


def check(rules: AnyRuleset) -> None:
    """A handful of games under everything the kit checks without twins."""
    rng = Random(1)
    for number in range(6):
        script = random_game(Variant(rules, TOY.Options(), 3), number, leaving=0.05)
        check_positions(script, PROFILE)
        check_replay(script)
        for ply in range(script.ply):
            check_soup(script, ply, pool(TOY), rng)
            check_leaving(script, ply, rng.choice([seat for seat in range(3) if seat not in script.cut(ply).withdrawn]))


def _loses_a_card(state: State, seat: Seat, chance: Chance) -> State:
    left = withdraw(state, seat, chance)
    return replace(left, out=left.out[1:])


def _offers_too_much(state: State, seat: Seat) -> Iterator[Struct]:
    yield from moves(state, seat)
    if seat in awaited(state):
        yield Bid(99)


def _offers_too_little(state: State, seat: Seat) -> Iterator[Struct]:
    return (move for move in moves(state, seat) if move != Mark(2))


def _asks_before_refusing(state: State, seat: Seat, move: Struct, chance: Chance) -> State:
    if isinstance(move, Bid):
        chance.show("T-9", "nothing", seen_by=ALL)
    return play(state, seat, move, chance)


def _remembers(state: State, seat: Seat, move: Struct, chance: Chance, calls: list[int] = []) -> State:  # noqa: B006
    calls.append(0)
    after = play(state, seat, move, chance)
    return replace(after, marks=(len(calls), *after.marks[1:])) if isinstance(move, Bid) else after


def _never_over(state: State) -> Result | None:
    return None


def _two_first_places(state: State) -> Result | None:
    found = result(state)
    return found and replace(found, places=(1, 1, 2))


def _waits_for_the_withdrawn(state: State) -> frozenset[Seat]:
    return awaited(state) | frozenset(state.withdrawn) if awaited(state) else frozenset()


def _more_with_every_bid(state: State) -> Counter[str]:
    return TOY.components(state) + Counter(bid=sum(bid is not None for bid in state.bids))


BROKEN = {
    "a card is lost": broken(TOY, withdraw=_loses_a_card),
    "something is made": broken(TOY, components=_more_with_every_bid),
    "an illegal move is offered": broken(TOY, moves=_offers_too_much),
    "a legal move is not offered": broken(TOY, moves=_offers_too_little),
    "chance is asked before refusing": broken(TOY, play=_asks_before_refusing),
    "play is no function of its arguments": broken(TOY, play=_remembers),
    "an end without a result": broken(TOY, result=_never_over),
    "places that do not add up": broken(TOY, result=_two_first_places),
    "somebody who left is awaited": broken(TOY, awaited=_waits_for_the_withdrawn),
}


def test_the_toy_game_keeps_the_laws() -> None:
    check(TOY)


@pytest.mark.parametrize("rules", BROKEN.values(), ids=BROKEN)
def test_a_broken_law_is_found(rules: AnyRuleset) -> None:
    with pytest.raises((AssertionError, IllegalMove)):
        check(rules)


def test_a_game_that_stands_still_is_found() -> None:
    stuck = broken(TOY, moves=lambda _state, _seat: iter(()), deadline=lambda _: None)
    with pytest.raises(GameStands):
        check(stuck)


def test_a_game_that_never_ends_is_found() -> None:
    only_marks = broken(
        TOY,
        moves=lambda state, seat: (move for move in moves(state, seat) if isinstance(move, Mark)),
        deadline=lambda _: None,
    )
    with pytest.raises(GameStands, match="goes on"):
        random_game(Variant(only_marks, TOY.Options(), 2), 0)
