"""The worked example of Coup says what the rules, the record and the commands say today."""

from tests.docs.coup_page import PAGE, main_line, other_line, rewritten


def test_the_worked_example_is_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert rewritten(text) == text, "bring it up to date: python -m tests.docs.coup_page"
    assert text.count("<!-- output: ") > 15


def test_the_worked_example_tells_a_double_loss() -> None:
    """C-25, and C-26 in the other line: two different cards of one player in one turn."""
    assert main_line().state.lost[1] == ("captain", "duke")
    assert main_line().state.lost[2] == ("duke",)
    assert other_line().state.lost[1] == ("captain", "duke")
    assert (main_line().state.turn, other_line().state.turn) == (2, 2)
