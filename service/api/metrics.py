"""Counters for Prometheus. Labelled by route template, method and status; never by an id."""

from collections.abc import Callable, Iterator
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

MEDIA_TYPE: Final = CONTENT_TYPE_LATEST
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The numbers of one app. Other parts add theirs to `registry`, or as `watch`."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._seconds = Histogram(
            "acta_request_seconds",
            "Requests and how long they took until their answer was complete.",
            ("route", "method", "status"),
            buckets=_BUCKETS,
            registry=self.registry,
        )
        self.running = 0
        """Requests being answered; counted on the event loop."""
        self.watch("acta_requests_running", "Requests being answered.", lambda: self.running)
        self._children: dict[tuple[str, str, int], Histogram] = {}

    def observe(self, route: str, method: str, status: int, seconds: float) -> None:
        """A request has been answered."""
        key = (route, method if method in _METHODS else "other", status)
        if (child := self._children.get(key)) is None:
            child = self._children[key] = self._seconds.labels(*key)
        child.observe(seconds)

    def watch(self, name: str, what: str, read: Callable[[], float]) -> None:
        """A number that is asked for when somebody looks."""
        self.registry.register(_Watched(name, what, read))

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)


class _Watched(Collector):
    def __init__(self, name: str, what: str, read: Callable[[], float]) -> None:
        self._name = name
        self._what = what
        self._read = read

    def describe(self) -> Iterator[Metric]:
        yield GaugeMetricFamily(self._name, self._what)

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily(self._name, self._what, value=self._read())
