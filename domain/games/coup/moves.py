"""What a player of Coup can do.

C-43, C-106: nothing else is a move. Coins are not given or lent, cards not shown at will, and words bind nobody.
"""

from msgspec import Struct

from domain.games.coup.cards import Cards
from domain.kernel.rules import AllPass
from domain.kernel.seats import Seat
from domain.kernel.secrecy import Secret


class ChooseFaction(Struct, frozen=True, tag="choose_faction", tag_field="move", forbid_unknown_fields=True):
    """Pick your faction; the others follow clockwise, each opposite to the one before (C-60)."""

    faction: str


class ChooseCard(Struct, frozen=True, tag="choose_card", tag_field="move", forbid_unknown_fields=True):
    """Keep one card of your own set in secret (C-89)."""

    card: Secret[str]


class Declare(Struct, frozen=True, tag="declare", tag_field="move", forbid_unknown_fields=True):
    """Take your turn: name one action, and its target if it takes one (C-93)."""

    action: str
    target: Seat | None = None


class Challenge(Struct, frozen=True, tag="challenge", tag_field="move", forbid_unknown_fields=True):
    """Say that the claim is a lie."""


class Block(Struct, frozen=True, tag="block", tag_field="move", forbid_unknown_fields=True):
    """Stop the action by claiming a character that blocks it (C-8: by its name)."""

    character: str


class Pass(Struct, frozen=True, tag="pass", tag_field="move", forbid_unknown_fields=True):
    """Let it be: no challenge, no block, no claim to an estate."""


class Show(Struct, frozen=True, tag="show", tag_field="move", forbid_unknown_fields=True):
    """Prove the challenged claim: turn up the named character, or every card that a denial was about (C-97)."""


class Concede(Struct, frozen=True, tag="concede", tag_field="move", forbid_unknown_fields=True):
    """Give the challenged claim up and turn up a card of your choice, which is lost (C-2, C-7)."""

    card: str


class Lose(Struct, frozen=True, tag="lose", tag_field="move", forbid_unknown_fields=True):
    """Turn up the card of your choice; it is lost (C-9)."""

    card: str


class Keep(Struct, frozen=True, tag="keep", tag_field="move", forbid_unknown_fields=True):
    """End an exchange: keep these cards, in alphabetical order, and return the others (C-36)."""

    cards: Secret[Cards]


class Offer(Struct, frozen=True, tag="offer", tag_field="move", forbid_unknown_fields=True):
    """Show the inquisitor one of your cards (C-51)."""

    card: Secret[str]


class LetKeep(Struct, frozen=True, tag="let_keep", tag_field="move", forbid_unknown_fields=True):
    """Let the examined player keep the card (C-51)."""


class ForceSwap(Struct, frozen=True, tag="force_swap", tag_field="move", forbid_unknown_fields=True):
    """Make the examined player exchange the card (C-52)."""


class ClaimEstate(Struct, frozen=True, tag="claim_estate", tag_field="move", forbid_unknown_fields=True):
    """Claim a dead player's coins, by claiming the character that inherits (C-80)."""


Move = (
    ChooseFaction
    | ChooseCard
    | Declare
    | Challenge
    | Block
    | Pass
    | Show
    | Concede
    | Lose
    | Keep
    | Offer
    | LetKeep
    | ForceSwap
    | ClaimEstate
    | AllPass
)
