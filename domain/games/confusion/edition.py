"""An edition of Confusion as data: the board with its start squares, drawn, and the movement pieces of a side.

A club may give its own when a table is opened; `check_edition` names the entry that cannot be played.
"""

from typing import Final, Literal, get_args

from msgspec import Struct

from domain.kernel.editions import check_different, check_name, packaged
from domain.kernel.refusals import BadOptions

Direction = Literal["F", "FR", "R", "BR", "B", "BL", "L", "FL"]
"""As the owner of the spy sees it: F is towards the enemy home row. Clockwise, so that half a turn is 4 steps."""

DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)
PROMOTED: Final = "promoted"
"""The name of the side that every movement piece shows after its promotion."""

BRIEFCASE: Final = "*"
EMPTY: Final = "."
SMALLEST, LARGEST = 3, 15
MOST_SPIES = 20  # with these numbers no position has 2,000 moves
FARTHEST = LARGEST - 1  # no board is longer
LONGEST_NAME = 40  # shorter than elsewhere: the squares of a board hold names


class Reach(Struct, frozen=True, forbid_unknown_fields=True):
    """How far, and in which directions: the promoted side, the same on every piece."""

    max_distance: int
    directions: tuple[Direction, ...]


class Pattern(Struct, frozen=True, forbid_unknown_fields=True):
    """A movement piece. The double agent has neither distance nor directions: its opponent answers freely."""

    id: str
    max_distance: int | None
    directions: tuple[Direction, ...]
    crown: bool = False
    double_agent: bool = False


class Edition(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the box.

    `map` is the board at the start, the far row of White first: White's spies are capitals, Red's small letters, `*` is
    the briefcase. `own_half` is the number of rows nearest a player that count as the own half. `narrow_columns` are
    the first and the last column used when the outer ones are not. A `double_agent_limit` is the longest attempt of a
    double agent that may be answered with yes, None without limit.
    """

    name: str
    map: tuple[str, ...]
    own_half: int
    narrow_columns: tuple[int, int]
    pieces: tuple[Pattern, ...]
    promoted: Reach
    double_agent_limit: int | None = None

    @property
    def columns(self) -> int:
        return len(self.map[0])

    @property
    def rows(self) -> int:
        return len(self.map)


STANDARD = packaged("domain.games.confusion", "standard", Edition)
SKIRMISH = packaged("domain.games.confusion", "skirmish", Edition)  # a small board, for short games and for tests


def has_lock(directions: tuple[Direction, ...]) -> bool:
    """The lock on a piece, for reference: from some square it reaches it may be unable to step straight back.

    >>> has_lock(("F", "B")), has_lock(("F", "BL", "BR"))
    (False, True)
    """
    return any(turned(direction) not in directions for direction in directions)


def turned(direction: Direction) -> Direction:
    """CF-R5: the direction as the player opposite sees it, turned by 180 degrees.

    >>> turned("FL"), turned("B")
    ('BR', 'F')
    """
    return DIRECTIONS[(DIRECTIONS.index(direction) + 4) % 8]


_PATH = "options.edition"


def check_edition(edition: Edition) -> None:
    """Raises BadOptions naming the entry at fault."""
    check_name(f"{_PATH}.name", edition.name, most=LONGEST_NAME)
    _check_map(edition)
    _check_pieces(edition)
    _check_reach(edition.promoted.max_distance, edition.promoted.directions, f"{_PATH}.promoted")
    if edition.double_agent_limit is not None:
        _check_distance(edition.double_agent_limit, f"{_PATH}.double_agent_limit")
    if not 1 <= edition.own_half < edition.rows:
        raise BadOptions(f"{_PATH}.own_half", "bad_half", most=edition.rows - 1, given=edition.own_half)
    first, last = edition.narrow_columns
    if not 1 <= first <= last <= edition.columns:
        raise BadOptions(f"{_PATH}.narrow_columns", "bad_columns", most=edition.columns, first=first, last=last)


def _check_map(edition: Edition) -> None:
    if not SMALLEST <= len(edition.map) <= LARGEST:
        raise BadOptions(f"{_PATH}.map", "bad_board_size", least=SMALLEST, most=LARGEST, given=len(edition.map))
    met: set[str] = set()
    for index, line in enumerate(edition.map):
        path = f"{_PATH}.map.{index}"
        if not SMALLEST <= len(line) <= LARGEST:
            raise BadOptions(path, "bad_board_size", least=SMALLEST, most=LARGEST, given=len(line))
        if len(line) != len(edition.map[0]):
            raise BadOptions(path, "uneven_rows", needed=len(edition.map[0]), given=len(line))
        for letter in line.replace(EMPTY, ""):
            if letter != BRIEFCASE and not (letter.isascii() and letter.isalpha()):
                raise BadOptions(path, "unknown_sign", given=letter)
            if letter in met:
                raise BadOptions(path, "spies_repeat", given=letter)
            met.add(letter)
    if BRIEFCASE not in met:
        raise BadOptions(f"{_PATH}.map", "no_briefcase")
    for letters, count in (("A–Z", sum(map(str.isupper, met))), ("a–z", sum(map(str.islower, met)))):
        if count != len(edition.pieces):
            raise BadOptions(f"{_PATH}.map", "counts_differ", letters=letters, pieces=len(edition.pieces), spies=count)


def _check_pieces(edition: Edition) -> None:
    longest = max(edition.columns, edition.rows) - 1
    shapes: set[tuple[int, frozenset[Direction]]] = set()
    agents = 0
    if not 1 <= len(edition.pieces) <= MOST_SPIES:
        raise BadOptions(f"{_PATH}.pieces", "too_many_pieces", most=MOST_SPIES, given=len(edition.pieces))
    ids = [(f"{_PATH}.pieces.{index}.id", piece.id) for index, piece in enumerate(edition.pieces)]
    for path, given in ids:
        check_name(path, given, most=LONGEST_NAME)
    check_different(ids, "ids_repeat", taken=(PROMOTED,))
    for index, piece in enumerate(edition.pieces):
        path = f"{_PATH}.pieces.{index}"
        if piece.double_agent:
            if piece.crown or piece.directions or piece.max_distance is not None:
                raise BadOptions(path, "double_agent_moves")
            agents += 1
            if agents > 1:
                raise BadOptions(path, "one_double_agent", given=agents)
            continue
        _check_reach(piece.max_distance, piece.directions, path)
        assert piece.max_distance is not None
        shape = (min(piece.max_distance, longest), frozenset(piece.directions))
        if shape in shapes:
            raise BadOptions(path, "patterns_repeat", given=piece.id)
        shapes.add(shape)
        if piece.crown and any(direction.startswith("B") for direction in piece.directions):
            raise BadOptions(f"{path}.directions", "crown_moves_back", given=piece.id)
    if not agents:
        raise BadOptions(f"{_PATH}.pieces", "one_double_agent", given=0)


def _check_reach(distance: int | None, directions: tuple[Direction, ...], path: str) -> None:
    _check_distance(distance, f"{path}.max_distance")
    if not directions or len(set(directions)) < len(directions):
        raise BadOptions(f"{path}.directions", "bad_directions")


def _check_distance(distance: int | None, path: str) -> None:
    if distance is None or not 1 <= distance <= FARTHEST:
        raise BadOptions(path, "bad_distance", most=FARTHEST, given="null" if distance is None else distance)
