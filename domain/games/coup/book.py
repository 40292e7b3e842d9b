"""What an edition and the options make of the rules: the characters in play, and the actions as they stand then."""

from dataclasses import dataclass
from typing import Literal

from domain.games.coup.cards import Cards, sorted_cards
from domain.games.coup.edition import Action, Edition

Lack = tuple[Literal["character", "needs", "not_with"], str]
"""Why an action cannot be declared: the character it claims is not in play, or an option is off or on."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action at this table: of the characters it may claim, deny or be blocked by, only those in play are left."""

    name: str
    cost: int
    to_reserve: bool
    gain: int
    take: int
    give: int
    takes_reserve: bool
    target: bool
    target_loses: int
    claim: str | None
    denied: str | None
    draw: int
    examines: bool
    converts: str
    spares: bool
    blocked_by: Cards
    target_blocks: bool

    @property
    def lapses_without_target(self) -> bool:
        """C-28, C-32, C-54, C-76: a dead target leaves nothing to do, unless the actor gains something all the same."""
        return self.target and not self.gain


@dataclass(frozen=True)
class Book:
    """The rules of one table, worked out from its options once.

    `missing` says of each action of the edition that cannot be declared here what it lacks.
    """

    edition: Edition
    characters: Cards
    copies: tuple[tuple[str, int], ...]
    deeds: dict[str, Deed]
    missing: dict[str, Lack]
    heir: str | None
    forced: str
    forced_at: int

    def deck(self, players: int) -> Cards:
        """C-85: the cards in play with so many players; the others stay in the box."""
        limits = [copies for most, copies in sorted(self.edition.copies_in_play) if players <= most]
        return sorted_cards(
            name for name, copies in self.copies for _ in range(min(copies, limits[0]) if limits else copies)
        )


def compiled(edition: Edition, variants: frozenset[str], *, examine_own: bool) -> Book:
    """The rules of a table with these variants."""
    instead = {each.replaces: each for each in edition.substitutes if each.character in variants}
    copies = tuple(
        (instead[name].character, instead[name].copies) if name in instead else (name, count)
        for name, count in edition.characters
    )
    characters = tuple(name for name, _ in copies)
    deeds: dict[str, Deed] = {}
    missing: dict[str, Lack] = {}
    for action in edition.actions:
        lack = _lack(action, characters, variants)
        if lack:
            missing[action.name] = lack
        else:
            deeds[action.name] = _deed(action, characters, examine_own=examine_own)
    heir = edition.heir if edition.heir in characters else None
    return Book(edition, characters, copies, deeds, missing, heir, edition.forced, edition.forced_at)


def _lack(action: Action, characters: Cards, variants: frozenset[str]) -> Lack | None:
    """Why an action cannot be declared here, if it cannot."""
    if action.claims and not set(action.claims) & set(characters):
        return "character", action.claims[0]  # C-56, C-100
    if action.needs and action.needs not in variants:
        return "needs", action.needs
    if action.not_with and action.not_with in variants:
        return "not_with", action.not_with
    return None


def _deed(action: Action, characters: Cards, *, examine_own: bool) -> Deed:
    claim = next((name for name in action.claims if name in characters), None)
    return Deed(
        name=action.name,
        cost=action.cost,
        to_reserve=action.paid_to == "reserve",
        gain=action.gain,
        take=action.take_from_target,
        give=action.give_to_target,
        takes_reserve=action.takes_reserve,
        target=action.target,
        target_loses=action.target_loses,
        claim=claim,
        denied=next((name for name in action.denies if name in characters), None),
        draw=next((count for name, count in action.draw if name == claim), 0),
        examines=action.examines,
        converts=action.converts,
        spares=action.spares_own_faction or (action.examines and not examine_own),  # C-57, C-61
        blocked_by=tuple(name for name in action.blockable_by if name in characters),
        target_blocks=action.blockers == "target",
    )
