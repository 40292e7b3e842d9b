"""What the record already proves of the spies (CF-R39): a function of one view alone.

For the own spies that is what the viewer could have struck out in the notebook; for the opponent's, what the opponent
could have. It takes an answer as it was given, so a double agent remains possible until the pieces rule it out.
"""

from msgspec import Struct

from domain.games.confusion.edition import DIRECTIONS, Pattern
from domain.games.confusion.view import SpySeen, View
from domain.kernel.seats import Seat


class Possible(Struct, frozen=True):
    """The pieces a spy can still be, in the order of the box."""

    spy: str
    pieces: tuple[str, ...]


class Deduction(Struct, frozen=True):
    """What is still possible for each spy, by seat."""

    sides: tuple[tuple[Possible, ...], ...]


def deduce(view: View) -> Deduction:
    """Everything that follows from answers, announcements, pieces shown, and no two pieces of a side being the same."""
    return Deduction((possible(view, 0), possible(view, 1)))


def possible(view: View, seat: Seat) -> tuple[Possible, ...]:
    """What is still possible for the spies of one side."""
    spies = view.sides[seat].spies
    each_alone = [_alone(view, spy) for spy in spies]
    together = _all_different(each_alone)
    return tuple(
        Possible(spy.name, tuple(piece.id for at, piece in enumerate(view.pieces) if mask >> at & 1))
        for spy, mask in zip(spies, together, strict=True)
    )


def _alone(view: View, spy: SpySeen) -> int:
    """The pieces that fit what happened to this spy, as bits."""
    if spy.shown != "nobody" and spy.piece is not None:
        return sum(1 << at for at, piece in enumerate(view.pieces) if piece.id == spy.piece)
    return sum(1 << at for at, piece in enumerate(view.pieces) if fits(piece, spy, view.double_agent_limit))


def fits(piece: Pattern, spy: SpySeen, agent_limit: int | None) -> bool:
    """Whether a spy with this piece would have been answered, and announced, as this one was."""
    if spy.crown != "unknown" and piece.crown != (spy.crown == "promoted"):  # CF-R7, CF-R49
        return False
    if piece.double_agent:
        return agent_limit is None or max(spy.granted) <= agent_limit  # CF-R3: otherwise any answers do
    for direction, granted, refused in zip(DIRECTIONS, spy.granted, spy.refused, strict=True):
        reach = (piece.max_distance or 0) if direction in piece.directions else 0
        if granted > reach or 0 < refused <= reach:
            return False
    return True


def _all_different(alone: list[int]) -> list[int]:
    """The pieces each spy can have when every spy has another one.

    One way to deal them is found; spy after spy may then pass its piece on, in a circle. A spy can have the piece that
    another has in that deal exactly if some circle leads back from there.
    """
    holder = _one_deal(alone)
    count = len(alone)
    leads = [0] * count  # for each spy, those whose piece it could take over
    for piece, spy in holder.items():
        for other in range(count):
            leads[other] |= (alone[other] >> piece & 1) << spy
    for through in range(count):
        for spy in range(count):
            if leads[spy] >> through & 1:
                leads[spy] |= leads[through]
    return [
        sum(1 << piece for piece, other in holder.items() if mask >> piece & 1 and leads[other] >> spy & 1)
        for spy, mask in enumerate(alone)
    ]


def _one_deal(alone: list[int]) -> dict[int, int]:
    """A deal that fits everything: the spy that has each piece. There is one, because the real deal fits."""
    holder: dict[int, int] = {}
    for spy in range(len(alone)):
        _give(spy, alone, holder, set())
    return holder


def _give(spy: int, alone: list[int], holder: dict[int, int], tried: set[int]) -> bool:
    """Give a spy a piece, moving others to other pieces where need be."""
    for piece in range(alone[spy].bit_length()):
        if alone[spy] >> piece & 1 and piece not in tried:
            tried.add(piece)
            if piece not in holder or _give(holder[piece], alone, holder, tried):
                holder[piece] = spy
                return True
    return False
