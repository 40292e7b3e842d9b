"""Where a game stands and what it looks like: bodies, tags, plies, and what there is not."""

from random import Random

import msgspec
import pytest

from tests.service.api.serving import Client
from tests.service.games.hall import Hall, Table

LOOKS = ("", "/view", "/board", "/moves", "/log", "/replay", "/live", "/audit", "/archive")
GARBAGE = ("x", "", "1.5", "0x1", "--1", "1e3", "9" * 30, "٣", "1 2")


@pytest.fixture(scope="module")
def played(hall: Hall) -> Table:
    """A game some way in, with a pause on record."""
    table = hall.table(spectators=True)
    table.go_on(Random(3), 12)
    table.owner.post(f"{table.path}/pause")
    table.owner.post(f"{table.path}/resume")
    return table


def lines(raw: bytes) -> list[dict[str, object]]:
    return [msgspec.json.decode(line) for line in raw.splitlines()]


@pytest.mark.parametrize("what", LOOKS)
@pytest.mark.parametrize("game", ["7f9c0c52-6f0e-4a5e-9f0a-1d2b3c4d5e6f", "7", "0" * 36, "x" * 3000])
def test_games_there_are_not(hall: Hall, game: str, what: str) -> None:
    for client in (hall.arbiter, hall.owner):
        answer = client.get(f"/v1/games/{game}{what}")
        assert (answer.status, answer.code) == (404, "no_such_game")
        assert answer.headers["content-type"] == "application/problem+json"


def test_views_and_boards_of_every_viewer(hall: Hall, played: Table) -> None:
    version, ply = played.state()["version"], played.state()["ply"]
    assert (version, ply) == (15, 12)
    for what in ("view", "board"):
        for viewer in (0, 1, 2, "spectator", "arbiter"):
            answer = played.arbiter.get(f"{played.path}/{what}?as={viewer}")
            told = answer.body
            assert (answer.status, answer.headers["etag"]) == (200, '"15"')
            assert (told["game"], told["version"], told["ply"], told["viewer"]) == (played.id, 13, 12, viewer)
            assert told[what]
            assert played.arbiter.get(f"{played.path}/{what}?as={viewer}").raw == answer.raw
            assert played.arbiter.get(f"{played.path}/{what}?as={viewer}&ply=12").raw == answer.raw
    assert played.seats[1].get(f"{played.path}/view").raw == played.arbiter.get(f"{played.path}/view?as=1").raw
    assert played.owner.get(f"{played.path}/view").body["viewer"] == "spectator"
    assert hall.served.client.get(f"{played.path}/view").body["viewer"] == "spectator"
    hands = [player["hand"] for player in played.seats[1].get(f"{played.path}/view").body["view"]["players"]]
    assert [hand is not None for hand in hands] == [False, True, False]


@pytest.mark.parametrize("asked", ["3", "-1", "x", "", "ARBITER", "00000", "1.0", "٣", "arbiter%20", "9" * 400])
def test_viewers_there_are_not(played: Table, asked: str) -> None:
    for what in ("view", "board", "log", "replay", "live"):
        answer = played.arbiter.get(f"{played.path}/{what}?as={asked}")
        assert (answer.status, answer.code) == (400, "bad_viewer"), answer.raw


def test_every_ply_is_what_the_replay_says(played: Table) -> None:
    replay = lines(played.seats[0].get(f"{played.path}/replay").raw)
    assert [each["ply"] for each in replay] == list(range(13))
    log = played.seats[0].get(f"{played.path}/log").body["entries"]
    for ply, each in enumerate(replay):
        seen = played.seats[0].get(f"{played.path}/view?ply={ply}").body
        assert (seen["view"], seen["version"]) == (each["view"], each["event"]["version"])  # type: ignore[index]
        assert each["event"] == log[ply]
    assert [entry["event"] for entry in log[13:]] == ["game.paused", "game.resumed"]


@pytest.mark.parametrize("ply", ["-1", "13", "1000000", str(2**62), str(-(2**31))])
def test_plies_there_are_not(played: Table, ply: str) -> None:
    for query in (f"view?ply={ply}", f"board?ply={ply}", f"replay?from={ply}", f"replay?to={ply}"):
        answer = played.seats[0].get(f"{played.path}/{query}")
        assert (answer.status, answer.code) == (404, "no_such_ply"), query
        assert answer.body["facts"]["last"] == 12


@pytest.mark.parametrize("garbage", GARBAGE)
def test_numbers_that_are_none(played: Table, garbage: str) -> None:
    for query in ("view?ply", "board?ply", "replay?from", "replay?to", "log?after", "moves?seat", "live?after"):
        answer = played.seats[0].get(f"{played.path}/{query}={garbage}")
        assert (answer.status, answer.code) == (400, "bad_parameter"), query


def test_a_part_of_the_replay(played: Table) -> None:
    whole = lines(played.seats[0].get(f"{played.path}/replay").raw)
    assert lines(played.seats[0].get(f"{played.path}/replay?from=3&to=5").raw) == whole[3:6]
    assert lines(played.seats[0].get(f"{played.path}/replay?from=12").raw) == whole[12:]
    assert lines(played.seats[0].get(f"{played.path}/replay?to=0").raw) == whole[:1]
    assert played.seats[0].get(f"{played.path}/replay?from=5&to=4").code == "no_such_ply"


def test_a_part_of_the_log(played: Table) -> None:
    whole = played.seats[0].get(f"{played.path}/log").body
    assert [entry["version"] for entry in whole["entries"]] == list(range(1, 16))
    assert whole["version"] == 15
    for after in (0, 1, 7, 15, 16, 10**6):
        part = played.seats[0].get(f"{played.path}/log?after={after}").body["entries"]
        assert part == whole["entries"][after:]
    assert played.seats[0].get(f"{played.path}/log?after=-1").code == "bad_parameter"


def test_what_one_has_is_not_sent_again(hall: Hall) -> None:
    table = hall.table()
    for what in ("", "/view", "/board", "/moves"):
        for tag in ('"1"', 'W/"1"', '"7", "1"'):
            same = table.seats[0].get(table.path + what, if_none_match=tag)
            assert (same.status, same.raw, same.headers["etag"]) == (304, b"", '"1"')
        assert table.seats[0].get(table.path + what, if_none_match='"2"').status == 200
        assert "private" in table.seats[0].get(table.path + what).headers["cache-control"]
    # A tag is no key: who may not look is told so before.
    assert table.seats[0].get(f"{table.path}/view?as=1", if_none_match='"1"').status == 403
    assert hall.served.client.get(table.path, if_none_match='"1"').status == 404
    table.play(0, {"move": "replace"})
    for what in ("", "/view", "/board", "/moves"):
        assert table.seats[0].get(table.path + what, if_none_match='"1"').status == 200


def test_legal_moves_are_told_to_the_seat_alone(hall: Hall) -> None:
    table = hall.table()
    told = table.seats[0].get(table.moves).body
    assert told["awaited"] is True
    assert sorted(move["move"] for move in told["moves"]) == ["draw", "replace"]
    waiting = table.seats[1].get(table.moves).body
    assert (waiting["awaited"], waiting["moves"]) == (False, [])
    assert table.seats[1].get(f"{table.moves}?seat=0").code == "forbidden"
    assert table.owner.get(f"{table.moves}?seat=0").code == "forbidden"
    assert table.arbiter.get(f"{table.moves}?seat=0").body == told
    assert table.arbiter.get(f"{table.moves}?seat=3").code == "no_such_seat"
    assert table.arbiter.get(table.moves).code == "seat_needed"


def test_head_is_get_without_the_body(played: Table) -> None:
    for what in ("", "/view", "/log"):
        head, get = (played.seats[0].ask(how, played.path + what) for how in ("HEAD", "GET"))
        assert (head.status, head.raw) == (200, b"")
        assert head.headers.get("etag") == get.headers.get("etag")
    for what in ("/replay", "/live", "/archive"):
        assert played.arbiter.ask("HEAD", played.path + what).status == 405


def test_audit_and_archive_of_a_running_game(played: Table) -> None:
    audit = played.arbiter.get(f"{played.path}/audit").body
    assert (audit["ok"], audit["events"], audit["plies"], audit["problem"]) == (True, 15, 12, None)
    archive = played.arbiter.get(f"{played.path}/archive")
    assert played.id in archive.headers["content-disposition"]
    header, *events = lines(archive.raw)
    assert (header["events"], header["opened_for"], len(events)) == (15, "arbiter", 15)
    assert "seed" not in header or header["seed"] is None
    for client in (*played.seats, played.owner):
        assert client.get(f"{played.path}/audit").code == "forbidden"
        assert client.get(f"{played.path}/archive").code == "forbidden"


@pytest.mark.parametrize("lone", ["status=over", "player=7", "league=x", "limit=0", "limit=x", "opened_from=yesterday",
                                  "after=-1", "after=99999999"])  # fmt: skip
def test_lists_by_what_makes_no_sense(hall: Hall, lone: str) -> None:
    answer = hall.owner.get(f"/v1/games?{lone}")
    assert (answer.status, answer.code) == (400, "bad_parameter")


def test_a_list_finds_its_games(hall: Hall) -> None:
    league = hall.owner.post("/v1/leagues", {"name": "League", "points": ["1"]}).body["id"]
    opened = [hall.owner.post("/v1/games", hall.asked(league=league)) for _ in range(3)]
    ids = [each.body["game"] for each in opened]
    hall.owner.post(f"/v1/games/{ids[1]}/pause")

    def found(client: Client, query: str) -> list[str]:
        return [row["id"] for row in client.get(f"/v1/games?league={league}{query}").body["items"]]

    table = hall.known(ids[2])
    moved = table.play(0, {"move": "replace"})
    query = f"&after={moved.position}"
    assert found(hall.owner, query) == ids[::-1]
    assert found(hall.owner, f"{query}&status=paused") == [ids[1]]
    assert found(hall.owner, f"{query}&ruleset=kobayakawa&player={hall.players[0]}") == ids[::-1]
    assert found(hall.owner, f"{query}&ruleset=go") == []
    first = hall.owner.get(f"/v1/games?league={league}&limit=2").body
    assert [row["id"] for row in first["items"]] == ids[:0:-1]
    assert found(hall.owner, f"&limit=2&cursor={first['next']}") == ids[:1]
    assert found(hall.served.client, "") == []
