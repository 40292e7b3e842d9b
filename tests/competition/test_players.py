"""Entries of players: registered, merged, erased."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from domain.competition.events import PlayerErased, PlayerMerged, PlayerRegistered
from domain.competition.players import Player, erase_player, merge_players, player_after, register_player
from domain.record.commands import Stamp
from domain.record.refusals import Refused

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
BY = UUID(int=9)


def stamp(at: datetime = NOW) -> Stamp:
    return Stamp(at, BY, "request")


def entry(number: int) -> Player:
    return register_player(UUID(int=number), stamp())[1]


def test_an_entry_is_what_its_events_make_it() -> None:
    events, registered = register_player(UUID(int=1), stamp())
    merging, merged = merge_players(registered, entry(2), stamp(NOW + timedelta(hours=1)))
    erasing, erased = erase_player(merged, stamp(NOW))
    assert [type(event) for event in (*events, *merging, *erasing)] == [PlayerRegistered, PlayerMerged, PlayerErased]
    assert [event.originator_version for event in (*events, *merging, *erasing)] == [1, 2, 3]
    assert erased == player_after((*events, *merging, *erasing))
    assert erased == Player(UUID(int=1), 3, NOW + timedelta(hours=1), UUID(int=2), True), "time never goes back"


def refusal(player: Player, into: Player) -> str:
    with pytest.raises(Refused) as refused:
        merge_players(player, into, stamp())
    return refused.value.code


def test_each_merge_that_cannot_be_is_refused_with_its_code() -> None:
    one, two, three = entry(1), entry(2), entry(3)
    _, merged = merge_players(one, two, stamp())
    _, gone = erase_player(three, stamp())
    assert refusal(one, one) == "merge_into_itself"
    assert refusal(merged, three) == "already_merged"
    assert refusal(two, merged) == "merge_cycle"
    assert refusal(three, merged) == "merge_into_merged"
    assert refusal(one, gone) == refusal(gone, one) == "player_erased"


def test_an_entry_is_erased_once_and_also_after_a_merge() -> None:
    _, merged = merge_players(entry(1), entry(2), stamp())
    _, erased = erase_player(merged, stamp())
    assert erased.merged_into == UUID(int=2)
    with pytest.raises(Refused, match="already_erased"):
        erase_player(erased, stamp())


def test_no_event_of_a_player_has_room_for_a_name() -> None:
    common = {"originator_id", "originator_version", "at", "by", "request_id"}
    for event in (PlayerRegistered, PlayerMerged, PlayerErased):
        assert set(event.__struct_fields__) - common <= {"into"}
