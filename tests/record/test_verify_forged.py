"""Forged luck, moves and results, in chains that fit: commitments and digests were computed anew.

Only the rules and the seed can tell. The details are part of what is tested: an arbiter gets them to read.
"""

from hashlib import sha256

import pytest

from domain.kernel.luck import salt
from domain.record.verify import verify
from tests.record.cases import MOVE, Change, found, kobayakawa_file, problem, toy_table
from tests.record.forge import Forgery, base64_of, forged
from tests.record.sitting import SEED


def test_the_forger_can_build_a_chain_that_fits() -> None:
    assert forged(kobayakawa_file(), lambda _: None) == kobayakawa_file()
    report = verify(forged(kobayakawa_file(), lambda it: it.documents[3].update(by=it.documents[4]["by"])))
    assert report.ok, "who entered a move is not something rules or seed could tell"


def test_an_altered_draw_does_not_come_from_the_seed() -> None:
    lines = kobayakawa_file()
    drawn = Forgery(lines).find(MOVE, 0, move="draw")
    (card,) = Forgery(lines).lines[drawn]["opened"]["outcomes/0"]["value"]
    free = next(
        other
        for other in range(1, 16)
        if verify(forged(lines, lambda it, other=other: it.open_as(drawn, "outcomes/0", [other]))).problem.code  # type: ignore[misc,union-attr]
        == "not_from_seed"
        and other != card
    )
    bad = problem(forged(lines, lambda it: it.open_as(drawn, "outcomes/0", [free])))
    assert (bad.code, bad.line, bad.version) == ("not_from_seed", drawn + 2, drawn + 1)
    seat = Forgery(lines).documents[drawn]["seat"]
    assert bad.detail == (
        f"seat {seat} plays draw, outcome 0: the seed gives a draw from deck: {card}, "
        f"the record has a draw from deck: {free}"
    )


def test_an_altered_deal_does_not_come_from_the_seed() -> None:
    def swap(it: Forgery) -> None:
        one, other = (it.lines[0]["opened"][f"outcomes/{n}"]["value"] for n in (0, 1))
        it.open_as(0, "outcomes/0", list(other))
        it.open_as(0, "outcomes/1", list(one))

    bad = problem(forged(kobayakawa_file(), swap))
    assert (bad.code, bad.version, bad.line, bad.ply) == ("not_from_seed", 1, 2, 0)
    assert bad.detail.startswith("a table of kobayakawa 1 is opened for ")


def test_an_altered_die_may_also_change_how_often_it_was_thrown() -> None:
    for faces in ([1], [2], [3], [4], [5], [6, 1]):
        table = toy_table()
        thrown = Forgery(table.archive()).find(MOVE, 0, move="throw")
        if faces == [roll["cards"][0] for roll in Forgery(table.archive()).documents[thrown]["outcomes"]]:
            continue

        def change(it: Forgery, faces: list[int] = faces, thrown: int = thrown) -> None:
            it.documents[thrown]["outcomes"] = [{"outcome": "roll", "cards": [face]} for face in faces]

        code, detail = found(table.archive(with_seed=True), change)
        assert code == "not_from_seed"
        assert "the seed gives a roll: " in detail


def test_another_seed_in_the_file_is_not_the_one_the_table_was_bound_to() -> None:
    other = sha256(b"another").digest()

    def reseed(it: Forgery, *, also_commitment: bool = False) -> None:
        it.header["seed"] = other.hex()
        for version, line in enumerate(it.lines, start=1):
            for path, opening in line["opened"].items():
                opening["salt"] = base64_of(salt(other, version, int(path.partition("/")[2])))
            for path, opening in list(line["opened"].items()):
                it.open_as(version - 1, path, opening["value"])
        if also_commitment:
            it.documents[0]["seed_commitment"] = base64_of(sha256(other).digest())

    assert found(kobayakawa_file(), lambda it: it.header.update(seed=other.hex()))[0] == "salt_not_from_seed"
    assert found(kobayakawa_file(), reseed)[0] == "other_seed"
    assert found(kobayakawa_file(), lambda it: reseed(it, also_commitment=True))[0] == "not_from_seed"


def test_an_illegal_move_is_against_the_rules_and_the_detail_says_which() -> None:
    lines = kobayakawa_file()
    stake = Forgery(lines).find(MOVE, 0, move="stake")
    seat = Forgery(lines).documents[stake]["seat"]
    bad = problem(forged(lines, lambda it: it.documents[stake]["move"].update(medals=3)))
    assert (bad.code, bad.line, bad.version) == ("against_the_rules", stake + 2, stake + 1)
    assert bad.ply > 0
    assert bad.detail == f"ply {bad.ply + 1}: seat {seat} stakes 3 medals, and 1 medal is due (wrong_stake)"
    other = (seat + 1) % 3
    code, detail = found(lines, lambda it: it.documents[stake].update(seat=other))
    ply = bad.ply + 1
    assert (code, detail) == (
        "against_the_rules",
        f"ply {ply}: seat {other} plays stake (medals=1), but it was not its turn; awaited: {seat} (out_of_turn)",
    )


@pytest.mark.parametrize(
    ("change", "code", "detail"),
    [
        (
            lambda it: (it.documents[1].update(outcomes=[]), it.lines[1].update(opened={})),
            "against_the_rules",
            "missing_outcome: the rules ask for draw 1",
        ),
        (lambda it: it.open_as(1, "outcomes/0", [77]), "against_the_rules", "card_not_there: the rules ask for draw 1"),
        (lambda it: it.open_as(1, "outcomes/0", [1, 2]), "no_event", "something was added, left out"),
        (
            lambda it: it.documents[1]["move"].update(move="fly"),
            "not_allowed",
            "seat 0 plays fly, but the game cannot read it: Invalid value 'fly'",
        ),
        (lambda it: it.documents[0].update(ruleset_version=9), "other_game", "toy 9 is opened for 3 seats"),
        (lambda it: it.documents[0].update(seats=it.documents[0]["seats"][:2]), "against_the_rules", "left_over"),
        (lambda it: it.documents[0]["options"].update(cards=[1]), "against_the_rules", "too_few_cards needed=3"),
        (lambda it: it.header.update(ruleset="kobayakawa"), "other_game", "the header says kobayakawa"),
        (lambda it: it.documents[2].update(originator_id=str(SEED.hex()[:32])), "other_game", "belongs to game"),
    ],
)
def test_other_alterations_are_found_and_named(change: Change, code: str, detail: str) -> None:
    what = found(toy_table().archive(), change)
    assert what[0] == code
    assert detail in what[1]


def test_a_game_of_an_unknown_ruleset_is_not_passed() -> None:
    def rename(it: Forgery) -> None:
        it.header["ruleset"] = it.documents[0]["ruleset"] = "chess"

    assert found(toy_table().archive(), rename) == (
        "not_allowed",
        "a table of chess 1 is opened for 3 seats, but this game, or this version of it, is not known here",
    )


def test_a_wrong_result_is_found() -> None:
    lines = kobayakawa_file()
    ended = Forgery(lines).find("game.ended")

    def promote(it: Forgery) -> None:
        it.documents[ended]["result"]["places"] = [1] * len(it.documents[ended]["result"]["places"])

    bad = problem(forged(lines, promote))
    assert (bad.code, bad.version) == ("not_allowed", ended + 1)
    assert bad.detail.startswith("the record says places 1, 1, 1")
    assert ", the rules say places " in bad.detail


def test_an_end_before_the_end_is_found() -> None:
    result = {"sides": [[0], [1], [2]], "places": [1, 2, 2], "scores": [9, 0, 0], "why": "opened"}
    code, detail = found(toy_table().archive(), lambda it: it.insert(4, "game.ended", result=result))
    assert code == "not_allowed"
    assert detail.endswith("the rules say that it goes on")
