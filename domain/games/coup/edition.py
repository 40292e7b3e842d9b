"""An edition of Coup as data: characters and copies, coins, factions, and the table of actions."""

from typing import Literal

from msgspec import Struct

from domain.kernel.editions import check_different, check_length, check_name, check_number, check_players, packaged
from domain.kernel.refusals import BadOptions

Variant = Literal["inquisitor", "mecenas", "abogado"]
"""A character that an option of the same name puts in another's place."""


class Action(Struct, frozen=True, forbid_unknown_fields=True):
    """What an action costs, does and claims. Of `claims`, `denies` and `blockable_by` only characters in play count.

    `take_from_target` moves coins from the target to the actor as far as there are any; `give_to_target` and `gain`
    come from the treasury. `denies` are characters the actor claims NOT to hold. `spares_own_faction`: not against the
    own faction while factions differ. `needs` and `not_with` are options.
    """

    name: str
    cost: int = 0
    paid_to: Literal["treasury", "reserve"] = "treasury"
    gain: int = 0
    take_from_target: int = 0
    give_to_target: int = 0
    takes_reserve: bool = False
    target: bool = False
    target_loses: int = 0
    claims: tuple[str, ...] = ()
    denies: tuple[str, ...] = ()
    draw: tuple[tuple[str, int], ...] = ()
    """Cards drawn from the court, by the character claimed."""
    examines: bool = False
    converts: Literal["nobody", "self", "target"] = "nobody"
    spares_own_faction: bool = False
    blockable_by: tuple[str, ...] = ()
    blockers: Literal["nobody", "target", "any_opponent"] = "nobody"
    needs: Variant | Literal["reformation"] | None = None
    not_with: Variant | Literal["reformation"] | None = None


class ActionTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The actions of every printed edition: one table, because the editions differ in characters only."""

    actions: tuple[Action, ...]


class Substitute(Struct, frozen=True, forbid_unknown_fields=True):
    """A character beside the usual ones: the option of its name takes out all copies of another and puts these in."""

    character: Variant
    copies: int
    replaces: str


class Edition(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the box.

    `copies_in_play` says up to how many players how many copies of each character are shuffled; empty: all of them.
    `coins` are values with the number of coins of each. `heir` is the character that may claim a dead player's coins.
    At `forced_at` coins the `forced` action is the only one.
    """

    name: str
    players: tuple[int, int]
    characters: tuple[tuple[str, int], ...]
    coins: tuple[tuple[int, int], ...]
    substitutes: tuple[Substitute, ...] = ()
    copies_in_play: tuple[tuple[int, int], ...] = ()
    factions: tuple[str, ...] = ()
    faction_cards: int = 0
    reserve_card: str = ""
    heir: str = ""
    starting_coins: int = 2
    forced: str = "coup"
    forced_at: int = 10
    actions: tuple[Action, ...] = packaged("domain.games.coup", "actions", ActionTable).actions

    @property
    def worth(self) -> int:
        """All coins of the box, in coins of one."""
        return sum(value * count for value, count in self.coins)


NAMES = ("base_15", "ciudad_corrupta_18", "ferti_24", "base_plus_reformation", "urbis_25")
EDITIONS: dict[str, Edition] = {name: packaged("domain.games.coup", name, Edition) for name in NAMES}

_PATH = "options.edition"

MOST_PLAYERS, MOST_CARDS, MOST_ACTIONS, MOST_DRAWN = 30, 500, 50, 5
"""An edition comes from outside: these keep its court in memory and every position below 2,000 moves."""
MOST_COINS = 1_000_000


def check_edition(edition: Edition) -> None:
    """C-92: an edition of a club's own can be played. Raises BadOptions naming the entry at fault."""
    check_players(f"{_PATH}.players", edition.players, 2, MOST_PLAYERS)
    _check_names(edition)
    _check_characters(edition)
    _check_numbers(edition)
    check_length(f"{_PATH}.actions", edition.actions, MOST_ACTIONS)
    for index, action in enumerate(edition.actions):
        _check_action(action, f"{_PATH}.actions.{index}")
    actions = ((f"{_PATH}.actions.{index}.name", action.name) for index, action in enumerate(edition.actions))
    check_different(actions, "name_repeats")
    if not any(_is_always_open(action) and not action.cost for action in edition.actions):
        raise BadOptions(f"{_PATH}.actions", "no_free_action")
    forced = next((action for action in edition.actions if action.name == edition.forced), None)
    if forced is None or forced.cost > edition.forced_at or forced.needs or forced.not_with or forced.claims:
        raise BadOptions(f"{_PATH}.forced", "forced_action", given=edition.forced)


def _is_always_open(action: Action) -> bool:
    return not (action.target or action.needs or action.not_with or action.claims or action.denies)


def _check_names(edition: Edition) -> None:
    check_name(f"{_PATH}.name", edition.name)
    for index, (name, _) in enumerate(edition.characters):
        check_name(f"{_PATH}.characters.{index}.0", name)
    for index, faction in enumerate(edition.factions):
        check_name(f"{_PATH}.factions.{index}", faction)
    for path, name in (("reserve_card", edition.reserve_card), ("heir", edition.heir)):
        if name:
            check_name(f"{_PATH}.{path}", name)


def _check_characters(edition: Edition) -> None:
    if not edition.characters:
        raise BadOptions(f"{_PATH}.characters", "no_characters")
    listed = [(f"{_PATH}.characters.{index}.0", name) for index, (name, _) in enumerate(edition.characters)]
    beside = [(f"{_PATH}.substitutes.{at}.character", each.character) for at, each in enumerate(edition.substitutes)]
    check_different([*listed, *beside], "name_repeats")
    for index, (_, copies) in enumerate(edition.characters):
        check_number(f"{_PATH}.characters.{index}.1", copies, 1, MOST_CARDS)
    if (total := sum(copies for _, copies in edition.characters)) > MOST_CARDS:
        raise BadOptions(f"{_PATH}.characters", "too_many", most=MOST_CARDS, given=total)
    names = {name for name, _ in edition.characters}
    for index, each in enumerate(edition.substitutes):
        check_number(f"{_PATH}.substitutes.{index}.copies", each.copies, 1, MOST_CARDS)
        if each.replaces not in names:
            raise BadOptions(f"{_PATH}.substitutes.{index}.replaces", "unknown_character", given=each.replaces)


def _check_numbers(edition: Edition) -> None:
    for index, (players, copies) in enumerate(edition.copies_in_play):
        check_number(f"{_PATH}.copies_in_play.{index}.0", players, 2, MOST_PLAYERS)
        check_number(f"{_PATH}.copies_in_play.{index}.1", copies, 1, MOST_CARDS)
    if edition.copies_in_play and max(players for players, _ in edition.copies_in_play) < edition.players[1]:
        raise BadOptions(f"{_PATH}.copies_in_play", "too_few_players", needed=edition.players[1])
    for index, (value, count) in enumerate(edition.coins):
        check_number(f"{_PATH}.coins.{index}.0", value, 1, MOST_COINS)
        check_number(f"{_PATH}.coins.{index}.1", count, 0, MOST_COINS)
    check_number(f"{_PATH}.starting_coins", edition.starting_coins, 1, MOST_COINS)
    check_number(f"{_PATH}.forced_at", edition.forced_at, 0, MOST_COINS)
    check_number(f"{_PATH}.faction_cards", edition.faction_cards, 0, MOST_CARDS)
    if edition.factions and len(set(edition.factions)) != 2:
        raise BadOptions(f"{_PATH}.factions", "two_factions")


def _check_action(action: Action, path: str) -> None:
    check_name(f"{path}.name", action.name)
    for field in ("claims", "denies", "blockable_by"):
        for index, name in enumerate(getattr(action, field)):
            check_name(f"{path}.{field}.{index}", name)
    for field in ("cost", "gain", "take_from_target", "give_to_target", "target_loses"):
        check_number(f"{path}.{field}", getattr(action, field), 0, MOST_COINS)
    for index, (name, count) in enumerate(action.draw):
        check_name(f"{path}.draw.{index}.0", name)
        check_number(f"{path}.draw.{index}.1", count, 0, MOST_DRAWN)
    _check_aim(action, path)


def _check_aim(action: Action, path: str) -> None:
    aimed = action.take_from_target or action.give_to_target or action.target_loses or action.examines
    aimed = aimed or action.converts == "target" or action.spares_own_faction or action.blockers == "target"
    if aimed and not action.target:
        raise BadOptions(f"{path}.target", "target_needed")
    if action.claims and action.denies:
        raise BadOptions(f"{path}.denies", "claims_and_denies")
    if bool(action.blockable_by) != (action.blockers != "nobody"):
        raise BadOptions(f"{path}.blockers", "blockers_missing")
    reformation = action.paid_to == "reserve" or action.takes_reserve or action.converts != "nobody"
    if reformation and action.needs != "reformation":
        raise BadOptions(f"{path}.needs", "needs_reformation")
