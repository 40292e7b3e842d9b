"""The OpenAPI document: complete, sound, and shown without internet."""

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.games.registry import RULESETS, names, newest
from service.api.app import all_operations
from service.api.openapi import HEADERS, document, problem_codes
from service.api.problems import REFUSED, STATUS
from service.api.routes import ANYONE, HOLDERS, Operation
from service.i18n import LANGUAGES, catalogue
from tests.service.api.serving import Client, Reply

DOCUMENT = json.loads(msgspec.json.encode(document(all_operations())))
OPERATIONS = {f"{each.method} {each.path}": each for each in all_operations()}


def described(operation: Operation) -> dict[str, Any]:
    told: dict[str, Any] = DOCUMENT["paths"][operation.path][operation.method.lower()]
    return told


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, part in value.items():
            if name == "$ref":
                yield part
            elif name == "mapping":
                yield from part.values()
            else:
                yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def test_the_document_is_sound() -> None:
    assert re.fullmatch(r"3\.1\.\d+", DOCUMENT["openapi"])
    assert DOCUMENT["info"].keys() >= {"title", "version"}
    allowed = {"openapi", "info", "paths", "components", "tags", "servers", "security", "externalDocs"}
    assert DOCUMENT.keys() <= allowed
    for path in DOCUMENT["paths"]:
        assert path.startswith("/")
    for kind, parts in DOCUMENT["components"].items():
        assert kind in ("schemas", "headers", "securitySchemes", "parameters", "responses")
        for name in parts:
            assert re.fullmatch(r"[A-Za-z0-9._-]+", name), name
    ids = [described(each)["operationId"] for each in OPERATIONS.values()]
    assert len(ids) == len(set(ids))


def test_every_reference_leads_somewhere() -> None:
    found = set(references(DOCUMENT))
    assert found
    for reference in found:
        place: Any = DOCUMENT
        for step in reference.removeprefix("#/").split("/"):
            assert step in place, reference
            place = place[step]


def test_no_schema_is_left_over() -> None:
    used = {reference.rpartition("/")[2] for reference in references(DOCUMENT)}
    assert DOCUMENT["components"]["schemas"].keys() <= used | {
        f"{name}.v{version}.{part}" for name, version in RULESETS for part in ("Move", "Options", "View")
    }


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_says_everything(name: str) -> None:
    operation = OPERATIONS[name]
    told = described(operation)
    assert told["summary"]
    assert told["description"]
    needs = operation.access != ANYONE
    assert told["security"] == ([{"token": []}] if needs else [{}, {"token": []}])
    in_path = [each["name"] for each in told["parameters"] if each["in"] == "path"]
    assert in_path == re.findall(r"\{(\w+)\}", operation.path)
    for parameter in told["parameters"]:
        assert parameter["schema"]
        assert parameter["in"] != "path" or parameter["required"]
    assert ("requestBody" in told) == (operation.method in ("POST", "PATCH"))
    if operation.method == "POST":
        assert [each for each in told["parameters"] if each["name"] == "Idempotency-Key"]
    responses = told["responses"]
    success = responses[str(operation.status)]
    assert success["description"]
    assert ("content" in success) == (operation.status not in (204, 307))
    for status, response in responses.items():
        if status != str(operation.status):
            schema = response["content"]["application/problem+json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/ProblemDetails"}
    assert "500" in responses
    assert ("401" in responses) or not needs
    assert ("403" in responses) or operation.access in (ANYONE, HOLDERS)
    if operation.body is not None:
        assert {"400", "413", "422"} <= responses.keys()
    if "{id}" in operation.path:
        assert "404" in responses


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_problem_named_has_a_text_and_a_status(name: str) -> None:
    for code in problem_codes(OPERATIONS[name]):
        assert STATUS.get(code, REFUSED) >= 400
        for language in LANGUAGES:
            assert code in catalogue(language).problems


@pytest.mark.parametrize(("game", "version"), RULESETS)
def test_every_game_tells_its_moves_options_and_views(game: str, version: int) -> None:
    schemas = DOCUMENT["components"]["schemas"]
    prefix = f"{game}.v{version}"
    reference = {"$ref": f"#/components/schemas/{prefix}.Move"}
    assert reference in schemas["PlayMove"]["properties"]["move"]["anyOf"]
    assert reference in schemas["PlayMove"]["properties"]["moves"]["items"]["anyOf"]
    assert reference in schemas["LegalMoves"]["properties"]["moves"]["items"]["anyOf"]
    assert {"$ref": f"#/components/schemas/{prefix}.Options"} in schemas["OpenGame"]["properties"]["options"]["anyOf"]
    assert {"$ref": f"#/components/schemas/{prefix}.View"} in schemas["Seen"]["properties"]["view"]["anyOf"]
    move = schemas[f"{prefix}.Move"]
    assert move["discriminator"]["propertyName"] == "move"
    assert len(move["discriminator"]["mapping"]) == len(move["anyOf"]) > 0


def test_the_service_tells_the_same_document(anyone: Client) -> None:
    answer = anyone.get("/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.body == DOCUMENT


def test_the_page_needs_nothing_from_elsewhere(anyone: Client) -> None:
    page = anyone.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert b"//" not in page.raw
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "http" not in policy
    assert re.search(r"script-src 'self';", policy)
    assert b"<script>" not in page.raw
    for name in re.findall(rb'(?:src|href)="([^"]+)"', page.raw):
        asset = anyone.get(name.decode())
        assert asset.status == 200
        assert len(asset.raw) > 100
    assert anyone.get("/docs/../app.py").status == 404
    assert anyone.get("/docs/redoc.standalone.js").code == "not_found"


def test_rulesets_are_told(anyone: Client) -> None:
    listed = anyone.get("/v1/rulesets").body["items"]
    assert {row["name"] for row in listed} == {name for name, _ in RULESETS}
    page = anyone.get("/v1/rulesets/kobayakawa").body
    assert page["seats"] == page["default_seats"] == {"least": 3, "most": 6}
    assert page["options"]["all_pass"] == "remove_prize"
    assert page["schemas"]["move"]["discriminator"]["propertyName"] == "move"
    assert anyone.get("/v1/rulesets/chess").code == "no_such_ruleset"
    coup = anyone.get("/v1/rulesets/coup").body
    assert (coup["seats"], coup["default_seats"]) == ({"least": 2, "most": 10}, {"least": 2, "most": 6})
    masters = next(row for row in listed if row["name"] == "geek_out_masters")
    assert masters["seats"] == {"least": 1, "most": 99}


@pytest.mark.parametrize("name", names())
def test_there_are_no_gaps_between_the_numbers_of_players_that_are_told(name: str, anyone: Client) -> None:
    rules = newest(name)
    told = anyone.get(f"/v1/rulesets/{name}").body
    for seats, sets in ((told["seats"], list(rules.option_sets())), (told["default_seats"], [rules.Options()])):
        counts = {count for options in sets for count in rules.seats(options)}
        assert counts == set(range(seats["least"], seats["most"] + 1))


def headers_told(answer: Reply) -> set[str]:
    return {name for name in HEADERS if name in answer.headers}


def headers_described(operation: Operation) -> set[str]:
    return set(described(operation)["responses"][str(operation.status)].get("headers", {}))


def test_the_headers_of_every_command_are_those_of_the_document(organiser: Client, admin: Client) -> None:
    """Each once, with success; every operation that changes something must be here."""
    done: set[str] = set()

    def does(method: str, route: str, body: object = None, client: Client = organiser, **ids: object) -> Any:
        answer = client.ask(method, route.format(**ids), body)
        operation = OPERATIONS[f"{method} {route}"]
        assert answer.status == operation.status, answer.raw
        assert headers_told(answer) == headers_described(operation), route
        done.add(f"{method} {route}")
        return json.loads(answer.raw) if answer.raw else None

    one, two, three, four = (does("POST", "/v1/players", {"name": f"Player {n}"})["id"] for n in range(4))
    does("PATCH", "/v1/players/{id}", {"contact": "desk"}, id=one)
    league = does("POST", "/v1/leagues", {"name": "League", "points": ["1"]})["id"]
    does("PATCH", "/v1/leagues/{id}", {"points": ["2"]}, id=league)
    token = does("POST", "/v1/tokens", {"role": "arbiter"}, admin)
    arbiter = organiser.holding(token["token"])
    seats = [{"player": player} for player in (one, two, three)]
    table = {"ruleset": "kobayakawa", "seats": seats}
    game = does("POST", "/v1/games", table)["game"]
    does("POST", "/v1/games/{id}/moves", {"seat": 0, "move": {"move": "draw"}}, arbiter, id=game)
    does("POST", "/v1/games/{id}/pause", id=game)
    does("POST", "/v1/games/{id}/resume", id=game)
    does("POST", "/v1/games/{id}/withdraw", {"seat": 2}, id=game)
    spies = does("POST", "/v1/games", table | {"ruleset": "spyfall"})
    for move in ("deal", "start"):
        seat = spies["awaited"][0]
        body = {"seat": seat, "move": {"move": move}}
        spies = does("POST", "/v1/games/{id}/moves", body, arbiter, id=spies["game"])
    does("POST", "/v1/games/{id}/takeback", {"seat": seat}, arbiter, id=spies["game"])
    does("POST", "/v1/players/{id}/merge", {"into": three}, id=four)
    does("DELETE", "/v1/players/{id}", id=three)
    does("DELETE", "/v1/tokens/{id}", client=admin, id=token["id"])
    changing = {name for name, each in OPERATIONS.items() if each.method != "GET"}
    elsewhere = {"POST /v1/games/{id}/notes", "DELETE /v1/games/{id}/words/{version}"}
    assert changing - done == elsewhere
    for name in elsewhere:
        assert "Acta-Position" not in headers_described(OPERATIONS[name])


def test_an_address_alone_leads_to_the_page(anyone: Client) -> None:
    answer = anyone.get("/")
    assert (answer.status, answer.headers["location"], answer.raw) == (307, "/docs", b"")
