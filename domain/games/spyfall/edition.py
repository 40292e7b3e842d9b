"""What is in the box of Spyfall: locations with their roles, in two languages, and the points of a round."""

from functools import cached_property, lru_cache

from msgspec import Struct

from domain.kernel.bags import Bag, bag
from domain.kernel.editions import check_different, check_id, check_name, check_number, check_players, packaged
from domain.kernel.refusals import BadOptions

SPY = "spy"
"""The card of the spy; all others are a location and a role, as in ``bank.teller``."""

OWN_WORDS = frozenset(
    (SPY, "agent", "card", "cards", "location", "locations", "roles", "dealer", "asks", "asked", "accuses", "accused",
     "agrees", "stop_used", "withdrawn")
)  # fmt: skip
"""What lies on the board beside locations and roles, and what is told of a move: no location has this as its id."""

LEAST_PLAYERS, MOST_PLAYERS = 3, 8
LEAST_ROLES = 7
MOST_LOCATIONS, MOST_ROLES, MOST_POINTS = 500, 50, 1_000


class Names(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a place or a role is called. Roles have the grammatical gender of the printed cards, whoever plays them."""

    en: str
    es: str


class Role(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A role at a location; its id is unique there only."""

    id: str
    name: Names


class Location(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A place, and who can be met there."""

    id: str
    name: Names
    roles: tuple[Role, ...]


class Scoring(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """S-36: points of a round. `spy_bonus` is for a right guess or an innocent accused by all."""

    spy_wins: int
    spy_bonus: int
    agent_wins: int
    accuser_bonus: int


class LocationSet(Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True):
    """All locations a game can take place at."""

    name: str
    players: tuple[int, int]
    scoring: Scoring
    locations: tuple[Location, ...]

    @cached_property
    def bag(self) -> Bag:
        """The locations by their ids."""
        return bag(location.id for location in self.locations)

    @cached_property
    def role_cards(self) -> dict[str, Bag]:
        """The role cards of each location."""
        return {at.id: bag(f"{at.id}.{role.id}" for role in at.roles) for at in self.locations}

    @cached_property
    def places(self) -> dict[str, Names]:
        """The names of each location."""
        return {location.id: location.name for location in self.locations}

    @cached_property
    def roles(self) -> dict[str, Names]:
        """The names of the role on each role card."""
        return {f"{at.id}.{role.id}": role.name for at in self.locations for role in at.roles}


SETS = {name: packaged("domain.games.spyfall", name, LocationSet) for name in ("international", "original_ru")}

_PATH = "options.location_set"


@lru_cache(maxsize=8)  # every replay begins with it, and most games have the same set
def check_set(box: LocationSet) -> None:
    """S-33: a set of a club's own can be played with. Raises BadOptions naming the entry at fault."""
    check_name(f"{_PATH}.name", box.name)
    check_players(f"{_PATH}.players", box.players, LEAST_PLAYERS, MOST_PLAYERS)  # S-21
    for name in Scoring.__struct_fields__:
        check_number(f"{_PATH}.scoring.{name}", getattr(box.scoring, name), 0, MOST_POINTS)
    check_number(f"{_PATH}.locations", len(box.locations), 1, MOST_LOCATIONS)
    _check_ids([location.id for location in box.locations], f"{_PATH}.locations")
    for index, location in enumerate(box.locations):
        path = f"{_PATH}.locations.{index}"
        if location.id in OWN_WORDS:
            raise BadOptions(f"{path}.id", "id_is_taken", given=location.id)
        _check_names(location.name, path)
        if len(location.roles) < LEAST_ROLES:
            raise BadOptions(f"{path}.roles", "too_few_roles", needed=LEAST_ROLES, given=len(location.roles))
        check_number(f"{path}.roles", len(location.roles), LEAST_ROLES, MOST_ROLES)
        _check_ids([role.id for role in location.roles], f"{path}.roles")
        for place, role in enumerate(location.roles):
            _check_names(role.name, f"{path}.roles.{place}")
    _check_told_apart(box.locations)


def _check_ids(ids: list[str], path: str) -> None:
    listed = [(f"{path}.{index}.id", each) for index, each in enumerate(ids)]
    for at, each in listed:
        check_id(at, each)
    check_different(listed, "id_repeats")


def _check_names(name: Names, path: str) -> None:
    for language in Names.__struct_fields__:
        check_name(f"{path}.name.{language}", getattr(name, language))


def _check_told_apart(locations: tuple[Location, ...]) -> None:
    """S-13: who guesses names a location, so no two have the same name."""
    for language in Names.__struct_fields__:
        known: set[str] = set()
        for index, location in enumerate(locations):
            name = getattr(location.name, language)
            if (folded := name.strip().casefold()) in known:
                raise BadOptions(f"{_PATH}.locations.{index}.name.{language}", "name_repeats", given=name)
            known.add(folded)
