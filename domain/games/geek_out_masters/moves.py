"""What a player of Geek Out Masters can do."""

from msgspec import Struct

from domain.games.geek_out_masters.edition import Face


class Roll(Struct, frozen=True, gc=False, tag="roll", tag_field="move", forbid_unknown_fields=True):
    """Begin the turn: the active dice are rolled."""


class Use(Struct, frozen=True, gc=False, tag="use", tag_field="move", forbid_unknown_fields=True):
    """Let an active die act, on another where it needs one. Dice are alike: both are named by their faces."""

    die: Face
    target: Face | None = None


class Continue(Struct, frozen=True, gc=False, tag="continue", tag_field="move", forbid_unknown_fields=True):
    """Roll the used dice, and risk what has been scored this turn."""


class Pass(Struct, frozen=True, gc=False, tag="pass", tag_field="move", forbid_unknown_fields=True):
    """End the turn, and write down what the scored dice are worth."""


Move = Roll | Use | Continue | Pass
