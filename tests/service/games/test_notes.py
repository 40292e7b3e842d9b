"""Private notes: for one's own eyes, tied to a ply, gone with the player, and unnoticeable to everybody else."""

from random import Random
from typing import Any
from uuid import UUID, uuid4

import msgspec
import psycopg
import pytest

from domain.games.confusion.deduce import deduce
from domain.games.confusion.edition import STANDARD
from domain.games.registry import newest
from domain.record.record import GameRecord
from service.api.games.notes import MOST_BYTES, MOST_NOTES
from tests.service.api.serving import Client, Reply
from tests.service.games.hall import Hall, Table
from tests.service.games.sent import ask, everything
from tests.service.games.stream import Stream
from tests.service.games.test_secrecy import record_of

EMPTY: dict[str, Any] = {"own": {"struck": []}, "opponents": {"struck": []}}


def book(*struck: str) -> dict[str, Any]:
    """A notebook in which a piece is struck out for each of these spies."""
    marks = [{"spy": spy, "piece": "DA"} for spy in struck]
    return EMPTY | {"own": {"struck": marks}}


def confusion(hall: Hall, plies: int = 0, **told: Any) -> Table:
    table = hall.table(2, ruleset="confusion", **told)
    rng = Random(plies)
    for _ in range(plies):
        version = table.state()["version"]
        seat = table.turn()
        move = rng.choice(table.seats[seat].get(table.moves).body["moves"])
        answer = table.play(seat, move, if_match=f'"{version}"')
        assert answer.status == 200, answer.raw
    return table


def write(client: Client, table: Table, note: object, **told: Any) -> Reply:
    key = told.pop("key", None)
    return client.post(f"{table.path}/notes", {"note": note} | told, key=key)


def written(client: Client, table: Table, query: str = "") -> list[Any]:
    items: list[Any] = client.get(f"{table.path}/notes{query}").body["items"]
    return items


def test_a_book_is_written_and_read_the_newest_first(hall: Hall) -> None:
    table = confusion(hall, 4)
    mine = table.seats[0]
    first = write(mine, table, book("A"), ply=2)
    assert first.status == 201
    assert first.body.keys() == {"id", "ply"}
    assert "etag" not in first.headers
    assert write(mine, table, book("A", "B")).body["ply"] == 4
    assert write(mine, table, {}, seat=0).status == 201
    notes = written(mine, table)
    assert [(note["ply"], note["note"]) for note in notes] == [(4, EMPTY), (4, book("A", "B")), (2, book("A"))]
    assert notes[2]["id"] == first.body["id"]
    assert written(table.seats[1], table) == []
    assert [note["ply"] for note in written(mine, table, "?ply=3")] == [2]
    page = mine.get(f"{table.path}/notes?limit=2").body
    assert mine.get(f"{table.path}/notes?limit=2&cursor={page['next']}").body == {"items": notes[2:], "next": None}
    for cursor in (uuid4(), "x"):
        assert mine.get(f"{table.path}/notes?cursor={cursor}").status == 400
    assert table.seats[1].get(f"{table.path}/notes?cursor={page['next']}").code == "bad_cursor"


def test_nobody_else_reads_or_writes_ever(hall: Hall) -> None:
    table = confusion(hall, spectators=True, review="everyone")
    write(table.seats[0], table, book("A"))
    umpire = hall.served.a("arbiter", hall.owner.registered("Umpire"))
    while True:
        for client in (table.seats[1], table.owner, table.arbiter, umpire, hall.served.a("admin")):
            refused = client.get(f"{table.path}/notes?seat=0")
            assert (refused.status, refused.code) == (403, "forbidden")
            assert write(client, table, book("B"), seat=0).code == "forbidden"
        assert hall.served.client.get(f"{table.path}/notes?seat=0").code == "token_missing"
        assert table.seats[0].get(f"{table.path}/notes?seat=7").code == "no_such_seat"
        if table.state()["status"] == "ended":
            break
        table.owner.post(f"{table.path}/withdraw", {"seat": 1})
    assert write(table.seats[0], table, book("C")).status == 201  # after the end too
    assert len(written(table.seats[0], table)) == 2


def test_a_seated_arbiter_has_a_book_of_ones_own(hall: Hall) -> None:
    hall.seated(1)
    player = hall.owner.registered("Arbiter at play")
    seats = [{"player": str(each)} for each in (player, hall.players[0])]
    opened = hall.owner.post("/v1/games", {"ruleset": "confusion", "seats": seats})
    arbiter = hall.served.a("arbiter", player)
    table = Table(opened.body["game"], (arbiter, hall.clients[0]), (player, hall.players[0]), hall.owner, arbiter)
    assert write(arbiter, table, book("A")).status == 201
    assert len(written(arbiter, table, "?seat=0")) == 1
    assert arbiter.get(f"{table.path}/notes?seat=1").code == "forbidden"


@pytest.mark.parametrize(
    ("note", "pointer"),
    [
        ({"own": {"struck": [{"spy": "A"}]}}, "/note/own/struck/0/piece"),
        ({"own": {"struck": 1}}, "/note/own/struck"),
        ({"theirs": {}}, "/note/theirs"),
        ([], "/note"),
        ("A", "/note"),
        ({"own": {"struck": [{"spy": "A", "piece": "DA", "why": "x"}]}}, "/note/own/struck/0/why"),
    ],
)
def test_what_is_no_book(hall: Hall, note: object, pointer: str) -> None:
    table = confusion(hall)
    refused = write(table.seats[0], table, note)
    assert (refused.status, refused.code, refused.body["pointer"]) == (422, "invalid_body", pointer)
    assert written(table.seats[0], table) == []


def test_bounds(hall: Hall) -> None:
    table = confusion(hall, 1)
    for ply in (-1, 2, 2**62):
        assert write(table.seats[0], table, {}, ply=ply).code == "no_such_ply"
    large = {"own": {"struck": [{"spy": "x" * 1000, "piece": "y"}] * (MOST_BYTES // 1000)}}
    refused = write(table.seats[0], table, large)
    assert (refused.status, refused.code, refused.body["facts"]) == (422, "note_too_large", {"most": MOST_BYTES})
    every = {
        sheet: {"struck": [{"spy": spy, "piece": piece.id} for spy in spies for piece in STANDARD.pieces]}
        for sheet, spies in (("own", "ABCDEFGHIJKLM"), ("opponents", "abcdefghijklm"))
    }
    assert write(table.seats[0], table, every).status == 201
    assert written(table.seats[0], table)[0]["note"] == every


@pytest.mark.parametrize(
    ("struck", "code", "pointer"),
    [
        ({"own": [("A", "M01"), ("Z", "M01")]}, "no_such_spy", "own/struck/1/spy"),
        ({"own": [("\x00\u202e<b>", "M01")]}, "no_such_spy", "own/struck/0/spy"),
        ({"own": [("a", "M01")]}, "other_sheet", "own/struck/0/spy"),
        ({"opponents": [("A", "M01")]}, "other_sheet", "opponents/struck/0/spy"),
        ({"opponents": [("a", "M01"), ("a", "M13")]}, "no_such_piece", "opponents/struck/1/piece"),
        ({"own": [("A", "promoted")]}, "no_such_piece", "own/struck/0/piece"),
        ({"own": [("A", "M01"), ("B", "M01"), ("A", "M01")]}, "struck_twice", "own/struck/2"),
    ],
)
def test_what_the_table_does_not_have_is_named(hall: Hall, struck: Any, code: str, pointer: str) -> None:
    table = confusion(hall)
    note = {sheet: {"struck": [dict(zip(("spy", "piece"), mark, strict=True)) for mark in marks]}
            for sheet, marks in struck.items()}  # fmt: skip
    refused = write(table.seats[0], table, note)
    assert (refused.status, refused.code, refused.body["pointer"]) == (422, code, f"/note/{pointer}")
    assert written(table.seats[0], table) == []


def test_a_book_has_an_end(hall: Hall) -> None:
    table = confusion(hall)
    last = write(table.seats[0], table, {}, key="the-last")
    with psycopg.connect(hall.served.url) as connection:
        connection.execute(
            "INSERT INTO game_notes (id, game, seat, player, ply, written_at, note) "
            "SELECT gen_random_uuid(), game, seat, player, ply, written_at, note "
            "FROM game_notes, generate_series(2, %s) WHERE game = %s",
            (MOST_NOTES, table.id),
        )
    refused = write(table.seats[0], table, {})
    assert (refused.status, refused.code, refused.body["facts"]) == (409, "too_many_notes", {"most": MOST_NOTES})
    assert write(table.seats[0], table, {}, key="the-last").raw == last.raw
    assert kept(hall, table.id) == {0: MOST_NOTES}
    assert write(table.seats[1], table, {}).status == 201  # one's own book alone is full


def test_games_without_a_book(hall: Hall) -> None:
    table = hall.table()
    assert table.seats[0].get(f"{table.path}/notes").code == "no_notebook"
    assert write(table.seats[0], table, {}).code == "no_notebook"
    assert table.arbiter.get(f"{table.path}/notes?seat=0").code == "forbidden"
    refused = table.seats[0].get(f"{table.path}/deduction")
    assert (refused.status, refused.code, refused.body["facts"]) == (404, "no_deduction", {"game": "kobayakawa"})


def of_others(hall: Hall, table: Table) -> dict[str, Any]:
    """Everything anybody but seat 0 is sent, and what the owner is told of the table."""
    viewers: dict[object, Client] = {1: table.seats[1], "spectator": hall.served.client, "arbiter": table.arbiter}
    sent = {f"{viewer} {what}": each for viewer, client in viewers.items()
            for what, each in everything(client, table.path, viewer).items()}  # fmt: skip
    for viewer, client in viewers.items():
        sent[f"{viewer} deduction"] = ask(client, "GET", f"{table.path}/deduction?as={viewer}")
        sent[f"{viewer} notes"] = ask(client, "GET", f"{table.path}/notes")
        sent[f"{viewer} that seat's"] = ask(client, "GET", f"{table.path}/notes?seat=0")
    sent["write"] = ask(table.seats[1], "POST", f"{table.path}/notes", {"note": {}, "seat": 0})
    return sent


def test_the_others_notice_nothing(hall: Hall) -> None:
    table = confusion(hall, 6, spectators=True)
    mine = table.seats[0]
    with psycopg.connect(hall.served.url) as connection:
        [[log]] = connection.execute("SELECT max(notification_id) FROM events").fetchall()
    assert mine.get(f"/v1/games?after={log}").status == 200  # lists follow a moment later
    own = everything(mine, table.path, 0)
    before = of_others(hall, table)
    with psycopg.connect(hall.served.url) as connection:
        [[shortcut]] = connection.execute("SELECT count(*) FROM game_checkpoints").fetchall()
    with Stream(table.seats[1], f"{table.path}/live?as=1") as stream:
        assert stream.next() is not None
        for number in range(5):
            assert write(mine, table, book("A"), ply=number, key=f"note-{table.id}-{number}").status == 201
            assert write(mine, table, {}).status == 201
        with pytest.raises(TimeoutError):
            stream.next(0.7)
    assert of_others(hall, table) == before
    assert everything(mine, table.path, 0) == own  # no version, no ETag for oneself either
    with psycopg.connect(hall.served.url) as connection:
        assert connection.execute("SELECT max(notification_id) FROM events").fetchall() == [(log,)]
        assert connection.execute("SELECT count(*) FROM game_checkpoints").fetchall() == [(shortcut,)]
    follows = hall.table()  # the numbers of the log have no gap that tells how much was written
    with psycopg.connect(hall.served.url) as connection:
        [[opened]] = connection.execute(
            "SELECT notification_id FROM events WHERE originator_id = %s", (follows.id,)
        ).fetchall()
    assert opened == log + 1


def test_a_command_decided_before_a_note_is_still_on_the_newest_version(hall: Hall) -> None:
    table = confusion(hall)
    seat = table.turn()
    move = table.seats[seat].get(table.moves).body["moves"][0]
    write(table.seats[1 - seat], table, {})
    assert table.play(seat, move, if_match='"1"').status == 200


def test_sent_twice_it_is_written_once(hall: Hall) -> None:
    table = confusion(hall)
    first, again = (write(table.seats[0], table, book("A"), key="a-note") for _ in range(2))
    assert (first.status, again.status, again.raw) == (201, 201, first.raw)
    assert write(table.seats[0], table, book("B"), key="a-note").code == "idempotency_key_reused"
    assert len(written(table.seats[0], table)) == 1


def test_notes_are_erased_with_the_player(hall: Hall) -> None:
    hall.seated(1)
    gone = hall.owner.registered("Gone")
    seats = [{"player": str(each)} for each in (gone, hall.players[0])]
    opened = hall.owner.post("/v1/games", {"ruleset": "confusion", "seats": seats})
    as_gone = hall.served.a("player", gone)
    table = Table(opened.body["game"], (as_gone, hall.clients[0]), (gone,), hall.owner, hall.arbiter)
    write(as_gone, table, book("A"))
    write(hall.clients[0], table, book("b"))
    assert kept(hall, table.id) == {0: 1, 1: 1}
    assert hall.owner.delete(f"/v1/players/{gone}").status == 204
    assert kept(hall, table.id) == {1: 1}
    assert write(as_gone, table, book("A")).status == 401


def kept(hall: Hall, game: str) -> dict[int, int]:
    with psycopg.connect(hall.served.url) as connection:
        rows = connection.execute(
            "SELECT seat, count(*) FROM game_notes WHERE game = %s GROUP BY seat", (game,)
        ).fetchall()
    return dict(rows)


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_what_the_record_proves_comes_from_the_viewers_view_alone(hall: Hall) -> None:
    table = confusion(hall, 24, spectators=True)
    record: GameRecord = record_of(hall, table)
    rules = newest("confusion")
    for viewer, client in {0: table.seats[0], 1: table.seats[1], "spectator": hall.served.client}.items():
        for ply in (0, 11, 24):
            told = client.get(f"{table.path}/deduction?as={viewer}&ply={ply}").body
            state: Any = record.at_ply(ply).state
            assert told["deduction"] == plain(deduce(rules.view(state, viewer)))
            assert (told["ply"], told["viewer"], UUID(told["game"])) == (ply, viewer, record.id)
        assert client.get(f"{table.path}/deduction?as={viewer}").body["ply"] == 24
    assert table.seats[0].get(f"{table.path}/deduction").body["viewer"] == 0
    assert table.seats[0].get(f"{table.path}/deduction?as=1").code == "forbidden"
    assert table.seats[0].get(f"{table.path}/deduction?ply=25").code == "no_such_ply"
    assert table.arbiter.get(f"{table.path}/deduction?as=arbiter").status == 200
