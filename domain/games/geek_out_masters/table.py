"""The view drawn: the four areas of dice, and the score card."""

from domain.games.geek_out_masters.view import View
from domain.kernel.bags import Bag
from domain.kernel.board import Area, Board, Piece, Track


def board(view: View) -> Board:
    """The table in the board vocabulary."""
    areas = [
        Area("active", "geek_out_masters.active", "row", _faces(view.active), owner=view.turn),
        Area("inactive", "geek_out_masters.inactive", "pile", _dice(view.inactive)),
        Area("used", "geek_out_masters.used", "pile", _dice(view.used)),
        Area("scored", "geek_out_masters.scored", "row", (Piece("die", "42"),) * view.scored, owner=view.turn),
        Area("in_hand", "geek_out_masters.in_hand", "pile", _dice(view.in_hand), owner=view.turn),
    ]
    if view.last is not None and view.in_hand:
        areas.append(Area("last", "geek_out_masters.last", "row", _faces(view.last.active), owner=view.last.seat))
    tracks = [
        Track("round", "geek_out_masters.round", view.round, most=view.rounds),
        Track("worth", "geek_out_masters.worth", view.worth, owner=view.turn),
    ]
    for seat, total in enumerate(view.totals):
        tracks.append(Track(f"total.{seat}", "geek_out_masters.total", total, owner=seat))
    awaited = () if view.turn is None else (view.turn,)
    return Board(areas=tuple(areas), tracks=tuple(tracks), awaited=awaited)


def _faces(dice: Bag) -> tuple[Piece, ...]:
    return tuple(Piece("die", face) for face in dice)


def _dice(count: int) -> tuple[Piece, ...]:
    """Dice whose faces do not matter where they lie."""
    return (Piece("die", count=count),) if count else ()
