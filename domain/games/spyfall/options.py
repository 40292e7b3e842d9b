"""How a table plays: the locations, how many rounds of how many minutes, and who deals first."""

from datetime import timedelta
from functools import cached_property

from msgspec import Struct
from msgspec.structs import force_setattr

from domain.games.spyfall.edition import SETS, LocationSet, check_set
from domain.kernel.editions import check_number, no_such_edition
from domain.kernel.opening import check_seat, check_seat_count
from domain.kernel.refusals import BadOptions
from domain.kernel.seats import Seat

MOST_MINUTES = 7 * 24 * 60


class Options(Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True):
    """S-23: rounds and minutes are agreed on before; for a first game 12 to 15 minutes are proposed.

    `location_set` may be given by its name; what is recorded is the whole set. S-24: `in_role` says whether agents
    answer as the role on their card would; it changes nothing that software could judge. S-26: `first_dealer` is whom
    the table finds most suspicious.
    """

    rounds: int = 5
    minutes: int = 8
    in_role: bool = True
    first_dealer: Seat = 0
    location_set: LocationSet | str = SETS["international"]

    def __post_init__(self) -> None:
        """A record never depends on a file: the name of a set is at once replaced by what it names."""
        if isinstance(self.location_set, str):
            force_setattr(self, "location_set", SETS.get(self.location_set, self.location_set))

    @property
    def box(self) -> LocationSet:
        """The locations. Raises BadOptions for a name nobody knows."""
        if isinstance(self.location_set, str):
            raise no_such_edition("options.location_set", "unknown_location_set", self.location_set, SETS)
        return self.location_set

    @cached_property
    def time(self) -> timedelta:
        """How long a round's inquiry lasts."""
        return timedelta(minutes=self.minutes)


def seats(options: Options) -> range:
    """S-21: 3 to 8 players, or fewer of these where a club's set says so."""
    least, most = options.box.players
    return range(least, most + 1)


def check_options(options: Options, count: int) -> None:
    """S-21, S-22, S-33: what nobody can play is refused at the opening, by name."""
    box = options.box
    check_set(box)
    check_seat_count(count, seats(options))
    if options.rounds < 1:
        raise BadOptions("options.rounds", "bad_number", least=1, most=len(box.locations), given=options.rounds)
    if options.rounds > len(box.locations):  # S-22
        raise BadOptions("options.rounds", "too_few_locations", most=len(box.locations), given=options.rounds)
    check_number("options.minutes", options.minutes, 1, MOST_MINUTES)
    check_seat("options.first_dealer", options.first_dealer, count)
