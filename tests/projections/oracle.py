"""The same answers computed the simple way: every event in turn, nothing shared with the code under test."""

from collections import defaultdict
from datetime import datetime
from fractions import Fraction
from itertools import combinations
from uuid import UUID

from domain.competition.events import LeagueChanged, LeagueOpened, PlayerErased, PlayerMerged, PlayerRegistered
from domain.record.events import (
    GameEnded,
    GameOpened,
    GamePaused,
    GameResumed,
    MovePlayed,
    MoveTakenBack,
    SeatWithdrawn,
)
from tests.projections.histories import Event


class World:
    """Everything events up to a moment say."""

    def __init__(self, log: list[Event], as_of: datetime | None = None) -> None:
        self.into: dict[UUID, UUID] = {}
        self.registered: list[UUID] = []
        self.erased: set[UUID] = set()
        self.leagues: dict[UUID, LeagueOpened | LeagueChanged] = {}
        self.games: dict[UUID, dict] = {}
        for position, event in enumerate(log, 1):
            if as_of is None or event.at <= as_of:
                self._take(event, position)

    def _take(self, event: Event, position: int) -> None:
        id_ = event.originator_id
        match event:
            case PlayerRegistered():
                self.registered.append(id_)
            case PlayerMerged(into=into):
                if self.person(into) != id_ and id_ not in self.into:
                    self.into[id_] = into
            case PlayerErased():
                self.erased.add(id_)
            case LeagueOpened() | LeagueChanged():
                self.leagues[id_] = event
            case GameOpened():
                self.games[id_] = {"opened": event, "ply": 0, "status": "open", "result": None}
            case MovePlayed() | SeatWithdrawn():
                self.games[id_]["ply"] += 1
            case MoveTakenBack(ply=ply):
                game = self.games[id_]
                status = "open" if game["status"] == "ended" else game["status"]
                game |= {"ply": ply, "status": status, "result": None}
            case GamePaused():
                self.games[id_]["status"] = "paused"
            case GameResumed():
                self.games[id_]["status"] = "open"
            case GameEnded(result=result):
                self.games[id_] |= {"status": "ended", "result": result}
        if id_ in self.games:
            self.games[id_] |= {"version": event.originator_version, "last_at": event.at, "position": position}

    def person(self, player: UUID) -> UUID:
        while player in self.into:
            player = self.into[player]
        return player

    def ended(self) -> list[tuple[GameOpened, object]]:
        return [(game["opened"], game["result"]) for game in self.games.values() if game["result"]]

    def standings(self, league: UUID) -> list[tuple[int, UUID, str, int, int]]:
        """Place, player, points, played, won."""
        terms = self.leagues[league]
        worth = [Fraction(text) for text in terms.points] + [Fraction(0)] * 10
        points: dict[UUID, Fraction] = defaultdict(Fraction)
        played: dict[UUID, set] = defaultdict(set)
        won: dict[UUID, set] = defaultdict(set)
        for opened, result in self.ended():
            if opened.league != league:
                continue
            for side, place in zip(result.sides, result.places, strict=True):
                tied = sum(other == place for other in result.places)
                share = sum(worth[place - 1 + n] for n in range(tied)) / tied
                for seat in side:
                    player = self.person(opened.seats[seat])
                    points[player] += share if terms.ties == "share" else worth[place - 1]
                    played[player].add(opened.originator_id)
                    if place == 1:
                        won[player].add(opened.originator_id)
        order = sorted(points, key=lambda player: (-points[player], player))
        return [
            (
                1 + sum(other > points[player] for other in points.values()),
                player,
                str(points[player]),
                len(played[player]),
                len(won[player]),
            )
            for player in order
        ]

    def tally(self, person: UUID) -> tuple[int, int, dict[UUID, tuple[int, int, int, int]]]:
        """Played, won, and for each opponent played, ahead, behind, level."""
        played, won = set(), set()
        met: dict[UUID, set] = defaultdict(set)
        scores: dict[UUID, list[int]] = defaultdict(lambda: [0, 0, 0])
        for opened, result in self.ended():
            places = {seat: result.place_of(seat) for seat in range(len(opened.seats))}
            who = [self.person(player) for player in opened.seats]
            for seat, place in places.items():
                if who[seat] == person:
                    played.add(opened.originator_id)
                    if place == 1:
                        won.add(opened.originator_id)
            for one, other in combinations(places, 2):
                for mine, theirs in ((one, other), (other, one)):
                    if who[mine] == person != who[theirs]:
                        met[who[theirs]].add(opened.originator_id)
                        lead = places[theirs] - places[mine]
                        scores[who[theirs]][0 if lead > 0 else 1 if lead < 0 else 2] += 1
        return len(played), len(won), {who: (len(met[who]), *scores[who]) for who in met}
