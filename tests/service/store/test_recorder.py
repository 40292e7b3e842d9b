"""Appends: each answered on its own, together with its rows, in the order of the log."""

import asyncio
import gc
import random
import threading
from concurrent.futures import Future, wait
from typing import Any

import msgspec
import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, ProgrammingError, RecordConflictError, StoredEvent

from service.store import (
    SAVE_CHECKPOINT,
    ActaApplication,
    Append,
    DuplicateRequest,
    EventMapper,
    GroupCommitRecorder,
    RowRefused,
    Statement,
    StoreClosed,
    StoreOverloaded,
    StoreSettings,
    VersionConflict,
)
from tests.service.store.conftest import MakeRecorder
from tests.service.store.helpers import TOPIC, count, event, move, new_game, request, stored
from tests.service.store.test_mapper import Played, played


def submit_together(recorder: GroupCommitRecorder, appends: list[Append]) -> list[Future[tuple[int, ...]]]:
    """Submit appends so that most of them meet in one batch: behind one that keeps the writer busy."""
    first = recorder.submit(Append(tuple(event(new_game(), version) for version in range(1, 400))))
    futures = [recorder.submit(append) for append in appends]
    wait([first, *futures])
    return futures


def test_positions_follow_the_order_of_the_events(recorder: GroupCommitRecorder, owner_url: str) -> None:
    games = [new_game() for _ in range(30)]
    appends = [Append(tuple(event(game, version) for version in range(1, 6))) for game in games]
    positions = [future.result() for future in submit_together(recorder, appends)]
    flat = [position for given in positions for position in given]
    assert flat == sorted(flat)
    table = stored(owner_url)
    for game, given in zip(games, positions, strict=True):
        assert [table[game, version] for version in range(1, 6)] == list(given)


def test_a_conflict_fails_only_its_own_append(recorder: GroupCommitRecorder, owner_url: str) -> None:
    taken = new_game()
    recorder.submit(move(taken, 1)).result()
    games = [new_game() for _ in range(20)]
    appends = [move(game, 1) for game in games]
    appends[7] = Append((event(games[7], 1), event(taken, 1, b"mine")))
    appends[13] = move(games[12], 1, b"the second of its own batch")
    futures = submit_together(recorder, appends)
    for place, future in enumerate(futures):
        error = future.exception()
        if place in (7, 13):
            assert isinstance(error, VersionConflict)
            assert isinstance(error, IntegrityError)
            assert isinstance(error, RecordConflictError)
        else:
            assert error is None, place
    assert recorder.statistics.batches < 20
    table = stored(owner_url)
    assert (games[7], 1) not in table
    assert [future.result()[0] for place, future in enumerate(futures) if place not in (7, 13)] == [
        table[game, 1] for place, game in enumerate(games) if place not in (7, 13)
    ]


def test_a_request_is_stored_once(recorder: GroupCommitRecorder, owner_url: str) -> None:
    games = [new_game() for _ in range(10)]
    appends = [Append((event(game, 1),), (request("games", str(game)),)) for game in games]
    again = Append((event(games[0], 2),), (request("games", str(games[0])),))
    futures = submit_together(recorder, [*appends, again])
    assert [future.exception() for future in futures[:-1]] == [None] * 10
    with pytest.raises(DuplicateRequest) as caught:
        futures[-1].result()
    assert (caught.value.scope, caught.value.key) == ("games", str(games[0]))
    # Also where the version is taken too: the caller learns what helps, that the request was answered before.
    with pytest.raises(DuplicateRequest):
        recorder.submit(appends[3]).result()
    assert (games[0], 2) not in stored(owner_url)
    assert count(owner_url, "idempotency_keys") == 10
    with pytest.raises(DuplicateRequest):  # an append of rows only
        recorder.submit(Append(rows=(request("games", str(games[0]), b"other"),))).result()


def test_rows_are_written_with_the_events_or_not_at_all(recorder: GroupCommitRecorder, owner_url: str) -> None:
    game = new_game()
    rows = (request("games", "k"), (SAVE_CHECKPOINT, (game, 1, b"f", b"one")))
    recorder.submit(Append((event(game, 1),), rows)).result()
    refused = recorder.submit(
        Append((event(game, 1),), (request("games", "k2"), (SAVE_CHECKPOINT, (game, 9, b"", b""))))
    )
    with pytest.raises(VersionConflict):
        refused.result()
    # Two checkpoints of a game in one batch, the older last: one statement, and the newer stays.
    both = [Append(rows=((SAVE_CHECKPOINT, (game, version, b"f", b"x")),)) for version in (3, 2)]
    assert [future.result() for future in submit_together(recorder, both)] == [(), ()]
    with psycopg.connect(owner_url) as connection:
        assert connection.execute("SELECT key, status FROM idempotency_keys").fetchall() == [("k", 201)]
        [(version,)] = connection.execute("SELECT version FROM game_checkpoints").fetchall()
        assert version in (2, 3)


def test_a_bad_row_fails_only_its_own_append(recorder: GroupCommitRecorder, owner_url: str) -> None:
    player = Statement(
        "add_player", "INSERT INTO players (id, name) SELECT * FROM unnest($1::uuid[], $2::text[])", ("uuid", "text")
    )
    nonsense = Statement("nonsense", "INSERT INTO nowhere SELECT * FROM unnest($1::text[])", ("text",))
    twin = new_game()
    appends = [
        Append((event(new_game(), 1),), ((player, (twin, "Ada")),)),
        Append((event(new_game(), 1),), ((player, (twin, "Bob")),)),
        Append((event(new_game(), 1),), ((player, (new_game(), None)),)),
        Append((event(new_game(), 1),), ((nonsense, ("x",)),)),
        Append((event(new_game(), -1),)),
        move(new_game(), 1),
    ]
    futures = submit_together(recorder, appends)
    states = [getattr(future.exception(), "sqlstate", None) for future in futures]
    assert states == [None, "23505", "23502", "42P01", "23514", None]
    assert all(isinstance(future.exception(), RowRefused) for future in futures[1:5])
    assert len(stored(owner_url)) == 399 + 2


def test_values_that_do_not_fit_are_the_submitters_error(recorder: GroupCommitRecorder) -> None:
    game = new_game()
    bad_rows: list[Any] = [
        ("games", "k", "no bytes", 200, b""),
        ("games", "k", b"", 2**31, b""),
        ("games", "zero \0 byte", b"", 200, b""),
        ("games", "k", b"", 200),
    ]
    for row in bad_rows:
        with pytest.raises((TypeError, ValueError), match=r"record_request|zero byte"):
            recorder.submit(Append((event(game, 1),), ((request("", "")[0], row),)))
    with pytest.raises(TypeError, match="must be a UUID"):
        recorder.submit(Append((StoredEvent("a text", 1, TOPIC, b""),)))
    assert recorder.submit(move(game, 1)).result()


def test_large_appends_and_batches(store_settings: StoreSettings, make_recorder: MakeRecorder, owner_url: str) -> None:
    """More than a batch holds, and more than the buffers of the connection hold."""
    recorder = make_recorder(msgspec.structs.replace(store_settings, max_batch=10, unavailable_after=30.0))
    game = new_game()
    large = recorder.submit(Append(tuple(event(game, version, b"x" * 20_000) for version in range(1, 1001))))
    others = [recorder.submit(move(new_game(), 1, b"y" * 300_000)) for _ in range(50)]
    assert len(large.result()) == 1000
    assert all(len(future.result()) == 1 for future in others)
    conflicting = [recorder.submit(move(game, 1000 + place // 2, b"z" * 200_000)) for place in range(40)]
    refused = [future for future in conflicting if future.exception()]
    assert len(refused) == 21
    assert recorder.statistics.batches >= 6
    assert len(stored(owner_url)) == 1000 + 50 + 19


def test_sixty_four_threads(recorder: GroupCommitRecorder, owner_url: str) -> None:
    """Races for one game beside games of one's own: as many successes as versions; positions follow commits."""
    shared = new_game()
    acknowledged: dict[Any, int] = {}
    out_of_order: list[Any] = []
    wins: list[int] = []
    lock = threading.Lock()

    def play(seed: int) -> None:
        luck = random.Random(seed)
        game, version, last = new_game(), 0, 0
        for _ in range(40):
            if luck.random() < 0.1:
                have = recorder.select_event_rows(shared, desc=True, limit=1)
                attempt = have[0][0] + 1 if have else 1
                try:
                    recorder.submit(move(shared, attempt, str(seed).encode())).result()
                except VersionConflict:
                    continue
                with lock:
                    wins.append(attempt)
            else:
                version += 1
                [position] = recorder.submit(move(game, version)).result()
                # What was acknowledged before has a lower position, whoever asked for it.
                if position <= last:
                    out_of_order.append(position)
                last = position
                with lock:
                    acknowledged[game, version] = position

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(64)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    table = stored(owner_url)
    assert not out_of_order
    assert {key: position for key, position in table.items() if key[0] != shared} == acknowledged
    assert sorted(wins) == [version for game, version in sorted(table) if game == shared]
    assert sorted(wins) == list(range(1, len(wins) + 1))


def test_from_an_event_loop(recorder: GroupCommitRecorder, owner_url: str) -> None:
    async def play(game: Any) -> list[int]:
        return [(await recorder.append(move(game, version)))[0] for version in range(1, 21)]

    async def main() -> list[list[int]]:
        games = [new_game() for _ in range(64)]
        played = await asyncio.gather(*[play(game) for game in games])
        with pytest.raises(VersionConflict):
            await recorder.append(move(games[0], 20, b"again"))
        left = asyncio.create_task(recorder.append(move(new_game(), 1)))
        await asyncio.sleep(0)
        left.cancel()  # a client that went away disturbs nobody
        await recorder.append(move(new_game(), 1))
        return played

    played = asyncio.run(main())
    assert all(positions == sorted(positions) for positions in played)
    assert len(stored(owner_url)) in (64 * 20 + 1, 64 * 20 + 2)
    assert recorder.statistics.batches < 64 * 20 / 4


def test_a_loop_that_ended_is_not_waited_for(recorder: GroupCommitRecorder, owner_url: str) -> None:
    async def leave() -> None:
        asyncio.get_running_loop().call_soon(asyncio.get_running_loop().stop)
        await recorder.append(move(new_game(), 1))

    loop = asyncio.new_event_loop()
    task = loop.create_task(leave())
    loop.run_forever()
    task.cancel()
    loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
    loop.close()
    recorder.submit(move(new_game(), 1)).result()
    assert len(stored(owner_url)) == 2
    gc.collect()


def test_closing_stores_what_waits(store_settings: StoreSettings, make_recorder: MakeRecorder, owner_url: str) -> None:
    recorder = make_recorder(store_settings)
    futures = [recorder.submit(move(new_game(), 1)) for _ in range(500)]
    recorder.close()
    assert all(future.done() for future in futures)
    assert len(stored(owner_url)) == 500
    with pytest.raises(StoreClosed):
        recorder.submit(move(new_game(), 1))
    with pytest.raises(StoreClosed):
        asyncio.run(recorder.append(move(new_game(), 1)))
    recorder.close()
    unused = make_recorder(store_settings)
    unused.close()
    with pytest.raises(StoreClosed):
        unused.submit(move(new_game(), 1))


def test_a_full_queue(store_settings: StoreSettings, make_recorder: MakeRecorder, owner_url: str) -> None:
    """Threads wait for room; an event loop, which cannot, is told to come back."""
    recorder = make_recorder(
        msgspec.structs.replace(store_settings, max_waiting=3, max_batch=2, unavailable_after=10.0)
    )
    first = recorder.submit(move(new_game(), 1))
    first.result()
    with psycopg.connect(owner_url) as blocker:
        blocker.execute("LOCK TABLE events IN SHARE MODE")
        busy = recorder.submit(move(new_game(), 1))
        while recorder.waiting:
            pass
        queued = [recorder.submit(move(new_game(), 1)) for _ in range(3)]
        with pytest.raises(StoreOverloaded):
            asyncio.run(recorder.append(move(new_game(), 1)))
        more: list[Future[tuple[int, ...]]] = []
        patient = threading.Thread(target=lambda: more.append(recorder.submit(move(new_game(), 1))))
        patient.start()
        patient.join(0.1)
        assert patient.is_alive()
        blocker.rollback()
    patient.join()
    assert all(future.result() for future in (busy, *queued, *more))
    assert len(stored(owner_url)) == 6


def test_a_failed_thread_does_not_hang_the_callers(recorder: GroupCommitRecorder) -> None:
    """Not even a fault of the writer's own leaves somebody waiting."""
    bad = Statement(
        "fault",
        "INSERT INTO players (id, name) SELECT * FROM unnest($1::uuid[], $2::text[])",
        ("uuid", "text"),
        duplicate=lambda row: row[99],
    )
    player = new_game()
    recorder.submit(Append(rows=((bad, (player, "Ada")),))).result()
    with pytest.raises(Exception, match="the writer failed"):
        recorder.submit(Append(rows=((bad, (player, "Ada")),))).result(10)
    assert recorder.submit(move(new_game(), 1)).result(10)


def test_reading(recorder: GroupCommitRecorder) -> None:
    game, other = new_game(), new_game()
    positions = recorder.insert_events([event(game, version) for version in range(1, 8)])
    [last] = recorder.insert_events([StoredEvent(other, 1, "game.opened/1", b"")])
    assert [e.originator_version for e in recorder.select_events(game)] == [1, 2, 3, 4, 5, 6, 7]
    assert [e.originator_version for e in recorder.select_events(game, gt=2, lte=6, desc=True, limit=2)] == [6, 5]
    assert recorder.select_events(str(game), limit=1) == [event(game, 1)]
    assert recorder.select_events(new_game()) == []
    assert recorder.max_notification_id() == last
    everything = recorder.select_notifications(None, 100)
    assert [n.id for n in everything] == [*positions, last]
    assert (everything[0].originator_id, everything[0].state) == (game, event(game, 1).state)
    assert [n.id for n in recorder.select_notifications(positions[5], 100)] == [*positions[5:], last]
    behind = recorder.select_notifications(positions[5], 100, inclusive_of_start=False, stop=positions[6])
    assert [n.id for n in behind] == [positions[6]]
    assert [n.id for n in recorder.select_notifications(0, 100, topics=["game.opened/1"])] == [last]
    assert [n.id for n in recorder.select_notifications(1, 2)] == list(positions[:2])


def test_the_librarys_application(store_settings: StoreSettings, owner_url: str) -> None:
    mapper = EventMapper({"game.played": (1, Played)})
    first = played(1)
    with ActaApplication(store_settings, mapper) as app:
        recordings = app.save(first, rows=(request("games", "k"),))
        assert [recording.notification.topic for recording in recordings] == ["game.played/1"]
        assert list(app.events.get(first.originator_id)) == [first]
        assert [n.id for n in app.notification_log.select(1, 10)] == [recordings[0].notification.id]
        with pytest.raises(VersionConflict):
            app.save(first)
        with pytest.raises(ProgrammingError, match="tracking"):
            app.recorder.insert_events([], tracking=object())
        assert app.recorder.insert_events([]) == ()
    assert count(owner_url, "idempotency_keys") == 1


def test_on_both_servers(any_postgres_url: str, make_recorder: MakeRecorder) -> None:
    """The embedded server and the machine's own, as the role that may only read and append."""
    recorder = make_recorder(StoreSettings(url=any_postgres_url))
    game = new_game()
    assert len(recorder.submit(Append((event(game, 1), event(game, 2)), (request("s", "k"),))).result()) == 2
    outcomes = [f.exception() for f in submit_together(recorder, [move(game, 2), move(game, 3), move(game, 4)])]
    assert [type(outcome) for outcome in outcomes] == [VersionConflict, type(None), type(None)]
    assert len(recorder.select_events(game)) == 4
