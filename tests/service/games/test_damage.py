"""Damaged records: read as far as they are good, said to be damaged, pointed to by the audit; other games are not."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import msgspec
import psycopg
import pytest

from service.records.registry import event_mapper
from service.settings import DatabaseUrl, Settings
from service.store.errors import UndecodableEvent
from tests.conftest import Databases, FreshDatabase
from tests.service.api.serving import Reply, serving
from tests.service.games.hall import Hall, Table, edition, events


class Harmed(NamedTuple):
    """A hall whose server keeps one game in memory, so that any other is read from the database."""

    hall: Hall
    database: FreshDatabase
    other: Table
    whole: Reply

    def table(self, plies: int, number: int = 1) -> Table:
        table = self.hall.table(options=edition(40), spectators=True)
        table.go_on(Random(number), plies)
        self.cold()
        return table

    def cold(self) -> None:
        """The other game is read, and no other is in memory any more."""
        assert self.other.seats[0].get(f"{self.other.path}/view").raw == self.whole.raw

    def change(self, statement: str, *parameters: object) -> None:
        """What the service's role may not, and no other may either while the triggers stand."""
        with psycopg.connect(self.database.owner_url) as connection:
            connection.execute("ALTER TABLE events DISABLE TRIGGER USER")
            connection.execute(statement, parameters)
            connection.execute("ALTER TABLE events ENABLE ALWAYS TRIGGER events_immutable")
            connection.execute("ALTER TABLE events ENABLE ALWAYS TRIGGER events_immutable_row")
        self.cold()

    def state(self, table: Table, version: int) -> bytes:
        with psycopg.connect(self.database.url) as connection:
            [[state]] = connection.execute(
                "SELECT state FROM events WHERE originator_id = %s AND originator_version = %s", (table.id, version)
            ).fetchall()
        return bytes(state)

    def put(self, table: Table, version: int, state: bytes) -> None:
        self.change(
            "UPDATE events SET state = %s WHERE originator_id = %s AND originator_version = %s",
            state,
            table.id,
            version,
        )

    def alter(self, table: Table, version: int, **fields: object) -> None:
        """Other fields in an event that stays one."""
        told = msgspec.msgpack.decode(self.state(table, version))
        self.put(table, version, msgspec.msgpack.encode(told | fields))


@pytest.fixture(scope="module")
def harmed(databases: Databases) -> Iterator[Harmed]:
    database = databases.fresh()
    settings = Settings(database_url=DatabaseUrl(database.url), cached_games=1)
    with serving(settings, database.url) as served:
        hall = Hall(served)
        other = hall.table()
        other.go_on(Random(2), 5)
        yield Harmed(hall, database, other, other.seats[0].get(f"{other.path}/view"))
        assert other.arbiter.get(f"{other.path}/audit").body["ok"]
    databases.drop(database)


def lines(answer: Reply) -> list[dict[str, object]]:
    assert answer.status == 200, answer.raw
    return [msgspec.json.decode(line) for line in answer.raw.splitlines()]


def check_damaged(harmed: Harmed, table: Table, good: list[dict[str, object]], version: int) -> None:
    """Everything about a game that is good up to before this version and no further."""
    before = events(harmed.database.url)
    for viewer in (0, "arbiter"):
        *prefix, problem = lines(table.arbiter.get(f"{table.path}/replay?as={viewer}"))
        assert problem == {"problem": "record_damaged", "version": version}
        if viewer == 0:
            assert prefix == good[: len(prefix)]
            assert [each["event"]["version"] for each in prefix][-1] < version  # type: ignore[index]
            assert len(prefix) == min(version - 1, len(good))
    for what in ("", "/view", "/board?ply=0", "/log", "/live", "/moves"):
        answer = table.seats[0].get(table.path + what)
        assert (answer.status, answer.code) == (500, "record_damaged"), what
        assert answer.body["facts"] == {"version": version}
    for answer in (
        table.play(0, {"move": "replace"}),
        table.owner.post(f"{table.path}/pause"),
        table.owner.post(f"{table.path}/withdraw", {"seat": 0}),
    ):
        assert (answer.status, answer.code) == (500, "record_damaged"), answer.raw
    assert events(harmed.database.url) == before
    harmed.cold()


def audited(table: Table) -> tuple[bool, int | None]:
    report = table.arbiter.get(f"{table.path}/audit").body
    return report["ok"], report["problem"] and report["problem"]["version"]


def card_changed(harmed: Harmed, table: Table) -> None:
    outcomes = msgspec.msgpack.decode(harmed.state(table, 1))["outcomes"]
    outcomes[0]["cards"] = outcomes[1]["cards"]  # now it is dealt twice
    harmed.alter(table, 1, outcomes=outcomes)


@pytest.mark.parametrize("what", ["garbled", "unknown", "illegal", "another's", "undrawn", "missing"])
def test_a_record_is_good_up_to_its_damage(harmed: Harmed, what: str) -> None:
    table = harmed.table(12)
    good = lines(table.seats[0].get(f"{table.path}/replay"))
    drawn = next(n for n, each in enumerate(good, 1) if n > 1 and each["event"]["outcomes"])  # type: ignore[index]
    version = drawn if what == "undrawn" else 7
    match what:
        case "garbled":
            harmed.put(table, 7, harmed.state(table, 7)[:-3])
        case "unknown":
            harmed.change(
                "UPDATE events SET topic = 'game.moved/9' WHERE originator_id = %s AND originator_version = 7", table.id
            )
        case "illegal":
            harmed.alter(table, 7, move={"move": "stake", "medals": 9})
        case "another's":
            harmed.alter(table, 7, originator_id=harmed.other.id)
        case "undrawn":
            harmed.alter(table, drawn, outcomes=[])
        case "missing":
            harmed.change("DELETE FROM events WHERE originator_id = %s AND originator_version = 7", table.id)
    check_damaged(harmed, table, good, version)
    ok, place = audited(table)
    assert not ok
    assert place in (version, version + 1)  # the first that does not fit, which is the next where one is gone


def test_what_a_replay_cannot_see_the_audit_does(harmed: Harmed) -> None:
    table = harmed.table(12)
    view = table.seats[0].get(f"{table.path}/view").raw
    harmed.cold()
    harmed.alter(table, 5, by=str(harmed.hall.players[2]))
    if table.log()[4]["seat"] == 2:
        harmed.alter(table, 5, by=str(harmed.hall.players[1]))
    assert table.seats[0].get(f"{table.path}/view").raw == view
    ok, place = audited(table)
    assert not ok
    assert place in (5, 6)


def test_a_record_without_its_opening_is_told_to_arbiters_alone(harmed: Harmed) -> None:
    table = harmed.table(5)
    card_changed(harmed, table)
    for client in (*table.seats, table.owner, harmed.hall.served.client):
        assert client.get(table.path).code == "no_such_game"
    for what in ("", "/view", "/log", "/replay", "/archive"):
        answer = table.arbiter.get(table.path + what)
        assert (answer.code, answer.body["facts"]) == ("record_damaged", {"version": 1})
    assert audited(table) == (False, 1)
    assert table.seats[0].get(f"{table.path}/audit").code == "no_such_game"
    harmed.cold()


def test_damage_is_told_to_nobody_who_may_not_know_of_the_game(harmed: Harmed) -> None:
    table = harmed.hall.table()
    table.go_on(Random(1), 6)
    harmed.put(table, 4, b"\xc1")
    stranger = harmed.hall.served.a("organiser")
    assert table.seats[0].get(table.path).code == "record_damaged"
    for what in ("", "/view", "/log", "/replay", "/live", "/audit", "/archive"):
        assert stranger.get(table.path + what).code == "no_such_game", what
    assert stranger.post(f"{table.path}/pause").code == "no_such_game"


def same_to_everybody(one: bytes, other: bytes, topic: str, version: int, table: Table) -> bool:
    """Whether an altered event says the same, but for the request's id, which nobody is told and no chain holds."""
    from uuid import UUID

    from msgspec.structs import replace

    decode = event_mapper().decode
    try:
        altered = decode(UUID(table.id), version, topic, other)
    except UndecodableEvent:
        return False
    return replace(altered, request_id="") == replace(decode(UUID(table.id), version, topic, one), request_id="")  # type: ignore[type-var]


def every_byte(harmed: Harmed, version: int, topic: str, step: int) -> None:
    """Whatever byte of an event is another one: no answer but a true one, and the audit sees it."""
    table = harmed.table(6)
    state = harmed.state(table, version)
    rng = Random(version)
    allowed = {(200, None), (500, "record_damaged")} | ({(404, "no_such_game")} if version == 1 else set())
    for place in range(0, len(state), step):
        altered = state[:place] + bytes([state[place] ^ rng.randint(1, 255)]) + state[place + 1 :]
        harmed.put(table, version, altered)
        for what in ("", "/view?as=arbiter", "/replay?as=0", "/log?as=arbiter"):
            answer = table.arbiter.get(table.path + what)
            assert (answer.status, answer.code) in allowed, (place, altered, answer.raw)
        report = table.arbiter.get(f"{table.path}/audit")
        assert report.status == 200, (place, altered, report.raw)
        assert report.body["ok"] == same_to_everybody(state, altered, topic, version, table), (place, altered)
        harmed.cold()


def test_any_byte_of_a_move(harmed: Harmed) -> None:
    every_byte(harmed, 3, "game.move_played/1", 4)


def test_any_byte_of_an_opening(harmed: Harmed) -> None:
    every_byte(harmed, 1, "game.opened/1", 19)


@pytest.mark.long
@pytest.mark.parametrize("version", range(1, 6))
def test_every_byte_of_every_event(harmed: Harmed, version: int) -> None:
    every_byte(harmed, version, "game.move_played/1" if version > 1 else "game.opened/1", 1)
