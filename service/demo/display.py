"""What one sees while the league is played: how far it is, how fast, and the standings."""

from collections.abc import Sequence
from fractions import Fraction
from uuid import UUID

from rich.console import Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from service.demo.answers import StandingsRow
from service.demo.league import Progress as League
from service.demo.players import Player


class Display:
    """Draws the league; give it the newest standings with `show`."""

    def __init__(self, league: League, players: Sequence[Player]) -> None:
        self._league = league
        self._manners = {player.id: player.manner for player in players}
        self._names = {player.id: player.name for player in players}
        self._rows: Sequence[StandingsRow] = ()
        self._bar = Progress(
            TextColumn("Games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), auto_refresh=False
        )
        self._task = self._bar.add_task("", total=league.games)

    def show(self, rows: Sequence[StandingsRow]) -> None:
        """The standings as they are now."""
        self._rows = rows

    def __rich__(self) -> RenderableType:
        self._bar.update(self._task, completed=self._league.finished)
        return Group(self._bar, Text(self.line), self.standings())

    @property
    def line(self) -> str:
        """How far it is, in words."""
        league = self._league
        return (
            f"{league.finished} of {league.games} games finished, {league.running} running, "
            f"{league.moves} moves, {league.speed:.0f} a second"
        )

    def standings(self) -> Table:
        """The table, with what it adds up to."""
        return standings_table(self._rows, self._names, self._manners)


def standings_table(rows: Sequence[StandingsRow], names: dict[UUID, str], manners: dict[UUID, str]) -> Table:
    """Standings, for people."""
    table = Table("Place", "Player", "Manner", "Points", "Played", "Won", box=None, padding=(0, 2, 0, 0))
    for column in (0, 3, 4, 5):
        table.columns[column].justify = "right"
    for row in rows:
        name = row.name or names.get(row.player, str(row.player))
        cells = (str(row.place), name, manners.get(row.player, ""), mixed(row.points), str(row.played), str(row.won))
        table.add_row(*cells, style="bold" if row.place == 1 else "")
    if rows:
        points = sum((Fraction(row.points) for row in rows), Fraction(0))
        table.add_section()
        table.add_row("", "Sum", "", mixed(str(points)), str(sum(row.played for row in rows)), "", style="dim")
    return table


def mixed(points: str) -> str:
    """Points the way people write them.

    >>> mixed("7/2"), mixed("12"), mixed("-7/2"), mixed("1/3")
    ('3 1/2', '12', '-3 1/2', '1/3')
    """
    whole, _, part = points.partition("/")
    if not part:
        return points
    sign, number = ("-", -int(whole)) if whole.startswith("-") else ("", int(whole))
    units, rest = divmod(number, int(part))
    return f"{sign}{units} {rest}/{part}" if units else points
