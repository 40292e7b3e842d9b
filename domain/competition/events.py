"""The events of players and leagues, as they are stored.

Stored names (``player.registered``) are part of the format and outlive any class name. A field is only ever added with
a new version of its event and an upcaster. No event holds a name or a contact of a person: those are in the directory
outside, where they can be corrected and erased. `by` is who did it, which need not be the player concerned.
"""

from datetime import datetime
from typing import Literal
from uuid import UUID

from msgspec import Struct

Ties = Literal["share", "full"]
"""What sides of equal place get: the average of the points of all places they take up, or each the points in full."""


class Stamped(Struct, frozen=True, tag_field="event"):
    """What every event carries: whose it is, its version there, when, by whom, and in which request."""

    originator_id: UUID
    originator_version: int
    at: datetime
    by: UUID
    request_id: str


class PlayerRegistered(Stamped, frozen=True, tag="player.registered"):
    """There is a player of this id."""


class PlayerMerged(Stamped, frozen=True, tag="player.merged"):
    """This entry and `into` are one person; from here on everything of this entry counts as that of `into`."""

    into: UUID


class PlayerErased(Stamped, frozen=True, tag="player.erased"):
    """The person asked to be forgotten; the id stays where it was recorded, and stands for nobody."""


class _InForce(Stamped, frozen=True):
    """The terms of a league from this event on."""

    name: str
    points: tuple[str, ...]
    ties: Ties
    rulesets: tuple[str, ...] | None
    owner: UUID
    spectators: bool


class LeagueOpened(_InForce, frozen=True, tag="league.opened"):
    """A league and its terms. `points` are those of the first place, the second and so on, as exact fractions
    ("3", "1/2"); every place behind them gets none. `rulesets` are the games it admits, None for every game."""


class LeagueChanged(_InForce, frozen=True, tag="league.changed"):
    """The terms of a league from here on, all of them, also those that stay. They count for all of its games."""


PlayerEvent = PlayerRegistered | PlayerMerged | PlayerErased
LeagueEvent = LeagueOpened | LeagueChanged
CompetitionEvent = PlayerEvent | LeagueEvent

VERSIONS: dict[str, tuple[int, type[CompetitionEvent]]] = {
    "player.registered": (1, PlayerRegistered),
    "player.merged": (1, PlayerMerged),
    "player.erased": (1, PlayerErased),
    "league.opened": (1, LeagueOpened),
    "league.changed": (1, LeagueChanged),
}
"""The current version of each event, by its stored name."""
