"""Two server processes on one database: what one writes the other knows, and a restart loses nobody's place."""

import time
from random import Random

import pytest

from service.auth.lookup import TTL
from tests.service.games.hall import Hall, Table, edition
from tests.service.games.process import Process, ready
from tests.service.games.stream import Stream

PROMPTLY = 3.0
"""Seconds, on a machine that is busy with other things."""


@pytest.fixture(scope="module")
def hall(two_servers: tuple[Process, Process]) -> Hall:
    return Hall(two_servers[0].served)


@pytest.fixture
def both(hall: Hall, two_servers: tuple[Process, Process]) -> tuple[Table, Table]:
    """A new game as each of the two serves it."""
    here = hall.table(options=edition(20))
    return here, here.at(two_servers[1].address)


def until_tag(table: Table, what: str, tag: str) -> None:
    until = time.monotonic() + PROMPTLY
    while table.seats[0].get(f"{table.path}/{what}").headers["etag"] != tag:
        assert time.monotonic() < until, "the other process still shows what it had in memory"
        time.sleep(0.005)


def test_what_one_plays_the_other_streams_and_shows(both: tuple[Table, Table]) -> None:
    here, there = both
    rng = Random(1)
    with Stream(there.seats[2], f"{there.path}/live") as stream:
        assert stream.next() is not None
        for version in range(2, 12):
            for what in ("view", "board", ""):  # now it has them in memory
                there.seats[0].get(f"{there.path}/{what}")
            here.step(rng)
            [told] = stream.entries(version, PROMPTLY)
            assert told.data == here.arbiter.get(f"{here.path}/log?as=2").body["entries"][-1]
            until_tag(there, "view", f'"{version}"')
            until_tag(there, "board", f'"{version}"')
            assert there.seats[0].get(f"{there.path}/view").raw == here.seats[0].get(f"{here.path}/view").raw


def test_a_stale_decision_is_refused_wherever_it_is_made(both: tuple[Table, Table]) -> None:
    here, there = both
    for seat in range(3):
        version = here.state()["version"]
        there.seats[0].get(f"{there.path}/view")
        assert here.play(seat, {"move": "replace"}, if_match=f'"{version}"').status == 200
        late = there.play(seat, {"move": "replace"}, if_match=f'"{version}"')  # it may not have been told yet
        assert (late.status, late.code, late.body["facts"]) == (412, "stale_version", {"version": version + 1})
    assert here.state()["version"] == 4


def test_both_play_on_what_the_other_played(both: tuple[Table, Table]) -> None:
    for table, version in zip(both * 20, range(2, 42), strict=True):
        seat = (0, 1, 2, 0, 1, 2, 0)[(version - 2) % 7]
        move = ("replace",) * 3 + ("pass",) * 3 + ("deal",)
        answer = table.play(seat, {"move": move[(version - 2) % 7]})
        assert (answer.status, answer.body["version"]) == (200, version)


def test_a_pause_here_holds_there(both: tuple[Table, Table]) -> None:
    here, there = both
    there.seats[0].get(f"{there.path}/view")
    assert here.owner.post(f"{here.path}/pause").status == 200
    refused = there.play(0, {"move": "replace"})
    assert (refused.status, refused.code) == (409, "paused")
    assert [entry["event"] for entry in here.log()] == ["game.opened", "game.paused"]
    assert here.owner.post(f"{here.path}/resume").status == 200
    assert there.play(0, {"move": "replace"}).status == 200


def test_a_token_revoked_here_closes_streams_there(hall: Hall, both: tuple[Table, Table]) -> None:
    here, there = both
    watching = hall.served.a("player", hall.players[1], label="watching")
    admin = hall.served.a("admin")
    with Stream(there.at(there.seats[0].url).seats[0].holding(watching.token), f"{there.path}/live") as stream:
        assert stream.next() is not None
        [one] = [each for each in admin.get("/v1/tokens?limit=200").body["items"] if each["label"] == "watching"]
        assert admin.delete(f"/v1/tokens/{one['id']}").status == 204
        time.sleep(TTL)
        here.step(Random(1))
        assert [told for told in stream.rest(PROMPTLY) if told.event == "entry"] == []


def test_a_restart_in_between_loses_nobodys_place(
    two_servers: tuple[Process, Process], both: tuple[Table, Table]
) -> None:
    server = two_servers[1]
    here, there = both
    here.quickly(5)
    with Stream(there.seats[0], f"{there.path}/live", 0) as stream:
        seen = [int(told.id or 0) for told in stream.entries(6)]
        server.kill()
        assert stream.rest() == [] or stream.next() is None
    here.quickly(5, first=5)
    server.start()
    ready(server.served.client)
    with Stream(there.seats[0], f"{there.path}/live", seen[-1]) as stream:
        seen += [int(told.id or 0) for told in stream.entries(11)]
        here.quickly(2, first=10)
        seen += [int(told.id or 0) for told in stream.entries(13)]
    assert seen == list(range(1, 14))
