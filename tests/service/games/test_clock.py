"""The clock of a table: the service plays the time-out when it is due, once, also after a pause or a restart."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from service.records import deadlines, games
from service.records.errors import Contended
from service.settings import DatabaseUrl, Settings
from service.store.errors import OutcomeUnknown
from tests.conftest import Databases, FreshDatabase
from tests.service.api.serving import Served, serving
from tests.service.games.hall import Hall, Table
from tests.service.games.process import Process, ready
from tests.service.games.stream import Stream

TIME_UP = {"move": "time_up"}
MINUTE = 60.0
LOOKS = 1.3
"""Seconds in which the service looks at least twice for what is due."""
WITHIN = 10.0


class Clock:
    """The time of day as the service has it: the real one, moved on. What looks for due games can lag behind."""

    def __init__(self) -> None:
        self.ahead = timedelta()
        self.asleep = False

    def pass_by(self, seconds: float) -> None:
        self.ahead += timedelta(seconds=seconds)

    def now(self, zone: Any) -> datetime:
        return datetime.now(zone) + self.ahead

    def looked_at(self, zone: Any) -> datetime:
        return datetime.min.replace(tzinfo=zone, year=2000) if self.asleep else self.now(zone)


class Reads:
    """In the place of a module's `datetime`."""

    def __init__(self, now: Any) -> None:
        self.now = now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(games, "datetime", Reads(clock.now))
    monkeypatch.setattr(deadlines, "datetime", Reads(clock.looked_at))
    return clock


@pytest.fixture(scope="module")
def database_of_clocks(databases: Databases) -> Iterator[FreshDatabase]:
    database = databases.fresh()
    yield database
    databases.drop(database)


@contextmanager
def server(database: FreshDatabase) -> Iterator[Served]:
    with serving(Settings(database_url=DatabaseUrl(database.url)), database.url) as served:
        yield served


@pytest.fixture
def hall(database_of_clocks: FreshDatabase, clock: Clock) -> Iterator[Hall]:
    with server(database_of_clocks) as served:
        yield Hall(served)


def play(table: Table, seat: int, kind: str, **fields: object) -> Any:
    version = table.state()["version"]
    return table.play(seat, {"move": kind} | fields, if_match=f'"{version}"')


def started(hall: Hall, **options: object) -> Table:
    """A round of a minute that has begun."""
    table = hall.table(3, ruleset="spyfall", options={"minutes": 1, "rounds": 2} | options, spectators=True)
    for kind in ("deal", "start"):
        assert play(table, table.turn(), kind).status == 200
    return table


def ended(table: Table) -> list[Any]:
    """The time-outs on record."""
    return [entry for entry in table.log() if entry.get("move") == TIME_UP]


def awaits(table: Table, count: int = 1) -> list[Any]:
    until = time.monotonic() + WITHIN
    while len(found := ended(table)) < count:
        assert time.monotonic() < until, "nobody played the time-out"
        time.sleep(0.05)
    return found


def nothing_happens(table: Table) -> None:
    version = table.state()["version"]
    time.sleep(LOOKS)
    assert table.state()["version"] == version


def due(hall: Hall, table: Table) -> datetime | None:
    with psycopg.connect(hall.served.url) as connection:
        [[at]] = connection.execute("SELECT due_at FROM game_deadlines WHERE game = %s", (table.id,)).fetchall()
    found: datetime | None = at
    return found


def test_the_service_plays_it_when_it_is_due(hall: Hall, clock: Clock) -> None:
    table = started(hall)
    with Stream(hall.served.client, f"{table.path}/live?as=spectator") as stream:
        assert stream.next() is not None
        clock.pass_by(MINUTE - 20)
        nothing_happens(table)
        assert play(table, table.turn(), "ask", player=(table.turn() + 1) % 3).status == 200
        clock.pass_by(20)
        [entry] = awaits(table)
        told = stream.entries(entry["version"])
        assert told[-1].data["move"] == TIME_UP
    assert (entry["seat"], entry["by"]) == (-1, table.id)
    assert table.seats[0].get(f"{table.path}/view").body["view"]["stage"] == "final"
    assert due(hall, table) is None
    nothing_happens(table)
    late = play(table, 0, "ask", player=1)
    assert (late.status, late.code) == (409, "wrong_phase")
    assert table.arbiter.get(f"{table.path}/audit").body["ok"]


def test_what_is_left_can_be_told_now_and_at_every_ply(hall: Hall, clock: Clock) -> None:
    table = started(hall)
    begins, told = game_time(table, 2), table.state()
    assert told["due_at"] is not None
    assert datetime.fromisoformat(told["due_at"]) == due(hall, table)
    assert told["deadline"] == pytest.approx(begins + MINUTE)
    clock.pass_by(MINUTE - 20)
    assert table.state()["due_at"] == told["due_at"]
    assert play(table, table.turn(), "accuse", player=(table.turn() + 1) % 3).status == 200
    assert MINUTE - 20 <= game_time(table, 3) - begins < MINUTE - 10
    assert table.state()["due_at"] is None
    assert game_time(table, 2) == begins


def game_time(table: Table, ply: int) -> float:
    """That of a ply, the same beside view and board."""
    view, board = (table.seats[0].get(f"{table.path}/{what}?ply={ply}").body["clock"] for what in ("view", "board"))
    assert view == board
    return float(view)


def test_early_it_is_refused_whoever_sends_it(hall: Hall, clock: Clock) -> None:
    table = started(hall)
    clock.pass_by(MINUTE - 20)
    for client in (*table.seats, table.owner, table.arbiter):
        refused = client.post(table.moves, {"move": TIME_UP, "seat": -1})
        assert (refused.status, refused.code) == (409, "not_yet")
    stranger = hall.served.a("player", hall.owner.registered("Stranger"))
    assert stranger.post(table.moves, {"move": TIME_UP, "seat": -1}).code == "forbidden"
    assert play(table, 0, "time_up").code == "not_yet"  # no seat has that move
    assert ended(table) == []


def test_when_it_is_due_seats_are_refused_and_any_of_them_may_send_it(hall: Hall, clock: Clock) -> None:
    clock.asleep = True
    table = started(hall)
    clock.pass_by(MINUTE + 1)
    for kind, fields in (("ask", {"player": 1}), ("accuse", {"player": 1}), ("answer", {}), ("deal", {})):
        refused = play(table, 0, kind, **fields)
        assert (refused.status, refused.code) == (409, "time_is_up")
    assert play(table, 0, "time_up").code == "not_yet"
    assert table.seats[2].post(table.moves, {"move": TIME_UP, "seat": -1}).status == 200
    [entry] = ended(table)
    assert (entry["seat"], entry["by"]) == (-1, str(table.players[2]))
    clock.asleep = False
    nothing_happens(table)
    assert table.arbiter.get(f"{table.path}/audit").body["ok"]


def test_a_pause_stops_the_clock(hall: Hall, clock: Clock) -> None:
    table = started(hall)
    clock.pass_by(MINUTE - 30)
    assert table.owner.post(f"{table.path}/pause").status == 200
    assert due(hall, table) is None
    clock.pass_by(10 * MINUTE)
    nothing_happens(table)
    assert table.seats[0].post(table.moves, {"move": TIME_UP, "seat": -1}).code == "paused"
    assert table.owner.post(f"{table.path}/resume").status == 200
    clock.pass_by(10)
    nothing_happens(table)
    assert table.seats[0].post(table.moves, {"move": TIME_UP, "seat": -1}).code == "not_yet"
    clock.pass_by(20)
    awaits(table)


def test_a_stop_excludes_its_time(hall: Hall, clock: Clock) -> None:
    table = started(hall)
    clock.pass_by(MINUTE - 30)
    assert play(table, 0, "accuse", player=1).status == 200
    assert due(hall, table) is None
    clock.pass_by(10 * MINUTE)
    nothing_happens(table)
    while due(hall, table) is None:
        assert play(table, table.state()["awaited"][0], "vote", yes=False).status == 200
    clock.pass_by(10)
    nothing_happens(table)
    clock.pass_by(20)
    awaits(table)


def test_a_start_taken_back_gives_the_time_back(hall: Hall, clock: Clock) -> None:
    table = started(hall)
    starter = next(entry["seat"] for entry in table.log() if entry.get("move") == {"move": "start"})
    assert table.seats[starter].post(f"{table.path}/takeback").status == 200
    assert due(hall, table) is None
    clock.pass_by(10 * MINUTE)
    nothing_happens(table)
    assert play(table, starter, "start").status == 200
    clock.pass_by(MINUTE - 20)
    nothing_happens(table)
    clock.pass_by(20)
    awaits(table)


def test_a_game_that_is_over_is_left_alone(hall: Hall, clock: Clock) -> None:
    table = started(hall)
    assert table.owner.post(f"{table.path}/withdraw", {"seat": 0}).body["status"] == "ended"
    assert due(hall, table) is None
    clock.pass_by(10 * MINUTE)
    nothing_happens(table)


def test_the_next_round_has_a_clock_of_its_own(hall: Hall, clock: Clock) -> None:
    table = started(hall)
    clock.pass_by(MINUTE)
    awaits(table)
    for seat in range(3):
        assert play(table, seat, "suspect", player=(seat + 1) % 3).status == 200
    for kind in ("deal", "start"):
        assert play(table, table.turn(), kind).status == 200
    nothing_happens(table)
    clock.pass_by(MINUTE)
    assert len(awaits(table, 2)) == 2


def test_what_fell_due_while_nobody_served_is_played_after_the_start(
    database_of_clocks: FreshDatabase, clock: Clock
) -> None:
    with server(database_of_clocks) as served:
        running, paused = started(Hall(served)), started(Hall(served))
        paused.owner.post(f"{paused.path}/pause")
    clock.pass_by(10 * MINUTE)
    with server(database_of_clocks) as served:
        running, paused = running.at(served.client.url), paused.at(served.client.url)
        [entry] = awaits(running)
        before = datetime.fromisoformat(running.log()[-2]["at"])
        assert datetime.fromisoformat(entry["at"]) - before > timedelta(seconds=10 * MINUTE)
        assert ended(paused) == []
        assert running.arbiter.get(f"{running.path}/audit").body["ok"]
        paused.owner.post(f"{paused.path}/resume")
        clock.pass_by(MINUTE)
        awaits(paused)


def test_two_servers_play_it_once(database_of_clocks: FreshDatabase, clock: Clock) -> None:
    with server(database_of_clocks) as one, server(database_of_clocks) as other:
        hall = Hall(one)
        tables = [started(hall) for _ in range(6)]
        there = [table.at(other.client.url) for table in tables]
        for table in there:
            table.state()  # both have it in memory
        clock.pass_by(MINUTE)
        senders = [
            threading.Thread(target=table.seats[seat].post, args=(table.moves, {"move": TIME_UP, "seat": -1}))
            for seat in range(3)
            for table in (tables[seat], there[seat])
        ]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
        for table in tables:
            assert len(awaits(table)) == 1
        time.sleep(LOOKS)
        for table in (*tables, *there):
            assert len(ended(table)) == 1
            assert table.state()["version"] == 4


def test_a_move_that_comes_with_the_last_second_is_played_or_refused_and_never_both(hall: Hall, clock: Clock) -> None:
    for _ in range(4):
        table = started(hall)
        clock.pass_by(MINUTE - 0.3)
        answers = []
        until = time.monotonic() + WITHIN
        while not ended(table) and time.monotonic() < until:
            seat = next(iter(table.state()["awaited"]))
            answers.append(play(table, seat, "ask", player=(seat + 1) % 3))
        kinds = [entry["move"]["move"] for entry in table.log() if "move" in entry]
        assert kinds.count("time_up") == 1
        assert kinds.count("ask") == sum(answer.status == 200 for answer in answers)
        assert table.arbiter.get(f"{table.path}/audit").body["ok"]


def test_games_that_take_no_time_out_do_not_keep_the_others_waiting(hall: Hall, clock: Clock) -> None:
    table = started(hall)
    with psycopg.connect(hall.served.url) as connection:
        connection.execute(
            "INSERT INTO game_deadlines SELECT gen_random_uuid(), 1, '2020-01-01' FROM generate_series(1, 250)"
        )
    clock.pass_by(MINUTE)
    awaits(table)


@pytest.mark.parametrize("error", [Contended(), RuntimeError("a fault of ours"), OutcomeUnknown("lost")])
def test_what_goes_wrong_once_is_tried_again(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    table = started(hall)
    play_on, failed = games.Games.play, list[Any]()

    async def failing(self: Any, game: Any, *told: Any) -> Any:
        if str(game) == table.id and not failed:
            failed.append(game)
            raise error
        return await play_on(self, game, *told)

    monkeypatch.setattr(games.Games, "play", failing)
    clock.pass_by(MINUTE)
    awaits(table)
    assert failed


@pytest.mark.long
def test_a_real_minute_over_a_restart(two_servers: tuple[Process, Process]) -> None:
    one, other = two_servers
    for process in two_servers:
        ready(process.served.client)
    table = started(Hall(one.served))
    began = datetime.fromisoformat(table.log()[-1]["at"])
    for process in two_servers:
        process.kill()
    time.sleep(20)
    for process in two_servers:
        process.start()
        ready(process.served.client)
    assert ended(table) == []
    time.sleep(max(0.0, (began + timedelta(seconds=MINUTE) - datetime.now(UTC)).total_seconds()))
    [entry] = awaits(table)
    late = datetime.fromisoformat(entry["at"]) - began - timedelta(seconds=MINUTE)
    assert timedelta() <= late < timedelta(seconds=5)
    assert len(ended(table.at(other.address))) == 1
