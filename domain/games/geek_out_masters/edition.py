"""What is in the box of Geek Out Masters: the dice, the score card, and the numbers of the game."""

from functools import cached_property
from typing import Literal

from msgspec import Struct

from domain.kernel.editions import check_name, check_number, check_players, packaged
from domain.kernel.refusals import BadOptions

Face = Literal["meeple", "spaceship", "superhero", "heart", "dragon", "42"]
MOST = 99
"""How many players, rounds and dice an edition may have at most."""
MOST_POINTS = 1_000_000


class Pair(Struct, frozen=True, forbid_unknown_fields=True):
    """Two opposite sides of a die; they share a colour."""

    colour: str
    faces: tuple[Face, Face]


class Edition(Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True):
    """Every die has the same `pairs` of sides. `active` dice begin a turn, the others wait in the inactive area.

    `scores` is the score card: what so many scored dice are worth, from none to all.
    """

    name: str
    players: tuple[int, int]
    rounds: int
    dice: int
    active: int
    pairs: tuple[Pair, ...]
    scores: tuple[int, ...]

    @cached_property
    def die(self) -> tuple[Face, ...]:
        """The faces of a die."""
        return tuple(face for pair in self.pairs for face in pair.faces)

    @cached_property
    def opposite(self) -> dict[Face, Face]:
        """The face on the other side of each face."""
        return {one: other for pair in self.pairs for one, other in (pair.faces, pair.faces[::-1])}


STANDARD = packaged("domain.games.geek_out_masters", "standard", Edition)

_PATH = "options.edition"


def check_edition(edition: Edition) -> None:
    """An edition of a club's own can be played. Raises BadOptions naming the entry at fault."""
    check_name(f"{_PATH}.name", edition.name)
    check_players(f"{_PATH}.players", edition.players, 1, MOST)
    check_number(f"{_PATH}.rounds", edition.rounds, 1, MOST)
    check_number(f"{_PATH}.dice", edition.dice, 1, MOST)
    check_number(f"{_PATH}.active", edition.active, 1, edition.dice)
    _check_sides(edition)
    if len(edition.scores) != edition.dice + 1:
        raise BadOptions(f"{_PATH}.scores", "score_card_length", needed=edition.dice + 1, given=len(edition.scores))
    for scored, points in enumerate(edition.scores):
        check_number(f"{_PATH}.scores.{scored}", points, 0, MOST_POINTS)


def _check_sides(edition: Edition) -> None:
    """Opposite sides are two faces, and no face is on a die twice: else a face would have two opposites."""
    if not edition.pairs:
        raise BadOptions(f"{_PATH}.pairs", "no_faces")
    found: set[Face] = set()
    for index, pair in enumerate(edition.pairs):
        check_name(f"{_PATH}.pairs.{index}.colour", pair.colour)
        for side, face in enumerate(pair.faces):
            if face in found:
                raise BadOptions(f"{_PATH}.pairs.{index}.faces.{side}", "face_repeats", face=face)
            found.add(face)
