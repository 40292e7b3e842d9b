"""What many games check of an edition that comes from outside: the very bounds, and the path of the entry at fault."""

from collections.abc import Callable

import pytest

from domain.kernel.editions import (
    check_different,
    check_id,
    check_length,
    check_name,
    check_number,
    check_players,
    no_such_edition,
)
from domain.kernel.refusals import BadOptions


def refused(check: Callable[[], None]) -> str:
    """The refusal in a line."""
    with pytest.raises(BadOptions) as refusal:
        check()
    return str(refusal.value)


@pytest.mark.parametrize("name", ["x", "Ñandú y café", "x" * 80, "42"])
def test_a_name_that_can_be_read_is_good(name: str) -> None:
    check_name("edition.name", name)


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "two\nlines", "\x1b[2J", "\N{RIGHT-TO-LEFT OVERRIDE}", "\u200b"])
def test_a_name_that_is_blank_too_long_or_not_printable_is_refused(name: str) -> None:
    assert refused(lambda: check_name("edition.name", name)) == "edition.name: bad_name most=80"


def test_names_may_have_a_bound_of_their_own() -> None:
    check_name("edition.name", "x" * 5, most=5)
    assert refused(lambda: check_name("edition.name", "x" * 6, most=5)) == "edition.name: bad_name most=5"


@pytest.mark.parametrize("given", ["", "Bank", "a.b", "a b", "año", "x" * 41, "x\n"])
def test_an_id_is_plain(given: str) -> None:
    check_id("cards.0.id", "organ_2")
    check_id("cards.0.id", "x" * 40)
    assert refused(lambda: check_id("cards.0.id", given)) == f"cards.0.id: bad_id given={given}"


def test_of_what_was_sent_no_more_is_repeated_than_it_takes_to_know_it_again() -> None:
    assert refused(lambda: check_id("cards.0.id", "x" * 1_000)) == f"cards.0.id: bad_id given={'x' * 80}"
    assert no_such_edition("edition", "unknown_edition", "x" * 99, ("base",)).facts == {
        "given": "x" * 80,
        "known": ("base",),
    }


def test_the_bounds_of_a_number_are_numbers_it_may_be() -> None:
    check_number("hand", 1, 1, 5)
    check_number("hand", 5, 1, 5)
    assert refused(lambda: check_number("hand", 0, 1, 5)) == "hand: bad_number least=1 most=5 given=0"
    assert refused(lambda: check_number("hand", 6, 1, 5)) == "hand: bad_number least=1 most=5 given=6"


def test_a_list_may_be_as_long_as_its_bound() -> None:
    check_length("cards", (1, 2), 2)
    assert refused(lambda: check_length("cards", (1, 2, 3), 2)) == "cards: too_many most=2 given=3"


@pytest.mark.parametrize("players", [(2, 8), (2, 2), (8, 8)])
def test_players_are_within_what_can_play(players: tuple[int, int]) -> None:
    check_players("players", players, 2, 8)


@pytest.mark.parametrize("players", [(1, 8), (2, 9), (5, 4)])
def test_players_out_of_bounds_or_order_are_refused(players: tuple[int, int]) -> None:
    told = f"players: seat_range least={players[0]} most={players[1]} fewest=2 limit=8"
    assert refused(lambda: check_players("players", players, 2, 8)) == told


def test_the_second_of_two_is_named_and_what_is_taken_counts_as_the_first() -> None:
    entries = (("ids.0", "a"), ("ids.1", "b"), ("ids.2", "a"))
    check_different(entries[:2], "ids_repeat")
    assert refused(lambda: check_different(entries, "ids_repeat")) == "ids.2: ids_repeat given=a"
    assert refused(lambda: check_different(entries, "ids_repeat", taken=("b",))) == "ids.1: ids_repeat given=b"
