"""Following the log."""

import threading
import time
from collections.abc import Iterator
from typing import Self

import psycopg
import pytest
from eventsourcing.persistence import Notification

from service.database.embedded import EmbeddedServer
from service.store import Append, GroupCommitRecorder, StoreSettings, Tail
from tests.service.store.conftest import MakeRecorder
from tests.service.store.helpers import event, eventually, move, new_game
from tests.service.store.test_outages import kill


class Follower:
    """A tail on a thread, and what it handed out. A context manager."""

    def __init__(self, tail: Tail) -> None:
        self.tail = tail
        self.batches: list[list[Notification]] = []
        self.at: list[float] = []
        self.thread = threading.Thread(target=self._follow)
        self.thread.start()

    @property
    def seen(self) -> list[int]:
        return [notification.id for batch in self.batches for notification in batch]

    def _follow(self) -> None:
        for batch in self.tail:
            self.at.append(time.monotonic())
            self.batches.append(batch)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.tail.stop()
        self.thread.join(5)
        assert not self.thread.is_alive()


@pytest.fixture
def follower(store_settings: StoreSettings) -> Iterator[Follower]:
    with Follower(Tail(store_settings, limit=3)) as follower:
        yield follower


def test_what_is_there_and_what_comes(recorder: GroupCommitRecorder, store_settings: StoreSettings) -> None:
    game = new_game()
    first = recorder.submit(Append(tuple(event(game, version) for version in range(1, 8)))).result()
    tail = Tail(store_settings, after=first[1], limit=3)
    assert not tail.status.connected
    with Follower(tail) as follower:
        eventually(lambda: follower.seen == list(first[2:]))
        assert [len(batch) for batch in follower.batches] == [3, 2]
        assert follower.batches[0][0] == recorder.select_notifications(first[2], 1)[0]
        second = recorder.submit(move(game, 8)).result()
        eventually(lambda: follower.seen == [*first[2:], *second])
        eventually(lambda: tail.status.position == second[0])
        status = tail.status
        assert status.connected
        assert status.behind == 0
        assert status.trouble is None
        assert status.caught_up_at is not None
        began = time.monotonic()
    assert time.monotonic() - began < 0.5
    assert not tail.status.connected


def test_it_is_told_at_once(recorder: GroupCommitRecorder, follower: Follower) -> None:
    """Not only at the next poll: a page that waits for its own write waits for this."""
    eventually(lambda: follower.tail.status.caught_up_at is not None)
    delays = []
    for _ in range(20):
        [position] = recorder.submit(move(new_game(), 1)).result()
        acknowledged = time.monotonic()
        eventually(lambda position=position: position in follower.seen)
        delays.append(follower.at[-1] - acknowledged)
    assert sorted(delays)[10] < 0.1


def test_it_looks_when_nobody_tells_it(store_settings: StoreSettings, owner_url: str) -> None:
    with Follower(Tail(store_settings, poll_every=0.2)) as follower:
        eventually(lambda: follower.tail.status.caught_up_at is not None)
        with psycopg.connect(owner_url) as connection:  # an event from somebody who announces nothing
            connection.execute(
                "INSERT INTO events (originator_id, originator_version, topic, state) VALUES (%s, 1, 't/1', '')",
                [new_game()],
            )
        eventually(lambda: len(follower.seen) == 1, within=2)


def test_a_lost_connection_is_made_again(recorder: GroupCommitRecorder, follower: Follower, owner_url: str) -> None:
    positions: list[int] = []
    with psycopg.connect(owner_url, autocommit=True) as reaper:
        for _ in range(3):
            positions += recorder.submit(move(new_game(), 1)).result()
            reaper.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND application_name = 'acta tail'"
            )
            positions += recorder.submit(move(new_game(), 1)).result()
            eventually(lambda expected=list(positions): follower.seen == expected)
    assert follower.tail.status.trouble is None


def test_it_outlives_the_server(own_server: EmbeddedServer, make_recorder: MakeRecorder) -> None:
    settings = StoreSettings(url=own_server.url("acta"), unavailable_after=20.0)
    recorder = make_recorder(settings)
    with Follower(Tail(settings)) as follower:
        positions = list(recorder.submit(move(new_game(), 1)).result(10))
        eventually(lambda: follower.seen == positions)
        kill(own_server)
        eventually(lambda: not follower.tail.status.connected)
        eventually(lambda: follower.tail.status.trouble)
        own_server.start(keep_running=False)
        positions += recorder.submit(move(new_game(), 1)).result(20)
        eventually(lambda: follower.seen == positions, within=20)
        eventually(lambda: follower.tail.status.connected)


def test_a_batch_counts_as_seen_when_the_next_is_asked_for(
    recorder: GroupCommitRecorder, store_settings: StoreSettings
) -> None:
    """Whoever stores the position with what they made of the batch continues where that ends."""
    positions = recorder.submit(Append(tuple(event(new_game(), 1) for _ in range(4)))).result()
    with Tail(store_settings, limit=2) as tail:
        batches = iter(tail)
        assert [notification.id for notification in next(batches)] == list(positions[:2])
        assert tail.status.position == 0
        assert tail.status.behind == positions[-1]
        assert [notification.id for notification in next(batches)] == list(positions[2:])
        assert tail.status.position == positions[1]
        batches.close()  # type: ignore[attr-defined]
