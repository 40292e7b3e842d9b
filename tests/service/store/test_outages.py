"""PostgreSQL dies, is away, comes back."""

import contextlib
import os
import signal
import threading
import time
from typing import Any

import psutil
import pytest

from service.database.embedded import EmbeddedServer
from service.store import OutcomeUnknown, StoreSettings, StoreUnavailable
from tests.service.store.conftest import MakeRecorder
from tests.service.store.helpers import eventually, move, new_game, stored


def kill(server: EmbeddedServer, *, wait: bool = True) -> None:
    """Kill the postmaster. Its children work on until they notice; `wait` for that."""
    assert server.pid is not None
    children = psutil.Process(server.pid).children()
    os.kill(server.pid, signal.SIGKILL)
    if wait:
        assert not psutil.wait_procs(children, 10)[1]
    eventually(lambda: server.pid is None)


def test_killed_under_load(own_server: EmbeddedServer, make_recorder: MakeRecorder) -> None:
    """No acknowledged append is lost, none is there twice, and none that was said not to be stored is."""
    patient = make_recorder(StoreSettings(url=own_server.url("acta"), unavailable_after=60.0))
    hasty = make_recorder(StoreSettings(url=own_server.url("acta"), unavailable_after=0.1))
    acknowledged: dict[Any, int] = {}
    progress = {patient: 0, hasty: 0}
    not_stored, unknown, strange = set(), set(), []
    done = threading.Event()

    def play(recorder: Any) -> None:
        while not done.is_set():
            game = new_game()
            for version in range(1, 100):
                try:
                    [acknowledged[game, version]] = recorder.submit(move(game, version)).result(60)
                    progress[recorder] += 1
                except OutcomeUnknown:
                    unknown.add((game, version))
                    break
                except StoreUnavailable:
                    not_stored.add((game, version))
                    time.sleep(0.02)
                    break
                except Exception as error:
                    strange.append(error)
                    raise
                if done.is_set():
                    break

    threads = [threading.Thread(target=play, args=(recorder,)) for recorder in (patient, hasty) for _ in range(8)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(3):
            before = progress.copy()
            eventually(lambda: all(progress[each] > before[each] + 100 for each in progress), within=30)  # noqa: B023
            kill(own_server, wait=False)
            own_server.start(keep_running=False)
    finally:
        done.set()
        for thread in threads:
            thread.join()
    table = stored(own_server.url("acta"))
    assert not strange
    assert patient.statistics.unavailable == 0
    assert patient.statistics.connections >= 4
    assert acknowledged.items() <= table.items()
    assert not not_stored & table.keys()
    assert table.keys() - acknowledged.keys() <= unknown


def test_away_and_back(own_server: EmbeddedServer, make_recorder: MakeRecorder) -> None:
    """Told soon at first, then at once; the recorder is back by itself."""
    recorder = make_recorder(StoreSettings(url=own_server.url("acta"), unavailable_after=0.5))
    game = new_game()
    recorder.submit(move(game, 1)).result(10)
    assert recorder.select_events(game)
    kill(own_server)
    began = time.monotonic()
    with pytest.raises(StoreUnavailable):
        recorder.submit(move(game, 2)).result(10)
    assert time.monotonic() - began < 2
    began = time.monotonic()
    for _ in range(100):
        with pytest.raises(StoreUnavailable):
            recorder.submit(move(game, 2))
    assert time.monotonic() - began < 0.2
    for patience in (2.0, 0.2, 0.2):
        began = time.monotonic()
        with pytest.raises(StoreUnavailable):
            recorder.select_events(game)
        assert time.monotonic() - began < patience
    own_server.start(keep_running=False)
    eventually(lambda: recorder.available)
    assert recorder.submit(move(game, 2)).result(10)
    assert len(recorder.select_events(game)) == 2


def test_away_from_the_start(own_server: EmbeddedServer, make_recorder: MakeRecorder) -> None:
    """A service may start before its database, and be closed without it."""
    kill(own_server)
    settings = StoreSettings(url=own_server.url("acta"), unavailable_after=0.2)
    never, recorder = make_recorder(settings), make_recorder(settings)
    for each in (never, recorder):
        with pytest.raises(StoreUnavailable):
            each.submit(move(new_game(), 1)).result(10)
    began = time.monotonic()
    never.close()
    assert time.monotonic() - began < 2
    own_server.start(keep_running=False)
    eventually(lambda: recorder.available)
    assert recorder.submit(move(new_game(), 1)).result(10)


def test_closed_during_an_outage(own_server: EmbeddedServer, make_recorder: MakeRecorder) -> None:
    """Who waits is answered before the recorder is closed."""
    recorder = make_recorder(StoreSettings(url=own_server.url("acta"), unavailable_after=0.5))
    recorder.submit(move(new_game(), 1)).result(10)
    kill(own_server)
    futures = [recorder.submit(move(new_game(), 1)) for _ in range(20)]
    recorder.close()
    assert all(future.done() for future in futures)
    for future in futures:
        with contextlib.suppress(StoreUnavailable):
            assert future.result()
