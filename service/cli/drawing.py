"""Draws a board in the terminal, for any game: areas, tracks and grids, the table's own first, then seat by seat."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Final

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Column, Table
from rich.text import Text

from domain.kernel.board import Area, Board, Cell, Clock, Grid, Piece, Track
from service.cli.words import game_word, value_word, word

_HIDDEN: Final = "▒▒"
_SIGN: Final = "▶"


class Drawing:
    """How positions of one game are drawn: in which language, with which names for its seats and for what lies on the
    board, and at which game time."""

    def __init__(
        self,
        language: str,
        game: str,
        names: Sequence[str] = (),
        *,
        words: Mapping[str, Mapping[str, str]] | None = None,
        clock: timedelta = timedelta(),
    ) -> None:
        self._language = language
        self._game = game
        self._names = names
        self._words = {face: told[language] for face, told in (words or {}).items() if language in told}
        self._clock = clock

    def board(self, board: Board, *, compact: bool = False) -> RenderableType:
        """The whole board; compact with a line a seat instead of a frame."""
        own = [self._panel(word(self._language, "table"), board, None)] if None in _owners(board) else []
        seats = sorted(owner for owner in _owners(board) if owner is not None)
        if compact:
            return Group(*own, *(self._grid(grid) for grid in board.grids), self._seats(board, seats))
        panels = [self._panel(self.seat(seat), board, seat) for seat in seats]
        return Group(*own, *(self._grid(grid) for grid in board.grids), Columns(panels, equal=True, expand=False))

    def seat(self, seat: int) -> str:
        """A seat as people call it."""
        if seat < 0:
            return word(self._language, "table_moves")
        name = self._names[seat] if seat < len(self._names) else ""
        return f"{word(self._language, 'seat')} {seat}{f' · {name}' if name else ''}"

    def value(self, value: object) -> str:
        """A card, a number or a name as people say it: as the edition calls it, or else the game."""
        return value_word(self._language, self._game, value, self._words)

    def _panel(self, title: str, board: Board, owner: int | None) -> Panel:
        lines = Table.grid(padding=(0, 2))
        for area in board.areas:
            if area.owner == owner:
                lines.add_row(self._word(area.label), self._pieces(area))
        tracks = [track for track in board.tracks if track.owner == owner]
        if tracks and owner is None:
            lines.add_row("", "")
        for track in tracks:
            lines.add_row(self._word(track.label), _number(track))
        for clock in board.clocks if owner is None else ():
            lines.add_row(self._word(clock.label), self._time(clock))
        awaited = owner is not None and owner in board.awaited
        heading = Text(title, style="bold")
        if awaited:
            heading.append(f" {_SIGN} {word(self._language, 'to_move')}", style="bold yellow")
        return Panel(
            lines, title=heading, title_align="left", box=box.ROUNDED, expand=False,
            border_style="yellow" if awaited else "",
        )  # fmt: skip

    def _seats(self, board: Board, seats: Sequence[int]) -> Table:
        """A line a seat: a column for every kind of area and track that any seat has; areas of one kind share it."""
        parts: list[tuple[int | None, str, Text]] = [
            *((area.owner, area.label, self._pieces(area, compact=True)) for area in board.areas),
            *((track.owner, track.label, _number(track)) for track in board.tracks),
        ]
        cells: dict[int, dict[str, Text]] = {seat: {} for seat in seats}
        for owner, label, told in parts:
            if owner is not None:
                own = cells[owner]
                own[label] = Text("; ").join((own[label], told)) if label in own else told
        columns = list(dict.fromkeys(label for own in cells.values() for label in own))
        headings = [Column("", no_wrap=True), *(Column(self._word(label)) for label in columns)]
        table = Table(*headings, box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for seat, own in cells.items():
            to_move = seat in board.awaited
            name = Text(f"{_SIGN if to_move else ' '} {self.seat(seat)}", style="bold yellow" if to_move else "bold")
            table.add_row(name, *(own.get(label, Text()) for label in columns))
        return table

    def _word(self, key: str) -> Text:
        return Text(game_word(self._language, key), style="dim")

    def _time(self, clock: Clock) -> Text:
        """What is left on a clock at this ply, and whether it runs."""
        left = clock.remaining if clock.ends is None else clock.ends - self._clock
        if left is None:
            return Text("–", style="dim")
        state = word(self._language, "clock_stands" if clock.ends is None else "clock_runs")
        return Text.assemble((_minutes(left), "bold"), (f" ({state})", "italic"))

    def _pieces(self, area: Area, *, compact: bool = False) -> Text:
        if not area.pieces:
            return Text(f"({word(self._language, 'empty')})", style="dim")
        return Text(", " if compact else " ").join(self._piece(piece, compact=compact) for piece in area.pieces)

    def _piece(self, piece: Piece, *, compact: bool = False) -> Text:
        face = _HIDDEN if piece.face is None else self.value(piece.face)
        style = "dim" if piece.face is None or "covered" in piece.marks else "bold"
        drawn = Text(face if compact else f"[{face}]", style=style)
        if piece.count != 1:
            drawn.append(f"×{piece.count}")
        if piece.marks:
            drawn.append(f" ({', '.join(game_word(self._language, mark) for mark in piece.marks)})", style="italic")
        return drawn

    def _grid(self, grid: Grid) -> RenderableType:
        cells = {(cell.column, cell.row): cell for cell in grid.cells}
        columns = grid.column_names or tuple(map(str, range(grid.columns)))
        rows = grid.row_names or tuple(map(str, range(grid.rows)))
        table = Table(
            *(Column(Text(name), overflow="fold") for name in ("", *columns)),
            title=Text(game_word(self._language, grid.label), style="table.title"), title_justify="left",
            box=box.SQUARE, show_lines=True,
        )  # fmt: skip
        for row, name in enumerate(rows):
            squares = (self._cell(cells.get((column, row))) for column in range(grid.columns))
            table.add_row(Text(name), *squares)
        return table

    def _cell(self, cell: Cell | None) -> Text:
        if cell is None:
            return Text("·", style="dim")
        parts: Iterable[Text] = [self._piece(piece, compact=True) for piece in cell.pieces]
        marks = [Text(game_word(self._language, mark), style="italic") for mark in cell.marks]
        return Text(" ").join([*parts, *marks])


def _owners(board: Board) -> set[int | None]:
    own = {None} if board.clocks else set()
    return {area.owner for area in board.areas} | {track.owner for track in board.tracks} | own


def _number(track: Track) -> Text:
    most = f" / {track.most}" if track.most is not None else ""
    return Text(f"{track.value}{most}", style="bold")


def _minutes(left: timedelta) -> str:
    """Time on a clock, a second that has begun counted.

    >>> _minutes(timedelta(minutes=7, seconds=4.2)), _minutes(timedelta(hours=26)), _minutes(timedelta(seconds=-1))
    ('7:05', '26:00:00', '0:00')
    """
    minutes, seconds = divmod(max(0, -(-left // timedelta(seconds=1))), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
