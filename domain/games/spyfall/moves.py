"""What a player of Spyfall can do; the table itself calls time."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.kernel.rules import TimeUp
from domain.kernel.seats import Seat
from domain.kernel.words import Words

LocationId = Annotated[str, Meta(max_length=40)]


class Deal(Struct, frozen=True, gc=False, tag="deal", tag_field="move", forbid_unknown_fields=True):
    """Begin a round: a location nobody knows yet, and a card for everybody."""


class Start(Struct, frozen=True, gc=False, tag="start", tag_field="move", forbid_unknown_fields=True):
    """Start the clock: everybody has looked at their card."""


class Ask(Struct, frozen=True, gc=False, tag="ask", tag_field="move", forbid_unknown_fields=True):
    """Ask a player something. S-28: the record may hold what, or only whom."""

    player: Seat
    words: Words = ""


class Answer(Struct, frozen=True, gc=False, tag="answer", tag_field="move", forbid_unknown_fields=True):
    """Answer the question that is open."""

    words: Words = ""


class Accuse(Struct, frozen=True, gc=False, tag="accuse", tag_field="move", forbid_unknown_fields=True):
    """Stop the clock, and have all others vote on whether this player is the spy."""

    player: Seat


class Vote(Struct, frozen=True, gc=False, tag="vote", tag_field="move", forbid_unknown_fields=True):
    """Agree to the accusation or not, openly."""

    yes: bool


class Guess(Struct, frozen=True, gc=False, tag="guess", tag_field="move", forbid_unknown_fields=True):
    """Come forward as the spy, and say where everybody is."""

    location: LocationId


class Suspect(Struct, frozen=True, gc=False, tag="suspect", tag_field="move", forbid_unknown_fields=True):
    """In the final vote, say who the spy is."""

    player: Seat


Move = Deal | Start | Ask | Answer | Accuse | Vote | Guess | Suspect | TimeUp
