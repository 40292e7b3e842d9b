"""Opening a table: what it takes, what it is answered, and what is refused with nothing stored."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.service.api.serving import Reply, Served
from tests.service.games.hall import EDITION, Hall, events


def refused(hall: Hall, body: dict[str, Any] | None, status: int, code: str, **told: Any) -> Reply:
    """The opening is refused so, and the log is as long as before."""
    before = events(hall.served.url)
    answer = hall.owner.post("/v1/games", body, **told)
    assert (answer.status, answer.code) == (status, code), answer.raw
    assert events(hall.served.url) == before
    assert answer.body["what_to_do"]
    return answer


def test_an_opened_table_is_where_the_answer_says(hall: Hall) -> None:
    opened = hall.owner.post("/v1/games", hall.asked(4, options={"first_player": 2}, spectators=True))
    assert opened.status == 201
    game = opened.body["game"]
    assert opened.body == {"game": game, "version": 1, "ply": 0, "status": "open", "awaited": [2]}
    assert opened.headers["etag"] == '"1"'
    assert opened.headers["location"] == f"/v1/games/{game}"
    assert opened.position == events(hall.served.url)
    found = hall.served.client.get(opened.headers["location"])
    assert found.headers["etag"] == '"1"'
    told = found.body
    assert told["id"] == game
    assert (told["ruleset"], told["ruleset_version"]) == ("kobayakawa", 1)
    assert told["seats"] == [str(player) for player in hall.players[:4]]
    assert told["options"]["first_player"] == 2
    assert told["options"]["edition"] == EDITION | {"prizes": [1] * 6 + [2], "stakes": [1] * 6 + [2]}
    assert (told["review"], told["reveal"], told["league"]) == ("nobody", "arbiters", None)
    assert len(bytes.fromhex(told["seed_commitment"])) == 32
    assert (told["deadline"], told["clock"], told["result"]) == (None, 0.0, None)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_every_number_of_seats(hall: Hall, seats: int) -> None:
    assert len(hall.table(seats).state()["seats"]) == seats


@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_no_other_number_of_seats(hall: Hall, seats: int) -> None:
    answer = refused(hall, hall.asked(seats), 422, "seat_count")
    assert answer.body["pointer"] == "/seats"
    assert answer.body["facts"] == {"least": 3, "most": 6, "given": seats}


@pytest.mark.parametrize("name", ["go", "", "Kobayakawa", "kobayakawa/1", "k" * 5000])
def test_unknown_ruleset(hall: Hall, name: str) -> None:
    answer = refused(hall, hall.asked() | {"ruleset": name}, 422, "unknown_ruleset")
    assert answer.body["pointer"] == "/ruleset"


@pytest.mark.parametrize(
    ("options", "code", "pointer"),
    [
        ({"colour": 1}, "malformed_options", "/options/colour"),
        ({"first_player": "0"}, "malformed_options", "/options/first_player"),
        ({"first_player": None}, "malformed_options", "/options/first_player"),
        ({"all_pass": "nothing"}, "malformed_options", "/options/all_pass"),
        ({"edition": {}}, "malformed_options", "/options/edition/players"),
        ({"edition": EDITION | {"medals": 2**60}}, "malformed_options", "/options/edition/medals"),
        ({"first_player": 3}, "no_such_seat", "/options/first_player"),
        ({"first_player": -1}, "no_such_seat", "/options/first_player"),
        ({"edition": EDITION | {"cards": [1, 2, 3]}}, "too_few_cards", "/options/edition/cards"),
        ({"edition": EDITION | {"medals_each": 0}}, "bad_amounts", "/options/edition/medals_each"),
        ({"edition": EDITION | {"players": [6, 3]}}, "seat_range", "/options/edition/players"),
    ],
)
def test_options_that_cannot_be(hall: Hall, options: dict[str, object], code: str, pointer: str) -> None:
    assert refused(hall, hall.asked(options=options), 422, code).body["pointer"] == pointer


def test_players_must_be_there(hall: Hall) -> None:
    asked = hall.asked()
    nobody = str(uuid4())
    answer = refused(hall, asked | {"seats": [*asked["seats"][:2], {"player": nobody}]}, 422, "unknown_player")
    assert (answer.body["pointer"], answer.body["facts"]) == ("/seats/2/player", {"player": nobody})
    league = hall.owner.post("/v1/leagues", {"name": "No player", "points": ["1"]}).body["id"]
    refused(hall, asked | {"seats": [{"player": league}, *asked["seats"][:2]]}, 422, "unknown_player")


def test_nobody_sits_twice(hall: Hall) -> None:
    asked = hall.asked()
    answer = refused(hall, asked | {"seats": [*asked["seats"], asked["seats"][1]]}, 422, "player_twice")
    assert answer.body["pointer"] == "/seats/3/player"


def test_nobody_sits_twice_under_two_entries(hall: Hall) -> None:
    hall.seated(3)
    once, again = hall.owner.registered("Same"), hall.owner.registered("Same person")
    hall.owner.post(f"/v1/players/{again}/merge", {"into": str(once)})
    seats = [{"player": str(player)} for player in (once, hall.players[0], again)]
    answer = refused(hall, hall.asked() | {"seats": seats}, 422, "player_twice")
    assert answer.body["pointer"] == "/seats/2/player"


def test_an_erased_player_takes_no_seat(hall: Hall) -> None:
    gone = hall.owner.registered("Gone")
    assert hall.owner.delete(f"/v1/players/{gone}").status == 204
    asked = hall.asked()
    refused(hall, asked | {"seats": [*asked["seats"], {"player": str(gone)}]}, 422, "unknown_player")


def test_leagues(hall: Hall) -> None:
    def league(**told: Any) -> str:
        answer = hall.owner.post("/v1/leagues", {"name": "League", "points": ["1"]} | told)
        assert answer.status == 201, answer.raw
        return str(answer.body["id"])

    admitting = league()
    assert hall.table(league=admitting).state()["league"] == admitting
    named = league(rulesets=["kobayakawa"])
    assert hall.table(league=named).state()["league"] == named
    answer = refused(hall, hall.asked(league=str(uuid4())), 422, "unknown_league")
    assert answer.body["pointer"] == "/league"
    refused(hall, hall.asked(league=str(hall.players[0])), 422, "unknown_league")


def test_a_league_of_other_games_is_closed(hall: Hall, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    league = hall.owner.post("/v1/leagues", {"name": "League", "points": ["1"]}).body["id"]
    monkeypatch.setattr("domain.competition.leagues.names", lambda: ("kobayakawa", "draughts"))
    changed = hall.owner.patch(f"/v1/leagues/{league}", {"rulesets": ["draughts"]})
    assert changed.status == 204, changed.raw
    answer = refused(hall, hall.asked(league=league), 409, "ruleset_not_admitted")
    assert answer.body["facts"] == {"ruleset": "kobayakawa", "admitted": ["draughts"]}


@pytest.mark.parametrize(
    ("raw", "status", "code"),
    [
        (b"", 400, "malformed_json"),
        (b"{", 400, "malformed_json"),
        (b"\xff\xfe", 400, "malformed_json"),
        (b"[]", 422, "invalid_body"),
        (b"{}", 422, "invalid_body"),
        (b'{"ruleset": "kobayakawa", "seats": {}}', 422, "invalid_body"),
        (b'{"ruleset": "kobayakawa", "seats": [], "sea": 1}', 422, "invalid_body"),
        (b'{"ruleset": "kobayakawa", "seats": [{"player": "7"}]}', 422, "invalid_body"),
        (b'{"ruleset": 7, "seats": []}', 422, "invalid_body"),
        (b'{"ruleset": "kobayakawa", "seats": [], "review": "all"}', 422, "invalid_body"),
        (b'{"ruleset": "kobayakawa", "seats": [], "options": {"x": 1' + b"0" * 40 + b"}}", 422, "number_too_large"),
        (
            b'{"ruleset": "kobayakawa", "seats": [], "options": ' + b'{"x":' * 100 + b"1" + b"}" * 101,
            422,
            "invalid_body",
        ),
        (b" " * 70_000, 413, "body_too_large"),
    ],
    ids=lambda value: value[:50] if isinstance(value, bytes) else None,
)
def test_bodies_that_are_none(hall: Hall, raw: bytes, status: int, code: str) -> None:
    refused(hall, None, status, code, raw=raw)


def test_the_seed_is_never_told_and_never_the_same(hall: Hall) -> None:
    one, other = hall.table(), hall.table()
    assert one.state()["seed_commitment"] != other.state()["seed_commitment"]
    assert "seed" not in one.state()


def test_opening_twice_with_a_key_opens_one_table(hall: Hall) -> None:
    key, asked = str(uuid4()), hall.asked()
    first = hall.owner.post("/v1/games", asked, key=key)
    before = events(hall.served.url)
    again = hall.owner.post("/v1/games", asked, key=key)
    assert (again.status, again.raw) == (201, first.raw)
    assert again.headers["location"] == first.headers["location"]
    assert again.position >= first.position
    assert events(hall.served.url) == before
    refused(hall, asked | {"spectators": True}, 422, "idempotency_key_reused", key=key)
    assert UUID(hall.owner.post("/v1/games", asked, key=str(uuid4())).body["game"]) != UUID(first.body["game"])


def test_opening_again_is_answered_though_it_could_not_be_opened_now(hall: Hall) -> None:
    key, leaving = str(uuid4()), hall.owner.registered("Leaving")
    asked = hall.asked()
    asked["seats"].append({"player": str(leaving)})
    first = hall.owner.post("/v1/games", asked, key=key)
    assert hall.owner.delete(f"/v1/players/{leaving}").status == 204
    assert hall.owner.post("/v1/games", asked).code == "unknown_player"
    assert hall.owner.post("/v1/games", asked, key=key).raw == first.raw
