"""What every game checks when a table is opened; raises BadOptions naming what is at fault."""

from domain.kernel.refusals import NO_SUCH_SEAT, BadOptions
from domain.kernel.seats import Seat


def check_seat_count(count: int, allowed: range) -> None:
    """So many can play with these options.

    >>> check_seat_count(2, range(3, 7))
    Traceback (most recent call last):
    ...
    domain.kernel.refusals.BadOptions: seats: seat_count least=3 most=6 given=2
    """
    if count not in allowed:
        raise BadOptions("seats", "seat_count", least=allowed.start, most=allowed.stop - 1, given=count)


def check_seat(path: str, seat: Seat, count: int) -> None:
    """A seat that an option names is at the table.

    >>> check_seat("options.first_player", 3, 3)
    Traceback (most recent call last):
    ...
    domain.kernel.refusals.BadOptions: options.first_player: no_such_seat given=3 most=2
    """
    if not 0 <= seat < count:
        raise BadOptions(path, NO_SUCH_SEAT, given=seat, most=count - 1)
