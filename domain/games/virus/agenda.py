"""The agenda: the steps that are still to happen, the next one first. Steps hold public facts only.

Playing a card that affects others puts `Answers` and `Strike` in front of the rest of the turn. Every turn's agenda
ends with `Refill`.
"""

from msgspec import Struct

from domain.games.virus.moves import Infect, LatexGlove, MedicalError, SecondOpinion, Spread, Steal, Transplant
from domain.kernel.seats import Seat


class Outbreak(Struct, frozen=True, gc=False, tag="outbreak", tag_field="move"):
    """A contagion as it was put together, one virus after the other."""

    spreads: tuple[Spread, ...]


Attack = Infect | Transplant | Steal | MedicalError | SecondOpinion | LatexGlove | Outbreak
"""A play that others may answer with a suit."""

Aimed = Infect | Transplant | Steal | MedicalError | SecondOpinion
"""An attack that is aimed anew when its target is protected. The others spare the protected player alone (V-80)."""


class Turn(Struct, frozen=True, gc=False, tag="turn", tag_field="step"):
    """V-87: the player whose turn it is plays a card or discards."""


class Extra(Struct, frozen=True, gc=False, tag="extra", tag_field="step"):
    """V-77, V-78: the player may play so many more cards."""

    plays: int


class Spreading(Struct, frozen=True, gc=False, tag="spreading", tag_field="step"):
    """V-55: a contagion is put together; these viruses have been given a place so far."""

    planned: tuple[Spread, ...]


class Answers(Struct, frozen=True, gc=False, tag="answers", tag_field="step"):
    """V-83, V-97: each of `waiting` in turn is asked for a suit."""

    waiting: tuple[Seat, ...]


class Strike(Struct, frozen=True, gc=False, tag="strike", tag_field="step"):
    """The attack takes effect. `asked` are all whom it would have affected so far, `spared` those who are protected."""

    play: Attack
    asked: tuple[Seat, ...]
    spared: tuple[Seat, ...]


class Aim(Struct, frozen=True, gc=False, tag="aim", tag_field="step"):
    """V-79: the attacker names another target, none of `spared`."""

    play: Aimed
    asked: tuple[Seat, ...]
    spared: tuple[Seat, ...]


class Refill(Struct, frozen=True, gc=False, tag="refill", tag_field="step"):
    """V-87: the player draws, and the next one's turn begins."""


Step = Turn | Extra | Spreading | Answers | Strike | Aim | Refill
Agenda = tuple[Step, ...]

REFILL = Refill()
NEW_TURN: Agenda = (Turn(), REFILL)


def stage(agenda: Agenda) -> str:
    """The name of the step that waits, for people and in refusals."""
    return str(agenda[0].__struct_config__.tag)


def played_on(agenda: Agenda) -> Agenda:
    """The agenda when the card of the step in front is being played: an extra play is used up."""
    step = agenda[0]
    return (Extra(step.plays - 1), *agenda[1:]) if type(step) is Extra else agenda[1:]
