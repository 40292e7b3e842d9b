"""Errors of the other parts, told to people: one line that says what to do. Loaded when there is an error to tell."""

import logging
from typing import Final

import psycopg

from service.cli.failures import Failure
from service.cli.plain import plain
from service.database import DatabaseStartError
from service.records.errors import DamagedRecord, NoSuchGame
from service.settings import BadSettingError
from service.store.errors import StoreUnavailable, UndecodableEvent

_FEW_LINES: Final = 3


def told(error: BaseException) -> str | None:
    """The line for an error of another part; None for one that nobody expected."""
    match error:
        case Failure() | BadSettingError():
            return str(error)
        case DatabaseStartError():
            return _database_refused(str(error))
        case NoSuchGame():
            return f"There is no game {error.game} in this database. Is it in another data folder (--data)?"
        case DamagedRecord():
            return plain(f"{error}, from its opening on: {error.detail}")
        case UndecodableEvent():
            return f"The record cannot be read: {plain(str(error))}. Is this acta older than the one that wrote it?"
        case StoreUnavailable() | psycopg.OperationalError():
            return f"The database is gone: {_first_line(error)}. Try again when it is back."
        case psycopg.errors.InsufficientPrivilege():
            return f"The database does not let acta do that: {_first_line(error)}."
        case PermissionError() | FileNotFoundError() | IsADirectoryError() | FileExistsError() | NotADirectoryError():
            return f"{error.filename}: {error.strerror}."
        case OSError():
            return f"{error}."
        case _:
            return None


def unexpected(error: BaseException, *, tracing: bool) -> str:
    """The line for an error nobody expected. The trace is for whoever asks for it: ACTA_LOG_LEVEL=debug."""
    if tracing:
        logging.getLogger("acta").debug("the command failed", exc_info=error)
    kind = type(error).__name__
    return f"acta failed in a way it should not: {kind}: {_first_line(error)}. ACTA_LOG_LEVEL=debug shows where."


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or ["no reason given"])[0].rstrip(".")


def _database_refused(text: str) -> str:
    """On one line where it is not a log, and with what to do where that is not said."""
    lines = [line for line in text.splitlines() if not line.startswith((" ", "\t"))]  # without libpq's own hints
    told = " ".join(lines) if len(lines) <= _FEW_LINES else text
    if "cannot be reached" in told:
        return f"{told.rstrip('.')}. Is that server up, and is ACTA_DATABASE_URL right?"
    return told
