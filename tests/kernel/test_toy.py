"""The laws, the twins and the table on a toy game with secret fields, a clock, an ordered pile and a die."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from random import Random

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.refusals import NOT_YET, OUT_OF_TURN, TIME_IS_UP, IllegalMove
from domain.kernel.rules import AnyRuleset, Played, TimeUp, apply
from domain.kernel.seats import TABLE, Seat, Viewer
from domain.kernel.supplied import SuppliedChance
from tests.kernel.toy import TOY, Bid, Mark, Peek, State, View, awaited, moves, play, view
from tests.kit.games import random_games, seed_of, variants
from tests.kit.laws import check_leaving, check_positions, check_replay
from tests.kit.player import play_on
from tests.kit.profile import Planted, Profile, broken
from tests.kit.script import GameScript, opened, replayed
from tests.kit.soup import check_soup, misshapen, pool
from tests.kit.twins import CHAIN, Chain, LeakFound, Report, run_twins
from tests.kit.visibility import games_for_table, hidden_kinds, table

PROFILE = Profile(unasked=frozenset({"mark"}))
TABLES = variants(TOY)
SECONDS = timedelta(seconds=1)


def fresh(seats: int = 3) -> GameScript:
    """A toy game with one seed for all tests."""
    return opened(TOY, TOY.Options(), seats, seed_of("toy"))


def refused(script: GameScript, seat: Seat, move: Struct, clock: timedelta) -> str:
    with pytest.raises(IllegalMove) as refusal:
        apply(TOY, script.state, Played(seat, move), SuppliedChance((), clock))
    return refusal.value.code


def test_before_the_deadline_the_table_is_refused_and_from_it_on_the_seats() -> None:
    script = fresh()
    card = script.state.hands[0][0]
    assert TOY.deadline(script.state) == 60 * SECONDS
    assert refused(script, TABLE, TimeUp(), 59 * SECONDS) == NOT_YET
    assert refused(script, 0, Bid(card), 60 * SECONDS) == TIME_IS_UP
    assert refused(script, 0, Mark(2), 61 * SECONDS) == TIME_IS_UP
    script.take(Played(0, Bid(card)), 59 * SECONDS)
    script.take(Played(TABLE, TimeUp()), 60 * SECONDS)
    assert script.state.round == 2
    assert TOY.deadline(script.state) == 120 * SECONDS


def test_only_the_table_says_that_time_is_up() -> None:
    script = fresh()
    for clock in (59 * SECONDS, 61 * SECONDS):
        assert refused(script, 0, TimeUp(), clock) == NOT_YET
    assert refused(script, TABLE, Mark(2), 59 * SECONDS) == OUT_OF_TURN


def test_a_mark_binds_nobody_and_a_bid_does() -> None:
    script = fresh()
    assert not TOY.binding(script.state, 0, Mark(1))
    assert TOY.binding(script.state, 0, Bid(script.state.hands[0][0]))


@pytest.mark.parametrize("variant", TABLES, ids=lambda each: each.slug)
def test_the_shared_laws_hold_for_a_game_with_clock_and_secrets(variant) -> None:
    rng, wrong = Random(seed_of(variant)), pool(TOY)
    for script in (*random_games(variant, 10), *random_games(variant, 10, 0.05)):
        check_positions(script, PROFILE)
        check_replay(script)
    for ply in range(script.ply):
        check_soup(script, ply, wrong, rng)
    whole = random_games(variant, 10)[0]
    for ply in range(whole.ply):
        left = play_on(check_leaving(whole, ply, rng.randrange(variant.seats)), rng)
        check_positions(left, PROFILE)


def test_the_clock_alone_brings_a_game_to_its_end() -> None:
    script = fresh()
    while not script.over:
        script.take(Played(TABLE, TimeUp()), TOY.deadline(script.state))
    assert script.ply == 3


def test_random_games_run_into_deadlines_and_let_seats_move_unasked() -> None:
    scripts = [script for variant in TABLES for script in random_games(variant, 10)]
    steps = [(event.step, state) for script in scripts for event, state in zip(script.events[1:], script.states)]  # noqa: B905
    assert sum(isinstance(step.move, TimeUp) for step, _ in steps) > 20
    assert sum(step.seat >= 0 and step.seat not in awaited(state) for step, state in steps) > 5


def test_what_is_no_move_is_not_read_as_one_the_tables_own_moves_included() -> None:
    assert any(isinstance(move, TimeUp) for move in pool(TOY))
    for move in pool(TOY):
        for wrong in misshapen(move):
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert(wrong, TOY.Move)


def test_twins_vary_cards_orders_and_secret_fields() -> None:
    kinds = hidden_kinds(table(games_for_table(TOY)))
    assert kinds == {"(opening) draw deck", "(opening) shuffle shelf", "bid secret card"}
    report = run_twins(TOY, 1_500)
    assert {kind for kind in kinds if report.kinds[kind] < 100} == set(), str(report)


def test_the_visibility_table_tells_secret_fields_and_looks() -> None:
    rows = [line.split() for line in table(games_for_table(TOY)).splitlines()]
    assert ["bid", "secret", "card", "1", "mover"] in rows
    assert ["mark", "field", "value", "1", "all"] in rows
    assert ["peek", "show", "T-3:", "top", "1", "mover"] in rows
    assert ["(opening)", "shuffle", "shelf", "1", "nobody"] in rows
    assert ["time_up", "show", "T-4:", "bid", "#", "1", "or", "2+", "all"] in rows


def _bids_in_view(state: State, viewer: Viewer) -> View:
    return replace(view(state, viewer), bid=max((bid for bid in state.bids if bid is not None), default=None))


def _top_for_all_once_peeked(state: State, viewer: Viewer) -> View:
    return replace(view(state, viewer), top=state.shelf[0] if state.peeked else None)


def _sorted_by_arrival(state: State, viewer: Viewer) -> View:
    """Seats listed by what they bid: nothing but an order."""
    order = sorted(awaited(state), key=lambda seat: sum(map(int, state.hands[seat])))
    return replace(view(state, viewer), awaited=tuple(order))


def _skips_hopeless_hands(state: State) -> frozenset[Seat]:
    """Who holds no card above 5 is not asked, as if everybody could see there is nothing to choose."""
    waiting = awaited(state)
    return frozenset(seat for seat in waiting if max(map(int, state.hands[seat])) > 5) or waiting


def _less_time_for_high_cards(state: State) -> timedelta | None:
    deadline = TOY.deadline(state)
    return deadline and deadline - SECONDS * (20 in (*state.bids, *(card for hand in state.hands for card in hand)))


def _own_bid_depends_on_others(state: State, seat: Seat, move: Struct, chance: object) -> State:
    """A bid is refused when another has bid just one less."""
    if isinstance(move, Bid) and any(bid == move.card - 1 for bid in state.bids):
        raise IllegalMove("too_close")
    return play(state, seat, move, chance)


def _moves_without_close_bids(state: State, seat: Seat) -> Iterator[Struct]:
    close = {bid + 1 for bid in state.bids if bid is not None}
    return (move for move in moves(state, seat) if not isinstance(move, Bid) or move.card not in close)


def _shows_looks_to_all(state: State, seat: Seat, move: Struct, chance: object) -> State:
    after = play(state, seat, move, chance)
    if isinstance(move, Peek):
        chance.show("T-3", "top", state.shelf[0], seen_by="all")
    return after


class OpenBid(Struct, frozen=True, tag="bid", tag_field="move"):
    """A bid whose field somebody forgot to mark."""

    card: int


def _open_bids(state: State, seat: Seat) -> Iterator[Struct]:
    return (OpenBid(move.card) if isinstance(move, Bid) else move for move in moves(state, seat))


def _play_open_bids(state: State, seat: Seat, move: Struct, chance: object) -> State:
    return play(state, seat, Bid(move.card) if isinstance(move, OpenBid) else move, chance)


PLANTED = (
    Planted("bids in the view", broken(TOY, view=_bids_in_view), "view"),
    Planted("a look for all", broken(TOY, view=_top_for_all_once_peeked), "view"),
    Planted("an order that tells", broken(TOY, view=_sorted_by_arrival), "view"),
    Planted("not asked for lack of cards", broken(TOY, awaited=_skips_hopeless_hands), "awaited"),
    Planted("a clock that tells", broken(TOY, deadline=_less_time_for_high_cards), "deadline"),
    Planted("the own moves", broken(TOY, moves=_moves_without_close_bids), "moves"),
    Planted("an audience too wide", broken(TOY, play=_shows_looks_to_all), "visibility"),
    Planted(
        "a secret field unmarked",
        broken(TOY, Move=OpenBid | Peek | Mark | TimeUp, moves=_open_bids, play=_play_open_bids),
        "visibility",
    ),
)


@pytest.mark.parametrize("leak", PLANTED, ids=lambda leak: leak.name)
def test_a_planted_leak_is_found(leak: Planted) -> None:
    if leak.part == "visibility":
        assert table(games_for_table(leak.rules)) != table(games_for_table(TOY))
        return
    with pytest.raises(LeakFound) as found:
        run_twins(leak.rules, 2_000)
    assert found.value.part == leak.part, str(found.value)


def test_a_move_of_the_viewers_own_refused_in_a_twin_is_a_leak() -> None:
    """Nothing offered or refused before betrays the others' bids; only the move that was really made does."""
    with pytest.raises(LeakFound) as found:
        twins_of_accepted_games(broken(TOY, play=_own_bid_depends_on_others))
    assert found.value.part == "own move"


def twins_of_accepted_games(rules: AnyRuleset) -> None:
    """Twins, under these rules, of the games they accept; a world they refuse to play on in is left alone."""
    rng = Random(1)
    for script in (script for variant in TABLES for script in random_games(variant, 10)):
        judged = replace_rules(script, rules)
        chain = Chain(judged, 0, rng, probes=(Mark(0),))
        with suppress(IllegalMove):
            for _ in range(CHAIN if playable(judged) else 0):
                chain.link(Report())


def replace_rules(script: GameScript, rules: AnyRuleset) -> GameScript:
    return GameScript(rules, script.options, script.seats, script.seed, script.events, script.states)


def playable(script: GameScript) -> bool:
    """Whether the rules of the script accept it."""
    try:
        return list(replayed(script)) == script.states
    except IllegalMove:
        return False
