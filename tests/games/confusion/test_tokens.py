"""The tokens: CF-R24 to CF-R27, CF-R40, CF-R41, CF-R47, CF-R53."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest
from msgspec.structs import replace

from domain.games.confusion.edition import SKIRMISH, STANDARD
from domain.kernel.outcomes import Show
from domain.kernel.seats import SPECTATOR, only
from tests.games.confusion.table import (
    ALL_TOKENS,
    Attempt,
    ExposeAgent,
    MoveTwo,
    RemoveSuspect,
    Reveal,
    Swap,
    Table,
    Tokens,
)


def table(**options) -> Table:
    return Table(tokens=ALL_TOKENS, **options)


@pytest.mark.parametrize("token", [Reveal("A"), MoveTwo(), Swap("A", "B")], ids=lambda token: type(token).__name__)
def test_CF_R24_one_token_a_turn_each_kind_once_and_in_no_turn_with_an_elimination(token) -> None:
    played = table().play(0, token)
    for other in (Reveal("C"), MoveTwo(), Swap("C", "D")):
        assert played.refusal(0, other) == "token_played"
    for elimination in (RemoveSuspect("A"), ExposeAgent("m")):
        assert played.refusal(0, elimination) == "token_played"
    kind = {"Reveal": "reveal_1", "MoveTwo": "move_2", "Swap": "swap"}[type(token).__name__]
    again = played.put(act="", resting=(), attempts=1, at_home=False)
    assert again.refusal(0, token) == f"no_such_token token={kind}"
    eliminated = table().play(0, RemoveSuspect("M"))
    assert eliminated.refusal(0, token) == "already_eliminated"


def test_CF_R24_before_any_attempt() -> None:
    assert table().attempt("A", "F", 1).refusal(0, Reveal("A")) == "out_of_turn awaited=1"
    second = table().play(0, MoveTwo()).fail("A", "F", 2)
    assert second.refusal(0, Reveal("A")) == "token_played"


def test_CF_R25_of_a_promoted_spy_the_promoted_side_is_shown() -> None:
    played = table().stand(I=(1, 10)).go("I", "F", 1).go("b", "F", 1).play(0, Reveal("I"))
    assert played.outcomes == (Show("CF-R25", "revealed spy", only(0, 1), ("promoted",)),)
    assert played.seen(0, "I").piece is None
    assert played.seen(0, "I").shown == "nobody"


def test_CF_R26_another_spy_must_be_moved_after_a_reveal() -> None:
    played = table().play(0, Reveal("B"))
    assert played.refusal(0, Attempt("B", "F", 1)) == "spy_rests spy=B"
    assert not played.attempts(0, "B")
    played.go("A", "F", 1)
    assert played.awaited == [1]
    played.go("b", "F", 1).go("B", "F", 1)


def test_CF_R26_a_spy_off_the_board_may_be_revealed() -> None:
    played = table().stand(C=None).play(0, Reveal("C"))
    assert played.seen(0, "C").piece == "M03"
    assert played.seen(SPECTATOR, "C").piece is None


def test_CF_R27_two_attempts_by_two_spies_and_never_a_third() -> None:
    played = table().play(0, MoveTwo())
    played.fail("A", "F", 2)
    assert played.awaited == [0]
    assert played.refusal(0, Attempt("A", "F", 1)) == "spy_rests spy=A"
    played.fail("C", "F", 3)
    assert played.awaited == [1]
    assert played.refusal(0, Attempt("D", "F", 1)) == "out_of_turn awaited=1"
    played.go("b", "F", 1)
    assert (played.state.attempts, played.state.at_home) == (1, False)


def test_CF_R27_the_second_spy_is_named_when_the_first_answer_is_known() -> None:
    played = table().play(0, MoveTwo()).attempt("B", "F", 1)
    assert played.awaited == [1]
    played.yes()
    assert played.where("B") == (4, 3)
    assert played.attempts(0, "I")  # the square in front of it is free now


def test_CF_R27_only_from_the_five_own_rows_and_without_the_briefcase() -> None:
    played = table().stand(A=(1, 6), C=(2, 5), D=(6, 5)).case(6, 5).play(0, MoveTwo())
    assert played.refusal(0, Attempt("A", "F", 1)) == "outside_own_half spy=A"
    assert played.refusal(0, Attempt("D", "F", 1, "carry")) == "spy_holds_briefcase spy=D"
    assert not played.attempts(0, "A")
    assert not played.attempts(0, "D")
    played.go("C", "F", 2)
    assert played.where("C") == (2, 7)


def test_CF_R27_red_has_five_rows_of_its_own() -> None:
    played = table(first_player=1).stand(a=(1, 6), b=(2, 7)).play(1, MoveTwo())
    assert played.refusal(1, Attempt("a", "F", 1)) == "outside_own_half spy=a"
    assert played.go("b", "F", 1).where("b") == (2, 6)


def test_CF_R40_each_side_has_the_tokens_it_was_given_and_everybody_sees_which() -> None:
    uneven = Table(white=1, tokens=Tokens(("swap",), ("reveal_1", "move_2")))
    for viewer in (0, 1, SPECTATOR):
        sides = uneven.view(viewer).sides
        assert [(side.colour, side.tokens) for side in sides] == [("red", ("reveal_1", "move_2")), ("white", ("swap",))]
    assert uneven.refusal(0, Swap("a", "b")) == "no_such_token token=swap"
    uneven.play(0, MoveTwo())
    assert uneven.view(SPECTATOR).sides[0].tokens == ("reveal_1",)


def test_CF_R40_without_the_option_there_are_none() -> None:
    usual = Table()
    assert [side.tokens for side in usual.view(0).sides] == [(), ()]
    assert usual.refusal(0, MoveTwo()) == "no_such_token token=move_2"


def test_CF_R40_which_spy_was_shown_is_public_and_what_it_is_is_not() -> None:
    played = table().play(0, Reveal("C"))
    assert played.seen(SPECTATOR, "C").shown == "players"
    assert played.seen(SPECTATOR, "C").piece is None


def test_CF_R41_two_spies_change_squares_unasked_and_a_third_must_be_moved() -> None:
    played = table()
    one, two = played.where("A"), played.where("K")
    played.play(0, Swap("A", "K"))
    assert (played.where("A"), played.where("K")) == (two, one)
    assert played.outcomes == ()
    assert played.awaited == [0]
    for spy in ("A", "K"):
        assert played.refusal(0, Attempt(spy, "F", 1)) == f"spy_rests spy={spy}"
    assert played.go("B", "F", 1).awaited == [1]


def test_CF_R41_both_stand_in_the_own_half_without_the_briefcase() -> None:
    played = table().stand(A=(1, 6), D=(6, 5)).case(6, 5)
    assert played.refusal(0, Swap("A", "B")) == "outside_own_half spy=A"
    assert played.refusal(0, Swap("B", "D")) == "spy_holds_briefcase spy=D"
    assert played.refusal(0, Swap("B", "B")) == "same_spy spy=B"
    assert played.refusal(0, Swap("B", "a")) == "not_your_spy spy=a"
    assert played.stand(C=None).refusal(0, Swap("B", "C")) == "spy_gone spy=C"


def test_CF_R47_too_few_fit_spies_for_a_token() -> None:
    lone = table().alone(A=(3, 3), B=(3, 6), a=(1, 11))
    assert lone.refusal(0, MoveTwo()) == "too_few_spies fit=1"
    assert lone.refusal(0, Swap("A", "B")) == "too_few_spies fit=1"
    kinds = {type(move).__name__ for move in lone.moves(0)}
    assert kinds == {"Attempt", "OfferDraw", "RemoveSuspect", "Reveal"}


def test_CF_R47_a_first_attempt_that_wins_ends_the_game() -> None:
    """The briefcase lies on Red's home row, and on a small board that is not far from one's own half."""
    deal = ("S1", "S2", "S3", "S4", "DA")
    small = Table((deal, deal), edition=SKIRMISH, tokens=ALL_TOKENS)
    small.alone(B=(2, 2), A=(1, 1), a=(5, 5)).case(2, 5).play(0, MoveTwo()).go("B", "F", 3)
    assert small.result is not None
    assert small.result.why == "briefcase"


def test_CF_R53_without_a_second_spy_the_turn_ends() -> None:
    """Each of two spies is fit; the first captures nothing, but the second is the only one left to move, and cannot."""
    pair = table().alone(A=(3, 3), B=(3, 4), a=(1, 11)).play(0, MoveTwo()).fail("A", "R", 2)
    assert pair.awaited == [0]
    pair.fail("B", "R", 2)
    assert pair.awaited == [1]
    alone = table().alone(A=(3, 3), B=(3, 4), a=(1, 11)).play(0, MoveTwo()).stand(B=(3, 6)).fail("A", "R", 2)
    assert alone.awaited == [1]


def test_CF_R53_with_two_spies_that_cannot_get_anywhere_the_turn_ends_at_once() -> None:
    """H and I stand in the corner; the spies around them hold the briefcase or are outside their half."""
    edition = replace(STANDARD, own_half=1)
    corner = table(edition=edition).case(3, 1)
    corner.alone(H=(1, 1), I=(2, 1), A=(1, 2), B=(2, 2), C=(3, 2), E=(3, 1), a=(1, 11))
    assert corner.holder == "E"
    assert corner.play(0, MoveTwo()).awaited == [1]


def test_CF_R53_the_rows_are_looked_at_before_each_attempt() -> None:
    played = table().stand(A=(1, 5), C=(2, 5)).play(0, MoveTwo()).go("A", "F", 1)
    assert played.where("A") == (1, 6)
    played.go("C", "F", 2)
    assert played.where("C") == (2, 7)


def test_CF_R53_an_elimination_or_a_token_comes_before_a_turn_that_passes() -> None:
    """With two spies left Swap leaves nobody to move: the turn passes, and before Swap all the rest was possible."""
    pair = table().alone(A=(3, 3), B=(3, 4), a=(1, 11))
    assert {type(move).__name__ for move in pair.moves(0)} >= {"RemoveSuspect", "Reveal", "Swap", "MoveTwo"}
    pair.play(0, Swap("A", "B"))
    assert pair.awaited == [1]
    assert (pair.where("A"), pair.where("B")) == ((3, 4), (3, 3))
    assert (pair.state.act, pair.state.resting, pair.state.quiet) == ("", (), 0)
