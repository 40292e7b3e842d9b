"""The notebooks (CF-R39): what each player marks about the own spies and the opponent's. No part of the game's state.

Marks are private, free and without effect; they are kept beside the record. `deduce` says what the record proves.
"""

from msgspec import Struct


class Mark(Struct, frozen=True, gc=False, order=True, forbid_unknown_fields=True):
    """A piece that a spy can no longer be, in the opinion of the notebook's owner."""

    spy: str
    piece: str


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """One side of the book: what is struck out, in order and each only once."""

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
