"""Players: registered, found, corrected, merged and erased."""

from uuid import uuid4

import psycopg

from tests.service.api.serving import Client, Served


def test_a_player_is_registered_and_shown(organiser: Client) -> None:
    made = organiser.post("/v1/players", {"name": " Player 1 ", "contact": "desk 3"})
    assert made.status == 201
    player = made.body["id"]
    assert "Player" not in made.raw.decode()  # an answer is kept, and a name must be erasable
    shown = organiser.get(f"/v1/players/{player}?after={made.position}")
    assert shown.status == 200
    assert shown.body["name"] == "Player 1"
    assert shown.body["contact"] == "desk 3"
    assert shown.body["played"] == 0
    assert shown.body["registered_at"] is not None


def test_contacts_are_for_organisers_and_the_person(served: Served, organiser: Client) -> None:
    player = organiser.post("/v1/players", {"name": "Player 2", "contact": "desk 4"}).body["id"]
    other = organiser.registered("Player 3")
    assert served.a("player", player).get(f"/v1/players/{player}").body["contact"] == "desk 4"
    assert served.a("player", other).get(f"/v1/players/{player}").body["contact"] is None
    listed = served.a("arbiter").get("/v1/players?q=player 2").body["items"]
    assert [("contact" in row) for row in listed if row["id"] == player] == [False]


def test_players_are_found_by_part_of_the_name_and_paged(organiser: Client) -> None:
    ids = {str(organiser.registered(f"Zz Seeker {n}")) for n in range(5)}
    first = organiser.get("/v1/players?q=SEEKER&limit=3").body
    second = organiser.get(f"/v1/players?q=SEEKER&limit=3&cursor={first['next']}").body
    assert second["next"] is None
    found = [row["id"] for row in (*first["items"], *second["items"])]
    assert sorted(found) == sorted(ids)
    assert organiser.get(f"/v1/players?cursor={uuid4()}").code == "bad_cursor"
    assert organiser.get("/v1/players?q=%25").body["items"] == []


def test_a_correction_leaves_the_record_alone(organiser: Client) -> None:
    player = organiser.registered("Player 5")
    corrected = organiser.patch(f"/v1/players/{player}", {"name": "Player 5b"})
    assert (corrected.status, corrected.body["name"]) == (200, "Player 5b")
    assert organiser.patch(f"/v1/players/{player}", {"contact": "x"}).body["contact"] == "x"
    assert "contact" not in organiser.patch(f"/v1/players/{player}", {"contact": None}).body
    assert organiser.patch(f"/v1/players/{uuid4()}", {"name": "Player"}).code == "no_such_player"


def test_names_that_cannot_be_kept(organiser: Client) -> None:
    for name in ("", "   ", "x" * 201, "a\nb", "a\0b"):
        refused = organiser.post("/v1/players", {"name": name})
        assert (refused.status, refused.code) == (422, "bad_name")
        assert refused.body["pointer"] == "/name"


def test_merged_entries_are_one_person(served: Served, organiser: Client) -> None:
    kept, merged = organiser.registered("Kept"), organiser.registered("Merged")
    done = organiser.post(f"/v1/players/{merged}/merge", {"into": str(kept)})
    assert done.status == 200
    shown = organiser.get(f"/v1/players/{merged}?after={done.position}").body
    assert shown["id"] == str(kept)
    assert shown["name"] == "Kept"
    assert sorted(shown["entries"]) == sorted([str(kept), str(merged)])
    assert organiser.get("/v1/players?q=Merged").body["items"] == []
    again = organiser.post(f"/v1/players/{merged}/merge", {"into": str(kept)})
    assert (again.status, again.code) == (409, "already_merged")
    assert organiser.post(f"/v1/players/{kept}/merge", {"into": str(kept)}).code == "merge_into_itself"
    assert organiser.post(f"/v1/players/{kept}/merge", {"into": str(uuid4())}).code == "unknown_player"
    assert organiser.post(f"/v1/players/{uuid4()}/merge", {"into": str(kept)}).code == "no_such_player"


def test_an_erased_person_is_gone_with_every_entry_and_token(served: Served, organiser: Client) -> None:
    person, other = organiser.registered("Gone 1"), organiser.registered("Gone 2")
    organiser.post(f"/v1/players/{other}/merge", {"into": str(person)})
    theirs = served.a("player", other, label="Gone's telephone")
    assert theirs.get("/v1/leagues").status == 200
    erased = organiser.delete(f"/v1/players/{other}")
    assert (erased.status, erased.raw) == (204, b"")
    assert theirs.get("/v1/leagues").code == "token_invalid"
    shown = organiser.get(f"/v1/players/{person}?after={erased.position}").body
    assert (shown["name"], shown["erased"]) == (None, True)
    assert organiser.get("/v1/players?q=Gone").body["items"] == []
    assert organiser.delete(f"/v1/players/{other}").code == "already_erased"
    with psycopg.connect(served.url) as connection:
        for table in ("players", "tokens", "idempotency_keys"):
            rows = connection.execute(f"SELECT t::text FROM {table} AS t").fetchall()
            assert not [row for row in rows if "Gone" in row[0]], table
        held = connection.execute("SELECT state FROM events").fetchall()
        assert not [state for (state,) in held if b"Gone" in state]


def test_unknown_players(organiser: Client) -> None:
    for path in (f"/v1/players/{uuid4()}", "/v1/players/1", "/v1/players/%00"):
        assert organiser.get(path).code == "no_such_player"
    assert organiser.delete(f"/v1/players/{uuid4()}").code == "no_such_player"
