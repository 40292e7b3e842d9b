"""The view and the board: who does what, in tokens that one page can draw."""

from domain.games.spyfall.rules import SPYFALL
from domain.kernel.board import Piece
from domain.kernel.seats import Viewer
from tests.games.spyfall.table import Answer, Table, Vote


def tokens(table: Table, viewer: Viewer = "spectator") -> dict[int, list[Piece]]:
    """What lies before each player who has anything before them."""
    areas = SPYFALL.board(table.view(viewer)).areas
    return {int(str(area.owner)): list(area.pieces) for area in areas if area.id.startswith("player.") and area.pieces}


def said(table: Table) -> dict[int, list[object]]:
    return {seat: [piece.face for piece in pieces] for seat, pieces in tokens(table).items()}


def test_it_shows_who_deals_who_asks_and_who_is_asked() -> None:
    table = Table(first_dealer=2).round()
    assert said(table) == {2: ["dealer"]}
    assert said(table.ask(2, 1)) == {1: ["asked"], 2: ["dealer", "asks"]}
    assert said(table.play(1, Answer())) == {2: ["dealer"]}


def test_it_shows_who_accuses_whom_and_who_agrees_and_whose_stop_is_used() -> None:
    table = Table().round().accuse(1, 2, yes=[3])
    assert said(table) == {0: ["dealer"], 1: ["accuses", "stop_used"], 2: ["accused"], 3: ["agrees"]}
    table.play(0, Vote(False))
    assert said(table) == {0: ["dealer"], 1: ["stop_used"]}


def test_it_shows_whom_the_final_vote_names_and_who_has_left() -> None:
    table = Table().round(spy=1).leave(3).time_up().name(s0=2)
    assert tokens(table) == {
        0: [Piece("token", "dealer"), Piece("seat", 2, marks=("spyfall.suspected",))],
        3: [Piece("token", "withdrawn")],
    }
    assert [player.withdrawn for player in table.view(0).players] == [False, False, False, True]


def test_it_shows_an_arbiter_where_they_are_and_everybody_else_their_own_card() -> None:
    table = Table(seats=3).round(spy=1, location="bank")
    for viewer, here in (("arbiter", ["bank"]), ("spectator", None), (0, None), (1, None)):
        areas = {area.id: [piece.face for piece in area.pieces] for area in SPYFALL.board(table.view(viewer)).areas}
        assert areas.get("here") == here
    assert areas["card.1"] == ["spy"]
    assert areas["card.0"] == [None]
    cards = [player.card for player in table.view("arbiter").players]
    assert [card.spy for card in cards if card is not None] == [False, True, False]


def test_the_view_says_who_opens_while_somebody_is_to() -> None:
    table = Table(seats=4, first_dealer=3, rounds=1).deal(spy=1)
    assert table.view(0).opener == 3
    assert table.leave(3).view(0).opener == 0
    assert table.leave(2).view(0).opener is None  # the game is over
