"""Commands that may be sent twice: the same key and body get the same answer, another body is refused.

The answer is stored in the transaction of the events it answers for, so a key is known exactly when its events are.
"""

from typing import Final

from msgspec import Struct
from psycopg.sql import SQL

from service.records.errors import KeyReused
from service.store.datastore import ActaDatastore
from service.store.rows import Row
from service.store.statements import RECORD_REQUEST

_FIND: Final = SQL("SELECT body_digest, status, response FROM idempotency_keys WHERE scope = %s AND key = %s").format()


class Request(Struct, frozen=True):
    """Who asks for what, under which key: `id` goes on record, `key` is None where the client sent none."""

    id: str
    scope: str
    key: str | None
    digest: bytes


class Answer(Struct, frozen=True):
    """What a command is answered: HTTP status and body, and from which position of the log on it shows.

    `version` is that of the game, None for an answer given again: the game may have gone on since.
    """

    status: int
    body: bytes
    position: int | None
    version: int | None


def answer_row(request: Request, status: int, body: bytes) -> tuple[Row, ...]:
    """The row that keeps an answer, to be appended with the events; none for a request without a key."""
    if request.key is None:
        return ()
    return ((RECORD_REQUEST, (request.scope, request.key, request.digest, status, body)),)


def answered(datastore: ActaDatastore, request: Request) -> Answer | None:
    """What this request was answered before, None if it is new. Raises KeyReused and StoreUnavailable."""
    if request.key is None:
        return None
    rows = datastore.readers.read(_FIND, (request.scope, request.key))
    if not rows:
        return None
    digest, status, body = rows[0]
    if bytes(digest) != request.digest:
        raise KeyReused
    return Answer(int(status), bytes(body), None, None)
