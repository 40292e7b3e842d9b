"""Opening a table, and the choices before the first turn: C-85 to C-92."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.coup.edition import EDITIONS, Action, Edition, Substitute
from domain.games.coup.options import Options
from domain.games.coup.rules import COUP
from domain.kernel.refusals import BadOptions
from domain.kernel.seats import only
from domain.kernel.seeded import SeededChance
from tests.games.coup.table import ChooseCard, Table, spain, urbis


def opened(seats: int, **options: Any) -> Any:
    return COUP.setup(Options(**options), seats, SeededChance(bytes(32), 1))


def refused(seats: int, **options: Any) -> str:
    with pytest.raises(BadOptions) as refusal:
        opened(seats, **options)
    return str(refusal.value)


@pytest.mark.parametrize(("seats", "copies"), [(2, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5)])
def test_C_85_the_more_players_the_more_copies_are_in_play(seats: int, copies: int) -> None:
    deck = Options(edition="base_plus_reformation").book.deck(seats)
    assert {deck.count(card) for card in set(deck)} == {copies}
    assert len(deck) == 5 * copies


def test_C_85_the_french_box_has_no_fifth_copy_and_urbis_shuffles_all() -> None:
    assert len(Options(edition="ferti_24").book.deck(8)) == 20
    assert [len(Options(edition="urbis_25").book.deck(seats)) for seats in (2, 6, 10)] == [25, 25, 25]


def test_C_86_two_cards_and_two_coins_each() -> None:
    table = Table("duke assassin", "captain contessa", "duke duke")
    assert table.state.hands == (("assassin", "duke"), ("captain", "contessa"), ("duke", "duke"))
    assert len(table.state.court) == 9
    assert (table.coins, table.state.treasury) == ((2, 2, 2), 44)
    assert [outcome.seen_by for outcome in table.outcomes] == [only(0), only(1), only(2)]


def test_C_87_who_begins_is_given() -> None:
    assert Table(first_player=2).turn == 2
    assert refused(4, first_player=4) == "options.first_player: no_such_seat given=4 most=3"
    assert refused(4, first_player=-1).startswith("options.first_player: no_such_seat")


def test_C_88_of_two_players_the_one_who_begins_has_one_coin() -> None:
    pair = ("duke duke", "captain captain")
    assert Table(*pair, first_player=1).coins == (2, 1)
    assert Table(*pair, two_player_handicap=False).coins == (2, 2)
    assert urbis(*pair).coins == (1, 2)
    assert Table("duke duke", "captain captain", "contessa contessa").coins == (2, 2, 2)


def choice() -> Table:
    return Table("duke", "captain", two_player_choice=True)


def test_C_89_each_keeps_one_card_of_a_set_in_secret() -> None:
    table = choice()
    assert (table.awaited, table.coins) == ([0, 1], (1, 2))
    assert table.view(0).set == ("ambassador", "assassin", "captain", "contessa", "duke")
    assert (table.view(0).players[0].hand, table.view(0).players[1].hand) == (("duke",), None)
    assert len(table.state.court) == 3
    table.play(1, ChooseCard("contessa"))
    assert table.awaited == [0]
    assert table.refusal(1, ChooseCard("duke")) == "out_of_turn awaited=(0,)"
    assert table.refusal(0, ChooseCard("inquisitor")) == "card_not_in_set card=inquisitor"
    table.play(0, ChooseCard("duke"))
    assert (table.hand(0), table.hand(1), table.turn) == ("duke duke", "captain contessa", 0)


def test_C_89_the_choice_is_for_two_with_three_sets() -> None:
    assert refused(3, two_player_choice=True) == "seats: two_players_only option=two_player_choice given=3"
    wanted = "options.two_player_choice: needs_three_copies edition=urbis_25"
    assert refused(2, two_player_choice=True, edition="urbis_25") == wanted
    assert opened(2, two_player_choice=True, edition="ciudad_corrupta_18", inquisitor=True).sets[0][-1] == "inquisitor"


def test_C_90_the_court_is_shuffled_afterwards_and_ends_with_eleven() -> None:
    table = choice().play(0, ChooseCard("duke")).play(1, ChooseCard("duke"))
    court = table.state.court
    assert (len(court), court) == (11, tuple(sorted(court)))
    assert table.view(0).court is None


def test_C_91_the_treasury_never_runs_out() -> None:
    table = Table().rich(9, 9, 9, 20).put(turn=0)
    assert table.state.treasury == 3
    table.put(treasury=0, reserve=3).declare("tax").passes()
    assert (table.coins[0], table.state.treasury) == (12, -3)


@pytest.mark.parametrize(
    ("edition", "option"),
    [
        ("base_15", "inquisitor"),
        ("urbis_25", "inquisitor"),
        ("base_15", "reformation"),
        ("ferti_24", "reformation"),
        ("base_plus_reformation", "mecenas"),
        ("ciudad_corrupta_18", "abogado"),
    ],
)
def test_C_92_options_the_edition_has_no_cards_for_are_refused_by_name(edition: str, option: str) -> None:
    assert refused(4, edition=edition, **{option: True}) == f"options.{option}: not_in_edition edition={edition}"


@pytest.mark.parametrize(("edition", "most"), [("base_15", 6), ("ciudad_corrupta_18", 6), ("ferti_24", 8)])
def test_C_92_a_table_outside_the_edition_s_range_is_refused(edition: str, most: int) -> None:
    assert COUP.seats(Options(edition=edition)) == range(2, most + 1)
    wanted = f"seats: seat_count least=2 most={most} given={most + 1}"
    assert refused(most + 1, edition=edition) == wanted


def test_C_92_the_printed_boxes_are_what_they_are() -> None:
    boxes = {name: sum(copies for _, copies in box.characters) for name, box in EDITIONS.items()}
    extras = {name: sum(each.copies for each in box.substitutes) for name, box in EDITIONS.items()}
    assert boxes == {
        "base_15": 15,
        "ciudad_corrupta_18": 15,
        "ferti_24": 20,
        "base_plus_reformation": 25,
        "urbis_25": 25,
    }
    assert extras == {
        "base_15": 0,
        "ciudad_corrupta_18": 3,
        "ferti_24": 4,
        "base_plus_reformation": 5,
        "urbis_25": 10,
    }
    assert {name: box.worth for name, box in EDITIONS.items()} == {
        "base_15": 50,
        "ciudad_corrupta_18": 42,
        "ferti_24": 54,
        "base_plus_reformation": 50,
        "urbis_25": 99,
    }


def test_C_92_a_club_s_own_edition_may_allow_more() -> None:
    urbis_box = EDITIONS["urbis_25"]
    own = replace(
        urbis_box,
        name="club",
        substitutes=(*urbis_box.substitutes, Substitute(character="inquisitor", copies=5, replaces="ambassador")),
    )
    state = opened(5, edition=own, inquisitor=True, mecenas=True, abogado=True, reformation=True)
    assert set(state.options.book.characters) == {"mecenas", "assassin", "captain", "inquisitor", "abogado"}


def test_an_edition_s_name_is_replaced_by_the_edition_so_that_a_record_needs_no_file() -> None:
    read = msgspec.json.decode(b'{"edition": "urbis_25", "mecenas": true}', type=Options)
    assert read.edition == EDITIONS["urbis_25"]
    assert msgspec.json.decode(msgspec.json.encode(read), type=Options) == read
    assert refused(4, edition="nowhere").startswith("options.edition: unknown_edition given=nowhere")
    with pytest.raises(BadOptions):
        COUP.seats(Options(edition="nowhere"))


def other(**parts: Any) -> Edition:
    return replace(EDITIONS["urbis_25"], **parts)


def action(**parts: Any) -> tuple[Action, ...]:
    actions = EDITIONS["urbis_25"].actions
    return (*actions, Action(name="own", **parts))


@pytest.mark.parametrize(
    ("edition", "wanted"),
    [
        (other(players=(4, 3)), "options.edition.players: seat_range"),
        (other(players=(1, 3)), "options.edition.players: seat_range"),
        (other(players=(2, 31)), "options.edition.players: seat_range least=2 most=31 fewest=2 limit=30"),
        (other(name="\N{RIGHT-TO-LEFT OVERRIDE}"), "options.edition.name: bad_name most=80"),
        (other(characters=((" ", 3),)), "options.edition.characters.0.0: bad_name"),
        (other(characters=(("duke", 300), ("bard", 300))), "options.edition.characters: too_many most=500 given=600"),
        (other(factions=("one", "two\n")), "options.edition.factions.1: bad_name"),
        (other(heir="x" * 81), "options.edition.heir: bad_name"),
        (other(coins=((1, -1),)), "options.edition.coins.0.1: bad_number"),
        (other(forced_at=10**9), "options.edition.forced_at: bad_number"),
        (other(faction_cards=-1), "options.edition.faction_cards: bad_number"),
        (other(actions=action()[:1] * 51), "options.edition.actions: too_many most=50 given=51"),
        (other(actions=action(draw=(("duke", 6),))), "options.edition.actions.12.draw.0.1: bad_number"),
        (other(actions=action(claims=("",))), "options.edition.actions.12.claims.0: bad_name"),
        (other(characters=()), "options.edition.characters: no_characters"),
        (other(characters=(("duke", 3), ("duke", 3))), "options.edition.characters.1.0: name_repeats given=duke"),
        (other(characters=(("duke", 0),), substitutes=()), "options.edition.characters.0.1: bad_number"),
        (other(characters=(("contessa", 3), ("duke", 3))), "options.edition.characters: too_few_cards"),
        (other(substitutes=(Substitute("mecenas", 0, "duke"),)), "options.edition.substitutes.0.copies: bad_number"),
        (other(substitutes=(Substitute("mecenas", 3, "x"),)), "options.edition.substitutes.0.replaces: unknown_char"),
        (other(copies_in_play=((3, 0),)), "options.edition.copies_in_play.0.1: bad_number"),
        (other(copies_in_play=((3, 3),)), "options.edition.copies_in_play: too_few_players"),
        (other(coins=((0, 3),)), "options.edition.coins.0.0: bad_number"),
        (other(starting_coins=0), "options.edition.starting_coins: bad_number"),
        (other(factions=("one",)), "options.edition.factions: two_factions"),
        (other(forced="nothing"), "options.edition.forced: forced_action"),
        (other(forced_at=6), "options.edition.forced: forced_action"),
        (other(actions=()), "options.edition.actions: no_free_action"),
        (other(actions=action() + action()[-1:]), "options.edition.actions.13.name: name_repeats given=own"),
        (other(actions=action(gain=-1)), "options.edition.actions.12.gain: bad_number"),
        (other(actions=action(target_loses=1)), "options.edition.actions.12.target: target_needed"),
        (other(actions=action(claims=("duke",), denies=("duke",))), "options.edition.actions.12.denies: claims_and"),
        (other(actions=action(blockable_by=("duke",))), "options.edition.actions.12.blockers: blockers_missing"),
        (other(actions=action(converts="self")), "options.edition.actions.12.needs: needs_reformation"),
        (other(actions=action(claims=("duke", "captain"))), "options.edition.actions.12.claims: two_in_play"),
    ],
)
def test_C_92_an_edition_nobody_can_play_is_refused_naming_the_entry(edition: Edition, wanted: str) -> None:
    assert refused(10, edition=edition).startswith(wanted)


def test_C_92_no_edition_has_more_moves_than_a_move_is_one_decision_allows() -> None:
    free = EDITIONS["base_15"].actions
    actions = (*free, *(Action(name=f"own {n}", target=True) for n in range(50 - len(free))))
    most = other(players=(2, 30), characters=(("duke", 100),), substitutes=(), copies_in_play=(), actions=actions)
    assert 1_000 < len(list(COUP.moves(opened(30, edition=most), 0))) < 2_000


def test_C_92_options_that_get_in_each_other_s_way_are_refused() -> None:
    both = other(substitutes=(Substitute("mecenas", 5, "duke"), Substitute("abogado", 5, "duke")))
    assert refused(4, edition=both, mecenas=True, abogado=True) == "options: replaced_twice edition=urbis_25"
    assert refused(4, edition=other(heir=""), abogado=True) == "options.edition.heir: no_heir edition=urbis_25"
    assert refused(10, edition=other(faction_cards=8), reformation=True).startswith("seats: seat_count least=2 most=8")
    assert refused(2, edition=other(faction_cards=1), reformation=True).startswith(
        "options.edition.faction_cards: bad_n"
    )


def test_the_inquisitor_takes_the_ambassador_s_place() -> None:
    deck = spain("duke duke", "captain captain").state.options.book.deck(2)
    assert (deck.count("inquisitor"), deck.count("ambassador"), len(deck)) == (3, 0, 15)
