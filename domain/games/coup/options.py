"""How a table plays: the edition, its variants, and the questions the rulebooks leave to the table."""

from functools import cached_property

from msgspec import Struct
from msgspec.structs import force_setattr

from domain.games.coup.book import Book, compiled
from domain.games.coup.edition import EDITIONS, MOST_CARDS, Edition, check_edition
from domain.kernel.editions import check_number, no_such_edition
from domain.kernel.opening import check_seat, check_seat_count
from domain.kernel.refusals import BadOptions
from domain.kernel.seats import Seat


class Options(Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True):
    """How a table plays. `edition` may be given by its name; what is recorded is the whole edition.

    C-87: `first_player` is the winner of the last game. C-96: with `one_recorder` somebody who enters for all may
    enter "all pass" as one event.
    """

    edition: Edition | str = EDITIONS["base_15"]
    first_player: Seat = 0
    inquisitor: bool = False
    reformation: bool = False
    mecenas: bool = False
    abogado: bool = False
    two_player_handicap: bool = True
    two_player_choice: bool = False
    may_concede: bool = True
    target_may_block_after_losing_challenge: bool = True
    one_block_per_action: bool = True
    examine_same_faction: bool = True
    one_recorder: bool = False

    def __post_init__(self) -> None:
        """A record never depends on a file: the name of an edition is at once replaced by what it names."""
        if isinstance(self.edition, str):
            force_setattr(self, "edition", EDITIONS.get(self.edition, self.edition))

    @cached_property
    def book(self) -> Book:
        """What the options make of the rules; worked out once, since every state of a game shares its options."""
        return compiled(self.box, self.variants, examine_own=self.examine_same_faction)

    @property
    def box(self) -> Edition:
        """The edition. Raises BadOptions for a name nobody knows."""
        if isinstance(self.edition, str):
            raise no_such_edition("options.edition", "unknown_edition", self.edition, EDITIONS)
        return self.edition

    @property
    def variants(self) -> frozenset[str]:
        """The options that bring cards or a reserve with them."""
        named = ("inquisitor", "reformation", "mecenas", "abogado")
        return frozenset(name for name in named if getattr(self, name))


def seats(options: Options) -> range:
    """C-92: as many players as the edition says, with factions as many as there are faction cards."""
    least, most = options.box.players
    if options.reformation:
        most = min(most, options.box.faction_cards)
    if options.two_player_choice:
        most = min(most, 2)
    return range(least, most + 1)


def check_options(options: Options, count: int) -> None:
    """C-92: options whose cards the edition does not hold, and tables of the wrong size, are refused by name."""
    edition = options.box
    check_edition(edition)
    _check_variants(options, edition)
    if options.two_player_choice and count != 2:
        raise BadOptions("seats", "two_players_only", option="two_player_choice", given=count)
    check_seat_count(count, seats(options))
    check_seat("options.first_player", options.first_player, count)
    dealt = options.book.deck(count)
    if len(dealt) <= 2 * count:
        raise BadOptions("options.edition.characters", "too_few_cards", needed=2 * count + 1, given=len(dealt))
    if options.two_player_choice and any(dealt.count(card) != 3 for card in options.book.characters):
        raise BadOptions("options.two_player_choice", "needs_three_copies", edition=edition.name)  # C-89


def _check_variants(options: Options, edition: Edition) -> None:
    held = {each.character: each.replaces for each in edition.substitutes}
    for name in sorted(options.variants - {"reformation"}):
        if name not in held:
            raise BadOptions(f"options.{name}", "not_in_edition", edition=edition.name)
    replaced = [held[name] for name in sorted(options.variants - {"reformation"})]  # type: ignore[index]  # checked
    if len(set(replaced)) < len(replaced):
        raise BadOptions("options", "replaced_twice", edition=edition.name)
    if options.reformation and not (edition.factions and edition.reserve_card):
        raise BadOptions("options.reformation", "not_in_edition", edition=edition.name)
    if options.reformation:
        check_number("options.edition.faction_cards", edition.faction_cards, edition.players[0], MOST_CARDS)
    if options.abogado and edition.heir != "abogado":
        raise BadOptions("options.edition.heir", "no_heir", edition=edition.name)
    for index, action in enumerate(edition.actions):
        for field, named in (("claims", action.claims), ("denies", action.denies)):
            both = tuple(name for name in named if name in options.book.characters)
            if len(both) > 1:
                raise BadOptions(f"options.edition.actions.{index}.{field}", "two_in_play", given=both)
