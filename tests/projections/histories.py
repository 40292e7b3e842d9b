"""Random histories: leagues and players come and go, and games are played by the real commands, all at once."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

import psycopg
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from domain.competition.events import VERSIONS as COMPETITION
from domain.competition.events import LeagueEvent, PlayerEvent
from domain.competition.leagues import League, Terms, change_league, open_league
from domain.competition.players import Player, erase_player, merge_players, register_player
from domain.games.kobayakawa.state import Options
from domain.kernel.results import Result, ranked
from domain.record import commands
from domain.record.commands import Stamp, Table
from domain.record.events import VERSIONS as RECORD
from domain.record.events import GameEnded, GameEvent, MoveTakenBack
from domain.record.record import GameRecord, replayed
from domain.record.refusals import Refused
from service.store.mapper import EventMapper

Event = GameEvent | PlayerEvent | LeagueEvent

MAPPER = EventMapper({**RECORD, **COMPETITION})
SHORT = {"all_pass": "carry_over", "edition": to_builtins(replace(Options().edition, prizes=(1, 2), stakes=(1, 2)))}
"""Two rounds: many games that end, in few events."""
START = datetime(2026, 3, 1, 9, tzinfo=UTC)


def append(connection: psycopg.Connection, events: list[Event]) -> int:
    """Store events; returns the position of the last. `connection` is in autocommit mode."""
    rows = [MAPPER.to_stored_event(event) for event in events]
    with connection.transaction(), connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO events (originator_id, originator_version, topic, state) VALUES (%s, %s, %s, %s)",
            [(row.originator_id, row.originator_version, row.topic, row.state) for row in rows],
        )
        cursor.execute("NOTIFY events")
        [[position]] = cursor.execute("SELECT max(notification_id) FROM events").fetchall()
    return int(position)


class History:
    """A source of events, `some()` at a time. The same seed gives the same history.

    Beside what the commands allow it holds what rulings may bring later: moves taken back that a player could not take
    back, and a game going on that had ended.
    """

    def __init__(self, seed: int, *, players: int = 12, at_once: int = 6) -> None:
        self.random = random.Random(seed)
        self.at_once = at_once
        self.now = START
        self.leagues: list[League] = []
        self.players: list[Player] = []
        self.games: list[GameRecord] = []
        self.over: list[tuple[UUID, int, int, int]] = []
        self.log: list[Event] = []
        self._first = [
            *(self._keep(open_league(self.id(), self.terms(), self.stamp())) for _ in range(2)),
            *(self._keep(register_player(self.id(), self.stamp())) for _ in range(players)),
        ]

    def id(self) -> UUID:
        return UUID(int=self.random.getrandbits(128), version=4)

    def stamp(self) -> Stamp:
        self.now += timedelta(seconds=self.random.choice((0, 1, 30, 3600)), microseconds=self.random.randrange(1000))
        by = self.players[0].id if self.players else UUID(int=1)
        return Stamp(self.now, by, f"request {self.random.random()}", self.random.randbytes(32))

    def terms(self) -> Terms:
        points = self.random.choice((("3", "2", "1"), ("1",), ("5", "7/2", "2", "1/3"), ("2", "1", "0", "-1")))
        ties = self.random.choice(("share", "full"))
        name, open_ = f"League {self.random.randrange(1000)}", self.random.random() < 0.5
        return Terms(name, points, ties, UUID(int=1), None, open_)

    def events(self, count: int) -> Iterator[list[Event]]:
        """At least so many events, each list the events of one command."""
        for first in self._first:
            self.log += first
            yield first
        self._first = []
        told = 0
        while told < count:
            events = self.some()
            told += len(events)
            self.log += events
            if events:
                yield events

    def some(self) -> list[Event]:
        """What happens next."""
        chance = self.random.random()
        if len(self.games) < self.at_once or chance < 0.005:
            return self._open()
        if chance < 0.01:
            return self._competition()
        if chance < 0.015 and self.over:
            return self._rule()
        return self._play()

    def _open(self) -> list[Event]:
        alive = [player.id for player in self.players if not player.erased]
        seats = self.random.sample(alive, self.random.randint(3, min(6, len(alive))))
        table = Table(
            id=self.id(),
            ruleset="kobayakawa",
            ruleset_version=1,
            options=SHORT,
            seats=tuple(seats),
            owner=self.random.choice(seats),
            seed=self.random.randbytes(32),
            league=self.random.choice((None, *(league.id for league in self.leagues))),
            spectators=self.random.random() < 0.5,
        )
        events, record = commands.open_game(table, self.stamp())
        self.games.append(record)
        return list(events)

    def _competition(self) -> list[Event]:
        match self.random.randrange(4):
            case 0:
                league = self.random.choice(self.leagues)
                terms = self.terms()
                if terms == league.terms:
                    return []
                return self._keep(change_league(league, terms, self.stamp()))
            case 1:
                return self._keep(register_player(self.id(), self.stamp()))
            case 2:
                one, other = self.random.sample(self.players, 2)
                try:
                    return self._keep(merge_players(one, other, self.stamp()))
                except Refused:
                    return []
        player = self.random.choice(self.players)
        if player.erased or sum(not other.erased for other in self.players) < 7:
            return []
        return self._keep(erase_player(player, self.stamp()))

    def _rule(self) -> list[Event]:
        """An end that does not stand; half of the time the game ends again at once, otherwise."""
        game, version, ply, seats = self.over.pop(self.random.randrange(len(self.over)))
        stamp = self.stamp()
        fields = {"originator_id": game, "at": stamp.at, "by": stamp.by, "request_id": stamp.request_id, "prev": b""}
        back = MoveTakenBack(**fields, originator_version=version + 1, seat=0, ply=ply - 1)
        if self.random.random() < 0.5:
            return [back]
        scores = tuple(self.random.randrange(3) for _ in range(seats))
        result = Result(tuple((seat,) for seat in range(seats)), ranked(scores), scores, "ruled")
        return [back, GameEnded(**fields, originator_version=version + 2, result=result)]

    def _play(self) -> list[Event]:
        number = self.random.randrange(len(self.games))
        record = self.games[number]
        events, record = self._command(record)
        if record.result is None:
            self.games[number] = record
        else:
            self.games.pop(number)
            self.over.append((record.id, record.version, record.ply, len(record.opened.seats)))
        return list(events)

    def _command(self, record: GameRecord) -> commands.Decision:
        if record.paused:
            return commands.resume(record, self.stamp())
        chance = self.random.random()
        if chance < 0.02:
            return commands.pause(record, self.stamp())
        if chance < 0.03:
            left = getattr(record.tip.state, "withdrawn")  # noqa: B009
            return commands.withdraw(
                record, self.random.choice([s for s in range(len(record.opened.seats)) if s not in left]), self.stamp()
            )
        if chance < 0.05 and record.ply > 0:
            stamp = self.stamp()
            event = MoveTakenBack(
                record.id, record.version + 1, stamp.at, stamp.by, stamp.request_id, b"", 0,
                self.random.randrange(record.ply),
            )  # fmt: skip
            return (event,), replayed((event,), record)
        seat = min(record.rules.awaited(record.tip.state))
        move = self.random.choice(list(record.rules.moves(record.tip.state, seat)))
        return commands.play_move(record, seat, to_builtins(move), self.stamp())

    def _keep(self, decision: tuple[tuple[Event, ...], Struct]) -> list[Event]:
        events, after = decision
        kept: list[Player] | list[League] = self.players if isinstance(after, Player) else self.leagues
        kept[:] = [*(one for one in kept if one.id != after.id), after]
        return list(events)


__all__ = ["MAPPER", "START", "Event", "History", "append", "replace"]
