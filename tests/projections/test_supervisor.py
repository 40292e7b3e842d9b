"""Projections go on: past killed processes, lost connections and events that cannot be read; one runner at a time."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg

from projections.runner import NAMES, Runner
from projections.supervisor import Supervisor
from tests.projections.conftest import contents
from tests.projections.histories import MAPPER, History, append

SOON = 15.0


def eventually(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < until, "it never came to that"
        time.sleep(0.01)


def from_zero(connection: psycopg.Connection) -> dict[str, list[tuple]]:
    """What the tables hold when all events are taken in at once; they are emptied for it."""
    for table in contents(connection):
        connection.execute(f"DELETE FROM {table}")
    runner = Runner(MAPPER.decode, batch=100_000)
    while runner.step(connection).events:
        pass
    return contents(connection)


def terminate(connection: psycopg.Connection, application: str) -> int:
    """End all sessions of this name; how many there were."""
    query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"
    return len(connection.execute(query, [application]).fetchall())


def test_waiting_for_a_position_shows_what_was_written(writer: psycopg.Connection, database_url: str) -> None:
    history = History(1)
    with Supervisor(database_url, MAPPER.decode) as supervisor:
        for events in history.events(150):
            position = append(writer, events)
            assert supervisor.wait_for(position, SOON)
            [[known]] = writer.execute("SELECT min(position) FROM projection_positions").fetchall()
            assert known >= position
        assert not supervisor.wait_for(position + 1, 0.05)
        status = supervisor.status
        assert [(one.projection, one.position, one.behind) for one in status.projections] == [
            (name, position, 0) for name in NAMES
        ]
        assert (status.head, status.leading, status.connected, status.trouble) == (position, True, True, None)


def test_lost_connections_are_made_again_and_nothing_is_lost_or_doubled(
    writer: psycopg.Connection, database_url: str, owner_url: str
) -> None:
    history = History(2)
    with (
        psycopg.connect(owner_url, autocommit=True) as owner,
        Supervisor(database_url, MAPPER.decode, batch=20, longest_pause=0.2) as supervisor,
    ):
        ended = 0
        for number, events in enumerate(history.events(900)):
            position = append(writer, events)
            if number % 150 == 0:
                ended += terminate(owner, "acta projections")
        assert ended >= 3
        assert supervisor.wait_for(position, SOON)
        live = contents(writer)
        supervisor.stop()
        assert from_zero(writer) == live


def test_while_the_database_refuses_it_says_so_and_goes_on_afterwards(
    writer: psycopg.Connection, database_url: str, owner_url: str
) -> None:
    history = iter(History(3).events(200))
    with (
        psycopg.connect(owner_url, autocommit=True) as owner,
        Supervisor(database_url, MAPPER.decode, longest_pause=0.2) as supervisor,
    ):
        assert supervisor.wait_for(append(writer, next(history)), SOON)
        owner.execute("ALTER ROLE acta_service NOLOGIN")
        try:
            terminate(owner, "acta projections")
            eventually(lambda: not supervisor.status.connected and supervisor.status.trouble is not None)
            position = append(writer, next(history))
            assert not supervisor.wait_for(position, 0.3)
        finally:
            owner.execute("ALTER ROLE acta_service LOGIN")
        assert supervisor.wait_for(position, SOON)
        assert supervisor.status.trouble is None


def test_an_event_that_cannot_be_read_stops_the_projections_where_they_are(
    writer: psycopg.Connection, database_url: str
) -> None:
    broken = True

    def decode(originator_id: UUID, version: int, topic: str, state: bytes) -> Any:
        if broken and topic.startswith("game.opened"):
            raise ValueError("no such field")
        return MAPPER.decode(originator_id, version, topic, state)

    history = History(4)
    with Supervisor(database_url, decode, batch=5, longest_pause=0.1) as supervisor:
        for events in history.events(100):
            position = append(writer, events)
        eventually(lambda: supervisor.status.trouble == "ValueError: no such field")
        assert not supervisor.wait_for(position, 0.1)
        broken = False
        assert supervisor.wait_for(position, SOON)
        supervisor.stop()
    live = contents(writer)
    assert from_zero(writer) == live


def test_one_works_and_the_other_stands_by_until_it_is_gone(writer: psycopg.Connection, database_url: str) -> None:
    history = iter(History(5).events(500))
    with Supervisor(database_url, MAPPER.decode, poll_every=0.1) as first:
        eventually(lambda: first.status.leading)
        with Supervisor(database_url, MAPPER.decode, poll_every=0.1) as second:
            eventually(lambda: second.status.connected)
            for _ in range(20):
                position = append(writer, next(history))
                assert second.wait_for(position, SOON), "whoever stands by can be waited for as well"
                assert first.wait_for(position, SOON)
            assert (first.status.leading, second.status.leading) == (True, False)
            first.stop()
            assert not first.status.connected
            for _ in range(20):
                assert second.wait_for(append(writer, next(history)), SOON)
            assert second.status.leading


def test_runners_at_the_same_time_share_the_work(writer: psycopg.Connection, database_url: str) -> None:
    append(writer, [event for events in History(7).events(1500) for event in events])
    taken: list[int] = []

    def run() -> None:
        runner = Runner(MAPPER.decode, batch=10)
        with psycopg.connect(database_url, autocommit=True) as connection:
            while events := runner.step(connection).events:
                taken.append(events)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    [[count]] = writer.execute("SELECT count(*) FROM events").fetchall()
    assert sum(taken) == count
    live = contents(writer)
    assert from_zero(writer) == live


KILLED = """
import sys
from projections.supervisor import Supervisor
from tests.projections.histories import MAPPER
with Supervisor(sys.argv[1], MAPPER.decode, batch=7) as supervisor:
    print("up", flush=True)
    supervisor.wait_for(10**9, 60)
"""


def test_a_killed_process_leaves_nothing_half_done(writer: psycopg.Connection, database_url: str) -> None:
    history = History(6)
    events = history.events(2000)
    for kill in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, database_url], cwd=Path(__file__).parents[2], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        assert process.stdout.readline() == b"up\n"
        for _ in range(200):
            append(writer, next(events))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        position = Runner(MAPPER.decode).position(writer)
        assert position > 0 or kill == 0
    position = append(writer, next(events))
    with Supervisor(database_url, MAPPER.decode) as supervisor:
        assert supervisor.wait_for(position, SOON)
    live = contents(writer)
    assert from_zero(writer) == live
