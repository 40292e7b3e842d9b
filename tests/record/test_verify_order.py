"""Events that were put in, taken out or come at the wrong moment, in chains that fit."""

import pytest

from domain.record.events import Reveal
from domain.record.verify import verify
from tests.record.cases import Change, found, toy_table
from tests.record.forge import Forgery, forged

TAKE_BACKS: list[tuple[int, int, int, str]] = [
    (2, 0, 0, "seat 0 takes a move back, to ply 0, but the move drew, rolled or showed something (chance_answered)"),
    (3, 0, 1, "seat 0 takes a move back, to ply 1, but the others learned something from the move (others_learned)"),
    (4, 1, 2, "seat 1 takes a move back, to ply 2, but the last move is another seat's (not_your_move)"),
    (5, 0, 2, "seat 0 takes a move back, to ply 2, but one move is taken back from ply 4"),
    (5, 0, 4, "seat 0 takes a move back, to ply 4, but one move is taken back from ply 4"),
    (5, 0, -1, "seat 0 takes a move back, to ply -1, but one move is taken back from ply 4"),
    (1, 0, 0, "seat 0 takes a move back, to ply 0, but there is no move to take back (nothing_to_take_back)"),
    (1, 0, -1, "seat 0 takes a move back, to ply -1, but one move is taken back from ply 0"),
]


@pytest.mark.parametrize(("place", "seat", "ply", "detail"), TAKE_BACKS)
def test_an_undue_take_back_is_found(place: int, seat: int, ply: int, detail: str) -> None:
    change: Change = lambda it: it.insert(place, "game.move_taken_back", seat=seat, ply=ply)  # noqa: E731
    assert found(toy_table().archive(), change) == ("not_allowed", detail)


def test_a_due_take_back_put_in_is_legal_and_changes_what_follows() -> None:
    report = verify(forged(toy_table().archive(), lambda it: it.insert(5, "game.move_taken_back", seat=0, ply=3)))
    assert report.ok, "without the seed, a legal game told instead of another cannot be told from it"
    whole = toy_table(ended=True).archive(with_seed=True)
    assert not verify(forged(whole, lambda it: it.insert(5, "game.move_taken_back", seat=0, ply=3))).ok


def test_moves_in_a_pause_and_pauses_out_of_place_are_found() -> None:
    lines = toy_table().archive()
    assert found(lines, lambda it: it.insert(2, "game.paused")) == (
        "not_allowed",
        "seat 0 plays say (words=five), but the game is paused (paused)",
    )
    assert found(lines, lambda it: it.insert(2, "game.resumed")) == (
        "not_allowed",
        "the game is resumed, but the game is not paused (not_paused)",
    )

    def twice(it: Forgery) -> None:
        it.insert(2, "game.paused")
        it.insert(2, "game.paused")

    assert found(lines, twice) == ("not_allowed", "the game is paused, but the game is paused (paused)")


def test_time_that_goes_back_is_found_in_every_file() -> None:
    for viewer in ("arbiter", 0, "spectator"):
        lines = toy_table().archive(viewer)
        forgery = forged(lines, lambda it: it.documents[4].update(at="2026-05-01T12:00:02Z"))
        report = verify(forgery)
        assert report.problem is not None
        assert (report.problem.code, report.problem.version, report.problem.ply) == ("time_goes_back", 5, 3)
        assert report.problem.detail.endswith(
            "at 2026-05-01T12:00:02+00:00, and the event before was at 2026-05-01T12:00:03+00:00"
        )


@pytest.mark.parametrize(
    "at",
    ["2026-05-01T12:00:04", "2026-05-01T14:00:04+02:00", "2026-05-01T12:00:04.0Z", "2026-05-01 12:00:04Z", 1, None],
)
def test_there_is_one_way_to_write_a_time(at: object) -> None:
    assert found(toy_table().archive(), lambda it: it.documents[4].update(at=at))[0] == "no_event"


def test_the_clock_is_checked_with_the_rules() -> None:
    def late(it: Forgery) -> None:
        for document in it.documents[2:]:
            document["at"] = "2026-05-01T12:01:40Z"

    assert found(toy_table().archive(), late) == (
        "against_the_rules",
        "ply 2: seat 0 plays say (words=five), but the time was up (time_is_up)",
    )


def test_what_no_seat_chose_is_told_of_the_table() -> None:
    assert found(toy_table().archive(), lambda it: it.documents[2].update(seat=-1, move={"move": "time_up"})) == (
        "against_the_rules",
        "ply 2: the table plays time_up, but the time was not up yet (not_yet)",
    )


def test_a_record_begins_with_its_opening_and_has_one() -> None:
    for viewer in ("arbiter", "spectator"):
        lines = toy_table().archive(viewer)

        def twice(it: Forgery) -> None:
            it.lines.insert(3, {**it.lines[0], "document": dict(it.documents[0])})

        report = verify(forged(lines, twice))
        assert report.problem is not None
        assert (report.problem.code, report.problem.version) == ("not_allowed", 4)
        report = verify(forged(lines, lambda it: it.lines.pop(0)))
        assert report.problem is not None
        assert (report.problem.code, report.problem.version) == ("not_allowed", 1)


def test_the_end_and_the_reveal_belong_to_the_move_that_brought_them() -> None:
    lines = toy_table(ended=True).archive()
    ended = Forgery(lines).find("game.ended")
    assert verify(lines).result
    assert found(lines, lambda it: it.lines.pop())[0] == "cut_short"
    code, detail = found(lines, lambda it: (it.lines.pop(), it.lines.pop()))
    assert (code, detail) == (
        "no_result",
        "the rules have come to a result and the record does not say so: its end is missing",
    )
    code, detail = found(lines, lambda it: it.insert(ended, "game.paused"))
    assert code == "no_result"
    assert detail.startswith("the game is paused, but the game had come to its end: places 1, 2, 2")
    for kind, fields in (("game.paused", {}), ("game.seat_withdrawn", {"seat": 1, "outcomes": []})):
        code, detail = found(lines, lambda it, kind=kind, fields=fields: it.insert(len(it.lines), kind, **fields))  # type: ignore[misc]
        assert code == "not_allowed"
        assert detail.endswith("but the game is over (game_over)")


@pytest.mark.parametrize(("policy", "to"), [("everyone", "arbiters"), ("arbiters", "everyone"), ("everyone", "sealed")])
def test_the_seed_is_revealed_to_those_the_table_agreed_on(policy: Reveal, to: str) -> None:
    lines = toy_table(reveal=policy, ended=True).archive()
    code, detail = found(lines, lambda it: it.documents[-1].update(to=to))
    assert code == "not_allowed"
    assert detail == f"the seed is revealed to {to}; the table agreed on {policy}, once, at the end"


@pytest.mark.parametrize("to", ["everyone", "arbiters", "sealed"])
def test_a_sealed_seed_stays_sealed_and_no_seed_is_revealed_early_or_twice(to: str) -> None:
    sealed = toy_table(reveal="sealed", ended=True).archive()
    assert found(sealed, lambda it: it.insert(len(it.lines), "game.seed_revealed", to=to))[0] == "not_allowed"
    assert found(toy_table().archive(), lambda it: it.insert(3, "game.seed_revealed", to=to))[0] == "not_allowed"
    ended = toy_table(ended=True).archive()
    assert found(ended, lambda it: it.insert(len(it.lines), "game.seed_revealed", to=to))[0] == "not_allowed"
