"""The projections from zero, against the stock runner, on the same server."""

import psycopg

from projections.rebuild import rebuild
from projections.runner import Runner
from tests.bench.ground import Ground
from tests.bench.report import Report, seconds, typical
from tests.bench.stock import projected_per_second
from tests.projections import histories

_EVENTS = 100_000
_ROUNDS = 3


def measure(ground: Ground) -> None:
    """Print events a second of both, in turn."""
    total = _fill(ground)
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(_ROUNDS):
        ours.append(total / seconds(lambda: rebuild(ground.owner_url, histories.MAPPER.decode)))
        theirs.append(projected_per_second(ground.stock_environment, ground.stock_url, 8, 150))
    ratio = typical([mine / stock for mine, stock in zip(ours, theirs, strict=True)])
    report = Report(f"Projecting {total:,} events of real games from zero, {_ROUNDS} rounds in turn")
    report.row("rebuild, events a second", f"{typical(ours):,.0f}")
    report.row("stock ProjectionRunner, events a second", f"{typical(theirs):,.0f}")
    report.row("ratio, round by round", f"{ratio:.0f} ×", "≥ 50 ×")
    report.show()


def _fill(ground: Ground) -> int:
    history = histories.History(1, players=200, at_once=64)
    total = 0
    waiting: list[histories.Event] = []
    with psycopg.connect(ground.url, autocommit=True) as connection:
        for some in history.events(_EVENTS):
            waiting += some
            if len(waiting) > 5000:
                histories.append(connection, waiting)
                total += len(waiting)
                waiting = []
        histories.append(connection, waiting)
        total += len(waiting)
        runner = Runner(histories.MAPPER.decode)
        while runner.step(connection).events:
            pass
    return total
