"""Secrets told otherwise than they were committed to, in chains that fit; and what no file can prove."""

import base64
from hashlib import sha256
from typing import Any

from domain.record.verify import verify
from tests.record.cases import MOVE, found, toy_table
from tests.record.forge import Forgery, base64_of, canonical, forged
from tests.record.sitting import Sitting


def test_a_secret_is_opened_as_what_was_committed_to_and_nothing_else() -> None:
    lines = toy_table().archive()
    hidden = Forgery(lines).find(MOVE, 0, move="hide")

    def other_value(it: Forgery) -> None:
        it.lines[hidden]["opened"]["move/bet"]["value"] = 3

    def shorter_value(it: Forgery) -> None:
        """12 told as 2, the 1 made part of the salt: the same bytes are hashed."""
        opening = it.lines[hidden]["opened"]["move/bet"]
        assert opening["value"] == 12
        opening |= {"value": 2, "salt": base64_of(base64.b64decode(opening["salt"]) + b"1")}
        kept = it.documents[hidden]["move"]["bet"]["commitment"]
        assert sha256(base64.b64decode(opening["salt"]) + canonical(2)).hexdigest() == kept

    def other_salt(it: Forgery) -> None:
        it.lines[hidden]["opened"]["move/bet"]["salt"] = base64_of(bytes(32))

    for change in (other_value, shorter_value, other_salt):
        assert found(lines, change) == ("secret_altered", "move/bet is not what the event committed to")
    opening: Any = {"salt": base64_of(bytes(32)), "value": 1}
    assert found(lines, lambda it: it.lines[3]["opened"].update({"move/square": opening}))[0] == "not_committed"
    assert found(lines, lambda it: it.lines[hidden]["opened"].pop("move/bet")) == (
        "not_opened",
        "move/bet is not opened, though this is an arbiter's archive",
    )


def test_the_game_says_what_is_secret_and_not_the_file() -> None:
    lines = toy_table().archive()
    hidden = Forgery(lines).find(MOVE, 0, move="hide")

    def in_plain(it: Forgery) -> None:
        it.documents[hidden]["move"]["bet"] = it.lines[hidden]["opened"].pop("move/bet")["value"]

    def covered(it: Forgery) -> None:
        it.documents[hidden]["move"]["loud"] = {}
        it.lines[hidden]["opened"]["move/loud"] = {"salt": base64_of(bytes(32)), "value": False}
        it.open_as(hidden, "move/loud", False)

    code, detail = found(lines, in_plain)
    assert code == "wrong_secrets"
    assert detail.endswith("in which secret are bet, word, committed to are word")
    code, detail = found(lines, covered)
    assert code == "wrong_secrets"
    assert detail.endswith("committed to are bet, loud, word")

    def outcome_in_plain(it: Forgery) -> None:
        cards = it.lines[1]["opened"].pop("outcomes/0")["value"]
        it.documents[1]["outcomes"] = [{"outcome": "draw", "pile": "deck", "seen_by": [0], "cards": cards}]

    assert found(lines, outcome_in_plain)[0] == "no_event"


# --- what cannot be found out: docs/record-format.md says so ----------------------------------------------------------


def test_a_running_game_cut_at_its_end_is_a_shorter_running_game() -> None:
    for cut in range(1, 8):
        assert verify(forged(toy_table().archive(), lambda it, cut=cut: it.lines.__delitem__(slice(cut, None)))).ok  # type: ignore[misc]


def test_with_a_sealed_seed_a_rebuilt_chain_can_tell_another_draw() -> None:
    table = Sitting(reveal="sealed")
    table.play(0, "look")
    lines = table.archive()
    other = int(table.state.deck[0])
    report = verify(forged(lines, lambda it: it.open_as(1, "outcomes/0", [other])))
    assert report.ok
    assert report.luck == "sealed"
    assert forged(lines, lambda it: it.open_as(1, "outcomes/0", [other]))[0] != lines[0], "but its head is another"


def test_a_file_may_open_less_than_it_could_and_then_claims_less() -> None:
    def hide(it: Forgery) -> None:
        it.header["opened_for"] = "spectator"
        it.documents[8].update(seat=1)
        for line in it.lines:
            line["opened"] = {}

    report = verify(forged(toy_table().archive(), hide))
    assert (report.ok, report.legality) == (True, False)
