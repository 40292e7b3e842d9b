"""Samples of every event as it is stored: ``python -m tests.record.samples`` writes those that are missing.

A sample once committed is never written again. What it holds must decode for ever, and hash as it did on that day.
"""

import base64
import json
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.record.chain import event_digest
from domain.record.events import VERSIONS, GameEvent, MovePlayed
from service.records.registry import event_mapper
from tests.record.sitting import SEED, Sitting

FOLDER = Path(__file__).parent.parent / "golden" / "events"


def file_of(name: str, version: int) -> Path:
    return FOLDER / f"{name}.{version}.json"


def sample_events() -> dict[str, GameEvent]:
    """One of each kind, all from one short game; fields that may be empty are filled."""
    table = Sitting(league=None, spectators=True, review="players", reveal="arbiters")
    table.play(0, "place", square=1)
    table.take_back(0)
    table.pause()
    table.wait(3.25).resume()
    table.play(0, "throw")
    table.play(0, "hide", bet=4, word="ábraca 🂡")
    table.withdraw(1)
    table.play(2, "hide", bet=5)
    table.play(0, "reveal")
    found: dict[str, GameEvent] = {}
    for event in table.events:
        found.setdefault(str(event.__struct_config__.tag), event)
    hidden = next(event for event in table.events if isinstance(event, MovePlayed) and event.salts)
    drawn = table.record.opened.outcomes
    thrown = next(event for event in table.events if isinstance(event, MovePlayed) and event.outcomes).outcomes
    shown: Any = table.events[-3]
    found["game.move_played"] = replace(hidden, outcomes=(*drawn, *thrown, *shown.outcomes))
    return found


def written(event: Struct) -> dict[str, str]:
    """A sample of an event as it is stored today."""
    stored = event_mapper().to_stored_event(event)  # type: ignore[arg-type]
    return {
        "topic": stored.topic,
        "game": str(stored.originator_id),
        "version": str(stored.originator_version),
        "stored": base64.b64encode(stored.state).decode(),
        "digest": event_digest(event, SEED).hex(),  # type: ignore[arg-type]
    }


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    events = sample_events()
    for name, (version, _) in VERSIONS.items():
        if not file_of(name, version).exists():
            text = json.dumps(written(events[name]), indent=1)
            file_of(name, version).write_text(text + "\n", encoding="utf-8")
            print(f"wrote {file_of(name, version).name}")


if __name__ == "__main__":
    from domain.games.registry import RULESETS
    from tests.record.toy import TOY

    RULESETS["toy", 1] = TOY
    main()
