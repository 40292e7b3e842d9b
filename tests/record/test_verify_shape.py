"""Malleability: there is one document for an event, and nothing can ride along in it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from domain.record.verify import verify
from tests.record.cases import toy_table
from tests.record.forge import Forgery, Json, forged
from tests.record.sitting import Sitting


def whole_game() -> Sitting:
    """Every kind of event, in 16 lines."""
    table = toy_table()
    table.pause()
    table.resume()
    table.play(0, "place", square=3)
    table.take_back(0)
    table.withdraw(2)
    table.play(0, "reveal")
    return table


GAME = whole_game


def places(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every dict within a document."""
    if isinstance(value, dict):
        yield path
        for name, inner in value.items():
            yield from places(inner, (*path, name))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for part in path:
        value = value[part]
    return value


@pytest.mark.parametrize("viewer", ["arbiter", 1, "spectator"])
def test_no_part_of_any_document_takes_an_unknown_field(viewer: Any) -> None:
    lines = GAME().archive(viewer)
    for index, document in enumerate(Forgery(lines).documents):
        for path in places(document):
            if viewer != "arbiter" and path[:1] in (("move",), ("options",)):
                continue  # only who reads all of a game can tell what its moves and options hold
            report = verify(forged(lines, lambda it: at(it.documents[index], path).update(note="paid")))  # noqa: B023
            assert report.problem is not None, (document["event"], path)
            assert (report.problem.line, report.problem.code) in ((index + 2, "no_event"), (index + 2, "not_allowed"))


@pytest.mark.parametrize("viewer", ["arbiter", 1, "spectator"])
def test_no_field_of_an_event_can_be_left_out(viewer: Any) -> None:
    lines = GAME().archive(viewer)
    for index, document in enumerate(Forgery(lines).documents):
        for name in document:
            if name in ("prev", "originator_version"):
                continue  # put in again when the chain is rebuilt
            report = verify(forged(lines, lambda it: it.documents[index].pop(name)))  # noqa: B023
            assert report.problem is not None, (document["event"], name)
            assert report.problem.line == index + 2


JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 2**53, 2**64, 10**40, 1.0, 0.5, 1e300, "", "x", "2026-05-01T12:00:00Z", [], [1.0], [[]], {},
    {"commitment": "x"}, {"a": {"b": [None]}},
)  # fmt: skip


@pytest.mark.parametrize("viewer", ["arbiter", "spectator"])
def test_junk_in_any_field_is_told_and_never_stops_the_check(viewer: Any) -> None:
    lines, passed = GAME().archive(viewer), set()
    for index, document in enumerate(Forgery(lines).documents):
        for name in document:
            for junk in JUNK:
                if repr(document[name]) == repr(junk):
                    continue
                report = verify(forged(lines, lambda it: it.documents[index].update({name: junk})))  # noqa: B023
                if report.problem is None:
                    passed.add((document["event"], name, str(junk)))
                else:
                    assert report.problem.code != "not_checkable", report.problem
                    assert report.problem.detail
    harmless = {
        ("league", "None"),
        ("spectators", "True"),
        ("spectators", "False"),
        ("options", "{}"),  # what is left out is filled in, so records outlive options that came later
        ("at", "2026-05-01T12:00:00Z"),
        ("prev", ""),
    }
    readable = {(name, junk) for _, name, junk in passed if name not in ("prev", "originator_version")}
    if viewer == "arbiter":
        assert readable <= harmless, readable - harmless
    else:
        assert not {name for name, _ in readable} & {"event", "originator_id", "ruleset", "ruleset_version", "reveal"}
        assert ("seed_commitment", "") not in readable


MALLEABLE: dict[str, Callable[[Json], object]] = {
    "a fraction for a whole number": lambda move: move.update(seat=0.0),
    "true for one": lambda move: move["outcomes"][0].update(count=True),
    "more cards than were opened": lambda move: move["outcomes"][0].update(count=2),
    "a billion cards": lambda move: move["outcomes"][0].update(count=10**9),
    "fewer than none": lambda move: move["outcomes"][0].update(count=-1),
    "a ruling on a draw": lambda move: move["outcomes"][0].update(ruling="K-1"),
    "an audience in another order": lambda move: move["outcomes"][0].update(seen_by=[0, 0]),
    "an audience of nobody": lambda move: move["outcomes"][0].update(seen_by=[]),
    "a hidden roll": lambda move: move["outcomes"][0].update(kind="roll"),
    "a commitment in capitals": lambda move: move["outcomes"][0].update(
        commitment=move["outcomes"][0]["commitment"].upper()
    ),
    "a player's id in capitals": lambda move: move.update(by="00000000-0000-0000-0000-0000000000AB"),
    "a seed": lambda move: move.update(seed="AAAA"),
    "a request": lambda move: move.update(request_id="r"),
    "salts": lambda move: move.update(salts={}),
    "outcomes with names": lambda move: move.update(outcomes={"0": move["outcomes"][0]}),
    "a key that is not ASCII": lambda move: move["move"].update({"ключ": 1}),
}


@pytest.mark.parametrize("what", MALLEABLE)
def test_an_event_is_not_written_in_a_second_way(what: str) -> None:
    lines = GAME().archive()
    report = verify(forged(lines, lambda it: MALLEABLE[what](it.documents[1])))
    assert report.problem is not None
    assert report.problem.version == 2
    assert report.problem.code in ("no_event", "secret_altered", "against_the_rules")


def test_a_field_of_a_move_says_what_the_game_reads() -> None:
    lines = GAME().archive()
    for change in ({"note": 1}, {"square": 1}, {"more": []}):
        report = verify(forged(lines, lambda it, change=change: it.documents[1]["move"].update(change)))  # type: ignore[misc]
        assert report.problem is not None
        assert report.problem.code == "no_event"
        assert report.problem.detail == f"move.{next(name for name in change)} is nothing this game knows"
    for name, junk in (("cards", [1, 2, 3, 4, 5, 6, 7, 8, 9.0]), ("dice", 2)):
        report = verify(forged(lines, lambda it, name=name, junk=junk: it.documents[0]["options"].update({name: junk})))  # type: ignore[misc]
        assert report.problem is not None
        assert report.problem.code in ("no_event", "not_allowed")


def test_options_that_came_later_do_not_spoil_older_records() -> None:
    report = verify(forged(GAME().archive(), lambda it: it.documents[0]["options"].pop("die")))
    assert report.ok
