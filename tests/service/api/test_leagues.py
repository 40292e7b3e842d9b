"""Leagues: opened, changed, listed, and their standings at any moment."""

from datetime import UTC, datetime, timedelta
from urllib.parse import quote
from uuid import uuid4

import pytest

from tests.service.api.serving import Client, Served

TERMS = {"name": "Autumn", "points": ["3", "3/2", "0"], "ties": "full", "rulesets": ["kobayakawa"]}


def test_a_league_is_opened_and_shown(organiser: Client) -> None:
    opened = organiser.post("/v1/leagues", TERMS)
    assert opened.status == 201
    league = opened.body["id"]
    shown = organiser.get(f"/v1/leagues/{league}?after={opened.position}").body
    assert {name: shown[name] for name in TERMS} == TERMS
    assert shown["id"] == league
    standings = organiser.get(f"/v1/leagues/{league}/standings?after={opened.position}").body
    assert (standings["items"], standings["as_of"]) == ([], None)
    assert standings["position"] >= opened.position
    listed = organiser.get(f"/v1/leagues?after={opened.position}&limit=1").body
    assert [row["id"] for row in listed["items"]] == [league]


def test_pages_of_leagues(organiser: Client) -> None:
    made = [organiser.post("/v1/leagues", TERMS) for _ in range(3)]
    first = organiser.get(f"/v1/leagues?limit=2&after={made[-1].position}").body
    second = organiser.get(f"/v1/leagues?limit=2&cursor={first['next']}").body
    ids = [row["id"] for row in (*first["items"], *second["items"])]
    assert ids[:3] == [each.body["id"] for each in reversed(made)]
    assert organiser.get("/v1/leagues?cursor=nonsense").code == "bad_cursor"


def test_standings_of_a_moment(organiser: Client) -> None:
    before = datetime.now(UTC) - timedelta(minutes=1)
    opened = organiser.post("/v1/leagues", TERMS)
    path = f"/v1/leagues/{opened.body['id']}/standings?after={opened.position}&as_of="
    assert organiser.get(path + quote(before.isoformat())).code == "no_such_league"
    later = organiser.get(path + "2999-01-01T00:00:00%2B01:00")
    assert later.status == 200
    assert datetime.fromisoformat(later.body["as_of"]) == datetime.fromisoformat("2999-01-01T00:00:00+01:00")
    assert organiser.get(path + "2999-01-01T00:00:00+01:00").raw == later.raw
    for bad in ("yesterday", "2026-01-01", "2026-01-01T00:00:00", ""):
        refused = organiser.get(path + bad)
        assert (refused.status, refused.code) == (400, "bad_parameter")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"name": " "}, 409, "bad_league_name"),
        ({"points": []}, 409, "no_points"),
        ({"points": ["1", "2"]}, 409, "points_rise"),
        ({"points": ["0.5"]}, 409, "bad_points"),
        ({"points": ["1/0"]}, 409, "bad_points"),
        ({"points": ["1"] * 101}, 409, "too_many_points"),
        ({"rulesets": []}, 409, "no_rulesets"),
        ({"rulesets": ["chess"]}, 422, "unknown_ruleset"),
        ({"ties": "none"}, 422, "invalid_body"),
    ],
)
def test_terms_that_cannot_be(organiser: Client, change: dict[str, object], status: int, code: str) -> None:
    refused = organiser.post("/v1/leagues", TERMS | change)
    assert (refused.status, refused.code) == (status, code)


def test_terms_are_changed_by_the_owner_and_administrators(served: Served, organiser: Client, admin: Client) -> None:
    league = organiser.post("/v1/leagues", TERMS).body["id"]
    path = f"/v1/leagues/{league}"
    changed = organiser.patch(path, {"points": ["1"]})
    assert (changed.status, changed.raw) == (204, b"")
    shown = organiser.get(f"{path}?after={changed.position}").body
    assert (shown["points"], shown["name"], shown["version"]) == (["1"], "Autumn", 2)
    assert organiser.patch(path, {"points": ["1"]}).code == "nothing_changes"
    assert served.a("organiser").patch(path, {"points": ["2"]}).code == "forbidden"
    assert admin.patch(path, {"rulesets": None}).status == 204
    assert organiser.patch(f"/v1/leagues/{uuid4()}", {"points": ["2"]}).code == "no_such_league"


def test_leagues_are_not_there_for_what_is_no_league(organiser: Client) -> None:
    player = organiser.registered()
    assert organiser.patch(f"/v1/leagues/{player}", {"points": ["2"]}).code == "no_such_league"
    for path in (f"/v1/leagues/{player}", "/v1/leagues/x", f"/v1/leagues/{uuid4()}/standings"):
        assert organiser.get(path).code == "no_such_league"


def test_waiting_for_what_nothing_has_is_refused(organiser: Client) -> None:
    for after in ("999999999", "-1", "x", "9" * 30):
        assert organiser.get(f"/v1/leagues?after={after}").code == "bad_parameter"
