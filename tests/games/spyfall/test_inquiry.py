"""Questions, stops and guesses: S-1 to S-13, S-27 to S-32."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from typing import Any

import msgspec
import pytest

from domain.games.spyfall.moves import Move
from domain.kernel.words import SALT_BYTES, words
from tests.games.spyfall.table import Accuse, Answer, Ask, Deal, Guess, Start, Suspect, Table, Vote


def test_S_1_nobody_asks_themselves_back_out_of_turn_or_over_an_open_question() -> None:
    table = Table().round()
    assert table.refusal(0, Ask(0)) == "own_question"
    assert table.refusal(1, Ask(2)) == "out_of_turn awaited=0"
    assert table.refusal(0, Ask(4)) == "no_such_seat seat=4"
    table.ask(0, 1)
    for seat in range(4):
        assert table.refusal(seat, Ask(2)) == "question_is_open by=0 to=1"
    table.play(1, Answer())
    assert table.refusal(1, Ask(0)) == "asking_back player=0"
    assert table.refusal(0, Ask(2)) == "out_of_turn awaited=1"
    assert [move for move in table.moves(1) if isinstance(move, Ask)] == [Ask(2), Ask(3)]


def test_S_2_with_three_players_only_one_is_left_to_ask() -> None:
    table = Table(seats=3).round().asked(0, 1)
    assert [move for move in table.moves(1) if isinstance(move, Ask)] == [Ask(2)]
    table.asked(1, 2)
    assert [move for move in table.moves(2) if isinstance(move, Ask)] == [Ask(0)]


def test_S_3_a_stop_stands_the_clock_and_the_others_vote() -> None:
    table = Table().round().wait(60).accuse(2, 0)
    assert table.runs_out is None
    assert table.state.remaining is not None
    assert table.state.remaining.total_seconds() == 7 * 60
    assert table.awaited == [1, 3]
    assert table.moves(2) == []
    assert table.refusal(2, Vote(True)) == "already_voted"  # the accuser's vote is a yes


@pytest.mark.parametrize("stopped_by_spy", [False, True])
def test_S_4_one_stop_each_a_round(stopped_by_spy: bool) -> None:
    seat = 0 if stopped_by_spy else 1
    table = Table().round(spy=0).accuse(seat, 2, no=[3])
    assert table.refusal(seat, Accuse(3)) == "stop_is_used"
    assert not [move for move in table.moves(seat) if isinstance(move, Accuse)]
    assert table.view(3).players[seat].stopped
    table.accuse(3, 2, no=[0])
    if stopped_by_spy:
        table.play(0, Guess("bank"))
        assert table.ending == "guessed_right"
    else:
        table.play(0, Guess("school")).round(spy=0, location="casino").accuse(seat, 2)  # a new round, a new stop


def test_S_5_nobody_accuses_themselves_and_the_accused_does_not_vote() -> None:
    table = Table().round()
    assert table.refusal(2, Accuse(2)) == "own_accusation"
    assert table.refusal(2, Accuse(-1)) == "no_such_seat seat=-1"
    table.accuse(2, 3)
    assert table.refusal(3, Vote(False)) == "accused_does_not_vote"
    assert table.moves(3) == []


def test_S_6_the_spy_votes_and_accuses_like_anybody() -> None:
    table = Table().round(spy=1).accuse(0, 2)
    assert table.moves(1) == [Vote(True), Vote(False)]
    table.play(1, Vote(False)).accuse(1, 2)
    assert table.awaited == [0, 3]


def test_S_7_the_spy_accused_by_all_is_caught() -> None:
    table = Table().round(spy=3).accuse(1, 3, yes=[0, 2])
    assert table.ending == "caught_by_stop"
    assert table.scores == (1, 2, 1, 0)


def test_S_8_an_innocent_accused_by_all_is_the_spys_win() -> None:
    table = Table().round(spy=3).accuse(1, 2, yes=[0, 3])
    assert table.ending == "innocent_accused"
    assert table.scores == (0, 0, 0, 4)


def test_S_9_after_a_no_the_round_goes_on_with_the_question_as_it_stood() -> None:
    table = Table().round().ask(0, 1)
    question = table.state.question
    table.wait(10).accuse(3, 0, yes=[1]).wait(100).play(2, Vote(False))
    assert table.state.question == question
    assert table.awaited == [1]
    assert table.runs_out == 8 * 60 + 100
    assert table.play(1, Answer()).refusal(1, Ask(0)) == "asking_back player=0"


def test_S_10_no_guess_while_a_vote_is_open_and_again_when_it_has_failed() -> None:
    table = Table().round(spy=0).accuse(1, 0)
    assert table.refusal(0, Guess("bank")) == "wrong_phase stage=accusation"
    table.play(2, Vote(False)).play(0, Guess("bank"))
    assert table.ending == "guessed_right"


@pytest.mark.parametrize(
    ("guess", "ending", "scores"), [("bank", "right", (0, 0, 4, 0)), ("school", "wrong", (1, 1, 0, 1))]
)
def test_S_11_a_right_guess_wins_for_the_spy_and_a_wrong_one_for_the_agents(
    guess: str, ending: str, scores: tuple[int, ...]
) -> None:
    table = Table().round(spy=2).asked(0, 1, 3).play(2, Guess(guess))
    assert (table.ending, table.scores) == (f"guessed_{ending}", scores)


def test_S_12_only_the_spy_guesses() -> None:
    table = Table().round(spy=2)
    assert table.refusal(0, Guess("bank")) == "not_the_spy"
    assert table.refusal(0, Guess("moon")) == "not_the_spy"
    assert not [move for move in table.moves(0) if isinstance(move, Guess)]
    assert len([move for move in table.moves(2) if isinstance(move, Guess)]) == 30


def test_S_13_a_guess_is_on_the_list_and_may_be_of_an_earlier_round() -> None:
    table = Table().round(spy=2, location="bank").play(2, Guess("bank")).round(spy=2, location="school")
    assert table.refusal(2, Guess("moon")) == "unknown_location given=moon"
    table.play(2, Guess("bank"))
    assert table.ending == "guessed_wrong"


def test_S_27_the_dealer_starts_the_clock_and_asks_first_then_who_answered() -> None:
    table = Table(first_dealer=3).deal()
    assert table.awaited == [3]
    assert table.refusal(0, Start()) == "out_of_turn awaited=3"
    for early in (Ask(1), Accuse(1), Guess("bank"), Answer(), Vote(True), Suspect(1)):
        assert table.refusal(3, early) == "wrong_phase stage=dealt"
    table.start().ask(3, 1)
    assert table.awaited == [1]
    table.play(1, Answer())
    assert table.awaited == [1]
    assert table.asked(1, 0).awaited == [0]
    assert table.refusal(0, Start()) == "wrong_phase stage=inquiry"
    assert table.refusal(0, Deal()) == "wrong_phase stage=inquiry"


def test_S_28_an_answer_is_recorded_with_its_words_or_without() -> None:
    said = words("It is rather cold, is it not?", bytes(SALT_BYTES))
    table = Table().round().play(0, Ask(1, words=said))
    assert table.refusal(0, Answer()) == "out_of_turn awaited=1"
    assert table.refusal(2, Answer()) == "out_of_turn awaited=1"
    table.play(1, Answer())
    assert table.view("spectator").question is not None
    assert table.view("spectator").question.words == said  # type: ignore[union-attr]
    assert table.view("spectator").question.answer == ""  # type: ignore[union-attr]
    assert table.refusal(1, Answer()) == "nothing_to_answer"
    table.ask(1, 2).play(2, Answer(words=said))
    assert table.state.question is not None
    assert table.state.question.answer == said


@pytest.mark.parametrize("wrong", ["Is it cold here?", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "x" * 100_000, None, 7])
def test_S_28_a_move_carries_a_digest_or_nothing(wrong: object) -> None:
    for told in ({"move": "ask", "player": 1}, {"move": "answer"}):
        assert msgspec.convert(told, Move).words == ""  # type: ignore[union-attr]
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(told | {"words": wrong}, Move)


def test_S_29_a_round_ends_by_a_guess_an_accusation_of_all_or_the_final_vote() -> None:
    ends: list[Any] = [
        Table().round(spy=1).play(1, Guess("bank")),
        Table().round(spy=1).accuse(0, 1, yes=[2, 3]),
        Table().round(spy=1).time_up().name(s0=1, s1=0, s2=1, s3=1),
    ]
    for table in ends:
        assert table.state.stage == "between"
        assert table.awaited == [1]
    assert [table.ending for table in ends] == ["guessed_right", "caught_by_stop", "caught_in_final_vote"]


def test_S_30_the_others_vote_once_in_any_order_and_the_first_no_closes() -> None:
    table = Table(seats=6).round(spy=5).accuse(0, 1, yes=[4, 2])
    assert table.awaited == [3, 5]
    assert table.refusal(4, Vote(False)) == "already_voted"
    assert [player.agreed for player in table.view("spectator").players] == [False, False, True, False, True, False]
    table.play(5, Vote(False))
    assert table.state.stage == "inquiry"
    assert table.refusal(3, Vote(True)) == "wrong_phase stage=inquiry"


def test_S_31_accusing_and_guessing_need_no_turn_and_no_closed_question() -> None:
    table = Table().round(spy=3).ask(0, 1)
    for seat in (0, 1, 2):
        assert {type(move) for move in table.moves(seat)} - {Answer} == {Accuse}
    assert {type(move) for move in table.moves(3)} == {Accuse, Guess}
    table.accuse(2, 0, no=[1])
    assert table.awaited == [1]
    table.play(3, Guess("bank"))
    assert table.ending == "guessed_right"


def test_S_32_a_guess_ends_the_round_in_every_case_and_the_list_is_open_to_all() -> None:
    table = Table().round(spy=0)
    assert [place.id for place in table.view(0).places] == [
        location.id for location in table.state.options.box.locations
    ]
    table.play(0, Guess("school"))
    assert table.refusal(0, Guess("bank")) == "wrong_phase stage=between"
