"""What everybody may know: C-98, the board, and what is never taken back."""
# ruff: noqa: N802 (a ruling keeps its capital letter)

from collections import Counter

from domain.games.coup.rules import COUP
from domain.games.coup.state import State
from domain.kernel.board import Piece
from domain.kernel.outcomes import Draw, Show
from domain.kernel.rules import Played
from domain.kernel.seats import Viewer
from service.i18n import LANGUAGES, label
from tests.games.coup.table import (
    Block,
    Challenge,
    ChooseCard,
    ClaimEstate,
    Declare,
    Keep,
    Offer,
    Table,
    spain,
    urbis,
)
from tests.kit.games import random_game, variants


def faces(table: Table, viewer: Viewer, area: str) -> tuple[Piece, ...]:
    board = COUP.board(table.view(viewer))
    return next(each.pieces for each in board.areas if each.id == area)


def test_C_98_hands_are_their_owners_and_the_court_is_nobody_s() -> None:
    table = Table().rich(3).wound(2, "duke")
    for viewer in (0, 1, 2, 3, "spectator"):
        view = table.view(viewer)
        assert [player.hand is not None for player in view.players] == [viewer == seat for seat in range(4)]
        assert [player.cards for player in view.players] == [2, 2, 1, 2]
        assert (view.court, view.court_size, view.treasury) == (None, 7, 41)
        assert view.players[2].lost == ("duke",)
    arbiter = table.view("arbiter")
    assert arbiter.court is not None
    assert [player.hand for player in arbiter.players] == list(table.state.hands)


def test_C_98_drawn_cards_are_seen_by_who_drew_them() -> None:
    table = Table("ambassador duke", "captain captain").declare("exchange").passes("assassin contessa")
    seen = {viewer: table.view(viewer).drawn for viewer in (0, 1, "spectator", "arbiter")}
    drawn = ("assassin", "contessa")
    assert seen == {0: drawn, 1: None, "spectator": None, "arbiter": drawn}
    assert table.view(1).drawn_size == 2


def test_C_98_the_agenda_is_public() -> None:
    table = Table().declare("steal", 1)
    assert table.view("spectator").agenda == table.state.agenda
    assert table.view(2).awaited == (1, 2, 3)


def own_cards(state: State, seat: int) -> Counter[str]:
    """What a seat may look at: its hand, the cards of its exchange, and its own set."""
    own = Counter(state.hands[seat])
    return own + Counter(state.drawn) if state.agenda and getattr(state.agenda[0], "seat", None) == seat else own


def test_C_98_a_drawn_card_is_seen_by_the_one_seat_that_gets_it() -> None:
    """The visibility table knows roles only; here is which seat: who gains a card is who saw it drawn."""
    drawn = 0
    for variant in variants(COUP):
        script = random_game(variant, 2, leaving=0.01)
        for before, event, after in zip(script.states, script.events[1:], script.states[1:], strict=False):
            assert isinstance(before, State)
            assert isinstance(after, State)
            seen: dict[int, Counter[str]] = {}
            for outcome in event.outcomes:
                if isinstance(outcome, Draw):
                    assert isinstance(outcome.seen_by, frozenset)
                    (seat,) = outcome.seen_by
                    seen[seat] = seen.get(seat, Counter()) + Counter(map(str, outcome.cards))
            drawn += len(seen)
            for seat in range(script.seats):
                gained = own_cards(after, seat) - own_cards(before, seat)
                if not (isinstance(event.step, Played) and isinstance(event.step.move, ChooseCard)):
                    assert gained <= seen.get(seat, Counter()), (str(variant), event)
            assert set(seen) <= {seat for seat in range(script.seats) if before.hands[seat]}
    assert drawn > 200


def test_C_99_an_examined_card_is_shown_to_whoever_declared_it() -> None:
    """And what turns up openly lies open from then on, or went back as a proof."""
    examined = 0
    for variant in variants(COUP):
        script = random_game(variant, 3, leaving=0.01)
        for before, event, after in zip(script.states, script.events[1:], script.states[1:], strict=False):
            assert isinstance(before, State)
            assert isinstance(after, State)
            for outcome in event.outcomes:
                if not isinstance(outcome, Show):
                    continue
                seat = int(outcome.what.split()[1])
                if outcome.ruling == "C-51":
                    assert outcome.seen_by == frozenset({before.turn})
                    examined += 1
                    continue
                assert outcome.seen_by == "all"
                down = Counter(before.hands[seat]) - Counter(map(str, outcome.cards))
                if outcome.ruling == "C-105":
                    assert not down
                lies_open = Counter(after.lost[seat]) - Counter(before.lost[seat]) >= Counter(map(str, outcome.cards))
                assert lies_open or outcome.ruling in ("C-1", "C-10", "C-67")
    assert examined > 20


def test_the_board_draws_what_the_view_knows() -> None:
    table = Table(edition="base_plus_reformation", reformation=True).wound(1, "captain")
    assert faces(table, 0, "hand.0") == (Piece("card", "assassin"), Piece("card", "duke"))
    assert faces(table, 0, "hand.1") == (Piece("card"),)
    assert faces(table, 0, "lost.1") == (Piece("card", "captain"),)
    assert faces(table, 0, "faction.1") == (Piece("faction", "reformist"),)
    assert faces(table, 0, "court") == (Piece("card", count=7),)
    assert sum(piece.count for piece in faces(table, "arbiter", "court")) == 7
    assert all(piece.face for piece in faces(table, "arbiter", "court"))
    tracks = {track.id: track.value for track in COUP.board(table.view(0)).tracks}
    assert tracks == {"treasury": 42, "reserve": 0, "coins.0": 2, "coins.1": 2, "coins.2": 2, "coins.3": 2}


def test_the_board_shows_an_inquisitor_the_card_and_nobody_else() -> None:
    table = spain("inquisitor duke", "captain contessa", "duke duke").declare("examine", 1).passes()
    table.play(1, Offer("contessa"))
    assert faces(table, 0, "hand.1") == (Piece("card", "contessa", marks=("shown",)), Piece("card"))
    assert faces(table, 2, "hand.1") == (Piece("card", count=2),)


def test_the_board_shows_an_exchange_and_the_sets_to_choose_from() -> None:
    table = Table("ambassador duke", "captain captain").declare("exchange").passes("assassin contessa")
    assert faces(table, 0, "drawn") == (Piece("card", "assassin"), Piece("card", "contessa"))
    assert faces(table, 1, "drawn") == (Piece("card", count=2),)
    choice = Table("duke", "captain", two_player_choice=True)
    assert len(faces(choice, 1, "set.0")) == 5


def test_the_board_shows_what_is_pending_and_at_whose_seats() -> None:
    table = Table("assassin duke", "captain duke", "contessa duke").rich(3).declare("assassinate", 1).passes()
    table.play(1, Block("contessa"))
    pending = [piece.face for piece in faces(table, "spectator", "agenda")]
    assert pending == ["challenges", "block_stands", "assassinate", "next_turn"]
    assert faces(table, 2, "action.0") == faces(table, 2, "aim.1") == (Piece("action", "assassinate"),)
    assert faces(table, 2, "claim.contessa.1") == (Piece("claim", "contessa"),)
    table.play(2, Challenge())
    assert faces(table, 0, "claim.contessa.1") == (Piece("claim", "contessa", marks=("coup.challenged",)),)


def test_the_board_shows_who_is_out_and_what_they_leave() -> None:
    table = urbis("abogado duke", "captain duke", "assassin duke", abogado=True).rich(7).wound(1, "duke")
    table.declare("coup", 1)
    assert faces(table, 0, "hand.1") == (Piece("state", "out"),)
    assert {track.id: track.value for track in COUP.board(table.view(0)).tracks}["estate.1"] == 2
    table.play(2, ClaimEstate()).leave(0)
    assert faces(table, 2, "hand.0") == (Piece("state", "withdrawn"),)


def test_the_board_s_words_are_in_the_catalogues() -> None:
    for variant in variants(COUP)[::5]:
        for state in random_game(variant, 1, leaving=0.02).states:
            board = COUP.board(COUP.view(state, "spectator"))
            keys = {part.label for part in (*board.areas, *board.tracks)}
            keys |= {f"coup.{piece.face}" for area in board.areas for piece in area.pieces if piece.face is not None}
            for language in LANGUAGES:
                assert not {key for key in keys if label(language, key) == key}


def test_only_secret_choices_may_be_taken_back() -> None:
    table = Table()
    assert not COUP.binding(table.state, 0, Keep(("duke",)))
    assert not COUP.binding(table.state, 0, ChooseCard("duke"))
    assert COUP.binding(table.state, 0, Declare("income"))
