"""What became of an append whose answer never came: it is found out, and nothing is stored twice or lost."""

import contextlib
import time
from concurrent.futures import wait

import msgspec
import psycopg
import pytest

from service.store import (
    SAVE_CHECKPOINT,
    Append,
    DuplicateRequest,
    GroupCommitRecorder,
    OutcomeUnknown,
    StoreSettings,
    StoreUnavailable,
    VersionConflict,
)
from tests.service.store.conftest import MakeRecorder
from tests.service.store.helpers import count, event, eventually, move, new_game, request, stored
from tests.service.store.proxy import Proxy


@pytest.fixture
def wired(proxy: Proxy, make_recorder: MakeRecorder) -> GroupCommitRecorder:
    """A recorder behind the proxy, connected."""
    recorder = make_recorder(StoreSettings(url=proxy.url))
    recorder.submit(move(new_game(), 1)).result()
    recorder.submit(Append(rows=(request("warm", "up"), (SAVE_CHECKPOINT, (new_game(), 1, b"", b""))))).result()
    return recorder


@pytest.mark.parametrize("mode", ["lose_answer", "lose_request"])
def test_the_outcome_is_found_out(mode: str, wired: GroupCommitRecorder, proxy: Proxy, owner_url: str) -> None:
    game, other = new_game(), new_game()
    proxy.mode = mode
    future = wired.submit(Append((event(game, 1), event(game, 2)), (request("games", "k"),)))
    others = [wired.submit(move(other, version)) for version in range(1, 4)]
    positions = future.result(10)
    assert proxy.lost.is_set()
    wait(others)
    table = stored(owner_url)
    assert positions == (table[game, 1], table[game, 2])
    assert [future.result() for future in others] == [(table[other, version],) for version in range(1, 4)]
    assert count(owner_url, "idempotency_keys") == 2
    assert wired.statistics.connections == 2


@pytest.mark.parametrize("mode", ["lose_answer", "lose_request"])
def test_the_outcome_of_rows_is_found_out(mode: str, wired: GroupCommitRecorder, proxy: Proxy, owner_url: str) -> None:
    game = new_game()
    proxy.mode = mode
    future = wired.submit(Append(rows=(request("games", "k", b"answer"), (SAVE_CHECKPOINT, (game, 1, b"f", b"s")))))
    assert future.result(10) == ()
    assert proxy.lost.is_set()
    assert count(owner_url, "idempotency_keys") == 2
    proxy.lost.clear()
    proxy.mode = mode
    assert wired.submit(Append(rows=((SAVE_CHECKPOINT, (game, 2, b"f", b"s")),))).result(10) == ()
    assert proxy.lost.is_set()
    with psycopg.connect(owner_url) as connection:
        rows = connection.execute("SELECT version FROM game_checkpoints WHERE originator_id = %s", [game]).fetchall()
    assert rows == [(2,)]


def test_what_another_wrote_meanwhile_is_a_conflict(
    wired: GroupCommitRecorder, proxy: Proxy, store_settings: StoreSettings, make_recorder: MakeRecorder
) -> None:
    game = new_game()
    proxy.mode = "lose_request"
    future = wired.submit(Append((event(game, 1, b"mine"),), (request("games", "mine"),)))
    again = wired.submit(Append((event(new_game(), 1),), (request("games", "asked twice"),)))
    eventually(proxy.lost.is_set)
    other = make_recorder(store_settings)
    try:
        other.submit(Append((event(game, 1, b"theirs"),), (request("games", "asked twice"),))).result(10)
    except (VersionConflict, DuplicateRequest):
        pytest.skip("the recorder was back before the other could write")
    with pytest.raises(VersionConflict):
        future.result(10)
    with pytest.raises(DuplicateRequest):
        again.result(10)


def test_a_lost_session_cannot_commit_later(wired: GroupCommitRecorder, proxy: Proxy, owner_url: str) -> None:
    """The request arrives at the server after we looked for it and, not finding it, wrote it again."""
    game, checkpoint = new_game(), new_game()
    proxy.mode = "delay_request"
    future = wired.submit(Append(rows=((SAVE_CHECKPOINT, (checkpoint, 1, b"f", b"late")),)))
    future.result(10)
    assert wired.submit(move(game, 1)).result(10)
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("UPDATE game_checkpoints SET state = 'now' WHERE originator_id = %s", [checkpoint])
        assert b"57P01" in proxy.deliver()  # it had been ended
        [(state,)] = connection.execute(
            "SELECT state FROM game_checkpoints WHERE originator_id = %s", [checkpoint]
        ).fetchall()
    assert state == b"now"


def test_a_database_that_does_not_answer(proxy: Proxy, make_recorder: MakeRecorder, owner_url: str) -> None:
    """Whoever was sent is told that the outcome is unknown, whoever was not that nothing is stored; then all go on."""
    recorder = make_recorder(StoreSettings(url=proxy.url, unavailable_after=0.4))
    recorder.submit(move(new_game(), 1)).result()
    proxy.hang()
    sent, queued = new_game(), new_game()
    began = time.monotonic()
    future = recorder.submit(move(sent, 1))
    eventually(lambda: recorder.waiting == 0)
    behind = [recorder.submit(move(queued, 1)) for _ in range(5)]
    with pytest.raises(OutcomeUnknown):
        future.result(10)
    for refused in behind:
        with pytest.raises(StoreUnavailable) as caught:
            refused.result(10)
        assert not isinstance(caught.value, OutcomeUnknown)
        assert caught.value.retry_after > 0
    assert time.monotonic() - began < 2
    assert not recorder.available
    with pytest.raises(StoreUnavailable):
        recorder.submit(move(queued, 1))
    proxy.resume()
    eventually(lambda: recorder.available)
    assert recorder.submit(move(queued, 1)).result(10)
    with contextlib.suppress(VersionConflict):
        recorder.submit(move(sent, 1)).result(10)  # asking again settles it
    assert {game for game, _ in stored(owner_url)} >= {sent, queued}


def test_ended_sessions_under_load(recorder: GroupCommitRecorder, owner_url: str) -> None:
    """Somebody ends all our backends, again and again: no append is lost, doubled, or even refused."""
    games = [new_game() for _ in range(8)]
    futures = {}
    with psycopg.connect(owner_url.replace("?", "?application_name=reaper&"), autocommit=True) as reaper:
        for version in range(1, 61):
            for game in games:
                futures[game, version] = recorder.submit(move(game, version))
            if version % 10 == 0:
                reaper.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND application_name LIKE 'acta %'"
                )
                assert recorder.select_events(games[0], limit=1) is not None
            time.sleep(0.005)
    acknowledged = {key: future.result(10)[0] for key, future in futures.items()}
    assert acknowledged == stored(owner_url)
    assert recorder.statistics.connections > 1


def test_a_server_that_only_reads(store_settings: StoreSettings, make_recorder: MakeRecorder, owner_url: str) -> None:
    """As after a failover: unavailable until it writes again, and nothing pretends otherwise."""
    recorder = make_recorder(msgspec.structs.replace(store_settings, unavailable_after=0.3))
    name = psycopg.conninfo.conninfo_to_dict(owner_url)["dbname"]
    with psycopg.connect(owner_url, autocommit=True) as admin:
        admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        with pytest.raises(StoreUnavailable, match="only reads"):
            recorder.submit(move(new_game(), 1)).result(10)
        admin.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    eventually(lambda: recorder.available)
    assert recorder.submit(move(new_game(), 1)).result(10)


def test_a_batch_the_server_refuses(store_settings: StoreSettings, make_recorder: MakeRecorder, owner_url: str) -> None:
    """A lock that nobody gives up: the server says so before we lose patience, and so it is known what is stored."""
    recorder = make_recorder(msgspec.structs.replace(store_settings, unavailable_after=1.0))
    recorder.submit(move(new_game(), 1)).result()
    game = new_game()
    with psycopg.connect(owner_url) as blocker:
        blocker.execute("SELECT pg_advisory_lock(%s)", [StoreSettings(url="").lock_key])
        future = recorder.submit(move(game, 1))
        with pytest.raises(StoreUnavailable) as caught:
            future.result(10)
        assert not isinstance(caught.value, OutcomeUnknown)
        assert game not in {its for its, _ in stored(owner_url)}
    eventually(lambda: recorder.available)
    assert recorder.submit(move(game, 1)).result(10)


def test_nothing_idle_is_mistaken_for_unknown(
    store_settings: StoreSettings, make_recorder: MakeRecorder, owner_url: str
) -> None:
    """A connection that ended between two appends is noticed before anything is sent."""
    recorder = make_recorder(msgspec.structs.replace(store_settings, unavailable_after=0.3))
    recorder.submit(move(new_game(), 1)).result()
    name = psycopg.conninfo.conninfo_to_dict(owner_url)["dbname"]
    with psycopg.connect(owner_url, dbname="postgres", autocommit=True) as admin:
        admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        admin.execute("SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE datname = %s", [name])
        with pytest.raises(StoreUnavailable) as caught:
            recorder.submit(move(new_game(), 1)).result(10)
        assert not isinstance(caught.value, OutcomeUnknown)
        with pytest.raises(StoreUnavailable):
            recorder.select_events(new_game())
        admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    eventually(lambda: recorder.available)
    assert recorder.submit(move(new_game(), 1)).result(10)
    assert recorder.select_events(new_game()) == []
