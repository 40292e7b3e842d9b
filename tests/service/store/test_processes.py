"""Several processes write, one follows; one is killed."""

import subprocess
import sys
import threading
import time
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from service.store import StoreSettings, Tail
from tests.service.store.helpers import eventually, stored

ROOT = Path(__file__).parents[3]


class WriterProcess:
    """Another process that appends, and what it was told."""

    def __init__(self, url: str, threads: int, versions: int) -> None:
        command = [sys.executable, "-m", "tests.service.store.writer_process", url, str(threads), str(versions)]
        self.lines: list[str] = []
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self._reader = threading.Thread(target=self.lines.extend, args=(self._process.stdout,))
        self._reader.start()

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        self._process.kill()

    def acknowledged(self) -> dict[tuple[UUID, int], int]:
        """What it was told, once it has ended."""
        self._process.wait(120)
        self._reader.join()
        assert self._process.stdout is not None
        self._process.stdout.close()
        lines = [line.split() for line in self.lines if line.endswith("\n")]
        return {(UUID(game), int(version)): int(position) for game, version, position in lines}


def follow_writers(url: str, owner_url: str, *, threads: int, versions: int, disturb: bool) -> None:
    tail = Tail(StoreSettings(url=url), limit=50)
    seen: list[int] = []
    events: list[tuple[UUID | str, int]] = []

    def follow() -> None:
        for batch in tail:
            seen.extend(notification.id for notification in batch)
            events.extend((notification.originator_id, notification.originator_version) for notification in batch)

    follower = threading.Thread(target=follow)
    follower.start()
    writers = [WriterProcess(url, threads, versions) for _ in range(6)]
    total = 6 * threads * versions
    try:
        with psycopg.connect(owner_url, autocommit=True) as reaper:
            while disturb and any(writer.running for writer in writers):
                reaper.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND application_name = 'acta tail'"
                )
                time.sleep(0.3)
        said: dict[tuple[UUID, int], int] = {}
        for writer in writers:
            said |= writer.acknowledged()
        eventually(lambda: len(seen) >= total, within=15)
    finally:
        tail.stop()
        follower.join()
    assert seen == sorted(set(seen))
    assert len(seen) == total
    assert dict(zip(events, seen, strict=True)) == said == stored(owner_url)


def test_a_tail_beside_six_writers(database_url: str, owner_url: str) -> None:
    """It misses nothing and sees nothing twice."""
    follow_writers(database_url, owner_url, threads=8, versions=50, disturb=False)


@pytest.mark.long
def test_a_disturbed_tail_beside_six_writers(database_url: str, owner_url: str) -> None:
    follow_writers(database_url, owner_url, threads=16, versions=500, disturb=True)


def test_a_writer_is_killed(database_url: str, owner_url: str) -> None:
    """What it acknowledged is there; and others go on at once, without waiting for a lock it held."""
    total: dict[tuple[UUID, int], int] = {}
    for _ in range(3):
        writer = WriterProcess(database_url, 16, 100_000)
        eventually(lambda writer=writer: len(writer.lines) > 300, within=30)
        writer.kill()
        total |= writer.acknowledged()
    eventually(lambda: not _writing(owner_url))
    table = stored(owner_url)
    assert total.items() <= table.items()
    assert len(table) - len(total) <= 3 * 16  # stored, and killed before it could say so
    for game in {game for game, _ in table}:
        versions = sorted(version for its, version in table if its == game)
        assert versions == list(range(1, len(versions) + 1))


def _writing(url: str) -> bool:
    with psycopg.connect(url) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND application_name = 'acta writer'"
        ).fetchone()
    return row is not None and bool(row[0])
