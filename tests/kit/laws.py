"""What holds in every position and for every step of any game. Each law raises AssertionError with its place."""

from collections import Counter

from msgspec import Struct

from domain.kernel.recorded import RecordedChance
from domain.kernel.refusals import ALREADY_WITHDRAWN, GAME_OVER, IllegalMove
from domain.kernel.results import Result
from domain.kernel.rules import AnyRuleset, Step, Withdrawal, apply
from domain.kernel.seats import ARBITER, SPECTATOR, TABLE, Viewer
from tests.kit.profile import Profile
from tests.kit.script import GameScript, legal


def viewers(seats: int) -> tuple[Viewer, ...]:
    """Everybody who may look at a game."""
    return (*range(seats), SPECTATOR, ARBITER)


def check_positions(script: GameScript, profile: Profile, since: int = 0) -> None:
    """The laws of every position of a game as it was played, from a ply on where those before are checked elsewhere."""
    box = script.rules.components(script.states[0])
    for ply, state in enumerate(script.states[since:], start=since):
        place = f"{script.rules.name}, seed {script.seed.hex()}, ply {ply}"
        check_components(script.rules, state, box, place)
        check_awaited(script, ply, profile, place)


def check_components(rules: AnyRuleset, state: Struct, box: Counter[str], place: str) -> None:
    """Nothing appears and nothing is lost. Counters are first compared as dicts, which is ten times as fast."""
    found = rules.components(state)
    assert dict.__eq__(found, box) or found == box, f"{place}: more {found - box}, fewer {box - found}"


def check_awaited(script: GameScript, ply: int, profile: Profile, place: str) -> None:
    """Somebody is awaited and can do something, or the game is over and has a result; nobody else moves unasked."""
    rules, state = script.rules, script.states[ply]
    awaited, result = rules.awaited(state), rules.result(state)
    assert (result is None) == bool(awaited), f"{place}: awaited {sorted(awaited)}, result {result}"
    assert awaited <= set(range(script.seats)) | {TABLE}, f"{place}: awaited {sorted(awaited)}"
    if result is not None:
        check_result(result, script.seats, place)
    timed = rules.deadline(state) is not None
    for seat in (*range(script.seats), TABLE, script.seats, SPECTATOR):
        moves = list(rules.moves(state, seat)) if seat != SPECTATOR else []
        if seat in awaited:
            assert moves or timed, f"{place}: seat {seat} is awaited and has no move"
        elif result is not None:
            assert not moves, f"{place}: the game is over, and seat {seat} has {moves[0]}"
        elif seat != TABLE:
            kinds = {move_kind(move) for move in moves} - profile.unasked
            assert not kinds, f"{place}: seat {seat} is not awaited and has {sorted(kinds)}"
        assert len(set(moves)) == len(moves), f"{place}: seat {seat} is offered a move twice"
        assert len(moves) <= 2_000, f"{place}: {len(moves)} moves; a move is one decision"


def check_result(result: Result, seats: int, place: str) -> None:
    """Sides part the seats between them; places begin at 1 and skip behind ties."""
    assert sorted(seat for side in result.sides for seat in side) == list(range(seats)), f"{place}: {result.sides}"
    assert len(result.sides) == len(result.places) == len(result.scores), f"{place}: {result}"
    assert all(own == 1 + sum(other < own for other in result.places) for own in result.places), (
        f"{place}: places {result.places}"
    )
    assert result.why, f"{place}: no reason is given"


def check_leaving(script: GameScript, ply: int, seat: int) -> GameScript:
    """A player can leave now, once. The game from there."""
    left = script.cut(ply)
    left.take(Withdrawal(seat))
    expected = GAME_OVER if left.over else ALREADY_WITHDRAWN
    refusal = refused(left, Withdrawal(seat))
    assert refusal == expected, f"{script.rules.name}, ply {ply}: seat {seat} leaves a second time: {refusal}"
    assert left.over or seat not in left.rules.awaited(left.state), f"ply {ply}: seat {seat} left and is awaited"
    assert not legal(left.rules, left.state, seat, left.clock), f"ply {ply}: seat {seat} left and can still move"
    return left


def refused(script: GameScript, step: Step) -> str | None:
    """The code with which a step is refused in the newest position, before chance is asked; None when it is not."""
    chance = script.luck()
    try:
        apply(script.rules, script.state, step, chance)
    except IllegalMove as refusal:
        return "after chance was asked" if chance.outcomes else refusal.code
    return None


def check_replay(script: GameScript) -> None:
    """Every event leads from its state to the next one again, and not with an outcome more or fewer."""
    for ply, event in enumerate(script.events[1:], start=1):
        assert event.step is not None
        chance = RecordedChance(event.outcomes, event.clock)
        assert apply(script.rules, script.states[ply - 1], event.step, chance) == script.states[ply], f"ply {ply}"


def move_kind(move: Struct) -> str:
    """The name a kind of move has in the API."""
    return str(move.__struct_config__.tag)
