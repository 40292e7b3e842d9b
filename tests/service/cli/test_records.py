"""`acta export`, `replay`, `rebuild` and `migrate` on a database, without a service."""

from uuid import UUID

import psycopg
import pytest

from service.cli import audit
from service.records.registry import event_mapper
from service.store.application import ActaApplication
from service.store.rows import Append
from service.store.settings import StoreSettings
from tests.service.cli.known_games import PLAYERS, archived, events
from tests.service.cli.processes import acta, refusal

GAME = str(UUID(int=1))


@pytest.fixture
def environment(settings):
    """The environment of a command on a database with two games, one of them running, and a player's name."""
    store = ActaApplication(StoreSettings(url=settings.database_url), event_mapper())
    for made in (events(), events(2, plies=5)):
        store.recorder.submit(Append(tuple(map(store.mapper.to_stored_event, made)))).result(10)
    store.close()
    return {"ACTA_DATABASE_URL": settings.database_url, "ACTA_MIGRATION_URL": settings.migration_url}


def test_an_export_is_the_archive_and_verifies(environment, tmp_path):
    done = acta("export", GAME, cwd=tmp_path, **environment)
    assert (done.code, done.out) == (0, "")
    file = tmp_path / f"{GAME}.acta"
    assert file.read_bytes() == archived()
    assert f"acta verify {GAME}.acta" in done.err
    assert acta("verify", file).code == 0
    assert "--force" in acta("export", GAME, cwd=tmp_path, **environment).complaint
    assert acta("export", GAME, "--force", "--as", "1", cwd=tmp_path, **environment).code == 0
    assert file.read_bytes() == archived(1)
    assert list(tmp_path.iterdir()) == [file]


def test_an_export_to_standard_output_has_nothing_else_in_it(environment):
    done = acta("export", GAME, "-o", "-", "--as", "spectator", **environment)
    assert done.raw == archived("spectator")


def test_a_running_games_hidden_cards_come_with_a_warning_and_without_the_seed(environment):
    done = acta("export", UUID(int=2), "-o", "-", **environment)
    assert done.code == 0
    assert "still going on" in done.err
    assert done.raw == archived(number=2, plies=5, seed=False)
    assert "still going on" not in acta("export", UUID(int=2), "-o", "-", "--as", "spectator", **environment).err


def test_games_that_are_not_there(environment):
    assert "no id of a game" in refusal("export", "game")
    assert f"no game {UUID(int=9)}" in acta("export", UUID(int=9), "-o", "-", **environment).complaint
    assert "seats 0 to 2" in acta("export", GAME, "-o", "-", "--as", "7", **environment).complaint


@pytest.mark.parametrize(
    "command",
    [
        ("export", GAME),
        ("replay", GAME),
        ("rebuild",),
        ("audit",),
        ("token", "list"),
        ("token", "create", "--role", "admin"),
    ],
)
def test_a_folder_without_data_gets_none(command, tmp_path):
    """Another folder than the one meant would be served an empty database."""
    for folder in (tmp_path / "nowhere", tmp_path):
        line = refusal(*command, "--data", folder)
        assert f"There is no data in {folder}. " in line
        assert "acta serve" in line
        assert "--data" in line
    assert not list(tmp_path.iterdir())


def test_a_game_is_replayed_from_the_database(environment, tmp_path):
    file = tmp_path / "game.acta"
    file.write_bytes(archived())
    arguments = ("--ply", "17", "--as", "1")
    assert acta("replay", GAME, *arguments, **environment).out == acta("replay", file, *arguments).out


def test_rebuild_and_migrate(environment):
    assert "Rebuilt up to position" in acta("rebuild", **environment).out
    done = acta("migrate", **environment)
    assert done.code == 0
    assert "already" in done.out
    assert str(PLAYERS[0]) not in done.out


def test_all_games_are_audited(environment, owner_url):
    done = acta("audit", **environment)
    assert (done.code, done.out, done.err) == (0, "All 2 games are right.\n", "")
    with psycopg.connect(owner_url) as connection:
        connection.execute("ALTER TABLE events DISABLE TRIGGER ALL")
        connection.execute("DELETE FROM events WHERE originator_id = %s AND originator_version = 5", [UUID(int=2)])
    done = acta("audit", **environment)
    assert done.code == 1
    first, second, last = done.out.splitlines()
    assert first == f"{UUID(int=2)}: WRONG at version 5: chain_broken"
    assert second.startswith("  event 5 ")
    assert last == "1 of 2 games is damaged."


@pytest.mark.parametrize("change", ["state = 'x'", "topic = 'game.unheard_of/1'"])
def test_an_audit_goes_on_behind_a_record_that_cannot_be_read(environment, owner_url, change):
    with psycopg.connect(owner_url) as connection:
        connection.execute("ALTER TABLE events DISABLE TRIGGER ALL")
        connection.execute(f"UPDATE events SET {change} WHERE originator_version = 1 AND originator_id = %s", [GAME])
    done = acta("audit", **environment)
    assert done.code == 1
    assert done.out.startswith(f"{GAME}: WRONG at version 1: ")
    assert done.out.endswith("1 of 2 games is damaged.\n")


def test_an_audit_of_nothing(settings):
    done = acta("audit", ACTA_DATABASE_URL=settings.database_url, ACTA_MIGRATION_URL=settings.migration_url)
    assert (done.code, done.out) == (0, "There are no games yet.\n")


def test_an_audit_that_is_broken_off_says_how_far_it_came(environment, monkeypatch, capsys):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    def broken_off(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(audit, "audit_of", broken_off)
    with pytest.raises(KeyboardInterrupt):
        audit.audit()
    assert capsys.readouterr().err == "Broken off after 0 of 2 games.\n"
