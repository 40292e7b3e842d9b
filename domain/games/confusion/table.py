"""The view drawn: the board as its viewer sits before it, the movement pieces, and what lies beside the board."""

from domain.games.confusion.edition import DIRECTIONS, PROMOTED, Direction, has_lock, turned
from domain.games.confusion.plan import Place
from domain.games.confusion.state import Crown
from domain.games.confusion.view import SideSeen, SpySeen, View
from domain.kernel.board import Area, Board, Cell, Grid, Piece, Track
from domain.kernel.seats import Seat

_ARROWS: dict[Direction, str] = dict(
    zip(
        DIRECTIONS,
        ("up", "up_right", "right", "down_right", "down", "down_left", "left", "up_left"),
        strict=True,
    )
)

_CROWNS: dict[Crown, tuple[str, ...]] = {
    "unknown": (),
    "none": ("confusion.no_crown",),
    "promoted": ("confusion.promoted",),
}


def board(view: View) -> Board:
    """The table in the board vocabulary."""
    areas: list[Area] = []
    for seat, side in enumerate(view.sides):
        areas.append(_movements(view, seat, side))
        areas.append(_off_board(seat, side))
        tokens = tuple(Piece("token", token) for token in side.tokens)
        areas.append(Area(f"tokens.{seat}", "confusion.tokens", "row", tokens, owner=seat))
        if view.offer == seat:  # CF-R51
            areas.append(Area(f"offer.{seat}", "confusion.offer", "row", (Piece("offer", "draw"),), owner=seat))
    tracks = [Track("quiet", "confusion.quiet", view.quiet, most=view.draw_after)]
    if view.at_home:  # CF-R27
        tracks.append(Track("attempts", "confusion.attempts", view.attempts, most=2))
    return Board(areas=tuple(areas), tracks=tuple(tracks), grids=(_grid(view),), awaited=view.awaited)


def _near(view: View) -> Seat:
    """Who sits at the lower edge: the player who looks, for others White."""
    if view.seat is not None:
        return view.seat
    return next(seat for seat, side in enumerate(view.sides) if side.colour == "white")


def _grid(view: View) -> Grid:
    """The squares as the viewer has them before them; columns and rows keep the numbers by which squares are named."""
    squares: dict[Place, list[Piece]] = {}
    for side in view.sides:
        for spy in side.spies:
            if spy.place is not None:
                squares.setdefault(spy.place, []).append(Piece(_kind(side), spy.name, marks=_marks(view, spy)))
    squares.setdefault(view.briefcase, []).append(Piece("briefcase", "briefcase"))
    marks = _target(view)
    first, last = view.usable_columns
    for row in range(1, view.rows + 1):  # CF-R42
        marks |= {
            Place(column, row): ("confusion.unused",)
            for column in (*range(1, first), *range(last + 1, view.columns + 1))
        }
    places = sorted({*squares, *marks}, key=lambda place: (place.row, place.column))
    cells = tuple(_cell(view, place, tuple(squares.get(place, ())), marks.get(place, ())) for place in places)
    columns, rows = (tuple(str(number) for number in range(1, most + 1)) for most in (view.columns, view.rows))
    names = (columns, rows[::-1]) if _white_looks(view) else (columns[::-1], rows)
    return Grid("board", "confusion.board", view.columns, view.rows, cells, *names)


def _marks(view: View, spy: SpySeen) -> tuple[str, ...]:
    """What everybody knows of a spy: its crown, whether it is to move now, and that it may not (CF-R26, CF-R27)."""
    asked = ("confusion.moving",) if view.asked is not None and view.asked.spy == spy.name else ()
    return (*_CROWNS[spy.crown], *asked, *(("confusion.resting",) if spy.name in view.resting else ()))


def _target(view: View) -> dict[Place, tuple[str, ...]]:
    """Where the attempt leads that waits for its answer, and what the briefcase does."""
    if view.asked is None:
        return {}
    handling = () if view.asked.briefcase is None else (f"confusion.{view.asked.briefcase}",)
    return {view.asked.target: ("confusion.asked", *handling)}


def _white_looks(view: View) -> bool:
    """Whether White sits at the lower edge, and not Red."""
    return view.sides[_near(view)].colour == "white"


def _cell(view: View, place: Place, pieces: tuple[Piece, ...], marks: tuple[str, ...]) -> Cell:
    """White looks from row 1, Red from the other end."""
    if _white_looks(view):
        return Cell(place.column - 1, view.rows - place.row, pieces, marks)
    return Cell(view.columns - place.column, place.row - 1, pieces, marks)


def _kind(side: SideSeen) -> str:
    return f"{side.colour}_spy"


def _movements(view: View, seat: Seat, side: SideSeen) -> Area:
    """Every spy of a side with its movement piece behind it."""
    pieces: list[Piece] = []
    for spy in side.spies:
        pieces += (Piece(_kind(side), spy.name), _movement(view, seat, spy))
    return Area(f"movement.{seat}", "confusion.movement", "row", tuple(pieces), owner=seat)


def _movement(view: View, seat: Seat, spy: SpySeen) -> Piece:
    """The movement piece in a spy, face down where the viewer may not see it."""
    if spy.crown == "promoted":
        return Piece(
            "movement", PROMOTED, marks=_diagram(view, seat, view.promoted.max_distance, view.promoted.directions)
        )
    if spy.piece is None:
        return Piece("movement")
    pattern = next(each for each in view.pieces if each.id == spy.piece)
    marks = _diagram(view, seat, pattern.max_distance or 0, pattern.directions)
    crown = ("confusion.crown",) if pattern.crown else ()
    lock = ("confusion.lock",) if has_lock(pattern.directions) else ()
    return Piece("movement", spy.piece, marks=(*marks, *crown, *lock))


def _diagram(view: View, seat: Seat, distance: int, directions: tuple[Direction, ...]) -> tuple[str, ...]:
    """CF-R5: arrows as the viewer sees them: of a spy that moves towards the viewer they are turned by 180 degrees."""
    own = seat == _near(view)
    arrows = tuple(f"confusion.{_ARROWS[way if own else turned(way)]}" for way in directions)
    return (f"confusion.reach_{distance}", *arrows) if arrows else ("confusion.any_move",)


def _off_board(seat: Seat, side: SideSeen) -> Area:
    pieces = tuple(Piece(_kind(side), spy.name, marks=(f"confusion.{spy.fate}",)) for spy in side.spies if spy.fate)
    return Area(f"gone.{seat}", "confusion.gone", "row", pieces, owner=seat)
