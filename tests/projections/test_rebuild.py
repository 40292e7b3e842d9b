"""Rebuilding: beside everything else, all or nothing, one at a time."""

import threading
import time

import psycopg
import pytest

from projections.generations import TABLES
from projections.locks import STEP
from projections.queries.games import list_games
from projections.rebuild import RebuildRunning, rebuild
from projections.runner import Runner
from projections.supervisor import Supervisor
from tests.conftest import FreshDatabase
from tests.projections.conftest import contents
from tests.projections.histories import MAPPER, History, append

SHAPE = """
SELECT relname, relkind::text, relowner::regrole::text, reloptions,
    (SELECT array_agg(a::text ORDER BY a::text) FROM unnest(relacl) AS a)
FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND (relname ~ %(ours)s)
UNION ALL
SELECT conname, contype::text, pg_get_constraintdef(oid), NULL, NULL FROM pg_constraint
WHERE conrelid IN (SELECT oid FROM pg_class WHERE relname ~ %(ours)s)
UNION ALL
SELECT indexname, 'index', indexdef, NULL, NULL FROM pg_indexes WHERE tablename ~ %(ours)s
ORDER BY 1, 2, 3
"""


def shape(connection: psycopg.Connection) -> list[tuple]:
    """Tables, indexes, constraints, settings and grants of the projections, with all their names."""
    return connection.execute(SHAPE, {"ours": "|".join(TABLES)}).fetchall()


def filled(writer: psycopg.Connection, seed: int, count: int = 800) -> None:
    append(writer, [event for events in History(seed).events(count) for event in events])
    runner = Runner(MAPPER.decode)
    while runner.step(writer).events:
        pass


def test_the_new_tables_are_like_the_old_in_everything(any_database: FreshDatabase) -> None:
    owner_url = any_database.owner_url
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute("GRANT SELECT ON game_index TO PUBLIC")
        owner.execute("REVOKE DELETE ON league_terms FROM acta_service")
    with psycopg.connect(any_database.url, autocommit=True) as writer:
        filled(writer, 1)
        tables, rows = shape(writer), contents(writer)
        for _ in range(2):
            told: list[tuple[int, int]] = []
            position = rebuild(owner_url, MAPPER.decode, lambda *how_far, to=told: to.append(how_far), batch=100)
            assert shape(writer) == tables
            assert contents(writer) == rows
            assert told == sorted(told)
            assert len(told) > 5
            assert told[-1] == (position, position)
            assert all(done <= total for done, total in told)


def test_rows_that_were_wrong_are_right_afterwards(writer: psycopg.Connection, owner_url: str) -> None:
    filled(writer, 2)
    right = contents(writer)
    writer.execute("UPDATE game_index SET ply = ply + 1")
    writer.execute("DELETE FROM game_scores WHERE seat = 0")
    rebuild(owner_url, MAPPER.decode)
    assert contents(writer) == right


def test_events_keep_coming_and_reads_keep_answering_throughout(
    writer: psycopg.Connection, database_url: str, owner_url: str
) -> None:
    stop, troubles, seen = threading.Event(), [], []
    history = History(3)

    def write() -> None:
        for events in history.events(100_000):
            if stop.is_set():
                return
            append(writer, events)

    def read() -> None:
        with psycopg.connect(database_url, autocommit=True) as connection:
            newest, number = 0, 0
            while not stop.is_set():
                try:
                    rows = list_games(connection, limit=200).items
                    [[position]] = connection.execute("SELECT min(position) FROM projection_positions").fetchall()
                except psycopg.Error as error:
                    troubles.append(error)
                    return
                if (position or 0) < newest or len(rows) < min(number, 200):
                    troubles.append(AssertionError(f"back from {newest} to {position}, {number} games to {len(rows)}"))
                newest, number = position or 0, len(rows)
                seen.append(number)

    threads = [threading.Thread(target=work) for work in (write, read, read)]
    with Supervisor(database_url, MAPPER.decode, batch=50) as supervisor:
        for thread in threads:
            thread.start()
        try:
            for _ in range(4):
                time.sleep(0.3)
                rebuild(owner_url, MAPPER.decode, batch=200)
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        assert not troubles
        [[head]] = writer.execute("SELECT max(notification_id) FROM events").fetchall()
        assert supervisor.wait_for(head, 15)
        assert supervisor.status.trouble is None
    assert len(seen) > 20
    live = contents(writer)
    rebuild(owner_url, MAPPER.decode)
    assert contents(writer) == live


def leftovers(connection: psycopg.Connection) -> list[tuple]:
    return connection.execute("SELECT relname FROM pg_class WHERE starts_with(relname, 'next_')").fetchall()


def test_breaking_it_off_changes_nothing(writer: psycopg.Connection, owner_url: str) -> None:
    filled(writer, 4)
    before = contents(writer), shape(writer)

    def break_off(done: int, total: int) -> None:
        assert leftovers(writer)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuild(owner_url, MAPPER.decode, break_off, batch=50)
    assert (contents(writer), shape(writer)) == before
    assert not leftovers(writer)


def test_what_a_killed_rebuild_left_is_dropped_by_the_next(writer: psycopg.Connection, owner_url: str) -> None:
    filled(writer, 5)
    before = contents(writer), shape(writer)

    def lose_the_database(done: int, total: int) -> None:
        with psycopg.connect(owner_url, autocommit=True) as owner:
            owner.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'acta rebuild'"
            )

    with pytest.raises(psycopg.OperationalError):
        rebuild(owner_url, MAPPER.decode, lose_the_database, batch=50)
    assert leftovers(writer)
    assert contents(writer) == before[0]
    rebuild(owner_url, MAPPER.decode)
    assert not leftovers(writer)
    assert (contents(writer), shape(writer)) == before


def test_two_at_once_are_refused(writer: psycopg.Connection, owner_url: str) -> None:
    filled(writer, 6)
    tried = []

    def another(done: int, total: int) -> None:
        if not tried:
            tried.append(done)
            with pytest.raises(RebuildRunning):
                rebuild(owner_url, MAPPER.decode)

    rebuild(owner_url, MAPPER.decode, another, batch=50)
    assert tried


def test_a_live_step_in_progress_is_waited_for(writer: psycopg.Connection, database_url: str, owner_url: str) -> None:
    filled(writer, 8)
    with psycopg.connect(database_url) as step:
        step.execute("SELECT pg_advisory_xact_lock(%s)", [STEP])
        thread = threading.Thread(target=rebuild, args=(owner_url, MAPPER.decode))
        thread.start()
        thread.join(0.8)
        assert thread.is_alive()
        step.rollback()
        thread.join(15)
        assert not thread.is_alive()


def test_a_reader_who_takes_long_delays_the_switch_and_nothing_else(
    writer: psycopg.Connection, database_url: str, owner_url: str
) -> None:
    filled(writer, 7)
    with psycopg.connect(database_url) as slow:
        slow.execute("SELECT count(*) FROM game_index")  # its transaction stays open
        thread = threading.Thread(target=rebuild, args=(owner_url, MAPPER.decode))
        thread.start()
        for _ in range(3):
            time.sleep(0.4)
            began = time.monotonic()
            list_games(writer)
            assert time.monotonic() - began < 1.5
        assert thread.is_alive()
        slow.rollback()
        thread.join(15)
        assert not thread.is_alive()
