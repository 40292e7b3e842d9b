"""A table where every throw is given, for tests of single rulings."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain.games.geek_out_masters.moves import Continue, Move, Pass, Roll, Use
from domain.games.geek_out_masters.rules import GEEK_OUT_MASTERS
from domain.games.geek_out_masters.state import Options, State
from domain.games.geek_out_masters.view import View
from domain.kernel.bags import bag
from domain.kernel.refusals import IllegalMove
from domain.kernel.results import Result
from domain.kernel.rules import Played, Step, Withdrawal, apply
from domain.kernel.seats import Viewer
from domain.kernel.supplied import SuppliedChance

SHORT = {"m": "meeple", "s": "spaceship", "h": "superhero", "v": "heart", "d": "dragon", "4": "42"}


def faces(letters: str) -> tuple[str, ...]:
    """Dice by a letter each: m(eeple), s(paceship), h(ero), v (heart), d(ragon), 4(2)."""
    return tuple(SHORT[letter] for letter in letters)


class Table:
    """A game of Geek Out Masters."""

    def __init__(self, seats: int = 2, **options: Any) -> None:
        self.state: State = GEEK_OUT_MASTERS.setup(Options(**options), seats, SuppliedChance())

    @property
    def awaited(self) -> list[int]:
        return sorted(GEEK_OUT_MASTERS.awaited(self.state))

    @property
    def result(self) -> Result | None:
        return GEEK_OUT_MASTERS.result(self.state)

    @property
    def areas(self) -> tuple[str, int, int, int]:
        """The active dice in letters, and how many are inactive, used and scored."""
        letters = {face: letter for letter, face in SHORT.items()}
        active = "".join(letter for letter in SHORT for face in self.state.active if letters[str(face)] == letter)
        return active, self.state.inactive, self.state.used, self.state.scored

    @property
    def ending(self) -> tuple[int, str, int]:
        """Of the turn before this one: whose it was, why it ended, and its points."""
        assert self.state.last is not None
        return self.state.last.seat, self.state.last.ending, self.state.last.points

    def view(self, viewer: Viewer) -> View:
        return GEEK_OUT_MASTERS.view(self.state, viewer)

    def moves(self, seat: int | None = None) -> list[Move]:
        return list(GEEK_OUT_MASTERS.moves(self.state, self.awaited[0] if seat is None else seat))

    def lay(self, active: str, inactive: int = 0, scored: int = 0) -> "Table":
        """Go on in the middle of a turn, with these active dice; all dice not named are used ones."""
        used = self.state.options.edition.dice - len(active) - inactive - scored
        self.state = replace(
            self.state,
            stage="act",
            in_hand=0,
            active=bag(faces(active)),
            inactive=inactive,
            used=used,
            scored=scored,
        )
        return self

    def play(self, move: Move, thrown: str = "") -> "Table":
        """A move of the player whose turn it is, and the faces it throws."""
        return self._take(Played(self.awaited[0], move), thrown)

    def roll(self, thrown: str) -> "Table":
        return self.play(Roll(), thrown)

    def use(self, letters: str, thrown: str = "") -> "Table":
        """A die and its target, a letter each."""
        return self.play(Use(*faces(letters)), thrown)  # type: ignore[arg-type]

    def turn(self, scored: int) -> "Table":
        """A whole turn that scores so many of seven dice; the others are hearts, which bring more hearts."""
        self.roll("4" * scored + "v" * (7 - scored))
        while self.state.stage == "act":
            self.use("v", "v" if self.state.inactive else "")
        return self.play(Pass())

    def leave(self, seat: int) -> "Table":
        return self._take(Withdrawal(seat), "")

    def refusal(self, move: Move, seat: int | None = None) -> str:
        """The words of the refusal of a move; nothing is thrown and nothing changes."""
        chance, before = SuppliedChance(), self.state
        step = Played(self.awaited[0] if seat is None else seat, move)
        try:
            apply(GEEK_OUT_MASTERS, before, step, chance)
        except IllegalMove as refusal:
            assert not chance.outcomes
            return str(refusal)
        raise AssertionError(f"{move} was accepted")

    def _take(self, step: Step, thrown: Iterable[str]) -> "Table":
        dice = faces("".join(thrown))
        chance = SuppliedChance([dice] if dice else [])
        state = apply(GEEK_OUT_MASTERS, self.state, step, chance)
        chance.done()
        assert isinstance(state, State)
        assert GEEK_OUT_MASTERS.components(state) == GEEK_OUT_MASTERS.components(self.state)
        self.state = state
        return self


__all__ = ["Continue", "Move", "Pass", "Roll", "Table", "Use", "faces"]
