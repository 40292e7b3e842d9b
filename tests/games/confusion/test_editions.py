"""A club's own edition, and options nobody can play with: each is refused naming the entry."""

import msgspec
import pytest
from msgspec.structs import replace

from domain.games.confusion.edition import FARTHEST, SKIRMISH, STANDARD, Pattern, Reach
from domain.games.confusion.options import Options
from domain.games.confusion.rules import CONFUSION
from domain.kernel.refusals import BadOptions
from domain.kernel.seeded import SeededChance
from service.i18n import LANGUAGES, catalogue
from tests.games.confusion.table import Tokens

MAP = STANDARD.map


def with_line(at: int, line: str) -> dict[str, object]:
    return {"map": (*MAP[:at], line, *MAP[at + 1 :])}


def with_piece(at: int, **parts: object) -> dict[str, object]:
    pieces = list(STANDARD.pieces)
    pieces[at] = replace(pieces[at], **parts)
    return {"pieces": tuple(pieces)}


def refused(options: Options, seats: int = 2) -> str:
    with pytest.raises(BadOptions) as refusal:
        CONFUSION.setup(options, seats, SeededChance(bytes(32), 1))
    return str(refusal.value)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"map": MAP[:2]}, "map: bad_board_size least=3 most=15 given=2"),
        ({"map": MAP * 2}, "map: bad_board_size least=3 most=15 given=22"),
        (with_line(3, ".."), "map.3: bad_board_size least=3 most=15 given=2"),
        (with_line(3, "...."), "map.3: uneven_rows needed=11 given=4"),
        (with_line(3, "..........?"), "map.3: unknown_sign given=?"),
        (with_line(3, "..........é"), "map.3: unknown_sign given=é"),
        (with_line(3, "..........a"), "map.3: spies_repeat given=a"),
        (with_line(3, "..........*"), "map.5: spies_repeat given=*"),
        (with_line(5, "..........."), "map: no_briefcase"),
        (with_line(3, "..........n"), "map: counts_differ letters=a–z pieces=13 spies=14"),
        (with_line(9, "...BCDEFG.."), "map: counts_differ letters=A–Z pieces=13 spies=12"),
        (with_line(1, "..gfedcb..."), "map: counts_differ letters=a–z pieces=13 spies=12"),
        ({"pieces": ()}, "map: counts_differ letters=A–Z pieces=0 spies=13"),
        ({"pieces": STANDARD.pieces[1:]}, "map: counts_differ letters=A–Z pieces=12 spies=13"),
        (with_piece(4, id="M01"), "pieces.4.id: ids_repeat given=M01"),
        (with_piece(4, id=""), "pieces.4.id: bad_name most=40"),
        (with_piece(4, id=" "), "pieces.4.id: bad_name most=40"),
        (with_piece(4, id="M\n05"), "pieces.4.id: bad_name most=40"),
        (with_piece(4, id="M\u202e5"), "pieces.4.id: bad_name most=40"),
        (with_piece(4, id="M" * 41), "pieces.4.id: bad_name most=40"),
        ({"name": ""}, "name: bad_name most=40"),
        ({"name": "x" * 41}, "name: bad_name most=40"),
        (with_piece(4, id="promoted"), "pieces.4.id: ids_repeat given=promoted"),
        (with_piece(3, max_distance=0), "pieces.3.max_distance: bad_distance most=14 given=0"),
        (with_piece(3, max_distance=15), "pieces.3.max_distance: bad_distance most=14 given=15"),
        (with_piece(3, max_distance=None), "pieces.3.max_distance: bad_distance most=14 given=null"),
        (with_piece(3, directions=()), "pieces.3.directions: bad_directions"),
        (with_piece(3, directions=("F", "F")), "pieces.3.directions: bad_directions"),
        (with_piece(3, directions=("L", "R", "F", "B")), "pieces.3: patterns_repeat given=M04"),
        (with_piece(8, directions=("BL",)), "pieces.8.directions: crown_moves_back given=M09"),
        (with_piece(12, double_agent=False, max_distance=1, directions=("F",)), "pieces: one_double_agent given=0"),
        (with_piece(0, double_agent=True), "pieces.0: double_agent_moves"),
        (
            with_piece(0, double_agent=True, max_distance=None, directions=()),
            "pieces.12: one_double_agent given=2",
        ),
        (with_piece(12, crown=True), "pieces.12: double_agent_moves"),
        ({"promoted": Reach(0, ("F",))}, "promoted.max_distance: bad_distance most=14 given=0"),
        ({"promoted": Reach(15, ("F",))}, "promoted.max_distance: bad_distance most=14 given=15"),
        ({"promoted": Reach(2, ())}, "promoted.directions: bad_directions"),
        ({"double_agent_limit": 0}, "double_agent_limit: bad_distance most=14 given=0"),
        ({"own_half": 0}, "own_half: bad_half most=10 given=0"),
        ({"own_half": 11}, "own_half: bad_half most=10 given=11"),
        ({"narrow_columns": (0, 10)}, "narrow_columns: bad_columns most=11 first=0 last=10"),
        ({"narrow_columns": (6, 5)}, "narrow_columns: bad_columns most=11 first=6 last=5"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused_by_entry(parts: dict[str, object], words: str) -> None:
    assert refused(Options(edition=replace(STANDARD, **parts))) == f"options.edition.{words}"


def test_too_many_pieces_for_a_board_are_refused() -> None:
    pieces = [Pattern(f"P{n}", n, ("F",)) for n in range(1, 10)] + [Pattern(f"Q{n}", n, ("B",)) for n in range(1, 12)]
    pieces.append(Pattern("DA", None, (), double_agent=True))
    letters = "ABCDEFGHIJKLMNOPQRSTU"
    board = (letters.lower().ljust(15, ".")[:15], letters.lower()[15:].ljust(15, "."), *["." * 15] * 10)
    board = (*board, "*".ljust(15, "."), letters[15:].ljust(15, "."), letters[:15])
    edition = replace(STANDARD, map=board, pieces=tuple(pieces), narrow_columns=(1, 15))
    assert refused(Options(edition=edition)) == "options.edition.pieces: too_many_pieces most=20 given=21"


def test_every_distance_an_edition_may_have_can_be_said() -> None:
    keys = {f"confusion.reach_{distance}" for distance in range(1, FARTHEST + 1)}
    for language in LANGUAGES:
        assert keys <= catalogue(language).labels.keys()


def test_patterns_that_only_differ_beyond_the_board_repeat() -> None:
    """On a board of eleven squares nobody tells ten from eleven."""
    pieces = list(STANDARD.pieces)
    pieces[1], pieces[2] = Pattern("X", 10, ("F",)), Pattern("Y", 11, ("F",))
    words = refused(Options(edition=replace(STANDARD, pieces=tuple(pieces))))
    assert words == "options.edition.pieces.2: patterns_repeat given=Y"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (Options(white=2), "options.white: no_such_seat given=2 most=1"),
        (Options(first_player=-1), "options.first_player: no_such_seat given=-1 most=1"),
        (Options(tokens=Tokens(("swap", "swap"))), "options.tokens.white: tokens_repeat"),
        (Options(tokens=Tokens((), ("swap", "swap"))), "options.tokens.red: tokens_repeat"),
        (Options(draw_after=0), "options.draw_after: bad_limit given=0"),
        (
            Options(narrow_board=True, edition=replace(STANDARD, narrow_columns=(4, 8))),
            "options.edition.map.0: outside_narrow_board given=m",
        ),
    ],
)
def test_options_that_cannot_be_played_are_refused_by_name(options: Options, words: str) -> None:
    assert refused(options) == words


def test_the_game_is_for_two() -> None:
    assert refused(Options(), 3) == "seats: seat_count least=2 most=2 given=3"


def test_unknown_tokens_and_directions_are_not_read() -> None:
    told = msgspec.to_builtins(Options())
    told["tokens"]["white"] = ["reveal_2"]
    with pytest.raises(msgspec.ValidationError, match="reveal_2"):
        msgspec.convert(told, Options)
    told = msgspec.to_builtins(Options())
    told["edition"]["pieces"][0]["directions"] = ["N"]
    with pytest.raises(msgspec.ValidationError, match="pieces"):
        msgspec.convert(told, Options)


def test_the_standard_set_keeps_to_what_is_published() -> None:
    """Twelve patterns, all different, and the double agent; four crowns, which never move back; up to four squares."""
    ordinary = [piece for piece in STANDARD.pieces if not piece.double_agent]
    assert len(ordinary) == 12
    assert len({(piece.max_distance, frozenset(piece.directions)) for piece in ordinary}) == 12
    crowns = [piece for piece in ordinary if piece.crown]
    assert len(crowns) == 4
    assert not any(direction.startswith("B") for piece in crowns for direction in piece.directions)
    assert all(any(way.startswith("B") for way in piece.directions) for piece in ordinary if not piece.crown)
    assert {piece.max_distance for piece in ordinary} == {1, 2, 3, 4}
    assert STANDARD.promoted == SKIRMISH.promoted
    assert (STANDARD.promoted.max_distance, len(STANDARD.promoted.directions)) == (2, 8)
