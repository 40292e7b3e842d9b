"""Appends waiting for the writer, and how each of them is answered."""

import asyncio
import threading
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future, InvalidStateError

from service.store.batch import Answer, Positions
from service.store.errors import StoreClosed, StoreOverloaded, StoreUnavailable
from service.store.rows import Encoded

AsyncFuture = asyncio.Future[Positions]


class Waiting:
    """An append in the queue: what to send, and who waits for the answer."""

    __slots__ = ("encoded", "future", "loop")

    def __init__(
        self,
        encoded: Encoded,
        future: "Future[Positions] | AsyncFuture",
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """`loop` is the event loop of an asyncio future."""
        self.encoded = encoded
        self.future = future
        self.loop = loop


class AppendQueue:
    """A bounded queue from many threads and event loops to the one writer."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._appends: deque[Waiting] = deque()
        self._lock = threading.Lock()
        self._arrived = threading.Condition(self._lock)
        self._room = threading.Condition(self._lock)
        self._writer_sleeps = False
        self._refusal: StoreUnavailable | StoreClosed | None = None

    def put(self, append: Waiting, wait: float = 0.0) -> None:
        """Add an append, waiting up to `wait` seconds for room.

        Raises `StoreOverloaded`, or what `refuse` was told.
        """
        with self._lock:
            if self._refusal is None and len(self._appends) >= self._limit and wait > 0:
                self._room.wait_for(lambda: len(self._appends) < self._limit or self._refusal is not None, wait)
            if self._refusal is not None:
                raise _again(self._refusal)
            if len(self._appends) >= self._limit:
                raise StoreOverloaded(f"{self._limit} appends are waiting already")
            self._appends.append(append)
            if self._writer_sleeps:
                self._writer_sleeps = False
                self._arrived.notify()

    def take(self, weight: int) -> list[Waiting] | None:
        """Wait for appends and take as many as weigh no more than `weight`, at least one; None at the end."""
        with self._lock:
            while not self._appends:
                if isinstance(self._refusal, StoreClosed):
                    return None
                self._writer_sleeps = True
                self._arrived.wait()
            was_full = len(self._appends) >= self._limit
            batch: list[Waiting] = []
            while self._appends:
                weight -= self._appends[0].encoded.weight
                if batch and weight < 0:
                    break
                batch.append(self._appends.popleft())
            if was_full:
                self._room.notify_all()
            return batch

    def refuse(self, refusal: StoreUnavailable) -> list[Waiting]:
        """Turn further appends away with `refusal`; returns those that waited. A closed queue stays closed."""
        with self._lock:
            if not isinstance(self._refusal, StoreClosed):
                self._refusal = refusal
            waiting = list(self._appends)
            self._appends.clear()
            self._room.notify_all()
            return waiting

    def accept(self) -> None:
        """Take appends again, unless it was closed."""
        with self._lock:
            if not isinstance(self._refusal, StoreClosed):
                self._refusal = None

    def close(self) -> None:
        """Take no more appends; those that wait are still taken out."""
        with self._lock:
            self._refusal = StoreClosed("the recorder was closed")
            self._arrived.notify_all()
            self._room.notify_all()

    def __len__(self) -> int:
        return len(self._appends)


def answer(batch: Iterable[Waiting], answers: Iterable[Answer]) -> None:
    """Answer appends, those of an event loop with one call into it. A caller who gave up waiting is left alone."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[AsyncFuture, Answer]]] = {}
    for waiting, result in zip(batch, answers, strict=True):
        if waiting.loop is not None:
            assert not isinstance(waiting.future, Future)
            by_loop.setdefault(waiting.loop, []).append((waiting.future, result))
        else:
            _settle(waiting.future, result)
    for loop, results in by_loop.items():
        try:
            loop.call_soon_threadsafe(_settle_all, results)
        except RuntimeError:  # the loop is closed, and nobody waits any more
            continue


def _settle_all(results: list[tuple[AsyncFuture, Answer]]) -> None:
    for future, result in results:
        if not future.done():
            _settle(future, result)


def _settle(future: "Future[Positions] | AsyncFuture", result: Answer) -> None:
    try:
        if isinstance(result, tuple):
            future.set_result(result)
        else:
            future.set_exception(result)
    except InvalidStateError:  # cancelled
        return


def _again(refusal: StoreUnavailable | StoreClosed) -> StoreUnavailable | StoreClosed:
    """A fresh error of the same kind: one object raised in many threads would collect all their tracebacks."""
    if isinstance(refusal, StoreUnavailable):
        return type(refusal)(str(refusal), retry_after=refusal.retry_after)
    return type(refusal)(str(refusal))
