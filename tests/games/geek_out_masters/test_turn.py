"""The turn, its throws and its points: GO-R1 to GO-R16, GO-R19 to GO-R30, GO-R32, GO-R33."""
# ruff: noqa: N802 (a ruling keeps its capital letters)

import pytest

from domain.games.geek_out_masters.dice import can_act
from tests.games.geek_out_masters.table import Continue, Pass, Roll, Table, Use, faces


def test_GO_R1_nobody_passes_or_continues_while_something_can_act() -> None:
    table = Table().roll("m444444")
    assert table.refusal(Pass()) == "actions_are_due faces=('meeple',)"
    assert table.refusal(Continue()) == "actions_are_due faces=('meeple',)"
    assert table.refusal(Roll()) == "wrong_phase stage=act"


def test_GO_R2_the_order_of_actions_is_free() -> None:
    table = Table().roll("mshvd44")
    assert {move.die for move in table.moves() if isinstance(move, Use)} == set(faces("mshv"))


def test_GO_R3_a_die_is_not_its_own_target() -> None:
    table = Table().roll("msd4444")
    assert table.refusal(Use(*faces("mm"))) == "own_target face=meeple"  # type: ignore[arg-type]
    assert Use(*faces("mm")) not in table.moves()  # type: ignore[arg-type]
    table = Table().roll("mmd4444").use("mm", "4")  # another meeple is a target like any other
    assert table.ending == (0, "dragon", 0)


def test_GO_R4_a_spaceship_among_42s_must_send_one_away() -> None:
    table = Table().roll("s444444")
    assert table.moves() == [Use("spaceship", "42")]
    assert table.use("s4").areas == ("", 4, 1, 5)


def test_GO_R5_a_superhero_among_42s_must_turn_one_into_a_heart() -> None:
    table = Table().roll("h444444")
    assert table.moves() == [Use("superhero", "42")]
    table.use("h4")
    assert table.areas == ("v44444", 3, 1, 0)
    assert table.moves() == [Use("heart")]
    assert table.use("v", "4").areas == ("", 2, 2, 6)


def test_GO_R6_a_meeple_among_42s_must_throw_one_again() -> None:
    table = Table().roll("m444444")
    assert table.moves() == [Use("meeple", "42")]
    assert table.use("m4", "d").ending == (0, "dragon", 0)


def test_GO_R7_a_lone_spaceship_loses_the_turn_and_what_was_scored_in_it() -> None:
    table = Table().lay("ms", inactive=4, scored=3).use("ms", "s")
    assert table.ending == (0, "spaceship", 0)
    assert table.state.totals == (0, 0)
    assert table.awaited == [1]


def test_GO_R8_of_two_spaceships_one_sends_the_other_away() -> None:
    table = Table().lay("ss", scored=2).use("ss")
    assert table.areas == ("", 1, 7, 2)
    assert table.moves() == [Pass(), Continue()]


def test_GO_R9_a_heart_without_inactive_dice_is_used_without_effect() -> None:
    table = Table().lay("v4", inactive=0, scored=1)
    assert table.moves() == [Use("heart")]
    assert table.refusal(Pass()).startswith("actions_are_due")
    assert table.use("v").areas == ("", 0, 8, 2)


@pytest.mark.parametrize("die", ["m", "h"])
def test_GO_R10_a_meeple_or_superhero_alone_is_used_without_effect(die: str) -> None:
    table = Table().lay(die, inactive=3, scored=2)
    assert table.moves() == [Use(*faces(die))]  # type: ignore[arg-type]
    assert table.use(die).areas == ("", 3, 5, 2)
    assert table.moves() == [Pass(), Continue()]


def test_GO_R11_a_dragon_beside_42s_loses_the_turn() -> None:
    assert Table().roll("d444444").ending == (0, "dragon", 0)


def test_GO_R12_without_used_dice_there_is_nothing_to_continue_with() -> None:
    table = Table().roll("4444444")
    assert table.areas == ("", 3, 0, 7)
    assert table.moves() == [Pass()]
    assert table.refusal(Continue()) == "nothing_to_roll"
    assert table.play(Pass()).state.totals == (28, 0)


def test_GO_R12_also_after_a_continuation_of_nothing_but_42s() -> None:
    table = Table().roll("s444444").use("s4").play(Continue(), "4")
    assert table.areas == ("", 4, 0, 6)
    assert table.refusal(Continue()) == "nothing_to_roll"


def test_GO_R13_dice_scored_before_and_after_continuing_count_together() -> None:
    table = Table().lay("m4", inactive=7, scored=1).use("m4", "4")
    assert table.view(0).worth == 3
    table.play(Continue(), "4")
    assert table.areas == ("", 7, 0, 3)
    assert table.play(Pass()).ending == (0, "passed", 6)


def test_GO_R14_a_lost_turn_takes_nothing_from_earlier_ones() -> None:
    table = Table(seats=1).turn(4)
    assert table.roll("ddd4444").ending == (0, "dragon", 0)
    assert table.state.totals == (10,)


def test_GO_R15_passing_with_nothing_scored_adds_nothing() -> None:
    table = Table().lay("m", inactive=3).use("m").play(Pass())
    assert table.ending == (0, "passed", 0)


@pytest.mark.parametrize(("target", "turned"), ["hd", "sm", "ms", "dh", "v4", "4v"])
def test_GO_R16_GO_R23_a_superhero_turns_any_other_die_over(target: str, turned: str) -> None:
    table = Table().lay(f"hv{target}", inactive=2).use(f"h{target}")
    assert sorted(table.state.active) == sorted(faces(f"v{turned}"))
    assert (table.state.inactive, table.state.used) == (2, 6)


def test_GO_R16_what_was_turned_is_an_ordinary_active_die() -> None:
    table = Table().lay("hd4", inactive=2).use("hd")
    assert table.moves() == [Use("superhero", "42")]


def test_GO_R19_seven_dice_are_thrown_and_three_wait() -> None:
    table = Table()
    assert table.moves() == [Roll()]
    for early in (Pass(), Continue(), Use("heart")):
        assert table.refusal(early) == "wrong_phase stage=roll"
    assert table.roll("mmsshvd").areas == ("mmsshvd", 3, 0, 0)
    assert table.state.in_hand == 0


def test_GO_R19_every_turn_begins_with_all_dice_again() -> None:
    table = Table(seats=1).roll("vs44444").use("s4").use("v", "d")
    assert table.areas == ("", 0, 0, 0)
    assert table.state.in_hand == 10
    assert table.roll("m444444").areas == ("m444444", 3, 0, 0)


def test_GO_R20_a_die_that_acts_is_used_before_its_effect() -> None:
    table = Table().roll("vmd4444").use("v", "s")
    assert table.areas == ("msd4444", 2, 1, 0)


def test_GO_R20_only_four_faces_act() -> None:
    assert [letter for letter in "mhvd4" if can_act(faces(letter))] == ["m", "h", "v"]
    assert can_act(faces("44s"))
    assert not can_act(faces("s"))
    assert not can_act(faces("4d"))
    assert not can_act(())


def test_GO_R21_a_meeple_throws_another_die_and_the_same_face_may_come() -> None:
    table = Table().roll("msd4444").use("md", "d")
    assert table.areas == ("sd4444", 3, 1, 0)


@pytest.mark.parametrize("target", ["m", "s", "h", "v", "d", "4"])
def test_GO_R22_a_spaceship_sends_any_other_die_away(target: str) -> None:
    table = Table().lay(f"sv{target}", inactive=2).use(f"s{target}")
    assert table.areas == ("v", 3, 6, 0)


def test_GO_R24_a_heart_brings_an_inactive_die_that_counts_like_any_other() -> None:
    table = Table().lay("v4", inactive=2).use("v", "m")
    assert table.areas == ("m4", 1, 7, 0)
    assert table.moves() == [Use("meeple", "42")]


def test_GO_R25_a_dragon_left_loses_what_was_scored_in_the_turn() -> None:
    table = Table().lay("md", inactive=1, scored=6).use("md", "d")
    assert table.ending == (0, "dragon", 0)
    assert table.state.last is not None
    assert (table.state.last.scored, table.state.last.active) == (6, faces("d"))
    assert table.state.in_hand == 10


def test_GO_R26_42s_left_alone_are_scored() -> None:
    table = Table().lay("m44", inactive=3, scored=1).use("m4", "4")
    assert table.areas == ("", 3, 4, 3)
    assert table.moves() == [Pass(), Continue()]


def test_GO_R27_without_an_active_die_one_passes_or_continues() -> None:
    table = Table().lay("v", inactive=0).use("v")
    assert table.areas == ("", 0, 10, 0)
    assert table.moves() == [Pass(), Continue()]
    assert table.refusal(Use("heart")) == "wrong_phase stage=decide"


def test_GO_R28_used_dice_are_thrown_again_and_the_others_stay() -> None:
    table = Table().lay("v4", inactive=0, scored=3).use("v").play(Continue(), "mmddd4")
    assert table.areas == ("mmddd4", 0, 0, 4)


def test_GO_R29_passing_writes_down_what_the_scored_dice_are_worth() -> None:
    worth = [Table().turn(scored).state.totals[0] for scored in range(8)]
    assert worth == [0, 1, 3, 6, 10, 15, 21, 28]


def test_GO_R29_more_dice_than_the_first_throw_has() -> None:
    eight = Table().lay("v4444444", inactive=2).use("v", "4").play(Pass())
    assert eight.ending == (0, "passed", 36)
    nine = Table().lay("v44444444", inactive=1).use("v", "4")
    assert nine.view(0).worth == 45
    ten = nine.play(Continue(), "4")
    assert ten.areas == ("", 0, 0, 10)
    assert ten.moves() == [Pass()]
    assert ten.play(Pass()).ending == (0, "passed", 55)


def test_GO_R30_what_cannot_act_and_what_cannot_be_aimed_at() -> None:
    table = Table().roll("mvvd444")
    told = {
        "4": "face_without_action face=42",
        "d": "face_without_action face=dragon",
        "h4": "die_not_active face=superhero",
        "m": "target_needed face=meeple",
        "ms": "target_not_active face=spaceship",
        "v4": "no_target_here face=heart",
    }
    for letters, words in told.items():
        assert table.refusal(Use(*faces(letters))) == words  # type: ignore[arg-type]
    assert Table().lay("m", inactive=3).refusal(Use("meeple", "42")) == "no_target_here face=meeple"
    assert table.refusal(Use("meeple", "42"), seat=1) == "out_of_turn awaited=0"


def test_GO_R32_a_lone_spaceship_ends_the_turn_without_a_move() -> None:
    table = Table().lay("hm", inactive=4).use("hm")  # the meeple's other side
    assert table.ending == (0, "spaceship", 0)
    assert table.state.last is not None
    assert table.state.last.active == faces("s")


def test_GO_R33_what_a_throw_brings_acts_again_without_limit() -> None:
    table = Table().roll("vvv4444")
    for thrown in "vvv":
        table.use("v", thrown)
    assert table.areas == ("vvv4444", 0, 3, 0)
    for _ in range(3):
        table.use("v")
    assert table.areas == ("", 0, 6, 4)
