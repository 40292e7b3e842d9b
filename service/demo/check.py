"""Whether the standings add up: counted again from the result of every single game, and from nothing else."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from uuid import UUID

from msgspec import Struct

from domain.kernel.results import Result
from service.demo.answers import Game, LeagueRow, Standings
from service.demo.client import Client


class Sum(Struct, frozen=True):
    """What the check found. `wrong` says what does not fit, a line each."""

    games: int
    awarded: Fraction
    expected: Fraction
    per_game: tuple[Fraction, ...]
    wrong: tuple[str, ...]

    @property
    def right(self) -> bool:
        return not self.wrong

    @property
    def line(self) -> str:
        """The sum, for people."""
        if len(self.per_game) == 1:
            return (
                f"{self.games} games × {self.per_game[0]} points = {self.expected}; the standings award {self.awarded}"
            )
        return f"{self.games} games award {self.expected} points; the standings award {self.awarded}"


def check(client: Client, league: LeagueRow, position: int) -> Sum:
    """Download every finished game of a league, count its points, and compare with the standings, player by player."""
    path = f"/v1/leagues/{league.id}/standings"
    standings = client.get(path, Standings, after=position)
    listed = client.pages("/v1/games", Game, league=league.id, status="ended")
    return added_up(league, standings, (client.get(f"/v1/games/{row.id}", Game) for row in listed))


def added_up(league: LeagueRow, standings: Standings, games: Iterable[Game]) -> Sum:
    """Compare the standings with these games."""
    points = tuple(map(Fraction, league.points))
    earned: defaultdict[UUID, Fraction] = defaultdict(Fraction)
    played: Counter[UUID] = Counter()
    won: Counter[UUID] = Counter()
    per_game: list[Fraction] = []
    wrong: list[str] = []
    for game in games:
        if game.result is None:
            wrong.append(f"game {game.id} has no result")
            continue
        shares = _shares(game.result, points)
        per_game.append(sum(shares.values(), Fraction(0)))
        for seat, share in shares.items():
            player = game.seats[seat]
            earned[player] += share
            played[player] += 1
            won[player] += game.result.place_of(seat) == 1
    rows = {row.player: row for row in standings.items}
    for player in sorted({*rows, *played}):
        row = rows.get(player)
        told = (Fraction(row.points), row.played, row.won) if row else None
        if told != (counted := (earned[player], played[player], won[player])):
            wrong.append(f"player {player}: the standings say {told}, the games {counted}")
    awarded = sum((Fraction(row.points) for row in standings.items), Fraction(0))
    expected = sum(per_game, Fraction(0))
    if awarded != expected:
        wrong.append(f"the standings award {awarded} points in all, the games {expected}")
    return Sum(len(per_game), awarded, expected, tuple(sorted(set(per_game))), tuple(wrong))


def _shares(result: Result, points: Sequence[Fraction]) -> dict[int, Fraction]:
    """What each seat gets: who share a place share the points of all the places they take up."""
    shares = {}
    for side, place in zip(result.sides, result.places, strict=True):
        level = result.places.count(place)
        share = sum(points[place - 1 : place - 1 + level], Fraction(0)) / level
        shares.update(dict.fromkeys(side, share))
    return shares
