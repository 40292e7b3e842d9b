"""Folding events of a damaged record: the good prefix is kept, and what is wrong is said."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.outcomes import Draw
from domain.kernel.recorded import ReplayMismatch
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import ALL
from domain.record.events import GameEvent, GameOpened, MovePlayed, MoveTakenBack
from domain.record.record import Fold, replayed
from domain.record.refusals import MalformedMove, NoSuchPly, Refused, UnknownRuleset
from tests.record.sitting import Sitting

Damage = Callable[[Any], GameEvent]


def game() -> tuple[GameEvent, ...]:
    table = Sitting()
    table.play(0, "look")
    table.play(0, "hide", bet=1)
    table.play(1, "throw")
    table.play(1, "place", square=1)
    return table.events


DAMAGE: list[tuple[int, Damage, type[Exception]]] = [
    (1, lambda move: replace(move, seat=1), IllegalMove),
    (1, lambda move: replace(move, move={"move": "fly"}), MalformedMove),
    (1, lambda move: replace(move, outcomes=()), ReplayMismatch),
    (1, lambda move: replace(move, outcomes=(*move.outcomes, *move.outcomes)), ReplayMismatch),
    (1, lambda move: replace(move, outcomes=(replace(move.outcomes[0], cards=(77,)),)), ReplayMismatch),
    (1, lambda move: replace(move, outcomes=(replace(move.outcomes[0], cards=("1",)),)), ReplayMismatch),
    (1, lambda move: replace(move, outcomes=(replace(move.outcomes[0], seen_by=ALL),)), ReplayMismatch),
    (1, lambda move: replace(move, outcomes=(replace(move.outcomes[0], pile="hat"),)), ReplayMismatch),
    (1, lambda move: MoveTakenBack(*head(move), seat=0, ply=0), NoSuchPly),
    (1, lambda move: MoveTakenBack(*head(move), seat=0, ply=-1), NoSuchPly),
    (
        3,
        lambda move: replace(move, outcomes=(replace(move.outcomes[0], cards=(7,)), *move.outcomes[1:])),
        ReplayMismatch,
    ),
    (3, lambda move: MoveTakenBack(*head(move), seat=0, ply=2), NoSuchPly),
    (4, lambda move: replace(game()[0], originator_version=5), Refused),
]


def head(event: GameEvent) -> tuple[Any, ...]:
    return (event.originator_id, event.originator_version, event.at, event.by, event.request_id, event.prev)


@pytest.mark.parametrize(("place", "damage", "error"), DAMAGE)
def test_a_bad_event_leaves_the_good_prefix(place: int, damage: Damage, error: type[Exception]) -> None:
    events = game()
    fold = Fold()
    for event in events[:place]:
        fold.add(event)
    for _ in range(2):
        with pytest.raises(error):
            fold.add(damage(events[place]))
        assert fold.record() == replayed(events[:place])
    for event in events[place:]:
        fold.add(event)
    assert fold.record() == replayed(events), "and the fold goes on with the event that should have come"


def test_nothing_comes_before_the_opening() -> None:
    table = Sitting()
    table.pause()
    table.resume()
    table.play(0, "place", square=1)
    table.take_back(0)
    table.withdraw(1)
    table.play(0, "reveal")
    assert len({type(event) for event in table.events}) == 8
    for event in table.events[1:]:
        fold = Fold()
        with pytest.raises(NoSuchPly):
            fold.add(event)
        with pytest.raises(NoSuchPly):
            fold.record()


def test_an_opening_of_an_unknown_ruleset_or_with_other_luck_is_no_opening() -> None:
    opened = Sitting().events[0]
    assert isinstance(opened, GameOpened)
    with pytest.raises(UnknownRuleset):
        replayed([replace(opened, ruleset="chess")])
    with pytest.raises(ReplayMismatch):
        replayed([replace(opened, outcomes=opened.outcomes[1:])])
    with pytest.raises(ReplayMismatch):
        replayed([replace(opened, outcomes=(*opened.outcomes, Draw("deck", ALL, (1,))))])


def test_a_mismatch_says_what_was_asked_and_what_was_found() -> None:
    events = game()
    move = events[1]
    assert isinstance(move, MovePlayed)
    with pytest.raises(ReplayMismatch) as mismatch:
        replayed((*events[:1], replace(move, outcomes=(Draw("hat", ALL, (4,)),))))
    assert str(mismatch.value) == (
        "other_outcome: the rules ask for draw 1 from deck, the record holds draw from hat: 4"
    )
