"""Eliminations: CF-R20 to CF-R23, CF-R44 to CF-R46, CF-R50."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from domain.kernel.outcomes import Hidden, Show, as_seen
from domain.kernel.seats import ALL, SPECTATOR, only
from tests.games.confusion.table import (
    ALL_TOKENS,
    PIECES,
    Answer,
    Attempt,
    ExposeAgent,
    MoveTwo,
    RemoveSuspect,
    Reveal,
    Table,
)


@pytest.mark.parametrize("spy", ["M", "A"])
def test_CF_R20_a_suspect_goes_whatever_it_is_and_the_attempt_follows(spy: str) -> None:
    table = Table().play(0, RemoveSuspect(spy))
    assert table.where(spy) is None
    assert table.spy(spy).fate == "suspected"
    assert table.awaited == [0]
    table.go("B", "F", 1)
    assert table.awaited == [1]


def test_CF_R20_once_a_turn_and_again_in_the_next() -> None:
    table = Table().play(0, RemoveSuspect("M"))
    assert table.refusal(0, RemoveSuspect("A")) == "already_eliminated"
    table.go("B", "F", 1).go("b", "F", 1)
    assert table.play(0, RemoveSuspect("A")).where("A") is None


def test_CF_R20_not_after_the_attempt() -> None:
    table = Table().attempt("B", "F", 1)
    assert table.refusal(0, RemoveSuspect("A")) == "out_of_turn awaited=1"
    table.yes()
    assert table.refusal(0, RemoveSuspect("A")) == "out_of_turn awaited=1"


def test_CF_R21_the_real_double_agent_only() -> None:
    table = Table()
    assert table.refusal(0, ExposeAgent("a")) == "not_the_double_agent spy=a"
    assert [move for move in table.moves(0) if isinstance(move, ExposeAgent)] == [ExposeAgent("m")]
    table.play(0, ExposeAgent("m"))
    assert table.where("m") is None
    assert table.spy("m").fate == "exposed"
    assert table.awaited == [0]
    table.go("B", "F", 1)


def test_CF_R21_one_turn_it_is_eliminated_and_the_briefcase_it_brought_is_taken() -> None:
    """The double agent has brought the briefcase into White's half: it goes, and a spy steps onto the briefcase."""
    table = Table().alone(B=(6, 1), m=(6, 3), a=(1, 11)).case(6, 3)
    assert table.holder == "m"
    table.play(0, ExposeAgent("m")).go("B", "F", 2)
    assert table.holder == "B"


def test_CF_R22_not_both_eliminations_in_one_turn() -> None:
    table = Table().play(0, RemoveSuspect("M"))
    assert table.refusal(0, ExposeAgent("m")) == "already_eliminated"
    table = Table().play(0, ExposeAgent("m"))
    assert table.refusal(0, RemoveSuspect("M")) == "already_eliminated"


def test_CF_R23_a_removed_holder_leaves_the_briefcase_where_it_stood() -> None:
    table = Table().stand(A=(6, 5)).case(6, 5)
    assert table.holder == "A"
    table.play(0, RemoveSuspect("A"))
    assert table.holder is None
    assert table.briefcase == (6, 5)


def test_CF_R44_what_is_no_possible_victim_is_refused() -> None:
    table = Table().stand(A=None, m=None)
    assert table.refusal(0, RemoveSuspect("A")) == "spy_gone spy=A"
    assert table.refusal(0, RemoveSuspect("a")) == "not_your_spy spy=a"
    assert table.refusal(0, RemoveSuspect("z")) == "no_such_spy spy=z"
    assert table.refusal(0, ExposeAgent("m")) == "spy_gone spy=m"
    assert table.refusal(0, ExposeAgent("M")) == "your_own_spy spy=M"
    assert table.refusal(0, ExposeAgent("z")) == "no_such_spy spy=z"


def test_CF_R44_reveal_one_takes_spies_off_the_board_but_none_of_the_enemy() -> None:
    table = Table(tokens=ALL_TOKENS).stand(A=None)
    assert table.refusal(0, Reveal("a")) == "not_your_spy spy=a"
    assert table.play(0, Reveal("A")).seen(0, "A").piece == "M01"


@pytest.mark.parametrize("deal", [PIECES, (*PIECES[:11], "DA", "M12")])
def test_CF_R45_nobody_says_what_a_removed_suspect_was(deal: tuple[str, ...]) -> None:
    table = Table((deal, PIECES)).play(0, RemoveSuspect("M"))
    assert table.outcomes == ()
    for viewer in (0, SPECTATOR):
        assert table.seen(viewer, "M").piece is None
    assert table.seen(1, "M").piece == deal[-1]


def test_CF_R46_the_last_own_spy_may_go_and_that_loses() -> None:
    table = Table().alone(A=(1, 1), a=(1, 11)).play(0, RemoveSuspect("A"))
    assert table.result is not None
    assert (table.result.why, table.result.places) == ("no_spies", (2, 1))


def test_CF_R50_an_exposed_double_agent_is_seen_by_everybody() -> None:
    table = Table().play(0, ExposeAgent("m"))
    assert table.outcomes == (Show("CF-R50", "eliminated spy", ALL, ("DA",)),)
    for viewer in (0, 1, SPECTATOR):
        assert table.seen(viewer, "m").piece == "DA"


def test_CF_R50_a_revealed_piece_is_seen_by_the_players_alone() -> None:
    table = Table(tokens=ALL_TOKENS).play(0, Reveal("C"))
    shown = table.outcomes[0]
    assert shown == Show("CF-R25", "revealed spy", only(0, 1), ("M03",))
    assert as_seen(shown, SPECTATOR) == Hidden("show", "revealed spy", only(0, 1), 1, "CF-R25")
    assert [table.seen(viewer, "C").piece for viewer in (0, 1, SPECTATOR)] == ["M03", "M03", None]
    assert [table.seen(viewer, "C").shown for viewer in (0, 1, SPECTATOR)] == ["players"] * 3


def test_CF_R50_an_exposed_double_agent_stays_seen_when_its_owner_has_it_revealed() -> None:
    table = Table(tokens=ALL_TOKENS, first_player=1).play(1, ExposeAgent("M")).go("b", "F", 1).play(0, Reveal("M"))
    assert [table.seen(viewer, "M").piece for viewer in (0, 1, SPECTATOR)] == ["DA"] * 3


def test_an_elimination_of_the_last_enemy_wins() -> None:
    table = Table().alone(A=(1, 1), m=(1, 11)).play(0, ExposeAgent("m"))
    assert table.result is not None
    assert (table.result.why, table.result.places) == ("no_spies", (1, 2))


def test_no_elimination_between_the_attempts_of_move_two() -> None:
    table = Table(tokens=ALL_TOKENS).play(0, MoveTwo()).go("B", "F", 1)
    assert table.refusal(0, RemoveSuspect("M")) == "token_played"
    assert table.refusal(1, Answer(True)) == "out_of_turn awaited=0"
    assert table.refusal(1, Attempt("b", "F", 1)) == "out_of_turn awaited=0"
