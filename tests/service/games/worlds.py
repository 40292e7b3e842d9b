"""Two databases with the same games as one viewer knows them: what differs is a card the viewer has not seen."""

from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import psycopg
from msgspec.structs import replace

from domain.games.registry import newest
from domain.kernel.luck import commitment
from domain.kernel.seats import Viewer
from domain.record.chain import GENESIS, event_digest
from domain.record.events import GameEnded, GameEvent, GameOpened
from service.records.registry import event_mapper
from tests.kit.changes import changes
from tests.kit.games import Variant, random_game, seed_of
from tests.kit.script import GameScript
from tests.kit.soup import pool
from tests.kit.told import as_record_event
from tests.kit.twins import Chain

PLAYERS = tuple(UUID(int=100 + seat) for seat in range(6))
START = datetime(2030, 1, 1, tzinfo=UTC)


def twins(ruleset: str, number: int, viewer: Viewer, *, whole: bool) -> tuple[GameScript, GameScript] | None:
    """A random game and one that looks the same to the viewer, as far as both go; None where none differs.

    `whole` asks for games that both go to the end and differ in the end.
    """
    rng = Random(seed_of("worlds", ruleset, number))
    rules = newest(ruleset)
    real = random_game(Variant(rules, rules.Options(), 3), number)
    if not whole:
        real = real.cut(rng.randint(0, real.ply))
    found = [change for kind in changes(real, viewer).values() for change in kind]
    if not found:
        return None
    twin, differing = Chain(real, viewer, rng, pool(rules))._twin(rng.choice(found))
    if not differing or (whole and twin.ply < real.ply):
        return None
    real = real.cut(twin.ply)
    return (real, twin) if whole or real.state != twin.state else None


def events_of(script: GameScript, game: UUID, viewer: Viewer) -> list[GameEvent]:
    """The script as the events of a record, with its chain. Seeds are the same in both worlds."""
    seed = seed_of("seed", game)
    made: list[GameEvent] = []
    prev, mover = GENESIS, PLAYERS[0]
    for ply in range(script.ply + 1):
        event = as_record_event(script, ply)
        mover = PLAYERS[getattr(event, "seat", 0)]
        event = replace(event, originator_id=game, by=mover, request_id=f"foreign-{ply}", prev=prev)
        event = replace(event, at=START + timedelta(seconds=int(game) % 1000) + script.events[ply].clock)
        if isinstance(event, GameOpened):
            event = replace(event, seats=PLAYERS[: script.seats], owner=PLAYERS[0], seed=seed)
            event = replace(event, seed_commitment=commitment(seed), spectators=viewer == "spectator")
        made.append(event)
        prev = event_digest(event, seed)
    if (result := script.rules.result(script.state)) is not None:
        last = made[-1]
        made.append(GameEnded(game, len(made) + 1, last.at, mover, "foreign-end", prev, result))
    return made


def store(url: str, events: list[GameEvent]) -> None:
    """Put events into a database, as the service would have."""
    mapper = event_mapper()
    with psycopg.connect(url) as connection:
        for event in events:
            row = mapper.to_stored_event(event)
            connection.execute(
                "INSERT INTO events (originator_id, originator_version, topic, state) VALUES (%s, %s, %s, %s)",
                (row.originator_id, row.originator_version, row.topic, row.state),
            )
