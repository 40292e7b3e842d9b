"""V-95: players leave, at the worst moments too."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from domain.kernel.refusals import ALREADY_WITHDRAWN, NO_SUCH_SEAT, IllegalMove
from domain.kernel.seats import ALL
from tests.games.virus.table import (
    Contagion,
    MedicalError,
    Pass,
    SecondOpinion,
    Spread,
    Suit,
    Table,
    Transplant,
    infect,
)


def evolution(*hands: str, **options: object) -> Table:
    return Table(*hands, edition="evolution", **options)


def leaves(table: Table, seat: int) -> str:
    """The code with which a withdrawal is refused."""
    try:
        table.leave(seat)
    except IllegalMove as refusal:
        return refusal.code
    raise AssertionError


def test_V_95_hand_then_body_go_to_the_discard_pile_and_the_seat_is_skipped() -> None:
    table = Table("o-red", "transplant v-blue o-red", "o-red", bodies=("", "blue+v-blue green"), discards="m-red")
    table.leave(1)
    assert table.discards == "m-red o-red v-blue transplant o-blue v-blue o-green"
    assert table.shows == [("V-95", "hand 1", ALL, "o-red v-blue transplant")]
    assert (table.body(1), table.hand(1), table.turn) == ("", "", 0)
    assert [player.withdrawn for player in table.view(0).players] == [False, True, False]
    assert table.skip(0).turn == 2
    assert leaves(table, 1) == ALREADY_WITHDRAWN
    assert leaves(table, 3) == NO_SUCH_SEAT


def test_V_95_the_turn_of_who_leaves_passes_on_without_a_draw() -> None:
    table = Table("o-red v-red", "o-blue", "o-green").leave(0)
    assert (table.turn, table.hand(0)) == (1, "")


def test_V_95_the_last_player_wins() -> None:
    table = Table("o-red", "o-blue", bodies=("red", "blue")).leave(0)
    assert table.result is not None
    assert (table.winner, table.result.why, table.result.places) == (1, "last_player", (2, 1))


def test_V_95_who_left_comes_behind_all_who_stayed() -> None:
    table = Table("o-red", "o-blue", "o-green", bodies=("red", "", "")).leave(0).leave(2)
    assert table.result is not None
    assert table.result.places == (2, 1, 2)


def test_V_95_who_left_is_no_target_any_more() -> None:
    table = evolution("medical_error second_opinion", "o-blue", "o-green").leave(1)
    assert table.refusal(0, MedicalError(1)) == "has_left"
    assert table.refusal(0, SecondOpinion(1)) == "has_left"


def test_V_95_the_attacker_leaves_while_others_are_asked() -> None:
    table = evolution("v-red o-green", "o-blue", "o-red", bodies=("blue", "red")).play(0, infect("v-red", 1, "red"))
    table.leave(0)
    assert (table.body(1), table.discards, table.turn) == ("red", "v-red o-green o-blue", 1)


def test_V_95_the_target_leaves_and_the_card_goes_elsewhere() -> None:
    table = evolution("v-red", "o-blue", "o-red", bodies=("", "red", "red")).play(0, infect("v-red", 1, "red"))
    table.leave(1)
    assert table.moves(0) == [infect("v-red", 2, "red")]
    assert table.play(0, infect("v-red", 2, "red")).passes(2).body(2) == "red+v-red"


def test_V_95_the_target_leaves_and_no_other_is_left() -> None:
    table = evolution("v-red", "o-blue", "o-red", bodies=("", "red", "blue")).play(0, infect("v-red", 1, "red"))
    table.leave(1)
    assert (table.discards, table.turn) == ("o-blue o-red v-red", 2)


def test_V_95_the_other_target_leaves_while_the_card_is_aimed_anew() -> None:
    hands = ("transplant", "protective_suit", "o-red", "o-red")
    table = evolution(*hands, bodies=("green", "red", "blue", "yellow")).play(0, Transplant(1, "red", 2, "blue"))
    table.play(1, Suit()).play(2, Pass()).leave(2)
    assert table.moves(0) == [Transplant(0, "green", 3, "yellow")]


def test_V_95_a_contagion_loses_the_places_of_who_left() -> None:
    bodies = ("red+v-red blue+v-blue", "red", "blue multi")
    table = (
        evolution("contagion", "o-red", "o-red", bodies=bodies).play(0, Contagion()).play(0, Spread("red", 1, "red"))
    )
    table.leave(1)
    assert Spread("red", 2, "multi") in table.moves(0)
    table.play(0, Spread("red", 2, "multi")).play(0, Spread("blue", 2, "blue")).passes(2)
    assert (table.body(0), table.body(2)) == ("red blue", "blue+v-blue multi+v-red")


def test_V_95_a_contagion_that_others_answer_spares_who_left_and_reaches_the_rest() -> None:
    bodies = ("red+v-red blue+v-blue", "red", "blue")
    table = evolution("contagion", "o-red", "o-red", bodies=bodies).play(0, Contagion())
    table.play(0, Spread("red", 1, "red")).play(0, Spread("blue", 2, "blue")).leave(1)
    assert table.passes(2).turn == 2
    assert (table.body(0), table.body(2)) == ("red+v-red blue", "blue+v-blue")


def test_V_95_a_contagion_with_nowhere_left_to_go_is_discarded() -> None:
    table = evolution("contagion", "o-red", "o-red", bodies=("red+v-red", "red", "blue")).play(0, Contagion())
    table.leave(1)
    assert (table.body(0), table.discards, table.turn) == ("red+v-red", "o-red o-red contagion", 2)


def test_V_95_a_card_on_the_table_when_one_player_is_left_is_discarded() -> None:
    table = evolution("v-red", "o-blue", bodies=("", "red")).play(0, infect("v-red", 1, "red")).leave(1)
    assert (table.winner, table.state.played, table.discards) == (0, "", "o-blue o-red v-red")
