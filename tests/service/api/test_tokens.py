"""Tokens over HTTP: who may make, see and revoke which."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import psycopg

from tests.service.api.serving import Client, Served


def test_a_token_made_lets_its_holder_in(served: Served, admin: Client) -> None:
    made = admin.post("/v1/tokens", {"role": "organiser", "label": "desk"})
    assert made.status == 201
    assert served.client.holding(made.body["token"]).post("/v1/players", {"name": "Player"}).status == 201


def test_organisers_make_the_tokens_of_players_and_no_others(served: Served) -> None:
    organiser = served.a("organiser")
    player = organiser.registered()
    made = organiser.post("/v1/tokens", {"role": "player", "player": str(player)})
    assert made.status == 201
    for role in ("admin", "organiser", "arbiter"):
        assert organiser.post("/v1/tokens", {"role": role}).code == "forbidden"
    for holder in (served.a("arbiter"), served.client.holding(made.body["token"])):
        assert holder.post("/v1/tokens", {"role": "player", "player": str(player)}).code == "forbidden"
        assert holder.get("/v1/tokens").code == "forbidden"


def test_tokens_that_cannot_be_made(admin: Client) -> None:
    past = (datetime.now(UTC) - timedelta(seconds=1)).isoformat()
    for body, code in (
        ({"role": "player"}, "token_needs_player"),
        ({"role": "player", "player": str(uuid4())}, "unknown_player"),
        ({"role": "king"}, "invalid_body"),
        ({"role": "admin", "expires_at": past}, "expires_in_the_past"),
        ({"role": "admin", "expires_at": "2999-01-01T00:00:00"}, "expires_in_the_past"),
        ({"role": "admin", "label": "x" * 201}, "bad_name"),
    ):
        refused = admin.post("/v1/tokens", body)
        assert (refused.status, refused.code) == (422, code)


def test_lists_hold_no_secrets(served: Served, admin: Client) -> None:
    organiser = served.a("organiser")
    player = organiser.registered()
    made = [organiser.post("/v1/tokens", {"role": "player", "player": str(player)}).body for _ in range(3)]
    first = organiser.get("/v1/tokens?limit=2").body
    rest = organiser.get(f"/v1/tokens?limit=2&cursor={first['next']}").body
    assert sorted(row["id"] for row in (*first["items"], *rest["items"])) == sorted(token["id"] for token in made)
    for token in made:
        assert token["token"].encode() not in organiser.get("/v1/tokens").raw
    assert {row["id"] for row in admin.get("/v1/tokens?limit=200").body["items"]} >= {token["id"] for token in made}


def test_a_revocation_counts_at_once(served: Served, admin: Client) -> None:
    organiser, other = served.a("organiser"), served.a("organiser")
    player = organiser.registered()
    made = organiser.post("/v1/tokens", {"role": "player", "player": str(player)}).body
    holder = served.client.holding(made["token"])
    assert holder.get("/v1/leagues").status == 200
    assert other.delete(f"/v1/tokens/{made['id']}").code == "no_such_token"
    assert organiser.delete(f"/v1/tokens/{made['id']}").status == 204
    refused = holder.get("/v1/leagues")
    assert (refused.status, refused.code) == (401, "token_invalid")
    assert refused.headers["www-authenticate"] == 'Bearer realm="acta", error="invalid_token"'
    assert admin.delete(f"/v1/tokens/{uuid4()}").code == "no_such_token"


def test_everybody_may_give_back_their_own(served: Served, admin: Client) -> None:
    made = admin.post("/v1/tokens", {"role": "arbiter"}).body
    holder = served.client.holding(made["token"])
    assert holder.delete(f"/v1/tokens/{made['id']}").status == 204
    assert holder.get("/v1/leagues").code == "token_invalid"


def test_tokens_expire(served: Served) -> None:
    past = datetime.now(UTC) - timedelta(seconds=1)
    refused = served.a("admin", expires=past).get("/v1/leagues")
    assert (refused.status, refused.code) == (401, "token_expired")


def test_a_bad_token_is_refused_also_where_none_is_needed(served: Served) -> None:
    for authorization in ("Bearer nonsense-token", "Basic dXNlcjpwYXNz", "Bearer", "acta_x"):
        assert served.client.get("/v1/rulesets", authorization=authorization).code == "token_invalid"


def test_a_token_asked_for_twice_is_one_and_kept_nowhere(served: Served, admin: Client) -> None:
    key = str(uuid4())
    first = admin.post("/v1/tokens", {"role": "arbiter"}, key=key)
    again = admin.post("/v1/tokens", {"role": "arbiter"}, key=key)
    assert (first.status, first.raw) == (again.status, again.raw)
    assert served.client.holding(again.body["token"]).get("/v1/leagues").status == 200
    assert admin.post("/v1/tokens", {"role": "organiser"}, key=key).code == "idempotency_key_reused"
    secret = first.body["token"].removeprefix("acta_")
    with psycopg.connect(served.url) as connection:
        for table in ("idempotency_keys", "tokens"):
            for (row,) in connection.execute(f"SELECT to_jsonb(t)::text FROM {table} AS t").fetchall():
                assert secret not in row
        responses = connection.execute("SELECT response FROM idempotency_keys").fetchall()
    assert not [response for (response,) in responses if secret.encode() in response]


def test_merged_entries_share_a_token(served: Served, organiser: Client) -> None:
    kept, merged = organiser.registered(), organiser.registered()
    holder = served.a("player", merged)
    assert holder.get(f"/v1/players/{kept}").body["contact"] is None
    organiser.patch(f"/v1/players/{kept}", {"contact": "desk"})
    organiser.post(f"/v1/players/{merged}/merge", {"into": str(kept)})
    assert holder.get(f"/v1/players/{kept}").body["contact"] == "desk"
