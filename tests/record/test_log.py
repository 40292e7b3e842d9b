"""The log: what a viewer is told of each event, and what nobody is."""

import base64
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec import Struct, to_builtins

from domain.kernel.outcomes import Draw, Hidden
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer
from domain.record.events import VERSIONS, MovePlayed
from domain.record.log import log_entry
from tests.record.sitting import PLAYERS, Sitting, random_sitting

VIEWERS: tuple[Viewer, ...] = (0, 1, 2, SPECTATOR, ARBITER)


def told(table: Sitting, viewer: Viewer) -> bytes:
    return msgspec.json.encode([log_entry(event, viewer) for event in table.events])


def every_kind() -> Sitting:
    table = Sitting()
    table.play(0, "look")
    table.play(0, "hide", bet=4, word="abracadabra")
    table.pause()
    table.resume()
    table.play(1, "place", square=1)
    table.take_back(1)
    table.play(1, "hide", bet=7, word="hocuspocus")
    table.withdraw(2)
    table.play(0, "reveal")
    assert {type(event) for event in table.events} == {struct for _, struct in VERSIONS.values()}
    return table


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_is_told_seed_salts_links_or_requests(viewer: Viewer) -> None:
    table = every_kind()
    text = told(table, viewer)
    hidden = [event.prev for event in table.events] + [table.record.opened.seed]
    hidden += [salt for event in table.events if isinstance(event, MovePlayed) for salt in event.salts.values()]
    for secret in hidden:
        for form in (secret.hex().encode(), base64.b64encode(secret), secret):
            assert form not in text
    for word in (b"request", b"prev", b"salt", b'"seed"'):
        assert word not in text


@pytest.mark.parametrize("viewer", VIEWERS)
def test_secret_fields_are_their_movers_and_the_arbiters(viewer: Viewer) -> None:
    text = told(every_kind(), viewer)
    assert (b"abracadabra" in text) == (viewer in (0, ARBITER))
    assert (b"hocuspocus" in text) == (viewer in (1, ARBITER))


def test_of_a_move_with_secrets_the_rest_is_told() -> None:
    table = Sitting()
    (event,) = table.play(0, "hide", bet=4, word="abracadabra", loud=True)
    assert log_entry(event, 1).move == {"move": "hide", "loud": True}
    assert log_entry(event, 0).move == {"move": "hide", "loud": True, "bet": 4, "word": "abracadabra"}


def test_of_a_hidden_outcome_it_is_told_that_it_happened() -> None:
    table = Sitting()
    (event,) = table.play(0, "look")
    (drawn,) = event.outcomes  # type: ignore[union-attr]
    assert isinstance(drawn, Draw)
    assert log_entry(event, 0).outcomes == log_entry(event, ARBITER).outcomes == (drawn,)
    for viewer in (1, 2, SPECTATOR, 17, -1):
        assert log_entry(event, viewer).outcomes == (Hidden("draw", "deck", frozenset({0}), 1),)


def test_a_show_is_told_to_its_audience() -> None:
    table = every_kind()
    shown: Any = log_entry(table.events[-3], SPECTATOR).outcomes
    assert [(show.ruling, show.what, show.cards) for show in shown] == [("T-1", "bet 0", (4,)), ("T-1", "bet 1", (7,))]


def test_every_event_is_told_with_who_and_when() -> None:
    table = every_kind()
    for event in table.events:
        entry = log_entry(event, SPECTATOR)
        assert entry.event == event.__struct_config__.tag
        assert (entry.version, entry.at, entry.by) == (event.originator_version, event.at, event.by)
    opening, *_, ended, _ = [to_builtins(log_entry(event, SPECTATOR)) for event in table.events]
    assert list(opening["seats"]) == [str(player) for player in PLAYERS[:3]]
    assert opening["options"] == table.record.opened.options
    assert ended["result"]["why"] == "opened"
    assert "move" not in opening, "what an event does not have is left out"


def test_an_event_nobody_has_written_a_view_for_is_not_told() -> None:
    class GameAdjourned(Struct, frozen=True, tag="game.adjourned", tag_field="event"):
        originator_id: UUID
        originator_version: int
        at: datetime
        by: UUID
        envelope: str

    unknown: Any = GameAdjourned(UUID(int=1), 1, datetime(2026, 5, 1, tzinfo=UTC), UUID(int=2), "sealed move")
    for viewer in VIEWERS:
        assert log_entry(unknown, viewer) is None


def test_the_log_of_random_games_opens_exactly_what_the_viewer_saw() -> None:
    for number in range(6):
        table = random_sitting("kobayakawa", number)
        for event in table.events:
            outcomes = getattr(event, "outcomes", ())
            for viewer in (0, 1, 2, SPECTATOR):
                entry = log_entry(event, viewer)
                for outcome, seen in zip(outcomes, entry.outcomes or (), strict=True):
                    audience = getattr(outcome, "seen_by", "all")
                    assert (seen == outcome) == (audience == "all" or viewer in audience)
