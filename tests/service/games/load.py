"""Players who do not give up: each sends every move until it is acknowledged, and keeps what it was told."""

import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice
from uuid import uuid4

import urllib3

from tests.service.api.serving import Client, Reply
from tests.service.games.hall import Table, quiet
from tests.service.games.stream import Stream

PATIENCE = 60.0


class Player(threading.Thread):
    """Plays a table until told to stop. `acknowledged` are versions and moves in the order they were answered 200.

    With keys it sends a move that was not answered again as it is; without, it first looks where the game stands.
    """

    def __init__(self, table: Table, stopping: threading.Event, said: Counter[str], *, with_keys: bool) -> None:
        super().__init__(daemon=True)
        pool = urllib3.PoolManager(maxsize=2, retries=False, timeout=20)
        self.table = table._replace(seats=tuple(Client(seat.url, seat.token, pool) for seat in table.seats))
        self.acknowledged: list[tuple[int, dict[str, object]]] = []
        self.wrong: list[object] = []
        self._pool = pool
        self._stopping = stopping
        self._said = said
        self._with_keys = with_keys

    def run(self) -> None:
        try:
            for ply in count():
                if self._stopping.is_set():
                    return
                [(seat, move)] = islice(quiet(len(self.table.seats)), ply, ply + 1)
                self._until_played(ply, seat, move)
        except AssertionError as error:
            self.wrong.append(error)
        finally:
            self._pool.clear()

    def _until_played(self, ply: int, seat: int, move: dict[str, object]) -> None:
        key = str(uuid4()) if self._with_keys else None
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            answer = self._sent("POST", seat, self.table.moves, {"move": move}, key)
            if answer is not None and answer.status == 200:
                assert answer.body["version"] == ply + 2, answer.raw
                self.acknowledged.append((ply + 2, move))
                return
            if self._with_keys:
                assert answer is None or answer.status == 503, answer.raw
            else:
                stands = self._sent("GET", seat, self.table.path, None, None)
                if stands is not None and stands.status == 200 and stands.body["ply"] > ply:
                    return  # it was played, and the answer was lost
            time.sleep(0.03)
        raise AssertionError(f"not played within {PATIENCE} s")

    def _sent(self, method: str, seat: int, path: str, body: object, key: str | None) -> Reply | None:
        """The answer, None where the connection broke first."""
        try:
            answer = self.table.seats[seat].ask(method, path, body, key=key)
        except (urllib3.exceptions.HTTPError, OSError):
            self._said["no answer"] += 1
            return None
        self._said[answer.code or str(answer.status)] += 1
        if answer.status == 503:
            assert answer.code == "database_unavailable", answer.raw
            assert int(answer.headers["retry-after"]) >= 1
        return answer


class Watcher(threading.Thread):
    """Follows a game live, coming back where the stream broke off. `seen` are the versions it was told."""

    def __init__(self, table: Table, stopping: threading.Event) -> None:
        super().__init__(daemon=True)
        self.seen: list[int] = []
        self._table = table
        self._stopping = stopping

    def run(self) -> None:
        while not self._stopping.is_set():
            try:
                with Stream(self._table.seats[0], f"{self._table.path}/live", self.seen[-1] if self.seen else 0) as one:
                    while one.status == 200 and not self._stopping.is_set():
                        told = one.next(0.5)
                        if told is None:
                            break
                        if told.event == "entry":
                            self.seen.append(int(told.id or 0))
            except (OSError, TimeoutError):
                pass
            time.sleep(0.05)


@contextmanager
def load(tables: list[Table], *, with_keys: bool = True) -> Iterator[tuple[list[Player], Counter[str]]]:
    """Players at all tables while the block runs, and half a second of undisturbed play behind it."""
    stopping, said = threading.Event(), Counter[str]()
    players = [Player(table, stopping, said, with_keys=with_keys) for table in tables]
    watcher = Watcher(tables[0], stopping)
    for thread in (watcher, *players):
        thread.start()
    try:
        yield players, said
    finally:
        for player in players:  # until everybody has been answered again
            before, until = len(player.acknowledged), time.monotonic() + PATIENCE
            while player.is_alive() and len(player.acknowledged) <= before + 3 and time.monotonic() < until:
                time.sleep(0.02)
        time.sleep(0.3)  # for the watcher
        stopping.set()
        for thread in (*players, watcher):
            thread.join(PATIENCE)
    assert [error for player in players for error in player.wrong] == []
    assert watcher.seen == list(range(1, len(watcher.seen) + 1)), "the live stream lost or doubled something"
    assert len(watcher.seen) >= 4


def check(player: Player, table: Table) -> None:
    """Every acknowledged move is on record once and in its place, nothing else is, and the record holds."""
    log = [entry for entry in table.log() if entry["event"] != "game.opened"]
    assert [entry["version"] for entry in log] == list(range(2, len(log) + 2))
    script = [(seat, move) for seat, move in islice(quiet(len(table.seats)), len(log))]
    assert [(entry["seat"], entry["move"]) for entry in log] == script
    on_record = {entry["version"]: entry["move"] for entry in log}
    assert all(on_record[version] == move for version, move in player.acknowledged)
    audit = table.arbiter.get(f"{table.path}/audit").body
    assert audit["ok"], audit
