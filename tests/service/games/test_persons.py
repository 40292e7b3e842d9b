"""Games of players who were merged or erased."""

from tests.service.games.hall import Hall, Table


def test_a_merged_player_acts_through_the_surviving_entry(hall: Hall) -> None:
    hall.seated(2)
    old, new = hall.owner.registered("Twice"), hall.owner.registered("Twice too")
    as_old, as_new = hall.served.a("player", old), hall.served.a("player", new)
    opened = hall.owner.post(
        "/v1/games",
        {"ruleset": "kobayakawa", "seats": [{"player": str(p)} for p in (old, *hall.players[:2])]},
    )
    table = Table(opened.body["game"], (as_old, *hall.clients[:2]), (old,), hall.owner, hall.arbiter)
    assert as_new.get(table.path).code == "no_such_game"
    assert hall.owner.post(f"/v1/players/{old}/merge", {"into": str(new)}).status == 200
    assert as_new.get(f"{table.path}/view").body["viewer"] == 0
    played = as_new.post(table.moves, {"move": {"move": "draw"}})
    assert played.status == 200
    newest = table.log()[-1]
    assert (newest["seat"], newest["by"]) == (0, str(new))
    assert table.state()["seats"][0] == str(old)  # as it was recorded
    assert as_old.get(table.moves).body["seat"] == 0  # the other entry's token is the same person's
    mine = as_new.get(f"/v1/games?player={new}&after={played.position}").body["items"]
    assert table.id in [row["id"] for row in mine]


def test_an_erased_player_is_let_go_and_the_others_play_on(hall: Hall) -> None:
    hall.seated(2)
    gone = hall.owner.registered("Gone")
    as_gone = hall.served.a("player", gone)
    opened = hall.owner.post(
        "/v1/games",
        {"ruleset": "kobayakawa", "seats": [{"player": str(p)} for p in (*hall.players[:2], gone)]},
    )
    path = f"/v1/games/{opened.body['game']}"
    assert hall.owner.delete(f"/v1/players/{gone}").status == 204
    assert as_gone.get(path).code == "token_invalid"
    assert as_gone.post(f"{path}/withdraw").code == "token_invalid"
    assert hall.owner.post(f"{path}/withdraw", {"seat": 2}).status == 200
    assert hall.clients[0].post(f"{path}/withdraw").body["status"] == "ended"
    assert hall.clients[1].get(path).body["seats"][2] == str(gone)
    names = hall.arbiter.get(f"{path}/archive?names=true")
    assert b"Gone" not in names.raw
    assert str(gone) in names.raw.decode()
    assert hall.arbiter.get(f"{path}/audit").body["ok"]
