"""The texts: the same in both languages, and one for every code that anything can be refused with."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from domain.games.registry import RULESETS, names, newest
from domain.kernel.seeded import SeededChance
from service.api.problems import STATUS
from service.i18n import LANGUAGES, catalogue, choose, label, text

ROOT = Path(__file__).parents[3]
# What makes a problem of a code, and which argument the code is.
MAKERS = {
    "IllegalMove": 0,
    "Refused": 0,
    "Problem": 0,
    "BadOptions": 1,
    "BadNote": 1,
    "NotAtThisTable": 0,
    "invalid": 2,
    "check_different": 1,
    "no_such_edition": 1,
}


def placeholders(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name}


def constants(tree: ast.Module) -> dict[str, str]:
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


SOURCES = {path: ast.parse(path.read_text()) for part in ("domain", "service") for path in (ROOT / part).rglob("*.py")}
NAMED = {name: code for tree in SOURCES.values() for name, code in constants(tree).items() if name.isupper()}


def codes() -> Iterator[tuple[Path, str]]:
    """Every code a problem is made of anywhere, with the file it stands in."""
    for path, tree in SOURCES.items():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS):
                continue
            place = MAKERS[node.func.id]
            given = node.args[place] if len(node.args) > place else None
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                yield path, given.value
            elif isinstance(given, ast.Name) and given.id in NAMED:
                yield path, NAMED[given.id]


CODES = sorted(set(codes()))


def test_both_languages_hold_the_same() -> None:
    first, *others = (catalogue(language) for language in LANGUAGES)
    for other in others:
        assert first.problems.keys() == other.problems.keys()
        assert first.labels.keys() == other.labels.keys()
        for code, words in first.problems.items():
            theirs = other.problems[code]
            assert placeholders(words.detail) == placeholders(theirs.detail), code
            assert placeholders(words.what_to_do) == placeholders(theirs.what_to_do), code
            assert not placeholders(words.title) | placeholders(theirs.title), code


def test_the_search_finds_codes_of_all_kinds() -> None:
    found = {code for _, code in CODES}
    assert {"out_of_turn", "already_drew", "seat_count", "paused", "token_missing", "merge_cycle"} <= found
    assert len(found) > 50


@pytest.mark.parametrize(("path", "code"), CODES, ids=lambda value: value if isinstance(value, str) else value.stem)
def test_every_code_has_its_words(path: Path, code: str) -> None:
    parts = path.relative_to(ROOT).parts
    game = parts[2] if parts[:2] == ("domain", "games") and len(parts) > 3 else None
    for language in LANGUAGES:
        problems = catalogue(language).problems
        assert code in problems or f"{game}.{code}" in problems


@pytest.mark.parametrize("game", names())
def test_a_game_that_checks_names_says_what_has_a_name(game: str) -> None:
    """The service's own words for a bad name are about a field of a form."""
    checks = any(
        isinstance(node, ast.Name) and node.id == "check_name"
        for path, tree in SOURCES.items()
        if path.is_relative_to(ROOT / "domain" / "games" / game)
        for node in ast.walk(tree)
    )
    for language in LANGUAGES:
        assert (f"{game}.bad_name" in catalogue(language).problems) == checks


def test_every_status_has_its_words_and_every_words_a_use() -> None:
    used = {code for _, code in CODES} | STATUS.keys()
    for language in LANGUAGES:
        problems = catalogue(language).problems
        assert STATUS.keys() <= problems.keys()
        stale = {code for code in problems if code.rpartition(".")[2] not in used}
        assert stale == {"refused"}


@pytest.mark.parametrize("game", names())
def test_every_label_of_a_board_has_its_words(game: str) -> None:
    rules = newest(game)
    options = rules.Options()
    state = rules.setup(options, min(rules.seats(options)), SeededChance(bytes(32), 1))
    board = rules.board(rules.view(state, "arbiter"))
    keys = {part.label for part in (*board.areas, *board.tracks, *board.grids)}
    assert keys
    for language in LANGUAGES:
        assert keys <= catalogue(language).labels.keys()
        assert catalogue(language).labels[f"{game}.name"]


@pytest.mark.parametrize(("game", "version"), RULESETS)
def test_every_move_has_its_words(game: str, version: int) -> None:
    """What `acta replay` says of a move: its kind, with places for fields, and a word, maybe none, before the rest."""
    kinds = get_args(RULESETS[game, version].Move)
    assert kinds
    for language in LANGUAGES:
        labels = catalogue(language).labels
        for kind in kinds:
            fields = {field.name for field in msgspec.structs.fields(kind)}
            placed = placeholders(labels[f"{game}.move.{kind.__struct_config__.tag}"])
            assert placed <= fields
            assert {f"{game}.field.{name}" for name in fields - placed - {"words"}} <= labels.keys()


def reasons(game: str) -> set[str]:
    """The codes a game's modules give as `why` of an end: to functions and structs that take one of that name."""
    trees = [tree for path, tree in SOURCES.items() if path.is_relative_to(ROOT / "domain" / "games" / game)]
    places = {
        node.name: [argument.arg for argument in node.args.args].index("why")
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and "why" in [argument.arg for argument in node.args.args]
    }
    given: list[ast.expr] = []
    for call in (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)):
        place = places.get(call.func.id) if isinstance(call.func, ast.Name) else None
        given += call.args[place : place + 1] if place is not None else []
        given += [keyword.value for keyword in call.keywords if keyword.arg == "why"]
    found = (part.value for value in given for part in ast.walk(value) if isinstance(part, ast.Constant))
    return {why for why in found if isinstance(why, str) and why}


@pytest.mark.parametrize("game", names())
def test_every_end_has_its_words(game: str) -> None:
    found = reasons(game)
    played = {why for path in (ROOT / "tests" / "golden" / game).rglob("*.json") for why in whys(path.read_text())}
    assert found >= played
    assert found
    for language in LANGUAGES:
        assert {f"{game}.why.{why}" for why in found} <= catalogue(language).labels.keys()


def whys(text: str) -> list[str]:
    return re.findall(r'"why": ?"(\w+)"', text)


def test_facts_fill_the_texts() -> None:
    assert "8" in text("en", "wrong_stake", {"due": 8, "given": 3}, "kobayakawa").detail
    assert "kobayakawa, coup" in text("en", "ruleset_not_admitted", {"admitted": ("kobayakawa", "coup")}).detail
    assert "…" in text("en", "wrong_stake", {}, "kobayakawa").detail
    assert "never_heard_of" in text("es", "never_heard_of", {}, "kobayakawa").detail
    assert label("es", "kobayakawa.deck") == "Mazo"
    assert label("es", "no.such.key") == "no.such.key"


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        ("es", "es"),
        ("ES-ar", "es"),
        ("en-GB, es", "en"),
        ("es;q=0.5, en;q=0.4", "es"),
        ("es ; q = 0.4 , en;q=0.5", "en"),
        ("*;q=0.5, es", "es"),
        ("en;q=0, *", "es"),
        ("es;q=1.000", "es"),
        ("es;q=1.001", "en"),
        ("español", "en"),
        ("fr, de", "en"),
        ("", "en"),
        ("x" * 256 + ",es", "en"),  # what is kept with its answer has a bound
    ],
)
def test_the_language_is_the_one_wished_for_most(accept: str, language: str) -> None:
    assert choose(accept) == language
