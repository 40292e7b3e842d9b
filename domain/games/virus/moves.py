"""What a player of Virus! can do.

An organ is named by its player and its kind, of which a body has one at most (V-26). V-28: an organ is played onto the
own body and names no other. A treatment is named by what it does: an edition has one card for each effect.
"""

from msgspec import Struct

from domain.games.virus.cards import Cards
from domain.kernel.seats import Seat


class PlayOrgan(Struct, frozen=True, gc=False, tag="play_organ", tag_field="move", forbid_unknown_fields=True):
    """Lay an organ into your own body."""

    card: str


class Infect(Struct, frozen=True, gc=False, tag="infect", tag_field="move", forbid_unknown_fields=True):
    """Play a virus on an organ, your own or another's (V-29)."""

    card: str
    seat: Seat
    organ: str


class Treat(Struct, frozen=True, gc=False, tag="treat", tag_field="move", forbid_unknown_fields=True):
    """Play a medicine on an organ, your own or another's (V-30)."""

    card: str
    seat: Seat
    organ: str


class Transplant(Struct, frozen=True, gc=False, tag="transplant", tag_field="move", forbid_unknown_fields=True):
    """Swap two organs of two players; the player with the lower seat number is named first (V-50)."""

    seat: Seat
    organ: str
    other_seat: Seat
    other_organ: str


class Steal(Struct, frozen=True, gc=False, tag="steal", tag_field="move", forbid_unknown_fields=True):
    """Take another player's organ with what lies on it (V-54)."""

    seat: Seat
    organ: str


class Contagion(Struct, frozen=True, gc=False, tag="contagion", tag_field="move", forbid_unknown_fields=True):
    """Let your viruses spread; where each goes is said one by one (V-55)."""


class Spread(Struct, frozen=True, gc=False, tag="spread", tag_field="move", forbid_unknown_fields=True):
    """Of your infected `organ`, move the virus onto another player's free organ (V-55)."""

    organ: str
    seat: Seat
    onto: str


class StopSpreading(Struct, frozen=True, gc=False, tag="stop_spreading", tag_field="move", forbid_unknown_fields=True):
    """Let the other viruses stay where they are, where the table allows that (V-56)."""


class LatexGlove(Struct, frozen=True, gc=False, tag="latex_glove", tag_field="move", forbid_unknown_fields=True):
    """Make everybody else discard the whole hand (V-58)."""


class MedicalError(Struct, frozen=True, gc=False, tag="medical_error", tag_field="move", forbid_unknown_fields=True):
    """Swap whole bodies with another player (V-59)."""

    seat: Seat


class Quarantine(Struct, frozen=True, gc=False, tag="quarantine", tag_field="move", forbid_unknown_fields=True):
    """Cure an infected organ; its virus leaves the game (V-76)."""

    seat: Seat
    organ: str


class Overtime(Struct, frozen=True, gc=False, tag="overtime", tag_field="move", forbid_unknown_fields=True):
    """Play two more cards in this turn (V-77)."""


class SecondOpinion(Struct, frozen=True, gc=False, tag="second_opinion", tag_field="move", forbid_unknown_fields=True):
    """Swap hands with another player, and play one of the cards received if you like (V-78)."""

    seat: Seat


class Discard(Struct, frozen=True, gc=False, tag="discard", tag_field="move", forbid_unknown_fields=True):
    """Discard cards instead of playing one. Their order is that in which they reach the pile (V-7)."""

    cards: Cards


class DrawHand(Struct, frozen=True, gc=False, tag="draw_hand", tag_field="move", forbid_unknown_fields=True):
    """With no card in hand, draw a new hand and end the turn (V-3)."""


class EndTurn(Struct, frozen=True, gc=False, tag="end_turn", tag_field="move", forbid_unknown_fields=True):
    """Play no more of the extra cards that you might (V-78, V-96)."""


class Suit(Struct, frozen=True, gc=False, tag="suit", tag_field="move", forbid_unknown_fields=True):
    """Answer a card that would affect you with a protective suit (V-79)."""


class Pass(Struct, frozen=True, gc=False, tag="pass", tag_field="move", forbid_unknown_fields=True):
    """Let the card that would affect you take its effect (V-97)."""


Move = (
    PlayOrgan
    | Infect
    | Treat
    | Transplant
    | Steal
    | Contagion
    | Spread
    | StopSpreading
    | LatexGlove
    | MedicalError
    | Quarantine
    | Overtime
    | SecondOpinion
    | Discard
    | DrawHand
    | EndTurn
    | Suit
    | Pass
)
