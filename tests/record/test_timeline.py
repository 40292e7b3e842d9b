"""The timeline: the state after every ply that counts."""

import pytest

from domain.record.events import GameOpened, MovePlayed, MoveTakenBack, SeatWithdrawn
from domain.record.record import GameRecord, replayed
from domain.record.refusals import NoSuchPly
from tests.record.sitting import Sitting, random_sitting


def test_ply_zero_is_the_opening_position() -> None:
    sitting = Sitting()
    assert sitting.record.at_ply(0) is sitting.record.tip
    assert sitting.record.at_ply(0).step is None
    sitting.play(0, "look")
    assert sitting.record.at_ply(0).state == Sitting().state


@pytest.mark.parametrize("ply", [-1, 2, 10**9])
def test_a_ply_that_is_not_there_is_refused(ply: int) -> None:
    sitting = Sitting()
    sitting.play(0, "look")
    with pytest.raises(NoSuchPly) as refusal:
        sitting.record.at_ply(ply)
    assert (refusal.value.ply, refusal.value.last) == (ply, 1)


def test_what_was_taken_back_is_on_record_and_not_on_the_timeline() -> None:
    sitting = Sitting()
    sitting.play(0, "place", square=1)
    sitting.take_back(0)
    sitting.play(0, "place", square=2)
    assert [type(event) for event in sitting.events] == [GameOpened, MovePlayed, MoveTakenBack, MovePlayed]
    assert [ply.version for ply in sitting.record.plies] == [1, 4]
    assert sitting.record.at_ply(1).state.squares == (2, 0, 0)  # type: ignore[attr-defined]


def test_pauses_are_events_and_no_plies() -> None:
    sitting = Sitting()
    sitting.pause()
    sitting.resume()
    assert (sitting.record.ply, sitting.record.version) == (0, 3)


@pytest.mark.parametrize("ruleset", ["toy", "kobayakawa"])
def test_each_ply_is_what_the_events_up_to_it_make(ruleset: str) -> None:
    """Against another way of counting: the events that still count, replayed each time from the opening."""
    sitting = random_sitting(ruleset, 5, most=90)
    counted: list[int] = []
    for event in sitting.events:
        if isinstance(event, GameOpened | MovePlayed | SeatWithdrawn):
            counted.append(event.originator_version)
        elif isinstance(event, MoveTakenBack):
            del counted[event.ply + 1 :]
    assert [ply.version for ply in sitting.record.plies] == counted
    for ply, version in enumerate(counted):
        then: GameRecord = replayed(sitting.events[:version])
        assert then.ply == ply
        assert sitting.record.at_ply(ply) == then.tip


def test_records_are_values_and_an_earlier_one_stays_as_it_was() -> None:
    sitting = Sitting()
    before = sitting.record
    sitting.play(0, "look")
    sitting.play(0, "hide", bet=1)
    assert before == Sitting().record
    assert before.tip is sitting.record.plies[0], "states are shared, not copied"
