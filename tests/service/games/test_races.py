"""Many writers at once: nothing lost, nothing doubled, and the same request is done once however often it comes."""

import socket
import threading
from collections import Counter
from collections.abc import Callable
from itertools import cycle
from urllib.parse import urlsplit
from uuid import uuid4

import pytest

from tests.service.api.serving import Client, Reply
from tests.service.games.hall import Hall, Table, edition
from tests.service.games.process import Process, ready


@pytest.fixture(scope="module")
def hall(two_servers: tuple[Process, Process]) -> Hall:
    return Hall(two_servers[0].served)


def at_once(*work: Callable[[], None]) -> None:
    """Run all of it at the same moment, each in a thread of its own."""
    barrier = threading.Barrier(len(work))
    failed: list[BaseException] = []

    def run(one: Callable[[], None]) -> None:
        barrier.wait(20)
        try:
            one()
        except BaseException as error:  # noqa: BLE001 - told below
            failed.append(error)

    threads = [threading.Thread(target=run, args=(one,)) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert not failed, failed


def race(tables: list[Table], writers: int, plies: int, *, with_if_match: bool) -> Counter[str]:
    """Each writer plays whatever seems to be next until the game has so many plies. What they were answered."""
    answers: Counter[str] = Counter()
    versions: list[int] = []
    lock = threading.Lock()

    def write(table: Table) -> None:
        version, ply = 1, 0
        while ply < plies:
            step = ply % 7
            seat, move = (step % 3 if step < 6 else 0), ("replace", "pass", "deal")[step // 3]
            match = {"if_match": f'"{version}"'} if with_if_match else {}
            answer = table.play(seat, {"move": move}, **match)
            with lock:
                answers[answer.code or str(answer.status)] += 1
                if answer.status == 200:
                    versions.append(answer.body["version"])
            stands = answer.body if answer.status == 200 else table.state()
            version, ply = stands["version"], stands["ply"]

    at_once(*[lambda table=table: write(table) for table, _ in zip(cycle(tables), range(writers), strict=False)])  # type: ignore[misc]
    assert sorted(versions) == list(range(2, len(versions) + 2)), "a version was acknowledged twice, or never"
    log = tables[0].log()
    assert [entry["version"] for entry in log] == list(range(1, len(versions) + 2))
    assert tables[0].arbiter.get(f"{tables[0].path}/audit").body["ok"]
    return answers


@pytest.mark.parametrize("with_if_match", [False, True])
def test_successes_are_versions(hall: Hall, two_servers: tuple[Process, Process], with_if_match: bool) -> None:
    table = hall.table(options=edition(20))
    tables = [table, table.at(two_servers[1].address)]
    answers = race(tables, 8, 40, with_if_match=with_if_match)
    # Whoever comes second is told why the move is none any more, not that somebody else was faster.
    refusals = {"stale_version"} if with_if_match else {"out_of_turn", "wrong_phase"}
    assert set(answers) <= {"200"} | refusals, answers
    assert answers.total() > answers["200"]  # they did get in each other's way


@pytest.mark.long
@pytest.mark.parametrize("with_if_match", [False, True])
def test_successes_are_versions_of_a_long_game(
    hall: Hall, two_servers: tuple[Process, Process], with_if_match: bool
) -> None:
    table = hall.table(options=edition(100))
    race([table, table.at(two_servers[1].address)], 24, 600, with_if_match=with_if_match)


def test_the_same_request_at_once_is_one_move(hall: Hall, two_servers: tuple[Process, Process]) -> None:
    table = hall.table()
    tables = [table, table.at(two_servers[1].address)]
    for seat in range(3):
        key, answers = str(uuid4()), list[Reply]()

        def send(table: Table, seat: int = seat, key: str = key, answers: list[Reply] = answers) -> None:
            answers.append(table.play(seat, {"move": "replace"}, key=key))

        at_once(*[lambda table=table: send(table) for table in tables * 5])  # type: ignore[misc]
        assert len({(answer.status, answer.raw) for answer in answers}) == 1
        assert (answers[0].status, answers[0].body["version"]) == (200, seat + 2)
        assert all(answer.position >= answers[0].body["version"] for answer in answers)
        again = tables[1].play(seat, {"move": "replace"}, key=key, if_match=f'"{seat + 1}"')
        assert again.raw == answers[0].raw
    assert table.state()["version"] == 4


def test_who_is_answered_by_another_server_can_read_it_there(hall: Hall, two_servers: tuple[Process, Process]) -> None:
    for _ in range(20):
        table = hall.table()
        there, key = table.at(two_servers[1].address), str(uuid4())
        assert there.state()["version"] == 1  # in memory from now on
        assert table.play(0, {"move": "replace"}, key=key).status == 200
        assert there.play(0, {"move": "replace"}, key=key).status == 200
        assert there.state()["version"] == 2


def test_a_key_is_for_one_request(hall: Hall) -> None:
    table = hall.table()
    key = str(uuid4())
    assert table.play(0, {"move": "replace"}, key=key).status == 200
    for answer in (
        table.play(0, {"move": "draw"}, key=key),
        table.seats[0].post(f"{table.path}/withdraw", key=key),
        table.seats[0].post(hall.table().moves, {"move": {"move": "replace"}}, key=key),
        table.seats[0].post(table.moves, raw=b'{"move":{"move":"replace"} }', key=key),
    ):
        assert (answer.status, answer.code) == (422, "idempotency_key_reused")
    assert table.play(1, {"move": "replace"}, key=key).status == 200  # another's keys are another's
    assert table.state()["version"] == 3


@pytest.mark.parametrize("what", ["withdraw", "pause", "takeback"])
def test_every_command_is_done_once(hall: Hall, what: str) -> None:
    table = hall.table()
    client = table.owner if what == "pause" else table.seats[0]
    key = str(uuid4())
    first, again = (client.post(f"{table.path}/{what}", key=key) for _ in range(2))
    if what == "takeback":
        assert first.code == again.code == "nothing_to_take_back"
        return
    assert (first.status, first.raw) == (again.status, again.raw)
    assert first.status == 200
    assert table.state()["version"] == 2


def hang_up(client: Client, path: str, body: bytes, key: str) -> None:
    """Send a request and be gone before it is answered."""
    parts = urlsplit(client.url)
    with socket.create_connection((str(parts.hostname), parts.port)) as connection:
        head = (
            f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {client.token}\r\n"
            f"Idempotency-Key: {key}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        connection.sendall(head.encode() + body)


def test_who_hung_up_before_the_answer_asks_again(hall: Hall) -> None:
    table = hall.table(options=edition(3))
    body = b'{"move": {"move": "replace"}}'
    for seat in range(3):
        key = str(uuid4())
        hang_up(table.seats[seat], table.moves, body, key)
        answer = table.seats[seat].post(table.moves, raw=body, key=key)
        assert (answer.status, answer.body["version"]) == (200, seat + 2), answer.raw
        assert table.seats[seat].post(table.moves, raw=body, key=key).raw == answer.raw
    assert [entry["version"] for entry in table.log()] == [1, 2, 3, 4]


def test_a_key_outlives_the_process(hall: Hall, two_servers: tuple[Process, Process]) -> None:
    server = two_servers[1]
    table = hall.table().at(server.address)
    key = str(uuid4())
    first = table.play(0, {"move": "replace"}, key=key)
    server.kill()
    server.start()
    ready(server.served.client)
    assert table.play(0, {"move": "replace"}, key=key).raw == first.raw
    assert table.play(0, {"move": "draw"}, key=key).code == "idempotency_key_reused"
    assert table.state()["version"] == 2
