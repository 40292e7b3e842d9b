"""Moves, take-backs, withdrawals, pause and resume: what each answers, and refusals that store nothing."""

from random import Random
from typing import Any

import pytest

from tests.service.api.serving import Client, Reply
from tests.service.games.hall import Hall, Table, edition, events

DRAW = {"move": "draw"}
REPLACE = {"move": "replace"}


def refused(hall: Hall, client: Client, path: str, body: object, said: str, **told: Any) -> Reply:
    """The command is refused so, and the log is as long as before."""
    before = events(hall.served.url)
    answer = client.post(path, body, **told)
    assert f"{answer.status} {answer.code}" == said, answer.raw
    assert events(hall.served.url) == before
    return answer


def drawn(table: Table) -> list[int]:
    """Seat 0 draws; the two cards of the hand."""
    assert table.play(0, DRAW).status == 200
    hand: list[int] = table.seats[0].get(f"{table.path}/view").body["view"]["players"][0]["hand"]
    return hand


def test_a_move_is_answered_with_where_the_game_stands(hall: Hall) -> None:
    table = hall.table()
    answer = table.play(0, REPLACE)
    assert answer.status == 200
    assert answer.body == {"game": table.id, "version": 2, "ply": 1, "status": "open", "awaited": [1]}
    assert answer.headers["etag"] == '"2"'
    assert answer.position == events(hall.served.url)
    newest = table.log()[-1]
    assert (newest["version"], newest["event"], newest["seat"], newest["move"]) == (2, "game.move_played", 0, REPLACE)
    assert newest["by"] == str(table.players[0])


def test_an_arbiter_plays_for_a_seat_and_is_named(hall: Hall) -> None:
    table = hall.table()
    assert table.arbiter.post(table.moves, {"move": REPLACE, "seat": 0}).status == 200
    assert table.log()[-1]["by"] not in map(str, table.players)
    refused(hall, table.arbiter, table.moves, {"move": REPLACE}, "422 seat_needed")
    refused(hall, table.owner, table.moves, {"move": REPLACE}, "403 forbidden")
    refused(hall, table.seats[0], table.moves, {"move": REPLACE, "seat": 1}, "403 forbidden")


def test_out_of_turn_and_wrong_moves(hall: Hall) -> None:
    table = hall.table()
    out = refused(hall, table.seats[1], table.moves, {"move": REPLACE}, "409 out_of_turn")
    assert out.body["facts"] == {"awaited": 0}
    refused(hall, table.seats[0], table.moves, {"move": {"move": "pass"}}, "409 wrong_phase")
    refused(hall, table.seats[0], table.moves, {"move": {"move": "discard", "card": 1}}, "409 draw_first")
    hand = drawn(table)
    other = next(card for card in range(1, 16) if card not in hand)
    refused(hall, table.seats[0], table.moves, {"move": {"move": "discard", "card": other}}, "409 card_not_held")
    spanish = refused(hall, table.seats[0], table.moves, {"move": DRAW}, "409 already_drew", accept_language="es")
    assert spanish.headers["content-language"] == "es"


@pytest.mark.parametrize(
    "move", [{}, {"move": "fly"}, {"move": 1}, {"move": "draw", "card": 1}, {"move": "stake"}, {"card": 1},
             {"move": "stake", "medals": "1"}, {"move": "stake", "medals": 1.5}, {"move": "time_up"}]
)  # fmt: skip
def test_what_is_no_move_of_the_game(hall: Hall, move: dict[str, object]) -> None:
    table = hall.table()
    answer = refused(hall, table.seats[0], table.moves, {"move": move}, "422 malformed_move")
    assert answer.body["pointer"].startswith("/move")


@pytest.mark.parametrize("body", [{}, {"moves": []}, {"move": None}, {"move": DRAW, "moves": [DRAW]},
                                  {"moves": [DRAW] * 101}])  # fmt: skip
def test_a_move_or_moves(hall: Hall, body: dict[str, object]) -> None:
    table = hall.table()
    refused(hall, table.seats[0], table.moves, body, "422 move_or_moves")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"{", "400 malformed_json"),
        (b"", "400 malformed_json"),
        (b"[]", "422 invalid_body"),
        (b'{"move": "draw"}', "422 invalid_body"),
        (b'{"move": {"move": "draw"}, "sea": 0}', "422 invalid_body"),
        (b'{"move": {"move": "draw"}, "seat": "0"}', "422 invalid_body"),
        (b'{"move": {"move": "stake", "medals": 99999999999999999999}}', "422 number_too_large"),
        (b'{"move": {"move": "draw"}, "seat": 7}', "409 no_such_seat"),
        (b'{"move": {"move": "draw"}, "seat": -2}', "409 no_such_seat"),
        (b'{"move": {"move": "' + b"x" * 70_000 + b'"}}', "413 body_too_large"),
    ],
    ids=lambda value: value[:40] if isinstance(value, bytes) else None,
)
def test_bodies_of_moves_that_are_none(hall: Hall, raw: bytes, said: str) -> None:
    table = hall.table()
    refused(hall, table.seats[0], table.moves, None, said, raw=raw)


def test_several_moves_are_played_all_or_none(hall: Hall) -> None:
    """Coup's exchange of cards in the two-player choice tells nobody anything: it may be followed by another move."""
    table = hall.table(4, ruleset="spyfall")
    first = table.turn()
    deal, start = {"move": "deal"}, {"move": "start"}
    if table.state()["awaited"] != list(range(4)):
        assert table.play(first, deal).status == 200
    seat = table.turn()
    version = table.state()["version"]
    ask = {"move": "ask", "player": (seat + 1) % 4}
    refused(hall, table.seats[seat], table.moves, {"moves": [start, {"move": "fly"}]}, "422 malformed_move")
    refused(hall, table.seats[seat], table.moves, {"moves": [start, start]}, "409 wrong_phase")
    assert table.state()["version"] == version
    both = table.seats[seat].post(table.moves, {"moves": [start, ask]})
    assert (both.status, both.body["version"]) == (200, version + 2)


@pytest.mark.parametrize("later", [REPLACE, {"move": "pass"}, {"move": "discard", "card": 3}, {"move": "deal"}])
def test_a_move_that_tells_something_is_followed_by_none_whatever_comes_next(hall: Hall, later: dict[str, Any]) -> None:
    """A refusal of the later move would tell the card that was drawn, and the draw could be tried again."""
    table = hall.table()
    refused(hall, table.seats[0], table.moves, {"moves": [DRAW, later]}, "409 tells_too_much")
    hand = drawn(table)
    for card in hand:
        keep = {"move": "discard", "card": card}
        refused(hall, table.seats[0], table.moves, {"moves": [keep, later]}, "409 tells_too_much")


@pytest.mark.parametrize("kind", [[], {}, 7, None])
def test_a_kind_of_move_that_is_no_word(hall: Hall, kind: object) -> None:
    table = hall.table()
    refused(hall, table.seats[0], table.moves, {"move": {"move": kind}}, "422 malformed_move")


def test_if_match(hall: Hall) -> None:
    table = hall.table()
    stale = refused(hall, table.seats[0], table.moves, {"move": REPLACE}, "412 stale_version", if_match='"2"')
    assert stale.body["facts"] == {"version": 1}
    for garbage in ("1", '"x"', '"-1"', '"1', '"1", "2"', '"' + "9" * 40 + '"'):
        refused(hall, table.seats[0], table.moves, {"move": REPLACE}, "400 bad_parameter", if_match=garbage)
    fresh = table.seats[0].post(table.moves, {"move": REPLACE}, if_match='"1"')
    assert fresh.headers["etag"] == '"2"'
    assert table.seats[1].post(table.moves, {"move": REPLACE}, if_match='W/"2"').status == 200
    assert table.seats[2].post(table.moves, {"move": REPLACE}, if_match="*").status == 200
    for what, body in (("takeback", {"seat": 2}), ("withdraw", {"seat": 0})):
        refused(hall, table.seats[2], f"{table.path}/{what}", body | {"seat": 2}, "412 stale_version", if_match='"1"')
    for what in ("pause", "resume"):
        refused(hall, table.owner, f"{table.path}/{what}", None, "412 stale_version", if_match='"1"')


def test_an_answer_names_what_it_answers(hall: Hall) -> None:
    opened = hall.owner.post("/v1/games", hall.asked(3) | {"ruleset": "coup"})
    table = hall.known(opened.body["game"])
    moves = table.seats[0].get(table.moves).body["moves"]
    claim = next(move for move in moves if "exchange" in str(move))
    assert table.play(0, claim).status == 200
    answering = {"move": {"move": "pass"}}
    for told in ({}, {"if_match": "*"}):
        refused(hall, table.seats[1], table.moves, answering, "428 version_required", **told)
    refused(hall, table.seats[1], table.moves, answering, "412 stale_version", if_match='"1"')
    assert table.seats[1].post(table.moves, answering, if_match='"2"').status == 200


@pytest.mark.parametrize("game", ["7f9c0c52-6f0e-4a5e-9f0a-1d2b3c4d5e6f", "7", "x" * 3000, "0" * 36, "%00", "é"])
def test_games_there_are_not(hall: Hall, game: str) -> None:
    hall.seated(1)
    for what, body in (
        ("moves", {"move": DRAW}),
        ("takeback", {"seat": 0}),
        ("withdraw", {"seat": 0}),
        ("pause", {}),
        ("resume", {}),
    ):
        refused(hall, hall.arbiter, f"/v1/games/{game}/{what}", body, "404 no_such_game")
    league = hall.owner.post("/v1/leagues", {"name": "No game", "points": ["1"]}).body["id"]
    refused(hall, hall.arbiter, f"/v1/games/{league}/moves", {"move": DRAW, "seat": 0}, "404 no_such_game")


def test_take_backs(hall: Hall) -> None:
    table = hall.table()
    back = f"{table.path}/takeback"
    refused(hall, table.seats[0], back, None, "409 nothing_to_take_back")
    hand = drawn(table)
    refused(hall, table.seats[0], back, None, "409 chance_answered")
    table.play(0, {"move": "discard", "card": hand[0]})
    refused(hall, table.seats[1], back, None, "409 not_your_move")
    refused(hall, table.seats[0], back, None, "409 others_learned")
    refused(hall, table.seats[0], back, {"seat": 1}, "403 forbidden")
    refused(hall, table.seats[0], back, {"seat": "0"}, "422 invalid_body")
    refused(hall, table.owner, back, {"seat": 0}, "403 forbidden")


def test_who_withdraws_is_out_and_the_others_play_on(hall: Hall) -> None:
    table = hall.table()
    answer = table.seats[0].post(f"{table.path}/withdraw")
    assert answer.status == 200
    assert answer.body["awaited"] == [1]
    assert table.log()[-1]["event"] == "game.seat_withdrawn"
    refused(hall, table.seats[0], f"{table.path}/withdraw", None, "409 already_withdrawn")
    refused(hall, table.seats[1], f"{table.path}/withdraw", {"seat": 2}, "403 forbidden")
    refused(hall, table.seats[0], table.moves, {"move": DRAW}, "409 out_of_turn")
    for nowhere in (7, -1, 10**12):
        answer = table.owner.post(f"{table.path}/withdraw", {"seat": nowhere})
        assert answer.status in (400, 409), answer.raw
    assert table.state()["version"] == 2
    ended = table.owner.post(f"{table.path}/withdraw", {"seat": 2})
    assert ended.body["status"] == "ended"
    assert ended.body["awaited"] == []
    told = table.state()
    assert ended.headers["etag"] == f'"{told["version"]}"' == '"5"'  # the end and the seed go on record with it
    assert [entry["event"] for entry in table.log()][-2:] == ["game.ended", "game.seed_revealed"]
    assert told["result"]["why"]


def test_nothing_is_done_to_a_game_that_is_over(hall: Hall) -> None:
    table = hall.table(options=edition(2))
    table.go_on(Random(1))
    assert table.state()["status"] == "ended"
    for client, what, body in (
        (table.seats[0], "moves", {"move": DRAW}),
        (table.seats[0], "takeback", None),
        (table.seats[0], "withdraw", None),
        (table.owner, "pause", None),
        (table.owner, "resume", None),
    ):
        refused(hall, client, f"{table.path}/{what}", body, "409 game_over")
    assert table.seats[0].get(table.moves).body["moves"] == []


def test_a_paused_game_takes_no_moves_and_its_clock_stands(hall: Hall) -> None:
    table = hall.table()
    refused(hall, table.owner, f"{table.path}/resume", None, "409 not_paused")
    refused(hall, table.seats[0], f"{table.path}/pause", None, "403 forbidden")
    paused = table.owner.post(f"{table.path}/pause")
    assert (paused.status, paused.body["status"], paused.headers["etag"]) == (200, "paused", '"2"')
    refused(hall, table.owner, f"{table.path}/pause", None, "409 paused")
    refused(hall, table.seats[0], table.moves, {"move": DRAW}, "409 paused")
    refused(hall, table.seats[0], f"{table.path}/takeback", None, "409 paused")
    assert table.seats[0].get(table.moves).body["moves"] == []
    clock = table.state()["clock"]
    assert table.owner.post(f"{table.path}/resume", {}).body["status"] == "open"
    assert table.state()["clock"] == clock
    assert table.play(0, DRAW).status == 200
    assert [entry["event"] for entry in table.log()][1:3] == ["game.paused", "game.resumed"]


def test_one_may_withdraw_from_a_paused_game(hall: Hall) -> None:
    table = hall.table()
    table.owner.post(f"{table.path}/pause")
    assert table.seats[1].post(f"{table.path}/withdraw").body["status"] == "paused"
