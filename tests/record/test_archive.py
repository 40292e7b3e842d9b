"""Archives: what is in the file for whom, and that it verifies."""

import base64
import json
from uuid import UUID

import pytest

from domain.kernel.luck import salt
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer
from domain.record.archive import FORMAT, archive
from domain.record.events import MovePlayed, Reveal
from domain.record.verify import verify
from tests.record.forge import canonical
from tests.record.sitting import Sitting, random_sitting

SEATS: tuple[Viewer, ...] = (0, 1, 2)
VIEWERS: tuple[Viewer, ...] = (*SEATS, SPECTATOR, ARBITER)


def secretive() -> Sitting:
    table = Sitting()
    table.play(0, "look")
    table.play(0, "hide", bet=4, word="abracadabra")
    table.play(1, "look")
    table.play(1, "hide", bet=7, word="hocuspocus")
    table.play(2, "throw")
    return table


@pytest.mark.parametrize("ruleset", ["toy", "kobayakawa"])
@pytest.mark.parametrize("policy", ["everyone", "sealed"])
def test_a_whole_game_verifies_in_all_its_parts(ruleset: str, policy: Reveal) -> None:
    for number in range(8):
        table = random_sitting(ruleset, number, reveal=policy)
        for with_seed in (True, False):
            report = verify(table.archive(with_seed=with_seed))
            assert report.problem is None
            assert report.ok
            assert report.chain
            assert report.legality
            assert report.result == (table.record.result is not None)
            assert report.luck == ("checked" if with_seed else "sealed")
            assert (report.events, report.plies) == (table.record.version, table.record.ply)


def test_a_running_or_paused_game_verifies_and_claims_no_result() -> None:
    table = secretive()
    table.pause()
    for cut in range(1, len(table.events) + 1):
        report = verify(archive(table.events[:cut], ARBITER))
        assert report.ok
        assert report.legality
        assert not report.result


@pytest.mark.parametrize("viewer", [*SEATS, SPECTATOR])
def test_a_partial_archive_verifies_and_says_what_it_leaves_unchecked(viewer: Viewer) -> None:
    for number in range(4):
        table = random_sitting("toy", number)
        report = verify(table.archive(viewer))
        assert report.ok
        assert report.chain
        assert (report.legality, report.luck, report.result) == (False, "not_opened", False)
        assert report.events == table.record.version


def test_who_has_the_seed_can_check_every_card_but_secret_moves_stay_their_movers() -> None:
    report = verify(random_sitting("kobayakawa", 1).archive(SPECTATOR, with_seed=True))
    assert (report.ok, report.legality, report.luck, report.result) == (True, True, "checked", True)
    table = secretive()
    lines = table.archive(SPECTATOR, with_seed=True)
    assert b"abracadabra" not in b"".join(lines)
    report = verify(lines)
    assert (report.ok, report.legality, report.luck) == (True, False, "not_opened")
    assert report.plies == 1, "checked up to the first move that is not opened"


def test_the_chain_is_the_same_for_every_viewer() -> None:
    table = secretive()
    chains = [[json.loads(line)["digest"] for line in table.archive(viewer)[1:]] for viewer in VIEWERS]
    assert all(chain == chains[0] for chain in chains)
    documents = [[json.loads(line)["document"] for line in table.archive(viewer)[1:]] for viewer in VIEWERS]
    assert all(document == documents[0] for document in documents)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_file_never_contains_what_its_reader_may_not_know(viewer: Viewer) -> None:
    table = secretive()
    text = b"".join(table.archive(viewer))
    assert (b"abracadabra" in text) == (viewer in (0, ARBITER))
    assert (b"hocuspocus" in text) == (viewer in (1, ARBITER))
    assert b"request" not in text
    seed = table.record.opened.seed
    for form in (seed.hex().encode(), base64.b64encode(seed)):
        assert form not in text
    for event in table.events:
        for index, outcome in enumerate(getattr(event, "outcomes", ())):
            seen_by = getattr(outcome, "seen_by", "all")
            due = seen_by != "all" and (viewer == ARBITER or viewer in seen_by)
            found = base64.b64encode(salt(seed, event.originator_version, index)) in text
            assert found == due, f"event {event.originator_version}, outcome {index}"
        if isinstance(event, MovePlayed):
            for secret in event.salts.values():
                assert (base64.b64encode(secret) in text) == (viewer in (event.seat, ARBITER))


@pytest.mark.parametrize("viewer", [*SEATS, SPECTATOR])
def test_hidden_cards_of_random_games_are_in_nobody_elses_file(viewer: Viewer) -> None:
    for number in range(5):
        table = random_sitting("kobayakawa", number, reveal="sealed")
        for event, line in zip(table.events, table.archive(viewer)[1:], strict=True):
            told = json.loads(line)
            for index, outcome in enumerate(getattr(event, "outcomes", ())):
                public = told["document"]["outcomes"][index]
                seen_by = getattr(outcome, "seen_by", "all")
                assert ("cards" in public) == (seen_by == "all")
                opened = f"outcomes/{index}" in told["opened"]
                assert opened == (seen_by != "all" and viewer in seen_by)


def test_names_and_seed_are_in_it_only_when_asked_for() -> None:
    table = secretive()
    header = json.loads(table.archive()[0])
    assert (header["names"], header["seed"]) == (None, None)
    assert header["format"] == FORMAT
    named = list(archive(table.events, ARBITER, with_seed=True, names={str(UUID(int=100)): "Zoë"}))
    header = json.loads(named[0])
    assert header["names"] == {str(UUID(int=100)): "Zoë"}
    assert header["seed"] == table.record.opened.seed.hex()
    assert verify(named).ok


def test_every_line_is_canonical_json() -> None:
    for number in range(3):
        for line in random_sitting("toy", number).archive(with_seed=True):
            assert canonical(json.loads(line)) + b"\n" == line


def test_there_is_no_archive_without_an_opening() -> None:
    for events in ((), secretive().events[1:]):
        with pytest.raises(ValueError, match="opening"):
            list(archive(events, ARBITER))
