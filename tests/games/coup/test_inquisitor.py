"""The inquisitor: C-50 to C-57, and what is known of an examined card: C-99."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

import pytest

from domain.kernel.outcomes import Draw
from domain.kernel.seats import only
from tests.games.coup.table import (
    Block,
    Challenge,
    Declare,
    ForceSwap,
    Keep,
    LetKeep,
    Lose,
    Offer,
    Show,
    Table,
    spain,
)

HANDS = ("inquisitor duke", "captain contessa", "assassin duke")


def examined(*hands: str) -> Table:
    """Seat 0 examines seat 1, and nobody objects."""
    return spain(*(hands or HANDS)).declare("examine", 1).passes()


def test_C_50_the_exchange_draws_one() -> None:
    table = spain(*HANDS).declare("exchange").passes("captain")
    assert table.moves(0) == [
        Keep(("captain", "duke")),
        Keep(("captain", "inquisitor")),
        Keep(("duke", "inquisitor")),
    ]
    table.play(0, Keep(("captain", "duke")))
    assert (table.hand(0), table.turn) == ("captain duke", 1)


def test_C_51_the_target_chooses_the_card_and_the_inquisitor_alone_sees_it() -> None:
    table = examined()
    assert (table.awaited, table.moves(1)) == ([1], [Offer("captain"), Offer("contessa")])
    assert table.refusal(1, Offer("duke")) == "card_not_held card=duke"
    assert table.refusal(2, Offer("duke")) == "out_of_turn awaited=(1,)"
    table.play(1, Offer("contessa"))
    assert table.shows == [("C-51", "card 1", only(0), ("contessa",))]
    assert (table.awaited, table.moves(0)) == ([0], [LetKeep(), ForceSwap()])
    table.play(0, LetKeep())
    assert (table.hand(1), table.turn, table.state.offered) == ("captain contessa", 1, None)


def test_C_51_an_only_card_is_shown_unasked() -> None:
    table = spain(*HANDS).wound(1, "captain").declare("examine", 1).passes()
    assert table.shows == [("C-51", "card 1", only(0), ("contessa",))]
    assert table.awaited == [0]


def test_C_52_the_replacement_is_drawn_before_the_card_goes_back() -> None:
    table = examined().play(1, Offer("contessa"))
    court = table.state.court
    table.play(0, ForceSwap(), "assassin")
    assert table.outcomes == (Draw("court", only(1), ("assassin",)),)
    assert (table.hand(1), table.turn) == ("assassin captain", 1)
    assert table.state.court.count("contessa") == court.count("contessa") + 1


def test_C_52_the_target_cannot_get_the_same_card_back() -> None:
    table = examined("inquisitor duke", "captain captain", "assassin captain").play(1, Offer("captain"))
    assert "captain" not in table.state.court
    table.play(0, ForceSwap(), "contessa")
    assert (table.hand(1), table.state.court.count("captain")) == ("captain contessa", 1)


def test_C_53_examining_is_challenged_and_not_blocked_and_goes_on_after_a_failed_challenge() -> None:
    table = spain(*HANDS).declare("examine", 1)
    assert table.steps == ["Challenges", "Resolve", "NextTurn"]
    assert table.refusal(1, Block("contessa")) == "challenges_first"
    table.play(2, Challenge()).play(0, Show(), "captain").play(2, Lose("duke"))
    assert (table.step_kind, table.awaited) == ("Examination", [1])


def test_C_54_a_target_who_dies_challenging_is_not_examined() -> None:
    table = spain(*HANDS).wound(1, "captain").declare("examine", 1).play(1, Challenge()).play(0, Show(), "captain")
    assert (table.lost(1), table.turn) == ("captain contessa", 2)


def test_C_55_the_inquisitor_blocks_theft() -> None:
    table = spain("captain duke", "inquisitor contessa", "duke duke").declare("steal", 1).passes()
    assert table.refusal(1, Block("ambassador")) == "character_not_in_play character=ambassador"
    table.play(1, Block("inquisitor")).play(0, Challenge()).play(1, Show(), "captain").play(0, Lose("duke"))
    assert (table.coins, table.turn) == ((2, 2, 2), 1)


def test_C_56_what_is_not_in_play_is_not_claimed() -> None:
    assert Table().refusal(0, Declare("examine", 1)) == "character_not_in_play character=inquisitor"
    spanish = Table(edition="ciudad_corrupta_18")
    assert spanish.refusal(0, Declare("examine", 1)) == "character_not_in_play character=inquisitor"
    assert spain(*HANDS).declare("exchange").step.character == "inquisitor"  # type: ignore[union-attr]
    table = Table().declare("steal", 1).passes()
    assert table.refusal(1, Block("inquisitor")) == "character_not_in_play character=inquisitor"


@pytest.mark.parametrize(("allowed", "targets"), [(True, [1, 2]), (False, [1])])
def test_C_57_whether_the_own_faction_is_examined(allowed: bool, targets: list[int]) -> None:
    options = {"inquisitor": True, "reformation": True, "examine_same_faction": allowed}
    table = Table(*HANDS, edition="base_plus_reformation", **options)
    assert table.targets(0, "examine") == targets
    if not allowed:
        assert table.refusal(0, Declare("examine", 2)) == "own_faction target=2"


def test_C_99_the_examined_card_is_the_inquisitor_s_and_its_owner_s_secret() -> None:
    table = examined().play(1, Offer("contessa"))
    seen = {viewer: table.view(viewer).offered for viewer in (0, 1, 2, "spectator", "arbiter")}
    assert seen == {0: "contessa", 1: "contessa", 2: None, "spectator": None, "arbiter": "contessa"}
    table.play(0, ForceSwap(), "assassin")
    hands = {viewer: table.view(viewer).players[1].hand for viewer in (0, 1, 2)}
    assert hands == {0: None, 1: ("assassin", "captain"), 2: None}
