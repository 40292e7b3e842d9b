"""Settings: what the environment may say, and what is answered to what it may not."""

from pathlib import Path

import pytest

from service.settings import BadSettingError, DatabaseUrl, Settings


def test_without_an_environment_everything_has_a_value():
    settings = Settings.from_environment({})
    assert (settings.host, settings.port, settings.data, settings.database_url) == (
        "127.0.0.1",
        8000,
        Path("acta-data"),
        None,
    )


def test_what_is_set_is_used_and_what_is_empty_is_not():
    settings = Settings.from_environment({"ACTA_PORT": " 9 ", "ACTA_HOST": "", "ACTA_LOG_LEVEL": "DEBUG", "PORT": "1"})
    assert (settings.port, settings.host, settings.log_level) == (9, "127.0.0.1", "debug")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ACTA_PORT", "http"),
        ("ACTA_PORT", "70000"),
        ("ACTA_PORT", "-1"),
        ("ACTA_PORT", "²"),
        ("ACTA_MAX_BODY", "1"),
        ("ACTA_LOG_LEVEL", "loud"),
        ("ACTA_DATABASE_URL", "mysql://me:hunter2@host/db"),
        ("ACTA_DATABASE_URL", "//[hunter2"),
        ("ACTA_MIGRATION_URL", "postgresql://me:hunter2@host/db"),
        ("ACTA_DATABSE_URL", "postgresql://me:hunter2@host/db"),
    ],
)
def test_a_bad_value_is_refused_by_name_and_secrets_are_not_repeated(variable, value):
    with pytest.raises(BadSettingError, match=variable) as refusal:
        Settings.from_environment({variable: value})
    assert "hunter2" not in str(refusal.value)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://me:secret@host/db", "postgresql://me:***@host/db"),
        ("postgresql://me:se:c@ret@host/db", "postgresql://me:***@host/db"),
        ("postgresql://me@host/db?password=secret&x=1", "postgresql://me@host/db?password=***&x=1"),
        ("postgresql://me@host/db", "postgresql://me@host/db"),
    ],
)
def test_a_password_is_never_shown(url, shown):
    assert DatabaseUrl(url).redacted == shown
    assert repr(DatabaseUrl(url)) == repr(shown)
    assert "secret" not in repr(Settings(database_url=DatabaseUrl(url)))
