"""What is wrong with an impossible step on record, in words for an arbiter: "seat 1 passes while a heart can act"."""

from collections.abc import Mapping

from domain.games.geek_out_masters.moves import Continue, Move, Pass, Roll, Use
from domain.kernel.refusals import Fact
from domain.kernel.seats import Seat, who


def objection(seat: Seat, move: Move | None, code: str, facts: Mapping[str, Fact]) -> str:
    """The sentence for a refusal of these rules; "" for others."""
    wrong = _wrong(code, facts)
    return wrong and f"{who(seat)} {_does(move)}{wrong}"


def _wrong(code: str, facts: Mapping[str, Fact]) -> str:
    """What goes after "seat 1 passes"."""
    match code:
        case "actions_are_due":
            return f" while {_listed(facts['faces'])} can act"
        case "nothing_to_roll":
            return ", and has no used die to throw"
        case "die_not_active" | "target_not_active":
            return f", and no active die shows {_a(facts['face'])}"
        case "face_without_action":
            return ", which does nothing"
        case "no_target_here":
            return ", and it acts on no other die here"
        case "target_needed":
            return " on no other die, and it acts on one"
        case "own_target":
            return ", which is one and the same die"
        case _:
            return ""


def _does(move: Move | None) -> str:
    match move:
        case Use(die, target):
            return f"uses {_a(die)}" if target is None else f"uses {_a(die)} on {_a(target)}"
        case Roll():
            return "throws"
        case Continue():
            return "continues"
        case Pass():
            return "passes"
        case None:
            return "leaves"


def _listed(faces: Fact) -> str:
    """Faces with their articles.

    >>> _listed(("heart", "meeple", "superhero")), _listed(("heart",))
    ('a heart, a meeple and a superhero', 'a heart')
    """
    *others, last = map(_a, faces if isinstance(faces, tuple) else (faces,))
    return f"{', '.join(others)} and {last}" if others else last


def _a(face: Fact) -> str:
    return f"a {face}"
