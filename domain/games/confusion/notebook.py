"""The notebooks (CF-R39): what each player marks about the own spies and the opponent's. No part of the game's state.

Marks are private, free and without effect; they are kept beside the record. `deduce` says what the record proves.
"""

from msgspec import Struct

from domain.games.confusion.options import Options
from domain.kernel.refusals import BadNote
from domain.kernel.seats import Seat


class Mark(Struct, frozen=True, gc=False, order=True, forbid_unknown_fields=True):
    """A piece that a spy can no longer be, in the opinion of the notebook's owner."""

    spy: str
    piece: str


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of the book: what is struck out, each mark only once."""

    struck: tuple[Mark, ...] = ()

    def strike(self, mark: Mark) -> "Sheet":
        """The sheet with a piece struck out."""
        return Sheet(tuple(sorted({*self.struck, mark})))

    def restore(self, mark: Mark) -> "Sheet":
        """The sheet with a mark taken back."""
        return Sheet(tuple(each for each in self.struck if each != mark))


class Notebook(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's book: a sheet for the own spies and one for the opponent's."""

    own: Sheet = Sheet()
    opponents: Sheet = Sheet()


def check_note(options: Options, seat: Seat, book: Notebook) -> None:
    """CF-R39: each sheet is of the spies of one side, and pieces in the box are struck out. Raises BadNote."""
    _check_sheet(options, seat, book.own, "note.own.struck")
    _check_sheet(options, 1 - seat, book.opponents, "note.opponents.struck")


def _check_sheet(options: Options, side: Seat, sheet: Sheet, path: str) -> None:
    plan, met = options.plan, set()
    for at, mark in enumerate(sheet.struck):
        owner, _ = plan.owners.get(mark.spy, (None, 0))
        if owner is None:
            raise BadNote(f"{path}.{at}.spy", "no_such_spy", spy=mark.spy)
        if owner != side:
            raise BadNote(f"{path}.{at}.spy", "other_sheet", spy=mark.spy)
        if mark.piece not in plan.ids:
            raise BadNote(f"{path}.{at}.piece", "no_such_piece", piece=mark.piece)
        if mark in met:
            raise BadNote(f"{path}.{at}", "struck_twice", spy=mark.spy, piece=mark.piece)
        met.add(mark)
