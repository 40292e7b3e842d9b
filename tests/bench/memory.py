"""What a server's memory holds: with 1,000 open games, and for each further one."""

from tests.bench.ground import Ground
from tests.bench.moves import played
from tests.bench.report import Report
from tests.bench.serving import served

_FIRST = 1_000
_MORE = 500


def measure(ground: Ground) -> None:
    """Print resident memory at start, with 1,000 games opened and looked at, and the growth from there."""
    report = Report("Memory of the server (resident set)")
    with served(ground.url, ground.owner_url, ACTA_CACHED_GAMES="10000") as server:
        played(server, with_keys=False)
        report.row("after 64 games played to the end", _mib(server.process.memory_info().rss))
        server.open_games(_FIRST)
        first = server.process.memory_info().rss
        report.row("with 1,000 open games more", _mib(first))
        server.open_games(_MORE)
        growth = (server.process.memory_info().rss - first) / _MORE
        report.row(f"for each further game kept in memory ({_MORE} more)", f"{growth / 1024:.1f} KiB")
    report.show()


def _mib(size: int) -> str:
    return f"{size / 2**20:.0f} MiB"
