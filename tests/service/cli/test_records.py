"""`acta export`, `replay`, `rebuild` and `migrate` on a database, without a service."""

from uuid import UUID

import pytest

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


@pytest.mark.parametrize("command", [("export", GAME), ("replay", GAME), ("rebuild",), ("token", "list")])
def test_a_folder_that_is_not_there_is_not_made(command, tmp_path):
    folder = tmp_path / "nowhere"
    assert f"There is no data in {folder}" in refusal(*command, "--data", folder)
    assert not folder.exists()


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
