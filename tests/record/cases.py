"""Games to forge, and what is found in forgeries."""

from collections.abc import Callable

from domain.record.events import Reveal
from domain.record.verify import Problem, verify
from tests.record.forge import Forgery, forged
from tests.record.sitting import Sitting, random_sitting

Change = Callable[[Forgery], object]
MOVE = "game.move_played"


def kobayakawa_file(*, with_seed: bool = True, policy: Reveal = "everyone") -> list[bytes]:
    return random_sitting("kobayakawa", 0, reveal=policy).archive(with_seed=with_seed)


def toy_table(*, reveal: Reveal = "everyone", ended: bool = False) -> Sitting:
    table = Sitting(reveal=reveal)
    table.wait(1).play(0, "look")
    table.wait(1).play(0, "say", words="five")
    table.wait(1).play(0, "place", square=1)
    table.wait(1).play(0, "place", square=2)
    table.wait(1).play(0, "hide", bet=12, word="abracadabra")
    table.wait(1).play(1, "throw")
    table.wait(1).play(1, "hide", bet=5)
    table.wait(1).play(2, "hide", bet=5)
    if ended:
        table.wait(1).play(0, "reveal")
    return table


def problem(lines: list[bytes]) -> Problem:
    report = verify(lines)
    assert report.problem is not None, "the forgery was not found"
    assert not report.ok
    assert not report.legality
    assert not report.result
    return report.problem


def found(lines: list[bytes], change: Change) -> tuple[str, str]:
    """The code and the detail of what is found in a forgery."""
    forgery = problem(forged(lines, change))
    return forgery.code, forgery.detail
