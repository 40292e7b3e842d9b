"""Who knows what."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from domain.games.virus.table import board
from domain.kernel.seats import ALL, ARBITER, SPECTATOR
from tests.games.virus.table import (
    Contagion,
    LatexGlove,
    Pass,
    SecondOpinion,
    Spread,
    Suit,
    Table,
    Transplant,
    cards,
    discard,
    infect,
)


def test_V_92_a_hand_is_its_owners_and_the_rest_is_open() -> None:
    table = Table("o-red v-red", "o-blue", bodies=("red+v-red", "blue"), discards="m-red", no_deck=False)
    for viewer in (0, 1, SPECTATOR):
        view = table.view(viewer)
        assert [player.hand is not None for player in view.players] == [viewer == 0, viewer == 1]
        assert [player.cards for player in view.players] == [2, 1]
        assert [player.healthy for player in view.players] == [0, 1]
        assert (view.discards, view.deck, view.deck_size) == (cards("m-red"), None, len(table.state.deck))
    arbiter = table.view(ARBITER)
    assert arbiter.deck == table.state.deck
    assert all(player.hand is not None for player in arbiter.players)


def test_V_92_the_order_of_a_pile_that_was_turned_over_is_known_to_all() -> None:
    table = Table("o-red v-red", "o-blue", discards="m-red m-blue m-green", no_deck=True)
    table.play(0, discard("v-red"))
    assert table.view(SPECTATOR).turned == cards("m-green v-red")
    pile = next(area for area in board(table.view(SPECTATOR)).areas if area.id == "draw_pile")
    assert [piece.face for piece in pile.pieces] == ["virus_red", "medicine_green"]  # the last lies on top


def test_V_92_after_a_second_opinion_the_hands_are_still_their_owners() -> None:
    table = Table("second_opinion v-red", "o-blue", "o-red", edition="evolution").play(0, SecondOpinion(1)).passes(1)
    hands = [player.hand for player in table.view(0).players]
    assert hands == [cards("o-blue"), None, None]
    assert [each[2] for each in table.shows] == [frozenset({0}), frozenset({1})]  # what each knows stands in the log


def test_V_98_hands_thrown_open_are_shown_to_all_by_colour_and_kind() -> None:
    table = Table("latex_glove", "transplant v-multi m-red", "o-yellow v-blue o-red").play(0, LatexGlove())
    assert table.shows == [
        ("V-98", "hand 1", ALL, "m-red v-multi transplant"),
        ("V-98", "hand 2", ALL, "o-red v-blue o-yellow"),
    ]
    table = Table("latex_glove", "ev-red v-red xm-red m-red", edition="evolution").play(0, LatexGlove()).passes(1)
    assert [cards for *_, cards in table.shows] == ["v-red ev-red m-red xm-red"]


def test_the_board_shows_a_body_of_organs() -> None:
    table = Table("o-red v-red", "o-blue", bodies=("red+v-red blue+m-blue+m-multi", "multi"))
    areas = {area.id: area for area in board(table.view(SPECTATOR)).areas}
    organs = [area for area in areas.values() if area.owner == 0 and area.id.startswith("organ")]
    assert [[piece.face for piece in area.pieces] for area in organs] == [
        ["organ_red", "virus_red"],
        ["organ_blue", "medicine_blue", "medicine_multi"],
    ]
    assert [area.pieces[0].marks for area in organs] == [("virus.infected",), ("virus.immune",)]
    assert [(piece.face, piece.count) for piece in areas["hand.0"].pieces] == [(None, 2)]
    own = next(area for area in board(table.view(0)).areas if area.id == "hand.0")
    assert [piece.face for piece in own.pieces] == ["organ_red", "virus_red"]


def aimed(table: Table) -> dict[str, list[tuple[str, ...]]]:
    """The cards before those they are aimed at, and the organs they are aimed at, with their marks."""
    return {
        area.id: [piece.marks for piece in area.pieces]
        for area in board(table.view(SPECTATOR)).areas
        if area.id.startswith("aimed") or (area.pieces and "virus.target" in area.pieces[0].marks)
    }


def test_the_board_shows_at_whom_and_at_what_a_card_is_aimed() -> None:
    table = Table("v-red", "o-blue", bodies=("red", "red blue"), edition="evolution").play(0, infect("v-red", 1, "red"))
    assert aimed(table) == {"aimed.1": [()], "organ.1.red": [("virus.free", "virus.target")]}
    table = Table("latex_glove", "o-blue", "o-red", edition="evolution").play(0, LatexGlove())
    assert aimed(table.passes(1)) == {"aimed.1": [()], "aimed.2": [()]}
    assert aimed(table.passes(2)) == {}


def test_the_board_shows_whom_a_suit_protects() -> None:
    bodies = ("green", "red", "blue", "yellow")
    table = Table("transplant", "protective_suit", "o-red", "o-blue", bodies=bodies, edition="evolution")
    table.play(0, Transplant(1, "red", 2, "blue")).play(1, Suit()).play(2, Pass())
    assert aimed(table) == {
        "aimed.1": [("virus.spared",)],
        "aimed.2": [()],
        "organ.2.blue": [("virus.free", "virus.target")],
    }


def test_the_board_shows_a_contagion_as_it_is_put_together() -> None:
    bodies = ("red+v-red blue+v-blue", "red", "blue")
    table = Table("contagion", "o-red", "o-red", bodies=bodies).play(0, Contagion())
    assert aimed(table) == {}
    assert aimed(table.play(0, Spread("red", 1, "red"))) == {
        "aimed.1": [()],
        "organ.1.red": [("virus.free", "virus.target")],
    }


def test_a_card_whose_effect_is_still_to_come_lies_on_the_table() -> None:
    table = Table("latex_glove o-red", "o-blue", edition="evolution").play(0, LatexGlove())
    areas = {area.id: area for area in board(table.view(SPECTATOR)).areas}
    assert [piece.face for piece in areas["played"].pieces] == ["treatment_latex_glove"]
