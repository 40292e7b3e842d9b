"""The live stream: everything once and in order, wherever it broke off, for as long as one may look."""

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.service.games.hall import Hall, Table, edition, quiet
from tests.service.games.stream import Stream


def eventful(hall: Hall, plies: int = 8) -> Table:
    """A game with events of several kinds."""
    table = hall.table(spectators=True)
    table.go_on(Random(5), plies)
    for what in ("pause", "resume"):
        table.owner.post(f"{table.path}/{what}")
    table.go_on(Random(6), 2)
    return table


def told_of(table: Table, viewer: object) -> list[Any]:
    entries: list[Any] = table.arbiter.get(f"{table.path}/log?as={viewer}").body["entries"]
    return entries


def test_what_happens_is_told_as_it_happens(hall: Hall) -> None:
    table = hall.table()
    with Stream(table.seats[1], f"{table.path}/live") as stream:
        assert stream.status == 200
        assert stream.headers["content-type"].startswith("text/event-stream")
        first = stream.next()
        assert first is not None
        assert (first.event, first.data["version"], first.id) == ("standing", 1, None)
        for number, do in enumerate((lambda: table.step(Random(1)), lambda: table.owner.post(f"{table.path}/pause"))):
            stood = do().body
            entry, standing = stream.next(), stream.next()
            assert entry is not None
            assert standing is not None
            assert (entry.event, entry.id) == ("entry", str(number + 2))
            assert entry.data == told_of(table, 1)[-1]
            assert (standing.event, standing.data) == ("standing", stood)


@pytest.mark.parametrize("viewer", [0, "spectator", "arbiter"])
def test_it_is_resumed_at_every_version(hall: Hall, viewer: object) -> None:
    table = eventful(hall)
    log = told_of(table, viewer)
    path = f"{table.path}/live?as={viewer}"
    newest = log[-1]["version"]
    for last in range(newest):
        with Stream(table.arbiter, path, last) as stream:
            found = stream.entries(newest)
        assert [told.data for told in found] == log[last:]
        assert [told.id for told in found] == [str(entry["version"]) for entry in log[last:]]
    with Stream(table.arbiter, f"{path}&after=3") as stream:
        assert [told.id for told in stream.entries(newest)] == [str(version) for version in range(4, newest + 1)]
    with Stream(table.arbiter, path, newest) as stream:
        standing = stream.next()
        assert standing is not None
        assert standing.event == "standing"
        table.step(Random(1))
        assert [told.id for told in stream.entries(newest + 1)] == [str(newest + 1)]


def test_a_stream_that_breaks_off_again_and_again_loses_and_doubles_nothing(hall: Hall) -> None:
    table = hall.table(options=edition(20))
    rng, seen = Random(9), list[int]()
    player = threading.Thread(target=table.quickly, args=(60,))
    player.start()
    while not seen or seen[-1] < 61:
        with Stream(table.seats[0], f"{table.path}/live", seen[-1] if seen else 0) as stream:
            for _ in range(rng.randint(1, 12)):
                told = stream.next()
                assert told is not None
                if told.event == "entry":
                    seen.append(int(told.id or 0))
                if seen and seen[-1] == 61:
                    break
    player.join()
    assert seen == list(range(1, 62))


def test_the_stream_of_a_game_ends_with_it(hall: Hall) -> None:
    table = hall.table(options=edition(1))
    with Stream(table.seats[0], f"{table.path}/live", 0) as stream:
        table.go_on(Random(2))
        told = stream.rest()
    newest = table.state()["version"]
    assert [each.id for each in told if each.event == "entry"] == [str(version) for version in range(1, newest + 1)]
    assert told[-1].data["status"] == "ended"
    for last, status in ((newest, 204), (None, 204), (newest + 1, 400)):
        with Stream(table.seats[0], f"{table.path}/live", last) as stream:
            assert (stream.status, stream.rest()) == (status, [])
    with Stream(table.seats[0], f"{table.path}/live", newest - 2) as stream:
        assert [each.id for each in stream.rest() if each.id] == [str(newest - 1), str(newest)]


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "9" * 30, "٣"])
def test_places_to_resume_at_that_are_none(hall: Hall, last: str) -> None:
    table = hall.table()
    answer = table.seats[0].get(f"{table.path}/live", last_event_id=last.encode())  # type: ignore[arg-type]
    assert (answer.status, answer.code) == (400, "bad_parameter")


def revoked(hall: Hall, token: str) -> None:
    """Through the API, as an administrator does."""
    admin = hall.served.a("admin")
    [one] = [each for each in admin.get("/v1/tokens?limit=200").body["items"] if each["label"] == token]
    assert admin.delete(f"/v1/tokens/{one['id']}").status == 204


def test_a_revoked_token_is_told_nothing_more(hall: Hall) -> None:
    table = hall.table()
    watching = hall.served.a("player", hall.players[1], label="to be revoked")
    with Stream(watching, f"{table.path}/live") as stream, Stream(table.seats[1], f"{table.path}/live") as other:
        assert stream.next() is not None
        revoked(hall, "to be revoked")
        table.step(Random(1))
        assert stream.rest() == []
        assert other.entries(2)
    assert watching.get(f"{table.path}/live").code == "token_invalid"


def test_a_revoked_token_does_not_wait_for_news(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.api.games.live._KEEP_ALIVE", 0.2)
    table = hall.table()
    watching = hall.served.a("player", hall.players[1], label="to be revoked, too")
    with Stream(watching, f"{table.path}/live") as stream, Stream(table.seats[1], f"{table.path}/live") as other:
        assert stream.next() is not None
        time.sleep(0.5)
        revoked(hall, "to be revoked, too")
        assert stream.rest(5) == []
        assert b": still here" in stream.raw
        table.step(Random(1))
        assert other.entries(2)


def test_streams_that_nobody_reads_keep_no_move_waiting(hall: Hall) -> None:
    table = hall.table(options=edition(20))
    slowest = 0.0
    with ExitStack() as stack:
        streams = [
            stack.enter_context(Stream(seat, f"{table.path}/live", 0, buffer=2048))
            for _ in range(40)
            for seat in table.seats
        ]
        for seat, move in islice(quiet(3), 120):
            began = time.monotonic()
            assert table.play(seat, move).status == 200
            slowest = max(slowest, time.monotonic() - began)
        assert slowest < 3, "a move waited for readers"
        for stream in streams[::10]:
            assert [int(told.id or 0) for told in stream.entries(121)] == list(range(1, 122))


def test_streams_are_let_go_when_their_readers_leave(hall: Hall) -> None:
    table = hall.table()
    admin = hall.served.a("admin")

    def running() -> float:
        lines = admin.get("/metrics").raw.decode().splitlines()
        [line] = [line for line in lines if "running" in line and not line.startswith("#")]
        return float(line.split()[-1])

    with ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(Stream(table.seats[0], f"{table.path}/live"))
        assert running() >= 6
    eventually(lambda: running() < 2)


def eventually(holds: Callable[[], bool], within: float = 10) -> None:
    until = time.monotonic() + within
    while not holds():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.05)
