"""What a player of Confusion can do. Spies are named by their letter: White's are capitals, Red's small."""

from typing import Literal

from msgspec import Struct

from domain.games.confusion.edition import Direction

Handling = Literal["carry", "leave", "send"]
"""What happens to the briefcase when the spy that holds it moves: it goes along, stays behind, or goes instead."""


class Attempt(
    Struct, frozen=True, gc=False, cache_hash=True, tag="attempt", tag_field="move", forbid_unknown_fields=True
):
    """CF-R32: announce a move of an own spy; the opponent says whether it can move so.

    `direction` is seen by the owner of the spy. `briefcase` is given exactly when the spy holds it.
    """

    spy: str
    direction: Direction
    distance: int
    briefcase: Handling | None = None


class Answer(Struct, frozen=True, gc=False, tag="answer", tag_field="move", forbid_unknown_fields=True):
    """CF-R43: the opponent of the spy says whether the attempted move is one of its moves."""

    yes: bool


class RemoveSuspect(Struct, frozen=True, gc=False, tag="remove_suspect", tag_field="move", forbid_unknown_fields=True):
    """CF-R20: take an own spy off the board as the suspected double agent, whatever it is."""

    spy: str


class ExposeAgent(Struct, frozen=True, gc=False, tag="expose_agent", tag_field="move", forbid_unknown_fields=True):
    """CF-R21: take the opponent's double agent off the board and show it."""

    spy: str


class Reveal(Struct, frozen=True, gc=False, tag="reveal", tag_field="move", forbid_unknown_fields=True):
    """Token Reveal 1: be shown the movement piece of an own spy (CF-R25, CF-R26)."""

    spy: str


class MoveTwo(Struct, frozen=True, gc=False, tag="move_two", tag_field="move", forbid_unknown_fields=True):
    """Token Move 2: two attempts this turn, by two spies of the own half (CF-R27)."""


class Swap(Struct, frozen=True, gc=False, cache_hash=True, tag="swap", tag_field="move", forbid_unknown_fields=True):
    """Token Swap: two own spies of the own half change squares unasked (CF-R41)."""

    spy: str
    other: str


class OfferDraw(Struct, frozen=True, gc=False, tag="offer_draw", tag_field="move", forbid_unknown_fields=True):
    """CF-R51: offer a draw, before the own attempt."""


class AcceptDraw(Struct, frozen=True, gc=False, tag="accept_draw", tag_field="move", forbid_unknown_fields=True):
    """CF-R51: accept the draw that the other player offers."""


Move = Attempt | Answer | RemoveSuspect | ExposeAgent | Reveal | MoveTwo | Swap | OfferDraw | AcceptDraw
