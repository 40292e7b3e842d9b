"""Opening a table."""

from dataclasses import replace as with_fields
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from typing import Any

import pytest

from domain.games.registry import RULESETS
from domain.kernel.refusals import BadOptions
from domain.kernel.results import Result
from domain.record.chain import GENESIS
from domain.record.commands import open_game
from domain.record.events import GameEnded, GameOpened, SeedRevealed
from domain.record.record import replayed
from domain.record.refusals import MalformedMove, UnknownRuleset
from tests.record.sitting import OWNER, PLAYERS, SEED, START, Sitting, stamp, table
from tests.record.toy import TOY


def test_the_opening_binds_the_table_to_its_seed_and_its_terms() -> None:
    (event,), record = open_game(table("kobayakawa", 4, reveal="arbiters", review="players"), stamp())
    assert isinstance(event, GameOpened)
    assert event.seed == SEED
    assert event.seed_commitment == sha256(SEED).digest()
    assert (event.prev, event.originator_version, event.at, event.by) == (GENESIS, 1, START, OWNER)
    assert (event.seats, event.reveal, event.review) == (PLAYERS[:4], "arbiters", "players")
    assert record.ply == 0
    assert record.version == 1
    assert record == replayed((event,))


def test_every_option_is_written_out_so_that_a_record_depends_on_no_file() -> None:
    (event,), _ = open_game(table("kobayakawa", options={"first_player": 1}), stamp())
    assert isinstance(event, GameOpened)
    assert event.options["first_player"] == 1
    assert event.options["all_pass"] == "remove_prize"
    edition: Any = event.options["edition"]
    assert edition["cards"] == list(range(1, 16))


def test_another_seed_deals_otherwise_and_the_same_seed_deals_alike() -> None:
    assert Sitting().state == Sitting().state
    assert Sitting(seed=bytes(32)).state != Sitting().state


@pytest.mark.parametrize(("name", "version"), [("chess", 1), ("toy", 2), ("", 1)])
def test_an_unknown_ruleset_or_version_is_refused(name: str, version: int) -> None:
    with pytest.raises(UnknownRuleset):
        open_game(table(name, ruleset_version=version), stamp())


@pytest.mark.parametrize(
    "options",
    [None, [], "fast", {"first_player": "one"}, {"no_such_option": 1}, {"all_pass": "maybe"}, {"first_player": 1.5}],
)
def test_options_of_the_wrong_shape_are_refused(options: object) -> None:
    with pytest.raises(MalformedMove) as refusal:
        open_game(table("kobayakawa", options=options), stamp())
    assert refusal.value.detail


def test_options_the_rules_do_not_allow_are_refused_with_their_path() -> None:
    with pytest.raises(BadOptions) as refusal:
        open_game(table("kobayakawa", options={"first_player": 3}), stamp())
    assert (refusal.value.path, refusal.value.code) == ("options.first_player", "no_such_seat")
    with pytest.raises(BadOptions) as refusal:
        open_game(table("kobayakawa", 2), stamp())
    assert refusal.value.path == "seats"


@pytest.mark.parametrize("medals", [2**53, 2**64, 10**40])
def test_numbers_that_not_every_program_reads_alike_are_refused(medals: int) -> None:
    options = {"edition": {**Sitting("kobayakawa").record.opened.options["edition"], "medals": medals}}  # type: ignore[dict-item]
    with pytest.raises(MalformedMove):
        open_game(table("kobayakawa", options=options), stamp())


@pytest.mark.parametrize("seed", [b"", b"short", bytes(33)])
def test_a_seed_has_its_full_length(seed: bytes) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        open_game(table(seed=seed), stamp())


def test_times_are_kept_in_utc_whatever_the_clock_says() -> None:
    there = timezone(timedelta(hours=2))
    (event,), _ = open_game(table(), stamp(START.astimezone(there)))
    assert event.at == START
    assert event.at.tzinfo is UTC
    with pytest.raises(ValueError, match="time zone"):
        open_game(table(), stamp(datetime(2026, 5, 1)))  # noqa: DTZ001  # what is tested


def test_a_game_may_be_over_as_soon_as_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    over = with_fields(TOY, result=lambda _: Result(((0,), (1,)), (1, 1), (0, 0), "nothing_to_play"))
    monkeypatch.setitem(RULESETS, ("toy", 1), over)
    events, record = open_game(table("toy", 2), stamp())
    assert [type(event) for event in events] == [GameOpened, GameEnded, SeedRevealed]
    assert record.result is not None
    assert replayed(events) == record
