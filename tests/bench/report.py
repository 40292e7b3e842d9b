"""How results are printed: a line each, what was measured, the number, and the goal it is held against."""

from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table

console = Console(width=120)


class Report:
    """The results of one part."""

    def __init__(self, title: str) -> None:
        self._table = Table(title=title, title_justify="left", expand=True)
        self._table.add_column("what", ratio=3)
        self._table.add_column("measured", justify="right")
        self._table.add_column("goal", justify="right")

    def row(self, what: str, measured: str, goal: str = "") -> None:
        """One result."""
        self._table.add_row(what, measured, goal)

    def show(self) -> None:
        """Print them."""
        console.print(self._table)


def seconds(work: Callable[[], object]) -> float:
    """How long one run takes."""
    began = perf_counter()
    work()
    return perf_counter() - began


def typical(times: Sequence[float]) -> float:
    """The median: single runs are disturbed by whatever else the machine does."""
    return median(times)
