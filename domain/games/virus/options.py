"""How a table plays: the edition, its variants, and the questions the rulebooks leave to the table."""

from functools import cached_property

from msgspec import Struct
from msgspec.structs import force_setattr

from domain.games.virus.book import Book, compiled
from domain.games.virus.edition import EDITIONS, Edition, check_edition
from domain.kernel.editions import no_such_edition
from domain.kernel.opening import check_seat, check_seat_count
from domain.kernel.refusals import BadOptions
from domain.kernel.seats import Seat


class Options(Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True):
    """How a table plays. `edition` may be given by its name; what is recorded is the whole edition.

    V-86: `first_player` is whoever the table's custom says. V-84: a `duel` that is neither asked for nor ruled out is
    played where it can be.
    """

    edition: Edition | str = EDITIONS["base"]
    first_player: Seat = 0
    duel: bool | None = None
    eradicate_viruses: bool = False
    any_infection_blocks_win: bool = False
    contagion_must_be_maximal: bool = True

    def __post_init__(self) -> None:
        """A record never depends on a file: the name of an edition is at once replaced by what it names."""
        if isinstance(self.edition, str):
            force_setattr(self, "edition", EDITIONS.get(self.edition, self.edition))

    @cached_property
    def book(self) -> Book:
        """The edition's cards; worked out once, since every state of a game shares its options."""
        return compiled(self.box)

    @property
    def box(self) -> Edition:
        """The edition. Raises BadOptions for a name nobody knows."""
        if isinstance(self.edition, str):
            raise no_such_edition("options.edition", "unknown_edition", self.edition, EDITIONS)
        return self.edition


def seats(options: Options) -> range:
    """V-85: as many players as the edition says; V-84: a duel is for two."""
    least, most = options.box.players
    return range(2, 3) if options.duel else range(least, most + 1)


def healthy_organs_needed(options: Options, count: int) -> int:
    """V-40: four healthy organs win; V-84: five in a duel."""
    edition = options.box
    in_duel = edition.healthy_organs_in_duel
    if count == 2 and in_duel is not None and options.duel is not False:
        return in_duel
    return edition.healthy_organs_to_win


def check_options(options: Options, count: int) -> None:
    """Options nobody can play with, and tables of the wrong size, are refused by name."""
    edition = options.box
    check_edition(edition)
    if options.duel and (edition.healthy_organs_in_duel is None or edition.players[0] > 2):
        raise BadOptions("options.duel", "no_duel_in_edition", edition=edition.name)  # V-84
    if options.duel and count != 2:
        raise BadOptions("seats", "duel_is_for_two", given=count)  # V-84
    check_seat_count(count, seats(options))
    check_seat("options.first_player", options.first_player, count)
