"""What holds for every request: a bounded body, an id, headers, metrics, and no stack trace for anybody.

Pure ASGI: it costs a request a handful of function calls.
"""

import asyncio
import logging
import re
import time
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.metrics import Metrics
from service.api.problems import Problem, problem_response
from service.api.scopes import REQUEST_ID, ROUTE, header, request_id
from service.api.traces import safe_trace
from service.randomness import fresh_bytes

_log: Final = logging.getLogger("acta.api")
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_DRAINED: Final = 16
"""How many bodies of the greatest size are read and thrown away, so that who sends one too large gets to read why."""

SECURITY: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
POLICY: Final = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")
_LATER: Final = {"retry-after": "5", "connection": "close"}
NO_STORE: Final = (b"cache-control", b"no-store")


class _TooLarge(Exception):
    pass


class Gateway:
    """Wraps the whole app. `max_body` is in bytes."""

    def __init__(self, app: ASGIApp, metrics: Metrics, max_body: int) -> None:
        self._app = app
        self._metrics = metrics
        self._max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        given = header(scope, b"x-request-id")
        scope[REQUEST_ID] = given if _REQUEST_ID.fullmatch(given) else fresh_bytes(8).hex()
        answering = _Answering(send, scope[REQUEST_ID])
        self._metrics.running += 1
        try:
            await self._app(scope, self._bounded(scope, receive), answering)
        except _TooLarge:
            if not (header(scope, b"content-length") and header(scope, b"expect")):
                await _drain(receive, self._max_body * _DRAINED)  # who asks first has sent nothing yet, and need not
            problem = Problem("body_too_large", {"most": self._max_body}, headers={"connection": "close"})
            await _tell(problem, scope, receive, answering)
        except asyncio.CancelledError:  # the service stops and does not wait any longer
            await _tell(Problem("stopping", headers=_LATER), scope, receive, answering)
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the caller gets an answer
            _log.error(
                "request %s failed: %s %s\n%s",
                request_id(scope),
                scope["method"],
                scope.get(ROUTE, "unknown route"),
                safe_trace(error),
            )
            await _tell(Problem("internal_error"), scope, receive, answering)
        finally:
            self._metrics.running -= 1
            seconds = time.perf_counter() - began
            self._metrics.observe(scope.get(ROUTE, "none"), scope["method"], answering.status, seconds)

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """What gives the body, as far as it may go. Raises _TooLarge for one that says it is longer."""
        length = header(scope, b"content-length")
        if not length:
            return _counted(receive, self._max_body) if header(scope, b"transfer-encoding") else receive
        if not length.isdigit() or int(length[:20]) > self._max_body:
            raise _TooLarge
        return receive


async def _tell(problem: Problem, scope: Scope, receive: Receive, answering: "_Answering") -> None:
    """Answer with a problem. An answer already begun stays unfinished: the connection is closed, the client sees it."""
    if not answering.status:
        await problem_response(problem, scope)(scope, receive, answering)


class _Answering:
    """Sends an answer on, with the headers every answer has."""

    __slots__ = ("_request_id", "_send", "status")

    def __init__(self, send: Send, request_id: str) -> None:
        self._send = send
        self._request_id = request_id.encode()
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = message["headers"]
            names = [name for name, _ in headers]
            headers += ((b"x-request-id", self._request_id), *SECURITY)
            headers += [each for each in (POLICY, NO_STORE) if each[0] not in names]
        await self._send(message)


def _counted(receive: Receive, most: int) -> Receive:
    """For bodies that do not say how long they are."""
    so_far = 0

    async def counting() -> Message:
        nonlocal so_far
        message = await receive()
        so_far += len(message.get("body", b""))
        if so_far > most:
            raise _TooLarge
        return message

    return counting


async def _drain(receive: Receive, most: int) -> None:
    try:
        async with asyncio.timeout(5):
            while most > 0:
                message = await receive()
                most -= len(message.get("body", b""))
                if message["type"] == "http.disconnect" or not message.get("more_body"):
                    return
    except TimeoutError:
        return
