"""What a player of Kobayakawa can do."""

from msgspec import Struct


class Draw(Struct, frozen=True, gc=False, tag="draw", tag_field="move", forbid_unknown_fields=True):
    """Take the top card of the deck into the hand; one of the two must then be discarded."""


class Discard(Struct, frozen=True, gc=False, tag="discard", tag_field="move", forbid_unknown_fields=True):
    """Put one of two cards face up before you (K-3: nobody is told whether it was the old one or the new)."""

    card: int


class Replace(Struct, frozen=True, gc=False, tag="replace", tag_field="move", forbid_unknown_fields=True):
    """Turn the top card of the deck onto the Kobayakawa, unseen by you first."""


class Stake(Struct, frozen=True, gc=False, tag="stake", tag_field="move", forbid_unknown_fields=True):
    """Put medals before you and take part in the showdown."""

    medals: int


class Pass(Struct, frozen=True, gc=False, tag="pass", tag_field="move", forbid_unknown_fields=True):
    """Stay out of the showdown."""


class Deal(Struct, frozen=True, gc=False, tag="deal", tag_field="move", forbid_unknown_fields=True):
    """Begin the next round; its first player deals."""


Move = Draw | Discard | Replace | Stake | Pass | Deal
