"""What verify says of a forged game of Coup: a sentence an arbiter can read, at the ply where it happened."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.coup.moves import Block, Challenge, Concede, Declare, Lose, Offer, Pass, Show
from domain.record.verify import Problem, verify
from tests.record.cases import MOVE
from tests.record.forge import Forgery, forged
from tests.record.sitting import Sitting

Change = Callable[[Forgery], object]


def dealt(*wanted: str, **options: Any) -> Sitting:
    """A table at which each seat holds the characters wanted of it (``"duke -captain"``: a duke and no captain)."""
    for number in range(10_000):
        sitting = Sitting("coup", len(wanted), seed=number.to_bytes(32, "big"), options=options)
        if all(map(_fits, sitting.state.hands, wanted)):
            return sitting
    raise AssertionError(wanted)


def _fits(hand: tuple[str, ...], wanted: str) -> bool:
    return all((card.lstrip("-") in hand) != card.startswith("-") for card in wanted.split())


def passed(sitting: Sitting) -> Sitting:
    """Everybody who is asked lets it be."""
    for seat in sorted(sitting.record.rules.awaited(sitting.state)):
        sitting.play(seat, Pass())
    return sitting


def problem(sitting: Sitting, change: Change) -> Problem:
    report = verify(forged(sitting.archive(with_seed=True), change))
    assert report.problem is not None
    assert report.problem.code == "against_the_rules"
    assert report.problem.detail.startswith(f"ply {report.problem.ply + 1}: ")
    return report.problem


def told(sitting: Sitting, change: Change) -> str:
    return problem(sitting, change).detail


def moved(index: int, **move: object) -> Change:
    """The n-th move is another one."""

    def change(it: Forgery) -> None:
        document = it.documents[it.find(MOVE, index)]
        document["move"] = move
        document["outcomes"] = []
        it.lines[it.find(MOVE, index)]["opened"] = {}

    return change


def test_a_card_that_is_not_held_is_not_shown() -> None:
    table = dealt("-duke", "", "")
    table.play(0, Declare("tax"))
    table.play(2, Challenge())
    table.play(0, Concede(table.state.hands[0][0]))
    assert told(table, moved(2, move="show")) == "ply 3: seat 0 shows a duke it does not hold (character_not_held)"


def test_the_place_is_the_ply_and_the_line_of_the_file() -> None:
    table = dealt("-assassin", "", "")
    for _ in range(9):
        passed(table) if len(table.record.rules.awaited(table.state)) > 1 else table.play(
            table.state.turn, Declare("income")
        )
    table.play(table.state.turn, Declare("assassinate", 1))
    table.play(1, Challenge())
    table.play(0, Concede(table.state.hands[0][0]))
    found = problem(table, moved(11, move="show"))
    assert (found.line, found.version, found.ply) == (14, 13, 11)
    assert found.detail == "ply 12: seat 0 shows an assassin it does not hold (character_not_held)"


def last_card(**options: Any) -> Sitting:
    """Seat 1 has one card left, which is no captain, and claims one."""
    table = dealt("duke", "-captain", "", **options)
    for seat in (0, 1, 2):
        table.play(seat, Declare("tax" if seat == 0 else "income"))
        if seat == 0:
            passed(table)
    table.play(0, Declare("tax"))
    passed(table)
    for seat in (1, 2):
        table.play(seat, Declare("income"))
    table.play(0, Declare("coup", 1))
    table.play(1, Lose(table.state.hands[1][0]))
    table.play(1, Declare("steal", 2))
    return table


def test_a_last_card_that_shows_itself_cannot_be_another_one() -> None:
    table = last_card()
    held = table.state.hands[1][0]
    table.play(2, Challenge())

    def other(it: Forgery) -> None:
        shown = it.documents[it.find(MOVE, 0, move="challenge")]["outcomes"][0]
        assert shown["cards"] == [held]
        shown["cards"] = ["captain"]

    article = "an" if held[0] == "a" else "a"
    assert told(table, other).endswith(
        f": seat 1 shows a captain it does not hold: it holds {article} {held} (other_facts)"
    )


def test_a_proof_is_the_card_that_was_claimed() -> None:
    table = dealt("duke", "", "")
    table.play(0, Declare("tax"))
    table.play(1, Challenge())
    table.play(0, Show())

    def other(it: Forgery) -> None:
        it.documents[it.find(MOVE, 0, move="show")]["outcomes"][0]["cards"] = ["contessa"]

    assert told(table, other) == "ply 3: seat 0 shows a contessa, and its claim was a duke (other_facts)"


def test_what_is_lost_or_offered_was_held() -> None:
    table = dealt("duke", "-contessa", "")
    table.play(0, Declare("tax"))
    table.play(1, Challenge())
    table.play(0, Show())
    table.play(1, Lose(table.state.hands[1][0]))
    forged_loss = moved(3, move="lose", card="contessa")
    assert told(table, forged_loss) == "ply 4: seat 1 loses a contessa it does not hold (card_not_held)"
    forged_answer = moved(2, move="concede", card="duke")
    assert told(table, forged_answer) == (
        "ply 3: seat 0 gives up a claim by turning up a duke, which is what was claimed (that_is_the_proof)"
    )


def test_an_inquisitor_is_shown_what_is_there() -> None:
    table = dealt("inquisitor", "duke -captain", "", edition="ciudad_corrupta_18", inquisitor=True)
    table.play(0, Declare("examine", 1))
    passed(table)
    table.play(1, Offer("duke"))
    offered = MOVE
    assert told(table, lambda it: it.open_as(it.find(offered, 0, move="offer"), "move/card", "captain")) == (
        "ply 4: seat 1 shows the inquisitor a captain it does not hold (card_not_held)"
    )
    assert told(table, lambda it: it.open_as(it.find(offered, 0, move="offer"), "outcomes/0", ["captain"])) == (
        "ply 4: seat 1 shows the inquisitor a captain, and the card it shows is a duke (other_facts)"
    )


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (
            {"move": "declare", "action": "coup", "target": 1},
            "declares coup against seat 1, which costs 7 coins, and has 2",
        ),
        ({"move": "declare", "action": "steal", "target": 0}, "declares steal against seat 0, which is itself"),
        ({"move": "declare", "action": "steal", "target": None}, "declares steal against nobody"),
        ({"move": "declare", "action": "tax", "target": 1}, "declares tax against seat 1, which is done to nobody"),
        (
            {"move": "declare", "action": "examine", "target": 1},
            "declares examine against seat 1, and the inquisitor is not in play at this table",
        ),
        ({"move": "declare", "action": "win", "target": None}, "declares win, which is no action of this edition"),
        ({"move": "pass"}, "passes, and there is nothing to be let be"),
        ({"move": "block", "character": "duke"}, "blocks with a duke, and there is nothing to be blocked"),
        ({"move": "challenge"}, "challenges, and there is no claim to be challenged"),
    ],
)
def test_an_impossible_declaration_is_told_in_words(move: dict[str, object], sentence: str) -> None:
    table = dealt("", "", "")
    table.play(0, Declare("income"))
    assert told(table, moved(0, **move)).startswith(f"ply 1: seat 0 {sentence} (")


def test_a_block_before_its_time_and_by_the_wrong_card() -> None:
    table = dealt("", "", "")
    table.play(0, Declare("steal", 1))
    passed(table)
    table.play(1, Block("captain"))
    assert told(table, moved(3, move="block", character="contessa")) == (
        "ply 4: seat 1 blocks steal with a contessa, which does not block it (does_not_block)"
    )
    assert told(table, moved(1, move="block", character="captain")) == (
        "ply 2: seat 1 blocks with a captain before the challenges are over (challenges_first)"
    )


def test_what_every_game_refuses_is_told_in_words_too() -> None:
    table = dealt("", "", "")
    table.play(0, Declare("foreign_aid"))
    table.play(1, Pass())

    def seat(it: Forgery) -> None:
        it.documents[it.find(MOVE, 0)]["seat"] = 2

    assert told(table, seat) == (
        "ply 1: seat 2 plays declare (action=foreign_aid), but it was not its turn; awaited: 0 (out_of_turn)"
    )
