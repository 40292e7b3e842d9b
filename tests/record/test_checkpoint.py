"""Checkpoints: a record opened from one goes on exactly as the whole one does."""

from dataclasses import replace as with_fields
from random import Random
from uuid import UUID

import msgspec
import pytest

from domain.games.kobayakawa.rules import KOBAYAKAWA
from domain.record import checkpoint, commands
from domain.record.events import GameOpened
from domain.record.record import GameRecord, replayed
from domain.record.refusals import HistoryNotLoaded, NoSuchPly, Refused
from tests.record.sitting import Sitting, random_sitting, stamp
from tests.record.toy import TOY


def restored(record: GameRecord) -> GameRecord:
    return checkpoint.restored(record.opened, record.events[-1], checkpoint.taken(record), record.rules)


@pytest.mark.parametrize(("ruleset", "number"), [("toy", 3), ("toy", 5), ("kobayakawa", 0), ("kobayakawa", 2)])
def test_from_every_cut_the_rest_of_the_game_leads_to_the_same_record(ruleset: str, number: int) -> None:
    table = random_sitting(ruleset, number)
    whole = table.record
    for cut in range(1, len(table.events) + 1):
        short = restored(replayed(table.events[:cut]))
        assert not short.complete or cut == 1
        try:
            short = replayed(table.events[cut:], short)
        except HistoryNotLoaded:  # a take-back reaches behind the checkpoint: the caller loads the whole record
            assert any(hasattr(event, "ply") for event in table.events[cut:])
            continue
        assert (short.version, short.ply, short.at, short.result, short.revealed, short.running_since, short.ran) == (
            (whole.version, whole.ply, whole.at, whole.result, whole.revealed, whole.running_since, whole.ran)
        )
        assert msgspec.structs.asdict(short.tip)["state"] == whole.tip.state
        assert short.clock(table.now) == whole.clock(table.now)
        assert commands.head(short) == commands.head(whole)
        kept = slice(short.base + 1, None)
        assert short.plies[1:] == whole.plies[kept]


def test_commands_on_a_restored_record_make_the_same_events() -> None:
    table = random_sitting("toy", 1, most=50)
    short = restored(table.record)
    move, at = {"move": "say", "words": "on"}, stamp(table.now)
    seat = table.state.turn
    assert commands.play_move(short, seat, move, at)[0] == commands.play_move(table.record, seat, move, at)[0]
    assert commands.pause(short, at)[0] == commands.pause(table.record, at)[0]
    assert commands.withdraw(short, seat, at)[0] == commands.withdraw(table.record, seat, at)[0]


def test_a_paused_game_is_restored_paused_with_its_time() -> None:
    table = Sitting().wait(5)
    table.pause()
    table.record = restored(table.record)
    assert table.record.paused
    assert table.wait(100).elapsed == 5
    table.resume()
    assert table.wait(2).elapsed == 7


def test_what_lies_before_a_checkpoint_is_asked_for_and_not_guessed() -> None:
    table = Sitting()
    for square in (1, 2, 3):
        table.play(0, "place", square=square)
    short = restored(table.record)
    assert (short.base, short.ply, short.complete) == (3, 3, False)
    for ply in (0, 2):
        with pytest.raises(HistoryNotLoaded):
            short.at_ply(ply)
    for ply in (-1, 4):
        with pytest.raises(NoSuchPly):
            short.at_ply(ply)
    assert short.at_ply(3).state == table.state
    with pytest.raises(HistoryNotLoaded):
        commands.take_back(short, 0, stamp(table.now))
    _, later = commands.play_move(short, 0, {"move": "place", "square": 4}, stamp(table.now))
    assert commands.take_back(later, 0, stamp(table.now))[1].ply == 3, "what came after it can be taken back"


def test_a_record_restored_at_ply_zero_is_not_taken_for_a_whole_one() -> None:
    table = Sitting()
    for _ in range(20):
        table.pause()
        table.resume()
    short = restored(table.record)
    assert short.ply == short.base == 0
    assert not short.complete, "its events are not all here"
    with pytest.raises(HistoryNotLoaded):
        commands.take_back(short, 0, stamp(table.now))
    with pytest.raises(Refused, match="nothing_to_take_back"):
        commands.take_back(table.record, 0, stamp(table.now))


def test_a_checkpoint_is_due_each_time_a_multiple_is_passed() -> None:
    table = Sitting()
    due = []
    while table.record.version < 3 * checkpoint.EVERY:
        before = table.record.version
        table.play(0, "place", square=1)
        if checkpoint.is_due(table.record, before):
            due.append(table.record.version)
    assert due == [32, 64, 96]
    assert checkpoint.is_due(table.record, 0)
    assert not checkpoint.is_due(table.record, 96)


def test_damaged_bytes_are_noticed_wherever_they_are() -> None:
    table = random_sitting("kobayakawa", 1, most=40)
    kept, rng = checkpoint.taken(table.record), Random(11)
    newest, opened = table.events[-1], table.record.opened
    for place in range(len(kept)):
        damaged = bytearray(kept)
        damaged[place] ^= 1 << rng.randrange(8)
        with pytest.raises(ValueError, match="damaged"):
            checkpoint.restored(opened, newest, bytes(damaged), KOBAYAKAWA)
    for length in (0, 1, 15, 16, len(kept) - 1):
        with pytest.raises(ValueError, match="damaged"):
            checkpoint.restored(opened, newest, kept[:length], KOBAYAKAWA)


def test_a_checkpoint_of_another_event_or_game_is_refused() -> None:
    table = Sitting()
    table.play(0, "look")
    kept = checkpoint.taken(table.record)
    with pytest.raises(ValueError, match="version"):
        checkpoint.restored(table.record.opened, table.events[0], kept, TOY)
    other = msgspec.structs.replace(table.record.opened, originator_id=UUID(int=8))
    with pytest.raises(ValueError, match="another game"):
        checkpoint.restored(other, table.events[1], kept, TOY)


def test_the_fingerprint_names_the_game_its_version_and_the_layout_of_its_state() -> None:
    class Longer(TOY.State, frozen=True):  # type: ignore[name-defined,misc]
        more: int = 0

    prints = {
        checkpoint.fingerprint(TOY),
        checkpoint.fingerprint(KOBAYAKAWA),
        checkpoint.fingerprint(with_fields(TOY, version=2)),
        checkpoint.fingerprint(with_fields(TOY, State=Longer)),
    }
    assert len(prints) == 4
    assert checkpoint.fingerprint(with_fields(TOY)) == checkpoint.fingerprint(TOY)


def test_the_opening_is_kept_beside_it() -> None:
    table = random_sitting("toy", 2, most=45)
    short = restored(table.record)
    assert isinstance(short.opened, GameOpened)
    assert short.rules is table.record.rules
