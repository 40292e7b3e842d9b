"""A club's own edition: what adds up can be played, what does not is refused by its entry."""

from typing import Any

import msgspec
import pytest

from domain.games.virus.edition import BASE, EDITIONS, EVOLUTION, Edition, Totals
from domain.games.virus.options import Options
from domain.games.virus.rules import VIRUS
from domain.kernel.refusals import BadOptions
from domain.kernel.seeded import SeededChance


def changed(**parts: Any) -> Edition:
    """The base edition with some entries changed; `cards` maps an index to its changed fields."""
    told = msgspec.json.decode(msgspec.json.encode(BASE))
    for index, fields in parts.pop("cards", {}).items():
        told["cards"][index] |= fields
    return msgspec.convert(told | parts, Edition)


def refused(edition: Edition | str) -> tuple[str, str]:
    """The entry at fault, and the code."""
    with pytest.raises(BadOptions) as refusal:
        VIRUS.setup(Options(edition=edition), 2, SeededChance(bytes(32), 1))
    assert refusal.value.path.startswith("options.edition")
    return refusal.value.path.removeprefix("options.edition").removeprefix("."), refusal.value.code


@pytest.mark.parametrize(
    ("parts", "path", "code"),
    [
        ({"name": ""}, "name", "bad_name"),
        ({"name": "  "}, "name", "bad_name"),
        ({"name": "club\x1b[2J"}, "name", "bad_name"),
        ({"name": "x" * 81}, "name", "bad_name"),
        ({"players": (1, 4)}, "players", "seat_range"),
        ({"players": (2, 9)}, "players", "seat_range"),
        ({"hand_size": 0}, "hand_size", "bad_hand_size"),
        ({"hand_size": 6}, "hand_size", "bad_hand_size"),
        ({"healthy_organs_to_win": 6}, "healthy_organs_to_win", "bad_goal"),
        ({"healthy_organs_in_duel": 0}, "healthy_organs_in_duel", "bad_goal"),
        ({"total": 70}, "total", "counts_do_not_add_up"),
        ({"cards": {5: {"count": 3}}}, "totals_by_kind.virus", "counts_do_not_add_up"),
        ({"cards": {5: {"count": 0}}}, "cards.5.count", "bad_count"),
        ({"cards": {6: {"id": "virus_red"}}}, "cards.6.id", "card_ids_repeat"),
        ({"cards": {6: {"id": ""}}}, "cards.6.id", "bad_id"),
        ({"cards": {6: {"id": "x" * 41}}}, "cards.6.id", "bad_id"),
        ({"cards": {6: {"id": "Ébola \u202e\x1b[2J"}}}, "cards.6.id", "bad_id"),
        ({"cards": {6: {"color": "red"}}}, "cards.6", "cards_repeat"),
        ({"cards": {6: {"color": "bionic"}}}, "cards.6.color", "wrong_feature"),
        ({"cards": {6: {"color": None}}}, "cards.6.color", "wrong_feature"),
        ({"cards": {6: {"strain": "experimental"}}}, "cards.6.strain", "wrong_feature"),
        ({"cards": {6: {"treatment": "contagion"}}}, "cards.6.treatment", "wrong_feature"),
        ({"cards": {15: {"treatment": None}}}, "cards.15.treatment", "wrong_feature"),
        ({"cards": {15: {"color": "red"}}}, "cards.15.color", "wrong_feature"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused_by_its_entry(parts: dict[str, Any], path: str, code: str) -> None:
    assert refused(changed(**parts)) == (path, code)


def organs_alone(copies: int, most: int, hand_size: int) -> Edition:
    """So many copies of three organs and no other card, for a win with all three or, in a duel, one of them."""
    return Edition(
        name="x" * 80,
        players=(2, most),
        hand_size=hand_size,
        healthy_organs_to_win=3,
        healthy_organs_in_duel=1,
        total=3 * copies,
        totals_by_kind=Totals(organ=3 * copies, virus=0, medicine=0, treatment=0),
        cards=tuple(msgspec.structs.replace(card, count=copies) for card in BASE.cards[:3]),
    )


def test_an_edition_with_too_few_cards_is_refused() -> None:
    assert refused(organs_alone(copies=4, most=4, hand_size=3)) == ("total", "too_few_cards")


@pytest.mark.parametrize(("copies", "most", "hand_size"), [(4, 2, 5), (3, 8, 1)])
def test_an_edition_at_its_bounds_is_played(copies: int, most: int, hand_size: int) -> None:
    options = Options(edition=organs_alone(copies, most, hand_size))
    assert VIRUS.components(VIRUS.setup(options, most, SeededChance(bytes(32), 1))).total() == 3 * copies


def test_an_edition_nobody_knows_is_refused() -> None:
    assert refused("third") == ("", "unknown_edition")


def test_what_is_wrong_is_told_shortly_however_long_it_is() -> None:
    for edition in ("x" * 100_000, changed(cards={6: {"id": "x" * 100_000}})):
        with pytest.raises(BadOptions) as refusal:
            VIRUS.setup(Options(edition=edition), 2, SeededChance(bytes(32), 1))
        assert refusal.value.facts["given"] == "x" * 80


def test_an_edition_is_recorded_whole() -> None:
    for name, edition in EDITIONS.items():
        assert Options(edition=name).edition == edition
    assert EVOLUTION.totals_by_kind.organ == 26
    assert [card.count for card in EVOLUTION.cards if card.id == "organ_red"] == [6]


def test_a_club_may_add_a_second_multicolour_virus() -> None:
    totals = {"organ": 21, "virus": 18, "medicine": 20, "treatment": 10}
    edition = changed(name="club", total=69, totals_by_kind=totals, cards={9: {"count": 2}})
    state = VIRUS.setup(Options(edition=edition), 6, SeededChance(bytes(32), 1))
    assert VIRUS.components(state).total() == 69
