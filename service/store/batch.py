"""Committing a batch of appends: together if all goes well, else one by one in the same transaction."""

from collections.abc import Sequence
from typing import Final

from psycopg import pq
from psycopg.pq.abc import PGresult

from service.store.errors import AppendRefused, RowRefused, StoreUnavailable, VersionConflict
from service.store.rows import Encoded, Statement, event_parameters, key_parameters, row_parameters
from service.store.session import (
    BEGIN,
    COMMIT,
    FIND,
    INSERT,
    KEEP,
    LOCK,
    NOTIFY,
    SAVE,
    UNDO,
    Failure,
    Session,
)

Positions = tuple[int, ...]
Answer = Positions | AppendRefused | StoreUnavailable

_UNIQUE: Final = "23505"
_ROLLED_BACK: Final = Failure("XX000", "COMMIT was answered with a rollback")
# Classes of errors that say something about the server's state and nothing about the append.
_NOT_THE_APPENDS_FAULT: Final = frozenset({"08", "25", "40", "53", "55", "57", "58", "XX"})


class BatchRefused(Exception):
    """The server refused the transaction for a reason of its own (lock timeout, disk full, ...). Nothing is stored."""


def commit(session: Session, batch: Sequence[Encoded]) -> list[Answer]:
    """Store the batch; an answer for each append.

    Raises `ConnectionLost` when the outcome is unknown and `BatchRefused` when nothing is stored and trying again may
    help.
    """
    answers: dict[int, Answer] = {}
    for place, encoded in enumerate(batch):
        for statement, _ in encoded.rows:
            if (failure := session.prepare(statement)) is not None:
                answers[place] = _refusal(encoded, statement, failure)
                break
    sound = [encoded for place, encoded in enumerate(batch) if place not in answers] if answers else batch
    stored = iter(_commit_sound(session, sound) if sound else ())
    return [answers[place] if place in answers else next(stored) for place in range(len(batch))]


def _commit_sound(session: Session, batch: Sequence[Encoded]) -> list[Answer]:
    together = _commit_together(session, batch)
    if isinstance(together, list):
        return together
    session.roll_back()
    if together.sqlstate[:2] in _NOT_THE_APPENDS_FAULT:
        raise BatchRefused(together.message)
    return _commit_one_by_one(session, batch)


def _commit_together(session: Session, batch: Sequence[Encoded]) -> list[Answer] | Failure:
    count = sum([encoded.count for encoded in batch])
    rows = row_parameters(batch)
    session.run(BEGIN)
    session.run(LOCK)
    for statement, parameters in rows:
        session.run_rows(statement, parameters)
    if count:
        session.run(INSERT, event_parameters(batch, count))
        session.run(NOTIFY)
    session.run(COMMIT)
    session.sync()
    [results] = session.exchange(1)
    if results[-1].command_status != b"COMMIT":
        return _first_failure(results) or _ROLLED_BACK
    positions = _positions(results[2 + len(rows)]) if count else ()
    answers: list[Answer] = []
    start = 0
    for encoded in batch:
        answers.append(positions[start : start + encoded.count])
        start += encoded.count
    return answers


def _commit_one_by_one(session: Session, batch: Sequence[Encoded]) -> list[Answer]:
    """The same appends in one transaction and one round trip, with a savepoint after each.

    A segment ends by moving the savepoint behind what it stored; the next then returns to the savepoint. After a
    success that undoes nothing, after a failure exactly the failed append.
    """
    session.run(BEGIN)
    session.run(LOCK)
    session.run(SAVE)
    session.sync()
    for encoded in batch:
        for statement, parameters in row_parameters([encoded]):
            session.run_rows(statement, parameters)
        if encoded.count:
            session.run(INSERT, event_parameters([encoded], encoded.count))
        session.run(KEEP)
        session.run(SAVE)
        session.sync()
        session.run(UNDO)
        session.sync()
    session.run(NOTIFY)
    session.run(COMMIT)
    session.sync()
    opening, *segments, closing = session.exchange(2 * len(batch) + 2)
    if closing[-1].command_status != b"COMMIT":
        session.roll_back()
        failure = _first_failure(opening) or _first_failure(closing) or _ROLLED_BACK
        raise BatchRefused(failure.message)
    return [_answer(encoded, segments[2 * place]) for place, encoded in enumerate(batch)]


def find_stored(session: Session, batch: Sequence[Encoded]) -> list[Positions | None]:
    """Which of these appends, whose COMMIT was never answered, are stored; None for one that is not, or not as a whole.

    An append with events is known by them: the same topic and bytes at the same version of the same game, which hold
    the id of their request, are the same append. One of rows only is known by the first row that can be looked for.
    The session they were sent on must have ended on the server too (`open_session` sees to it). Raises
    `ConnectionLost`, `BatchRefused` or `Unreachable`.
    """
    count = sum(encoded.count for encoded in batch)
    traces = [_trace(encoded) for encoded in batch]
    sought = [(statement, row) for trace in traces if trace is not None for statement, row in [trace]]
    finders = [session.prepare_find(statement) for statement, _ in sought]
    session.run(BEGIN)
    session.run(LOCK)
    if count:
        session.run(FIND, key_parameters(batch, count))
    for (statement, row), finder in zip(sought, finders, strict=True):
        session.run(finder, statement.parameters([row]))
    session.run(COMMIT)
    session.sync()
    [results] = session.exchange(1)
    if results[-1].command_status != b"COMMIT":
        session.roll_back()
        raise BatchRefused((_first_failure(results) or _ROLLED_BACK).message)
    events = _found_events(results[2]) if count else {}
    found_rows = iter(results[3 if count else 2 : -1])
    answers: list[Positions | None] = []
    start = 0
    for encoded, trace in zip(batch, traces, strict=True):
        if trace is not None:
            answers.append(() if next(found_rows).ntuples else None)
            continue
        answers.append(_stored_positions(encoded, events, start))
        start += encoded.count
    return answers


def _trace(encoded: Encoded) -> tuple[Statement, tuple[bytes, ...]] | None:
    """The row by which an append without events is recognised; None for one with events, or with no such row."""
    if encoded.count:
        return None
    return next(((statement, row) for statement, row in encoded.rows if statement.find is not None), None)


def _stored_positions(encoded: Encoded, found: dict[int, tuple[bytes, bytes, int]], start: int) -> Positions | None:
    if not encoded.count:
        return None
    positions = []
    for place, event in enumerate(encoded.append.events, start=start + 1):
        topic, state, position = found.get(place, (b"", b"", 0))
        if topic != event.topic.encode() or state != event.state:
            return None
        positions.append(position)
    return tuple(positions)


def _found_events(result: PGresult) -> dict[int, tuple[bytes, bytes, int]]:
    found = {}
    for row in range(result.ntuples):
        place, topic, state, position = [result.get_value(row, column) or b"" for column in range(4)]
        found[int.from_bytes(place, "big")] = (topic, state, int.from_bytes(position, "big"))
    return found


def _answer(encoded: Encoded, results: Sequence[PGresult]) -> Answer:
    statements = list(dict.fromkeys(statement for statement, _ in encoded.rows))
    for place, result in enumerate(results):
        if result.status == pq.ExecStatus.FATAL_ERROR:
            failure = Failure.of(result)
            if failure.sqlstate[:2] in _NOT_THE_APPENDS_FAULT:
                return StoreUnavailable(failure.message)
            return _refusal(encoded, statements[place] if place < len(statements) else None, failure)
    return _positions(results[len(statements)]) if encoded.count else ()


def _refusal(encoded: Encoded, statement: Statement | None, failure: Failure) -> AppendRefused:
    if failure.sqlstate == _UNIQUE:
        if statement is None:
            first = encoded.append.events[0]
            return VersionConflict(first.originator_id, first.originator_version)  # type: ignore[arg-type]
        if statement.duplicate is not None:
            return statement.duplicate(next(row for its, row in encoded.append.rows if its is statement))
    return RowRefused(statement.name if statement else "event", failure.sqlstate, failure.message)


def _positions(result: PGresult) -> Positions:
    value = result.get_value
    return tuple([int.from_bytes(value(row, 0) or b"", "big") for row in range(result.ntuples)])


def _first_failure(results: Sequence[PGresult]) -> Failure | None:
    return next((Failure.of(result) for result in results if result.status == pq.ExecStatus.FATAL_ERROR), None)
