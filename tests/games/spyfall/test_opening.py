"""The opening, the deal and what is public: S-20 to S-26, S-33, S-34."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.spyfall.edition import OWN_WORDS, SETS, Location, LocationSet, Names, Role, Scoring
from domain.games.spyfall.options import Options
from domain.games.spyfall.rules import SPYFALL
from domain.kernel.outcomes import Draw
from domain.kernel.refusals import BadOptions
from domain.kernel.seats import NOBODY, only
from domain.kernel.seeded import SeededChance
from tests.games.spyfall.table import INTERNATIONAL, Ask, Deal, Guess, Start, Table
from tests.kit.games import Variant, random_game, variants


def changed(index: int, **parts: Any) -> LocationSet:
    """The international set with one location changed."""
    locations = list(INTERNATIONAL.locations)
    locations[index] = replace(locations[index], **parts)
    return replace(INTERNATIONAL, locations=tuple(locations))


def test_S_20_a_location_never_repeats_within_a_game() -> None:
    table = Table().round(location="bank").play(0, Guess("school"))
    assert "bank" not in table.state.unused
    assert len(table.state.unused) == 29
    every_round = Table(rounds=30, seats=3)
    for location in INTERNATIONAL.bag:
        every_round.round(spy=0, location=str(location)).play(0, Guess(str(location)))
    assert every_round.state.unused == ()
    assert every_round.result is not None
    assert every_round.scores == (120, 0, 0)


@pytest.mark.parametrize("seats", [-1, 0, 1, 2, 9])
def test_S_21_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions, match=f"seats: seat_count least=3 most=8 given={seats}"):
        Table(seats=seats)


def test_S_22_more_rounds_than_locations_are_refused() -> None:
    with pytest.raises(BadOptions, match=r"options\.rounds: too_few_locations most=30 given=31"):
        Table(rounds=31)


def test_S_23_five_rounds_of_eight_minutes_are_proposed() -> None:
    options = Options()
    assert (options.rounds, options.minutes, options.box.name) == (5, 8, "international")
    assert Table(minutes=12).wait(100).round().runs_out == 100 + 12 * 60


def test_S_23_either_set_has_thirty_locations_of_seven_roles_in_two_languages() -> None:
    for box in SETS.values():
        assert len(box.locations) == 30
        assert {len(location.roles) for location in box.locations} == {7}
        assert Table(location_set=box.name).state.options.box is box
    assert INTERNATIONAL.places["bank"] == Names("Bank", "Banco")
    assert INTERNATIONAL.roles["bank.teller"] == Names("Teller", "cajero")


def test_S_24_whether_agents_answer_in_role_is_recorded_and_changes_no_legality() -> None:
    assert Options().in_role is True
    one, other = (Table(in_role=in_role).round() for in_role in (True, False))
    assert [table.view(1).in_role for table in (one, other)] == [True, False]
    for seat in range(4):
        assert one.moves(seat) == other.moves(seat)


def test_S_25_one_card_each_for_its_owner_alone() -> None:
    table = Table(seats=4).deal(spy=2, location="bank")
    location, roles, *cards = table.outcomes
    assert isinstance(location, Draw)
    assert isinstance(roles, Draw)
    assert (location.pile, location.seen_by, location.cards) == ("locations", NOBODY, ("bank",))
    assert (roles.pile, roles.seen_by, len(roles.cards)) == ("roles", NOBODY, 3)
    assert [card.seen_by for card in cards if isinstance(card, Draw)] == [only(seat) for seat in range(4)]
    assert table.state.cards[2] == "spy"
    assert sorted((*roles.cards, *table.state.left)) == list(INTERNATIONAL.role_cards["bank"])


def test_S_25_with_eight_players_no_role_is_left_over() -> None:
    table = Table(seats=8).deal(spy=7)
    assert table.state.left == ()
    assert table.refusal(0, Deal()) == "wrong_phase stage=dealt"


def test_S_26_the_first_dealer_is_an_input_and_then_the_last_spy_deals() -> None:
    table = Table(first_dealer=2)
    assert table.awaited == [2]
    assert table.refusal(0, Deal()) == "out_of_turn awaited=2"
    table.round(spy=1).play(1, Guess("school"))
    assert table.awaited == [1]
    assert table.moves(1) == [Deal()]
    assert table.refusal(1, Ask(0)) == "wrong_phase stage=between"


@pytest.mark.parametrize("first", [-1, 4])
def test_S_26_the_first_dealer_sits_at_the_table(first: int) -> None:
    with pytest.raises(BadOptions, match=f"options.first_dealer: no_such_seat given={first} most=3"):
        Table(first_dealer=first)


SHORT = INTERNATIONAL.locations[4].roles[:6]
TWICE = (*INTERNATIONAL.locations[4].roles[:6], INTERNATIONAL.locations[4].roles[0])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rounds": 0}, "rounds: bad_number least=1 most=30 given=0"),
        ({"rounds": -1}, "rounds: bad_number"),
        ({"minutes": 0}, "minutes: bad_number least=1 most=10080 given=0"),
        ({"minutes": -8}, "minutes: bad_number"),
        ({"minutes": 10_081}, "minutes: bad_number least=1 most=10080 given=10081"),
        ({"location_set": "moon"}, "location_set: unknown_location_set given=moon"),
        ({"location_set": changed(4, roles=SHORT)}, r"location_set.locations.4.roles: too_few_roles needed=7 given=6"),
        ({"location_set": changed(4, roles=TWICE)}, r"location_set.locations.4.roles.6.id: id_repeats given=costumer"),
        ({"location_set": changed(4, id="bank")}, r"location_set.locations.4.id: id_repeats given=bank"),
        ({"location_set": changed(4, id="a.b")}, r"location_set.locations.4.id: bad_id given=a.b"),
        ({"location_set": changed(4, name=Names("", "x"))}, r"location_set.locations.4.name.en: bad_name most=80"),
        ({"location_set": changed(4, name=Names("x", "y" * 81))}, r"location_set.locations.4.name.es: bad_name"),
        ({"location_set": changed(4, name=Names("x", "\x1b[8m"))}, r"location_set.locations.4.name.es: bad_name"),
        ({"location_set": changed(4, name=Names("\u200b", "x"))}, r"location_set.locations.4.name.en: bad_name"),
        (
            {"location_set": changed(4, name=Names("x", " BANCO"))},
            r"location_set.locations.4.name.es: name_repeats given= BANCO",
        ),
        ({"location_set": changed(4, id="spy")}, r"location_set.locations.4.id: id_is_taken given=spy"),
        ({"location_set": changed(4, id="dealer")}, r"location_set.locations.4.id: id_is_taken given=dealer"),
        ({"location_set": replace(INTERNATIONAL, name="")}, "location_set.name: bad_name most=80"),
        ({"location_set": replace(INTERNATIONAL, name="x" * 81)}, "location_set.name: bad_name most=80"),
        ({"location_set": replace(INTERNATIONAL, players=(2, 8))}, "location_set.players: seat_range least=2 most=8"),
        ({"location_set": replace(INTERNATIONAL, players=(3, 9))}, "location_set.players: seat_range least=3 most=9"),
        ({"location_set": replace(INTERNATIONAL, players=(5, 4))}, "location_set.players: seat_range"),
        ({"location_set": replace(INTERNATIONAL, locations=())}, "location_set.locations: bad_number least=1"),
        (
            {"location_set": replace(INTERNATIONAL, scoring=replace(INTERNATIONAL.scoring, spy_wins=-1))},
            "location_set.scoring.spy_wins: bad_number least=0 most=1000 given=-1",
        ),
    ],
)
def test_S_33_what_nobody_can_play_is_refused_with_the_entry_at_fault(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOptions, match=f"^options.{words}"):
        Table(**options)


def test_S_33_a_set_may_be_as_large_as_is_said_and_no_larger() -> None:
    def box(locations: int, roles: int, letters: int, points: int) -> LocationSet:
        each = tuple(Role(f"r{number}", Names("x" * letters, "y" * letters)) for number in range(roles))
        places = tuple(Location(f"p{number}", Names(f"{number}", f"{number}"), each) for number in range(locations))
        return LocationSet("x" * letters, (3, 8), Scoring(points, points, points, points), places)

    assert Table(rounds=500, location_set=box(500, 7, 80, 1_000)).state.round == 0
    assert Table(rounds=1, location_set=box(1, 50, 80, 0)).state.round == 0
    for bad in (box(501, 7, 80, 0), box(1, 51, 80, 0), box(1, 7, 81, 0), box(1, 7, 80, 1_001)):
        with pytest.raises(BadOptions, match="location_set"):
            Table(rounds=1, location_set=bad)


@pytest.mark.parametrize("option", ["rounds", "minutes"])
def test_S_33_no_number_is_no_number(option: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({option: None}, Options)


def test_S_33_every_name_and_number_of_a_set_may_be_a_clubs_own() -> None:
    own = Location("attic", Names("Attic", "Desván"), INTERNATIONAL.locations[0].roles)
    table = Table(rounds=1, seats=3, location_set=LocationSet("own", (3, 3), INTERNATIONAL.scoring, (own,)))
    table.round(location="attic").play(0, Guess("attic"))
    assert table.result is not None
    assert table.result.scores == (4, 0, 0)


def test_S_33_a_clubs_own_names_are_on_its_board_in_both_languages() -> None:
    own = Location("bank", Names("River bank", "Orilla"), INTERNATIONAL.locations[2].roles)
    table = Table(rounds=1, seats=3, location_set=LocationSet("own", (3, 3), INTERNATIONAL.scoring, (own,)))
    assert SPYFALL.board(table.view("spectator")).words == {"bank": {"en": "River bank", "es": "Orilla"}}
    table.round(spy=0, location="bank")
    roles = {"bank.armored_car_driver", "bank.branch_manager"}
    assert SPYFALL.board(table.view(1)).words.keys() - {"bank"} == {"bank.armored_car_driver"}
    assert SPYFALL.board(table.view(0)).words.keys() == {"bank"}
    table.play(0, Guess("bank"))
    assert SPYFALL.board(table.view("spectator")).words.keys() - {"bank"} == roles


@pytest.mark.parametrize("variant", variants(SPYFALL), ids=str)
def test_S_33_what_else_lies_on_the_board_is_no_locations_id(variant: Variant) -> None:
    """So that a face is always called one thing, whatever a club calls its locations."""
    for number in range(3):
        for state in random_game(variant, number, leaving=0.02).states:
            board = SPYFALL.board(SPYFALL.view(state, "arbiter"))
            faces = {piece.face for area in board.areas for piece in area.pieces if piece.kind != "seat"}
            assert faces <= board.words.keys() | OWN_WORDS
    assert not OWN_WORDS & board.words.keys()


def test_S_34_an_agent_knows_location_and_role_and_the_spy_only_that() -> None:
    table = Table().round(spy=2, location="bank")
    agent, spy = table.view(0), table.view(2)
    assert agent.players[0].card is not None
    assert agent.players[0].card.location == Names("Bank", "Banco")
    assert agent.players[0].card.role == Names("Armored Car Driver", "conductor del camión blindado")
    assert spy.players[2].card is not None
    assert (spy.players[2].card.spy, spy.players[2].card.location, spy.players[2].card.role) == (True, None, None)
    for view in (agent, spy, table.view("spectator")):
        assert (view.location, view.unused, view.left) == (None, None, None)
        assert not any(place.used for place in view.places)
        assert all(player.has_card for player in view.players)
    assert all(player.card is None for player in table.view("spectator").players)
    assert [player.card is None for player in agent.players] == [False, True, True, True]


def test_S_34_after_the_round_all_is_public_but_what_was_left_over() -> None:
    table = Table().round(spy=2, location="bank").play(2, Guess("school"))
    cards = ["bank.armored_car_driver", "bank.branch_manager", "spy", "bank.consultant"]
    told = [("S-34", f"card {seat}", (card,)) for seat, card in enumerate(cards)]
    assert table.shown == [("S-34", "location", ("bank",)), *told]
    for viewer in (0, 3, "spectator"):
        last = table.view(viewer).last  # type: ignore[arg-type]
        assert last is not None
        assert (last.location.id, last.spy, last.ending) == ("bank", 2, "guessed_wrong")
        assert [card.face if card else None for card in last.cards] == cards
        assert table.view(viewer).left is None  # type: ignore[arg-type]
        assert [place.id for place in table.view(viewer).places if place.used] == ["bank"]  # type: ignore[arg-type]
    faces = {piece.face for area in SPYFALL.board(table.view("spectator")).areas for piece in area.pieces}
    assert {"spy", "bank.consultant"} <= faces


def test_S_34_the_clock_is_public_and_on_the_board() -> None:
    table = Table()

    def clock() -> tuple[timedelta | None, timedelta | None]:
        (found,) = SPYFALL.board(table.view("spectator")).clocks
        return found.ends, found.remaining

    assert clock() == (None, timedelta(minutes=8))
    table.wait(30).round()
    assert clock() == (timedelta(minutes=8, seconds=30), None)
    table.wait(60).accuse(0, 1)
    assert clock() == (None, timedelta(minutes=7))
    assert table.play(2, next(move for move in table.moves(2) if move.yes is False)).time_up() is table  # type: ignore[union-attr]
    assert clock() == (None, timedelta())


def test_S_34_a_deal_tells_nothing_of_who_is_the_spy() -> None:
    """Whoever the spy is, the others are sent the same of the same cards."""
    one, other = Table().deal(spy=1), Table().deal(spy=2)
    assert one.view("spectator") == other.view("spectator")
    assert one.view(0) == other.view(0)
    assert SPYFALL.setup(Options(), 4, SeededChance(bytes(32), 1)) == Table().state
    assert one.moves(0) == other.moves(0) == [Start()]
