"""A club's own edition for each game, given whole when the table is opened; what is wrong in one is named."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.games.registry import names, newest
from service.i18n import LANGUAGES, catalogue
from tests.service.games.hall import Hall, Table, events

Told = dict[str, Any]


class Club(NamedTuple):
    """How a club plays a game: where its edition stands in the options, what is changed in it, and for how many."""

    edition: str
    seats: int
    changes: Told


CLUBS = {
    "confusion": Club("edition", 2, {"map.2": "a..........", "map.1": "..gfedcb...", "own_half": 4}),
    "coup": Club("edition", 3, {"characters.0": ["duke", 4], "copies_in_play": [], "starting_coins": 3}),
    "geek_out_masters": Club("edition", 2, {"rounds": 1, "scores": list(range(11))}),
    "kobayakawa": Club("edition", 3, {"cards": list(range(1, 12)), "players": [2, 4], "medals_each": 2}),
    "spyfall": Club("location_set", 3, {"players": [3, 3], "locations": 5, "scoring.spy_wins": 4}),
    "virus": Club("edition", 2, {"cards.0.count": 6, "totals_by_kind.organ": 22, "total": 69, "hand_size": 2}),
}
"""By name of the game. A change is a value for a path, and a number for a list of which so many are kept."""

PIECES = "/options/edition/pieces"
FIRST = {"kobayakawa": "players"}
"""The first field that an edition must have."""

BAD: list[tuple[str, Told, str, str]] = [
    # Counts that do not add up.
    ("virus", {"edition.total": 67}, "counts_do_not_add_up", "/options/edition/total"),
    ("virus", {"edition.cards.0.count": 4}, "counts_do_not_add_up", "/options/edition/totals_by_kind/organ"),
    ("virus", {"edition.cards.3.count": 0}, "bad_count", "/options/edition/cards/3/count"),
    ("virus", {"edition.cards.3.count": 10**9}, "bad_count", "/options/edition/cards/3/count"),
    ("virus", {"edition.cards.1.id": "organ_red"}, "card_ids_repeat", "/options/edition/cards/1/id"),
    ("virus", {"edition.cards.1.color": "red"}, "cards_repeat", "/options/edition/cards/1"),
    ("virus", {"edition.healthy_organs_to_win": 9}, "bad_goal", "/options/edition/healthy_organs_to_win"),
    ("virus", {"edition.cards.0.color": "mauve"}, "malformed_options", "/options/edition/cards/0/color"),
    ("virus", {"edition": "atlantis"}, "unknown_edition", "/options/edition"),
    ("kobayakawa", {"edition.medals": 3}, "too_few_medals", "/options/edition/medals"),
    ("kobayakawa", {"edition.stakes": [1]}, "bad_amounts", "/options/edition/stakes"),
    ("kobayakawa", {"edition.cards.1": 1}, "cards_repeat", "/options/edition/cards/1"),
    ("kobayakawa", {"edition.prizes.0": -1}, "bad_amounts", "/options/edition/prizes/0"),
    ("kobayakawa", {"edition.cards.0": "joker"}, "malformed_options", "/options/edition/cards/0"),
    ("geek_out_masters", {"edition.scores": [0, 1]}, "score_card_length", "/options/edition/scores"),
    ("geek_out_masters", {"edition.active": 11}, "bad_number", "/options/edition/active"),
    ("geek_out_masters", {"edition.dice": 10**9}, "bad_number", "/options/edition/dice"),
    ("geek_out_masters", {"edition.scores.4": -1}, "bad_number", "/options/edition/scores/4"),
    ("geek_out_masters", {"edition.pairs.1.faces.0": "heart"}, "face_repeats", "/options/edition/pairs/2/faces/0"),
    ("geek_out_masters", {"edition.pairs.1.faces": ["heart"]}, "malformed_options", "/options/edition/pairs/1/faces"),
    ("coup", {"edition.characters.1": ["duke", 3]}, "name_repeats", "/options/edition/characters/1/0"),
    ("coup", {"edition.characters.1": ["assassin", 0]}, "bad_number", "/options/edition/characters/1/1"),
    ("coup", {"edition.characters.1": ["assassin", 10**9]}, "bad_number", "/options/edition/characters/1/1"),
    ("coup", {"edition.copies_in_play": [[3, 3]]}, "too_few_players", "/options/edition/copies_in_play"),
    ("coup", {"edition.actions.2.cost": -7}, "bad_number", "/options/edition/actions/2/cost"),
    ("coup", {"edition.actions.2.target": False}, "target_needed", "/options/edition/actions/2/target"),
    ("coup", {"edition.actions.1.name": "income"}, "name_repeats", "/options/edition/actions/1/name"),
    ("coup", {"edition.forced": "strike"}, "forced_action", "/options/edition/forced"),
    ("coup", {"edition.actions.0.needs": "luck"}, "malformed_options", "/options/edition/actions/0/needs"),
    ("coup", {"edition": "atlantis"}, "unknown_edition", "/options/edition"),
    # Patterns that repeat, and boards that do not hold together.
    (
        "confusion",
        {"edition.pieces.3.directions": ["F", "B", "L", "R"]},
        "patterns_repeat",
        "/options/edition/pieces/3",
    ),
    ("confusion", {"edition.pieces.1.id": "M01"}, "ids_repeat", "/options/edition/pieces/1/id"),
    ("confusion", {"edition.pieces.0.double_agent": True}, "double_agent_moves", "/options/edition/pieces/0"),
    ("confusion", {"edition.pieces": 12}, "counts_differ", "/options/edition/map"),
    ("confusion", {"edition.map.3": "..."}, "uneven_rows", "/options/edition/map/3"),
    ("confusion", {"edition.map.5": "..........."}, "no_briefcase", "/options/edition/map"),
    ("confusion", {"edition.map.3": "a.........."}, "spies_repeat", "/options/edition/map/3"),
    ("confusion", {"edition.promoted.max_distance": 0}, "bad_distance", "/options/edition/promoted/max_distance"),
    ("confusion", {"edition.own_half": 11}, "bad_half", "/options/edition/own_half"),
    (
        "confusion",
        {"edition.pieces.0.directions.0": "UP"},
        "malformed_options",
        "/options/edition/pieces/0/directions/0",
    ),
    # Locations with fewer roles than seats, and clocks that run backwards.
    ("spyfall", {"location_set.locations.2.roles": 6}, "too_few_roles", "/options/location_set/locations/2/roles"),
    ("spyfall", {"location_set.locations.2.roles": 0}, "too_few_roles", "/options/location_set/locations/2/roles"),
    ("spyfall", {"location_set.locations.1.id": "airplane"}, "id_repeats", "/options/location_set/locations/1/id"),
    ("spyfall", {"location_set.locations.1.id": "the bank"}, "bad_id", "/options/location_set/locations/1/id"),
    ("spyfall", {"location_set.locations.0.name.es": " "}, "bad_name", "/options/location_set/locations/0/name/es"),
    (
        "spyfall",
        {"location_set.locations.2.name.es": "avión"},
        "name_repeats",
        "/options/location_set/locations/2/name/es",
    ),
    ("spyfall", {"location_set.locations.1.id": "spy"}, "id_is_taken", "/options/location_set/locations/1/id"),
    ("spyfall", {"location_set.name": "x" * 10_000}, "bad_name", "/options/location_set/name"),
    ("spyfall", {"location_set.scoring.spy_wins": -2}, "bad_number", "/options/location_set/scoring/spy_wins"),
    ("spyfall", {"location_set.locations": 2}, "too_few_locations", "/options/rounds"),
    ("spyfall", {"location_set": "atlantis"}, "unknown_location_set", "/options/location_set"),
    ("spyfall", {"minutes": -8}, "bad_number", "/options/minutes"),
    ("spyfall", {"minutes": 0}, "bad_number", "/options/minutes"),
    ("spyfall", {"minutes": 10**12}, "bad_number", "/options/minutes"),
    ("spyfall", {"minutes": 0.5}, "malformed_options", "/options/minutes"),
    ("spyfall", {"rounds": 0}, "bad_number", "/options/rounds"),
]
for game, (edition, *_) in CLUBS.items():
    if game != "confusion":  # which is for two, whatever the edition
        BAD += [
            (game, {f"{edition}.players": [6, 3]}, "seat_range", f"/options/{edition}/players"),
            (game, {f"{edition}.players": [3]}, "malformed_options", f"/options/{edition}/players"),
        ]
    BAD += [
        (game, {f"{edition}.colour": "red"}, "malformed_options", f"/options/{edition}/colour"),
        (game, {edition: {}}, "malformed_options", f"/options/{edition}/{FIRST.get(game, 'name')}"),
        (game, {edition: 7}, "malformed_options", f"/options/{edition}"),
        (game, {edition: None}, "malformed_options", f"/options/{edition}"),
    ]


def usual(game: str) -> Told:
    """A game's usual options, its edition written out."""
    rules = newest(game)
    options: Told = msgspec.json.decode(msgspec.json.encode(rules.Options()))
    return options


def changed(options: Told, changes: Told) -> Told:
    """The options with some parts replaced; a number in the place of a list keeps so many of its entries."""
    made = copy.deepcopy(options)
    for path, value in changes.items():
        *steps, last = (int(step) if step.isdigit() else step for step in path.split("."))
        part: Any = made
        for step in steps:
            part = part[step]
        known = part[last] if isinstance(last, int) or last in part else None
        part[last] = known[:value] if isinstance(known, list) and isinstance(value, int) else value
    return made


def club_options(game: str) -> Told:
    edition, _, changes = CLUBS[game]
    return changed(usual(game), {f"{edition}.{path}": value for path, value in changes.items()})


def test_every_game_has_a_club() -> None:
    assert CLUBS.keys() >= set(names())
    assert {game for game, *_ in BAD} >= set(names())


def asked(hall: Hall, game: str, options: Told) -> Told:
    return hall.asked(CLUBS[game].seats, ruleset=game, options=options)


@pytest.mark.parametrize("game", CLUBS)
def test_a_clubs_own_edition_is_played_and_stands_whole_in_the_record(hall: Hall, game: str) -> None:
    options = club_options(game)
    assert options != usual(game)
    opened = hall.owner.post("/v1/games", asked(hall, game, options))
    assert opened.status == 201, opened.raw
    table = hall.known(opened.body["game"], CLUBS[game].seats)
    assert table.state()["options"] == options
    assert table.log()[0]["options"] == options
    randomly(table, 12)
    assert table.arbiter.get(f"{table.path}/audit").body["ok"]


def randomly(table: Table, plies: int) -> None:
    rng = Random(1)
    for _ in range(plies):
        state = table.state()
        if not state["awaited"]:
            return
        seat = rng.choice(state["awaited"])
        moves = table.seats[seat].get(table.moves).body["moves"]
        answer = table.play(seat, rng.choice(moves), if_match=f'"{state["version"]}"')
        assert answer.status == 200, answer.raw


def told(row: tuple[str, Told, str, str]) -> str:
    game, changes, code, _ = row
    return f"{game} {' '.join(changes)} {code}"


@pytest.mark.parametrize("row", BAD, ids=told)
def test_what_is_wrong_in_an_edition_is_named(hall: Hall, row: tuple[str, Told, str, str]) -> None:
    game, changes, code, pointer = row
    before = events(hall.served.url)
    refused = hall.owner.post("/v1/games", asked(hall, game, changed(usual(game), changes)))
    assert (refused.status, refused.code, refused.body["pointer"]) == (422, code, pointer), refused.raw
    assert events(hall.served.url) == before
    assert "…" not in refused.body["detail"]  # a fact its text asks for is missing
    for language in LANGUAGES:
        assert {code, f"{game}.{code}"} & catalogue(language).problems.keys()


@pytest.mark.parametrize("game", CLUBS)
def test_an_edition_that_is_no_edition_at_all(hall: Hall, game: str) -> None:
    edition = CLUBS[game].edition
    spoil: list[Callable[[Any], Any]] = [lambda _: None, lambda _: -1, lambda _: [], lambda _: "x", lambda _: {"x": 1}]
    whole = usual(game)
    rng = Random(7)
    before = events(hall.served.url)
    opened = 0
    for part in whole[edition]:
        answer = hall.owner.post(
            "/v1/games", asked(hall, game, changed(whole, {f"{edition}.{part}": rng.choice(spoil)(part)}))
        )
        assert answer.status in (201, 422), answer.raw
        opened += answer.status == 201
        if answer.status == 422:
            assert answer.body["pointer"].startswith("/"), answer.raw
    assert opened <= 3  # a name, and what may be left empty
    assert events(hall.served.url) == before + opened
