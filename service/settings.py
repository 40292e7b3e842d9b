"""What the operator can set: one frozen struct, read from the environment (`ACTA_*`)."""

import difflib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Self
from urllib.parse import urlsplit

import msgspec

LOG_LEVELS: Final = ("debug", "info", "warning", "error")


class BadSettingError(Exception):
    """A variable of the environment that cannot be used; the text names it and says what would do."""


class DatabaseUrl(str):
    """A PostgreSQL address whose `repr` hides the password, so that neither logs nor tracebacks show it."""

    __slots__ = ()

    @property
    def redacted(self) -> str:
        """The address as it may be printed."""
        hidden = re.sub(r"(?<=://)([^:@/]*):.*@", r"\1:***@", self)
        return re.sub(r"(?i)(password=)[^&]*", r"\1***", hidden)

    def __repr__(self) -> str:
        return repr(self.redacted)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything configurable about one `acta` process.

    Each field is set by the variable of its name in capitals behind `ACTA_`: `port` by `ACTA_PORT`.
    """

    host: str = "127.0.0.1"
    """Address the server listens on."""
    port: int = 8000
    """TCP port the server listens on; 0 takes a free one."""
    data: Path = Path("acta-data")
    """Folder of everything this machine keeps: the database of its own, unless `database_url` names another."""
    database_url: DatabaseUrl | None = None
    """A PostgreSQL (15 or later) of the user's, as the service connects to it; none: one of our own is started."""
    migration_url: DatabaseUrl | None = None
    """The same database as its owner, who runs the migrations; without it the service's role runs them."""
    pool_size: int = 10
    """Connections to the database that requests share."""
    max_body: int = 1_048_576
    """Bytes a request's body may have."""
    cached_games: int = 1_000
    """Games kept ready in memory."""
    log_level: str = "info"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        """The settings that `environment` (by default the process's own) asks for.

        Raises `BadSettingError` for a value that cannot be used, and for a variable that looks like a misspelt one.
        """
        given = {k: v.strip() for k, v in (os.environ if environment is None else environment).items()}
        given = {k: v for k, v in given.items() if k.startswith("ACTA_") and v}
        names = {f"ACTA_{field.upper()}": field for field in cls.__struct_fields__}
        for variable in given.keys() - names.keys():
            # Starting with an empty database because of a misspelt ACTA_DATABASE_URL would be a nasty surprise.
            if close := difflib.get_close_matches(variable, names, n=1, cutoff=0.85):
                raise BadSettingError(f"{variable} is no setting of acta. Did you mean {close[0]}?")
        values = {
            field: _read(variable, field, given[variable]) for variable, field in names.items() if variable in given
        }
        if "migration_url" in values and "database_url" not in values:
            raise BadSettingError("ACTA_MIGRATION_URL is set but ACTA_DATABASE_URL is not; set both, or neither.")
        return msgspec.structs.replace(cls(), **values)


_BOUNDS: Final = {
    "port": (0, 65_535),
    "pool_size": (1, 1_000),
    "max_body": (1_024, 1_073_741_824),
    "cached_games": (1, 10_000_000),
}


def _read(variable: str, field: str, text: str) -> object:
    if field in _BOUNDS:
        low, high = _BOUNDS[field]
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise BadSettingError(f"{variable} must be a whole number from {low} to {high}, not {text!r}.")
        return int(text)
    if field == "data":
        return Path(text).expanduser()
    if field in ("database_url", "migration_url"):
        return _read_url(variable, text)
    if field == "log_level" and text.lower() not in LOG_LEVELS:
        raise BadSettingError(f"{variable} must be one of {', '.join(LOG_LEVELS)}, not {text!r}.")
    return text.lower() if field == "log_level" else text


def _read_url(variable: str, text: str) -> DatabaseUrl:
    """A PostgreSQL address. The message of a refusal never repeats the value, which may hold a password."""
    example = "postgresql://user:password@host:5432/database"
    try:
        scheme = urlsplit(text).scheme
    except ValueError:
        scheme = ""
    if scheme not in ("postgresql", "postgres"):
        raise BadSettingError(f"{variable} must look like {example}.")
    return DatabaseUrl(text)
