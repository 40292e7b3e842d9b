"""What dice can do: small questions about the active dice, in the words of the rulebook."""

from domain.kernel.bags import Bag, Card

AIMED: frozenset[Card] = frozenset(("meeple", "spaceship", "superhero"))
"""Faces that act on another active die."""

ACTING: frozenset[Card] = AIMED | {"heart"}
"""GO-R20: faces that act. A dragon and a 42 do nothing."""


def is_lone_spaceship(active: Bag) -> bool:
    """GO-R7, GO-R32: the only active die, and a spaceship: it has nobody to shoot at but itself."""
    return active == ("spaceship",)


def can_act(active: Bag) -> bool:
    """GO-R20: whether any action is possible, and so due (GO-R1)."""
    return not (ACTING.isdisjoint(active) or is_lone_spaceship(active))


def is_lost(active: Bag) -> bool:
    """GO-R25, GO-R11: when nothing can act, a dragon (whatever lies beside it) or a lone spaceship loses the turn."""
    return "dragon" in active or is_lone_spaceship(active)


def needs_target(face: Card, active: Bag) -> bool:
    """GO-R9, GO-R10: a heart never has a target, and nothing else has one when it is the only active die."""
    return face in AIMED and len(active) > 1
