"""The same request twice is done once: the Idempotency-Key of every POST.

The answer is stored in the transaction of what it answers for. A request that comes again is answered the same bytes
again, also after a crash; one with the same key and another body is refused. Refusals are not stored: they changed
nothing, and may be different next time.
"""

import asyncio
import hashlib
import hmac
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from eventsourcing.persistence import StoredEvent
from msgspec import Struct, structs
from starlette.responses import Response

from domain.record.refusals import Refused
from service.api.call import Call
from service.api.problems import Problem
from service.records.errors import Contended
from service.records.requests import Answer, Request, answer_row, answered
from service.store.errors import DuplicateRequest, VersionConflict
from service.store.rows import Append, Row

LONGEST_KEY: Final = 200
POSITION: Final = "acta-position"
"""The header that says from which position of the log on an answer shows; for `after=`."""

_KEY: Final = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")
_TRIES: Final = 5


class Decided(Struct, frozen=True):
    """What a request comes to: events and rows to store, and what it is answered when they are."""

    status: int
    body: bytes
    events: tuple[StoredEvent, ...] = ()
    rows: tuple[Row, ...] = ()


def request_of(call: Call, body: bytes, *, erasable: bool = False) -> Request:
    """The request as the store knows it. Raises Problem bad_idempotency_key, and token_missing.

    Without a key it is done each time it is sent. The digest of an `erasable` body is keyed with the caller's token,
    which is kept nowhere: what was erased could be guessed from a plain one. It is then the same request only with the
    same token.
    """
    key = call.header(b"idempotency-key") or None
    if key is not None and not _KEY.fullmatch(key):
        raise Problem("bad_idempotency_key", {"most": LONGEST_KEY})
    if key is None:
        return Request(call.request_id, "", None, b"")
    scope = call.scope
    whole = b"\0".join((scope["method"].encode(), scope["path"].encode(), body))
    digest = hmac.digest(bearer(call), whole, "sha256") if erasable else hashlib.sha256(whole).digest()
    return Request(call.request_id, call.caller.scope, key, digest)


def answered_with(answer: Answer, headers: dict[str, str] | None = None) -> Response:
    """The response of an answer, new or given again."""
    told = dict(headers or {})
    if answer.position is not None:
        told[POSITION] = str(answer.position)
    return Response(answer.body, answer.status, told, media_type="application/json" if answer.body else None)


def bearer(call: Call) -> bytes:
    """The token the caller showed."""
    return call.header(b"authorization").partition(" ")[2].strip().encode()


async def once(call: Call, decide: Callable[[], Awaitable[Decided]], *, erasable: bool = False) -> Response:
    """Decide, store, answer. `decide` is asked again when somebody else wrote at the same moment. For `erasable`, see
    `request_of`.

    Raises what `decide` raises, and Problem, KeyReused, Contended and StoreUnavailable.
    """
    request = request_of(call, await call.body(), erasable=erasable)
    for _ in range(_TRIES):
        try:
            decided = await decide()
        except (Refused, Problem):
            # Sent again, it is refused because it was done: then it is answered as it was the first time.
            if (earlier := await _earlier(call, request)) is not None:
                return answered_with(earlier)
            raise
        rows = (*answer_row(request, decided.status, decided.body), *decided.rows)
        try:
            positions = await call.services.store.recorder.append(Append(decided.events, rows))
        except VersionConflict:
            continue
        except DuplicateRequest:
            if (earlier := await _earlier(call, request)) is None:
                raise Contended from None
            return answered_with(earlier)
        return answered_with(Answer(decided.status, decided.body, _newest(positions), None))
    raise Contended


async def _earlier(call: Call, request: Request) -> Answer | None:
    """What this request was answered before. Where the log ends now, that answer shows."""
    earlier = await asyncio.to_thread(answered, call.services.datastore, request)
    if earlier is None:
        return None
    return structs.replace(earlier, position=await asyncio.to_thread(call.services.store.recorder.max_notification_id))


def _newest(positions: Sequence[int]) -> int | None:
    return positions[-1] if positions else None
