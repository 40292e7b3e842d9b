"""Long games opened cold from a checkpoint: the same as the whole, at every ply, and whatever is done to them next."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import psycopg
import pytest

from service.settings import DatabaseUrl, Settings
from tests.conftest import Databases, FreshDatabase
from tests.service.api.serving import Reply, Served, serving
from tests.service.games.hall import Hall, Table, edition

PLIES = 200


@contextmanager
def a_server(database: FreshDatabase) -> Iterator[Served]:
    with serving(Settings(database_url=DatabaseUrl(database.url)), database.url) as served:
        yield served


@pytest.fixture
def database(databases: Databases) -> Iterator[FreshDatabase]:
    database = databases.fresh()
    yield database
    databases.drop(database)


def checkpoint(database: FreshDatabase, game: str) -> int:
    """The version of a game's checkpoint, 0 for none."""
    with psycopg.connect(database.url) as connection:
        rows = connection.execute("SELECT version FROM game_checkpoints WHERE originator_id = %s", (game,)).fetchall()
    return int(rows[0][0]) if rows else 0


def looks(table: Table, plies: range) -> dict[str, Reply]:
    """What the game looks like, the newest position first."""
    paths = ["", "/view", "/view?as=arbiter", "/board", "/moves"]
    paths += [f"/view?ply={ply}" for ply in plies]
    paths += ["/log?as=arbiter", "/replay?as=1", "/replay?from=30&to=40"]
    return {path: (table.arbiter if "as=" in path else table.seats[0]).get(table.path + path) for path in paths}


def same(one: dict[str, Reply], other: dict[str, Reply]) -> None:
    for path, answer in one.items():
        assert answer.status == 200, (path, answer.raw)
        assert (other[path].status, other[path].raw) == (200, answer.raw), path
        assert other[path].headers.get("etag") == answer.headers.get("etag")


def test_a_long_game_opened_cold_is_the_same(database: FreshDatabase) -> None:
    some = range(0, PLIES + 1, 9)
    with a_server(database) as served:
        table = Hall(served).table(options=edition(100), spectators=True)
        table.quickly(PLIES)
        hot = looks(table, some)
        with psycopg.connect(database.owner_url) as connection:
            connection.execute("DELETE FROM game_checkpoints")
            connection.commit()
    with a_server(database) as served:
        whole = looks(table.at(served.client.url), some)
    same(hot, whole)
    with a_server(database) as served:
        table = table.at(served.client.url)
        table.quickly(30, first=PLIES)
        assert checkpoint(database, table.id) == 224
        hot = looks(table, some)
    with a_server(database) as served:
        table = table.at(served.client.url)
        same(hot, looks(table, some))
        table.quickly(5, first=PLIES + 30)
        assert table.arbiter.get(f"{table.path}/audit").body["ok"]
    with a_server(database) as served:  # the first thing that is asked needs what lies before the checkpoint
        table = table.at(served.client.url)
        assert table.seats[0].get(f"{table.path}/view?ply=3").body["ply"] == 3
        assert table.state()["ply"] == PLIES + 35


def test_the_checkpoint_is_what_the_newest_position_is_read_from(database: FreshDatabase) -> None:
    """Damage before it is met by whoever reads the whole, and by nobody else."""
    with a_server(database) as served:
        table = Hall(served).table(options=edition(20))
        table.quickly(40)
        view = table.seats[0].get(f"{table.path}/view").raw
    with psycopg.connect(database.owner_url) as connection:
        connection.execute("ALTER TABLE events DISABLE TRIGGER USER")
        connection.execute(
            "UPDATE events SET state = '\\xc1' WHERE originator_id = %s AND originator_version = 9", (table.id,)
        )
    with a_server(database) as served:
        table = table.at(served.client.url)
        assert table.seats[0].get(f"{table.path}/view").raw == view
        table.quickly(1, first=40)
        assert table.seats[0].get(f"{table.path}/view?ply=2").code == "record_damaged"
        assert table.arbiter.get(f"{table.path}/audit").body["problem"]["version"] == 9
        assert table.seats[0].get(f"{table.path}/replay").raw.splitlines()[-1] == (
            b'{"problem":"record_damaged","version":9}'
        )


HARM = (
    "state = '\\x00'",
    "state = ''",
    "state = set_byte(state, 40, get_byte(state, 40) # 1)",
    "state = set_byte(state, 3, get_byte(state, 3) # 255)",
    "fingerprint = '\\x00'",
    "version = version - 1",
    "version = version + 100",
    "version = 1",
)


def test_a_checkpoint_that_is_of_no_use_is_passed_over(database: FreshDatabase) -> None:
    with a_server(database) as served:
        hall = Hall(served)
        tables = [hall.table(options=edition(20), spectators=True) for _ in HARM]
        for table in tables:
            table.quickly(40)
        hot = [looks(table, range(3)) for table in tables]
    with psycopg.connect(database.owner_url) as connection:
        for table, harm in zip(tables, HARM, strict=True):
            assert checkpoint(database, table.id) == 32
            statement = f"UPDATE game_checkpoints SET {harm} WHERE originator_id = %s"
            connection.execute(statement, (table.id,))  # type: ignore[call-overload]
    with a_server(database) as served:
        for table, looked in zip(tables, hot, strict=True):
            there = table.at(served.client.url)
            same(looked, looks(there, range(3)))
            there.quickly(1, first=40)


def test_no_byte_of_a_checkpoint_makes_another_position(database: FreshDatabase) -> None:
    settings = Settings(database_url=DatabaseUrl(database.url), cached_games=1)
    with serving(settings, database.url) as served, psycopg.connect(database.owner_url, autocommit=True) as connection:
        hall = Hall(served)
        table, other = hall.table(options=edition(6)), hall.table()
        table.quickly(33)
        view = table.arbiter.get(f"{table.path}/view?as=arbiter").raw
        [[state]] = connection.execute("SELECT state FROM game_checkpoints").fetchall()
        for place in range(0, len(state), 4):
            altered = state[:place] + bytes([state[place] ^ 1]) + state[place + 1 :]
            connection.execute("UPDATE game_checkpoints SET state = %s", (altered,))
            other.state()  # so that the first is not in memory any more
            assert table.arbiter.get(f"{table.path}/view?as=arbiter").raw == view, place


def test_refused_take_backs_at_a_checkpoint(database: FreshDatabase) -> None:
    with a_server(database) as served:
        table = Hall(served).table(options=edition(20))
        table.quickly(31)
        assert checkpoint(database, table.id) == table.state()["version"] == 32
    for if_match in ({}, {"if_match": '"32"'}):
        with a_server(database) as served:
            table = table.at(served.client.url)
            refused = table.owner.post(f"{table.path}/takeback", {"seat": 0})
            assert refused.code == "forbidden"
            refused = table.arbiter.post(f"{table.path}/takeback", {"seat": 2}, **if_match)
            assert (refused.status, refused.code) == (409, "chance_answered")


def keeping(hall: Hall, number: int) -> tuple[Table, int, dict[str, Any], dict[str, Any]] | None:
    """A game of Coup in which a seat is to keep cards in secret and its version is odd: seat, move and another move."""
    hall.seated(3)
    opened = hall.owner.post("/v1/games", hall.asked(3, ruleset="coup") | {"ruleset": "coup"})
    assert opened.status == 201, opened.raw
    table, rng = hall.known(opened.body["game"]), Random(number)
    for _ in range(60):
        state = table.state()
        if state["status"] == "ended" or state["version"] > 30:
            return None
        seat = rng.choice(state["awaited"])
        moves = table.seats[seat].get(table.moves).body["moves"]
        kept = [move for move in moves if move["move"] == "keep"]
        if len(kept) > 1 and state["version"] % 2 and state["awaited"] == [seat]:
            return table, seat, kept[0], kept[1]
        exchanges = [move for move in moves if "exchange" in str(move)]
        answer = table.play(seat, rng.choice(exchanges or moves), if_match=f'"{state["version"]}"')
        assert answer.status == 200, answer.raw
    return None


def test_a_take_back_behind_a_checkpoint(database: FreshDatabase) -> None:
    with a_server(database) as served:
        hall = Hall(served)
        found = next(found for number in range(200) if (found := keeping(hall, number)) is not None)
        table, seat, move, other = found
        while table.state()["version"] < 31:
            for what in ("pause", "resume"):
                assert table.owner.post(f"{table.path}/{what}").status == 200
        before = table.seats[seat].get(f"{table.path}/view").body
        assert table.play(seat, move, if_match='"31"').body["version"] == 32
        assert checkpoint(database, table.id) == 32
    with a_server(database) as served:  # it begins at the checkpoint, and has to look behind it
        table = table.at(served.client.url)
        stale = table.seats[seat].post(f"{table.path}/takeback", if_match='"31"')
        assert stale.code == "stale_version"
        back = table.seats[seat].post(f"{table.path}/takeback", if_match='"32"')
        assert (back.status, back.body["version"], back.body["ply"]) == (200, 33, before["ply"]), back.raw
        again = table.seats[seat].get(f"{table.path}/view").body
        assert (again["view"], again["ply"]) == (before["view"], before["ply"])
        assert other in table.seats[seat].get(table.moves).body["moves"]
    with a_server(database) as served:  # now the events behind the checkpoint go back to before it
        table = table.at(served.client.url)
        cold = table.seats[seat].get(f"{table.path}/view")
        assert (cold.status, cold.body["view"]) == (200, before["view"]), cold.raw
        assert table.play(seat, other, if_match='"33"').body["version"] == 34
        assert table.arbiter.get(f"{table.path}/audit").body["ok"]
        for viewer in range(3):
            told = table.arbiter.get(f"{table.path}/log?as={viewer}").body["entries"]
            assert (told[31]["move"] == move) == (viewer == seat)  # others are not told what was kept
            assert told[32]["event"] == "game.move_taken_back"
