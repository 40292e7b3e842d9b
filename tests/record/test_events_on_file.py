"""Every version of every event that was ever stored can be read, and hashes as it did when it was stored."""

import base64
import json
from pathlib import Path
from uuid import UUID

import pytest
from msgspec import to_builtins

from domain.kernel.luck import commitment
from domain.record.chain import event_digest
from domain.record.events import VERSIONS, GameOpened
from service.records.registry import event_mapper
from tests.record.samples import FOLDER, file_of, sample_events
from tests.record.sitting import SEED

EVERY = [(name, version) for name, (newest, _) in VERSIONS.items() for version in range(1, newest + 1)]


@pytest.mark.parametrize(("name", "version"), EVERY)
def test_each_version_of_each_event_has_a_sample(name: str, version: int) -> None:
    assert file_of(name, version).exists(), "write it with python -m tests.record.samples, and commit it"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.stem)
def test_what_was_stored_is_read_for_ever_and_keeps_its_digest(file: Path) -> None:
    sample = json.loads(file.read_text(encoding="utf-8"))
    name, _, version = file.stem.rpartition(".")
    assert sample["topic"] == f"{name}/{version}"
    stored = base64.b64decode(sample["stored"])
    event = event_mapper().decode(UUID(sample["game"]), int(sample["version"]), sample["topic"], stored)
    assert type(event) is VERSIONS[name][1]
    assert event_digest(event, SEED).hex() == sample["digest"], "the event after it names this digest"


def test_a_sample_holds_what_todays_code_stores() -> None:
    for name, event in sample_events().items():
        version, struct = VERSIONS[name]
        sample = json.loads(file_of(name, version).read_text(encoding="utf-8"))
        stored = event_mapper().to_stored_event(event)  # type: ignore[arg-type]
        assert base64.b64decode(sample["stored"]) == stored.state
        assert type(event) is struct


def test_stored_names_are_the_names_inside_the_events() -> None:
    for name, (_, struct) in VERSIONS.items():
        assert struct.__struct_config__.tag == name
        assert struct.__struct_config__.tag_field == "event"


def test_events_name_players_by_id_and_have_no_room_for_more() -> None:
    for name, (_, struct) in VERSIONS.items():
        fields = set(struct.__struct_fields__)
        assert {"originator_id", "originator_version", "at", "by", "request_id", "prev"} <= fields, name
        assert not fields & {"name", "names", "email", "player_name", "text"}, name


def test_the_opening_on_file_still_deals_the_same_game() -> None:
    event = sample_events()["game.opened"]
    assert isinstance(event, GameOpened)
    assert event.seed_commitment == commitment(SEED)
    assert to_builtins(event)["reveal"] == "arbiters"
