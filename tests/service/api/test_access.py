"""Every route, asked by everybody: the table of who gets in. A route that is not in the table fails the test."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid4

import psycopg
import pytest

from service.api.app import all_operations
from service.settings import DatabaseUrl, Settings
from tests.conftest import Databases
from tests.service.api.serving import Client, Reply, Served, serving

CALLERS = (
    "anyone",
    "seated",  # the player of seat 0
    "unseated",
    "owner",  # the organiser who opened the table
    "organiser",
    "arbiter",
    "seated_arbiter",  # an arbiter whose own player has seat 1
    "admin",
    "expired",
    "revoked",
)

NOBODY = dict.fromkeys(CALLERS, 403) | {"anyone": 401, "expired": 401, "revoked": 401}


def only(*callers: str, status: int = 200, others: int = 403) -> dict[str, int]:
    """Those named get `status`; other holders of a token are refused, and so is who has none."""
    refused = {caller: others if NOBODY[caller] == 403 else NOBODY[caller] for caller in CALLERS}
    return refused | dict.fromkeys(callers, status)


def everyone(status: int = 200) -> dict[str, int]:
    """Also without a token; a bad one is refused all the same."""
    return dict.fromkeys(CALLERS, status) | {"expired": 401, "revoked": 401}


def holders(status: int = 200) -> dict[str, int]:
    return everyone(status) | {"anyone": 401}


ORGANISERS = ("owner", "organiser", "admin")
TAKING_PART = ("seated", "owner", "arbiter", "seated_arbiter")  # who knows of a game without spectators

GAME = "/v1/games/{game}"
BOOK = "/v1/games/{book}"  # one whose players keep notes
OPENING = {"ruleset": "kobayakawa", "seats": [{"player": "{one}"}, {"player": "{two}"}, {"player": "{three}"}]}


class Row(NamedTuple):
    """A request to a route and what each caller is answered. `fresh`: a game of its own for each, as it changes it."""

    route: str
    path: str
    expected: dict[str, int]
    body: object = None
    fresh: bool = False


def of_game(what: str, query: str, expected: dict[str, int], **told: Any) -> Row:
    method = told.pop("method", "GET")
    return Row(f"{method} /v1/games/{{id}}{what}", GAME + what + query, expected, **told)


# Games without spectators; `closed` runs. Whoever does not take part meets a game that is not there.
def closed(*callers: str, status: int = 200) -> dict[str, int]:
    # A caller without a token is told the same as one who does not take part: nothing.
    hidden = dict.fromkeys(("unseated", "organiser", "admin"), 404)
    return only(*callers, status=status) | hidden


FOR_WHICH = {"arbiter": 422}
"""An arbiter acts for any seat, and has to say for which."""


def closed_to_anyone(*callers: str, status: int = 200) -> dict[str, int]:
    return closed(*callers, status=status) | {"anyone": 404}


TABLE = [
    Row("GET /healthz", "/healthz", everyone()),
    Row("GET /readyz", "/readyz", everyone()),
    Row("GET /metrics", "/metrics", only("admin")),
    Row("GET /openapi.json", "/openapi.json", everyone()),
    Row("GET /", "/", everyone(307)),
    Row("GET /docs", "/docs", everyone()),
    Row("GET /docs/{file}", "/docs/start.js", everyone()),
    Row("GET /problems/{code}", "/problems/out_of_turn", everyone()),
    Row("GET /v1/rulesets", "/v1/rulesets", everyone()),
    Row("GET /v1/rulesets/{name}", "/v1/rulesets/kobayakawa", everyone()),
    Row("POST /v1/players", "/v1/players", only(*ORGANISERS, status=201), {"name": "Player"}),
    Row("GET /v1/players", "/v1/players", holders()),
    Row("GET /v1/players/{id}", "/v1/players/{one}", holders()),
    Row("PATCH /v1/players/{id}", "/v1/players/{one}", only(*ORGANISERS), {"contact": "desk"}),
    Row("POST /v1/players/{id}/merge", "/v1/players/{one}/merge", only(*ORGANISERS, status=409), {"into": "{one}"}),
    Row("DELETE /v1/players/{id}", "/v1/players/{nobody}", only(*ORGANISERS, status=404)),
    Row("POST /v1/leagues", "/v1/leagues", only(*ORGANISERS, status=201), {"name": "L", "points": ["1"]}),
    Row("GET /v1/leagues", "/v1/leagues", everyone()),
    Row("GET /v1/leagues/{id}", "/v1/leagues/{league}", holders() | {"anyone": 404}),
    Row("PATCH /v1/leagues/{id}", "/v1/leagues/{league}", only("owner", "admin", status=409), {"points": ["1"]}),
    Row("GET /v1/leagues/{id}/standings", "/v1/leagues/{league}/standings", holders() | {"anyone": 404}),
    Row(
        "GET /v1/leagues/{id}/standings/{player}",
        "/v1/leagues/{league}/standings/{one}",
        holders() | {"anyone": 404},
    ),
    Row("POST /v1/tokens", "/v1/tokens", only("admin", status=201), {"role": "arbiter"}),
    Row("POST /v1/tokens", "/v1/tokens", only(*ORGANISERS, status=201), {"role": "player", "player": "{one}"}),
    Row("GET /v1/tokens", "/v1/tokens", only(*ORGANISERS)),
    Row("DELETE /v1/tokens/{id}", "/v1/tokens/{nobody}", holders(404)),
    Row("GET /v1/games", "/v1/games", everyone()),
    Row("POST /v1/games", "/v1/games", only("seated", "seated_arbiter", *ORGANISERS, status=201), OPENING),
    of_game("", "", closed_to_anyone(*TAKING_PART)),
    of_game("/view", "", closed_to_anyone(*TAKING_PART)),
    of_game("/view", "?as=0", closed_to_anyone("seated", "arbiter")),
    of_game("/view", "?as=1", closed_to_anyone("arbiter", "seated_arbiter")),
    of_game("/view", "?as=spectator", closed_to_anyone(*TAKING_PART)),
    of_game("/view", "?as=arbiter", closed_to_anyone("arbiter")),
    of_game("/board", "?as=0", closed_to_anyone("seated", "arbiter")),
    of_game("/board", "?as=arbiter&ply=0", closed_to_anyone("arbiter")),
    of_game("/log", "?as=2", closed_to_anyone("arbiter")),
    of_game("/log", "", closed_to_anyone(*TAKING_PART)),
    of_game("/replay", "?as=arbiter", closed_to_anyone("arbiter")),
    of_game("/replay", "?as=0", closed_to_anyone("seated", "arbiter")),
    of_game("/replay", "", closed_to_anyone(*TAKING_PART)),
    of_game("/live", "?as=arbiter", closed_to_anyone("arbiter")),
    of_game("/live", "?as=0", closed_to_anyone("seated", "arbiter")),
    of_game("/moves", "", closed("seated", "seated_arbiter") | FOR_WHICH),
    of_game("/moves", "?seat=0", closed("seated", "arbiter")),
    of_game("/audit", "", closed("arbiter")),
    of_game("/archive", "", closed("arbiter")),
    of_game("/archive", "?as=0", closed("arbiter")),
    of_game("/archive", "?as=spectator", closed("arbiter")),
    Row("GET /v1/games/{id}/notes", BOOK + "/notes", closed("seated", "seated_arbiter")),
    Row("GET /v1/games/{id}/notes", BOOK + "/notes?seat=0", closed("seated")),
    Row("POST /v1/games/{id}/notes", BOOK + "/notes", closed("seated", status=201), {"note": {}, "seat": 0}),
    Row("GET /v1/games/{id}/deduction", BOOK + "/deduction", closed_to_anyone(*TAKING_PART)),
    Row("GET /v1/games/{id}/deduction", BOOK + "/deduction?as=0", closed_to_anyone("seated", "arbiter")),
    Row("GET /v1/games/{id}/deduction", BOOK + "/deduction?as=arbiter", closed_to_anyone("arbiter")),
    of_game("/notes", "", closed("seated", "seated_arbiter", status=404)),  # a game without a book
    of_game("/deduction", "", holders(404) | {"anyone": 404}),
    Row("DELETE /v1/games/{id}/words/{version}", GAME + "/words/1", closed("owner", "arbiter", status=404)),
    of_game(
        "/moves", "", closed("seated", "arbiter"), method="POST", body={"move": {"move": "draw"}, "seat": 0}, fresh=True
    ),
    of_game(
        "/moves",
        "",
        closed("seated") | {"seated_arbiter": 409} | FOR_WHICH,
        method="POST",
        body={"move": {"move": "draw"}},
        fresh=True,
    ),
    of_game("/takeback", "", closed("seated", "arbiter", status=409), method="POST", body={"seat": 0}, fresh=True),
    of_game("/takeback", "", closed("seated", "seated_arbiter", status=409) | FOR_WHICH, method="POST", fresh=True),
    of_game("/withdraw", "", closed("seated", "seated_arbiter") | FOR_WHICH, method="POST", fresh=True),
    of_game("/withdraw", "", closed("owner", "arbiter"), method="POST", body={"seat": 2}, fresh=True),
    of_game("/withdraw", "", closed("seated", "owner", "arbiter"), method="POST", body={"seat": 0}, fresh=True),
    of_game("/pause", "", closed("owner", "arbiter"), method="POST", fresh=True),
    of_game("/resume", "", closed("owner", "arbiter", status=409), method="POST", fresh=True),
]


class Scene(NamedTuple):
    """A server, everybody who asks, and what there is to ask about."""

    served: Served
    callers: dict[str, Client]
    names: dict[str, str]

    def game(self) -> str:
        """A running game without spectators, owned by `owner`."""
        return self.opened().body["game"]

    def opened(self, **told: Any) -> Reply:
        answer = self.callers["owner"].post("/v1/games", filled(OPENING, self.names) | told)
        assert answer.status == 201, answer.raw
        return answer


def filled(value: Any, names: dict[str, str]) -> Any:
    """A body with its placeholders filled in."""
    if isinstance(value, dict):
        return {name: filled(part, names) for name, part in value.items()}
    if isinstance(value, list):
        return [filled(part, names) for part in value]
    return value.format(**names) if isinstance(value, str) else value


@pytest.fixture(scope="module")
def scene(databases: Databases) -> Iterator[Scene]:
    database = databases.fresh()
    with serving(Settings(database_url=DatabaseUrl(database.url)), database.url) as served:
        owner = served.a("organiser")
        one, two, three, other = (owner.registered(f"Player {n}") for n in range(4))
        league = owner.post("/v1/leagues", {"name": "League", "points": ["1"]})
        owner.get(f"/v1/leagues?after={league.position}")
        callers = {
            "anyone": served.client,
            "seated": served.a("player", one),
            "unseated": served.a("player", other),
            "owner": owner,
            "organiser": served.a("organiser"),
            "arbiter": served.a("arbiter"),
            "seated_arbiter": served.a("arbiter", two),
            "admin": served.a("admin"),
            "expired": served.a("admin", expires=datetime.now(UTC) - timedelta(hours=1)),
            "revoked": served.client.holding(revoked(served)),
        }
        names = {"one": one, "two": two, "three": three, "nobody": uuid4(), "league": UUID(league.body["id"])}
        scene = Scene(served, callers, {name: str(value) for name, value in names.items()})
        scene.names["game"] = scene.game()
        seats = [{"player": scene.names[name]} for name in ("one", "two")]
        scene.names["book"] = scene.opened(ruleset="confusion", seats=seats).body["game"]
        yield scene
    databases.drop(database)


def revoked(served: Served) -> str:
    token = served.token("admin")
    with psycopg.connect(served.url) as connection:
        connection.execute("UPDATE tokens SET revoked_at = now() WHERE digest = sha256(%s)", (token.encode(),))
    return token


def asked(scene: Scene, caller: str, row: Row) -> Reply:
    names = scene.names | ({"game": scene.game()} if row.fresh else {})
    client = scene.callers[caller]
    path = row.path.format(**names)
    if "/live" in path:
        return client.first(path)
    return client.ask(row.route.split()[0], path, filled(row.body, names))


def test_every_route_is_in_the_table() -> None:
    routes = {f"{each.method} {each.path}" for each in all_operations()}
    assert {row.route for row in TABLE} == routes
    for row in TABLE:
        assert row.expected.keys() == set(CALLERS)


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.route.split()[0]} {row.path}")
def test_who_gets_in(scene: Scene, row: Row, caller: str) -> None:
    answer = asked(scene, caller, row)
    assert answer.status == row.expected[caller], answer.raw
    if caller in ("expired", "revoked"):
        assert answer.code == ("token_expired" if caller == "expired" else "token_invalid")
    elif answer.status == 401:
        assert answer.code == "token_missing"


def test_a_game_one_may_not_know_of_looks_like_none_at_all(scene: Scene) -> None:
    for what in ("", "/view", "/view?as=arbiter", "/log", "/replay", "/board?ply=99"):
        for caller in ("anyone", "unseated", "organiser", "admin"):
            there = scene.callers[caller].get(f"/v1/games/{scene.names['game']}{what}", x_request_id="1")
            nowhere = scene.callers[caller].get(f"/v1/games/{uuid4()}{what}", x_request_id="1")
            assert (there.status, there.raw) == (nowhere.status, nowhere.raw)


def test_spectators_are_let_in_where_the_table_says_so(scene: Scene) -> None:
    game = scene.opened(spectators=True).body["game"]
    for caller in ("anyone", "unseated", "organiser", "admin"):
        client = scene.callers[caller]
        assert client.get(f"/v1/games/{game}/view").body["viewer"] == "spectator"
        refused = client.get(f"/v1/games/{game}/view?as=0")
        assert refused.status == (401 if caller == "anyone" else 403)
        assert client.get(f"/v1/games/{game}/view?as=arbiter").status == refused.status
        assert client.get(f"/v1/games/{game}/view?as=7").code == "bad_viewer"


def test_lists_show_what_one_may_know_of(scene: Scene) -> None:
    hidden = scene.opened()
    public = scene.opened(spectators=True)
    games = {hidden.body["game"], public.body["game"]}
    sees_hidden = {"seated", "owner", "arbiter", "seated_arbiter"}
    for caller in CALLERS:
        if caller in ("expired", "revoked"):
            continue
        rows = scene.callers[caller].get(f"/v1/games?limit=200&after={public.position}").body["items"]
        found = {row["id"] for row in rows} & games
        assert found == (games if caller in sees_hidden else {public.body["game"]}), caller


def test_after_the_end_review_opens_the_game(scene: Scene) -> None:
    for review, let_in in (
        ("nobody", set()),
        ("players", {"seated"}),
        ("everyone", {"seated", "unseated", "anyone", "admin"}),
    ):
        game = scene.opened(review=review, spectators=True).body["game"]
        path = f"/v1/games/{game}"
        for caller in ("seated", "unseated", "anyone", "admin"):
            assert scene.callers[caller].get(f"{path}/view?as=arbiter").status in (401, 403)
        for seat in (0, 1):
            assert scene.callers["owner"].post(f"{path}/withdraw", {"seat": seat}).status == 200
        assert scene.callers["owner"].get(path).body["status"] == "ended"
        for caller in ("seated", "unseated", "anyone", "admin"):
            client = scene.callers[caller]
            for what in ("view?as=arbiter", "view?as=2", "log?as=arbiter", "replay?as=arbiter"):
                assert (client.get(f"{path}/{what}").status == 200) == (caller in let_in), (review, caller, what)
            if caller != "anyone":
                assert (client.get(f"{path}/audit").status == 200) == (caller in let_in)
        assert scene.callers["seated_arbiter"].get(f"{path}/view?as=arbiter").status == 200
        assert scene.callers["seated"].get(f"{path}/archive?as=0").status == 200
        assert scene.callers["unseated"].get(f"{path}/archive?as=0").status == (200 if review == "everyone" else 403)
