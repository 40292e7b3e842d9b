"""`acta verify`: what it says of good, bad and unreadable files, and how it exits."""

import pytest

from tests.service.cli.known_games import archived, events
from tests.service.cli.processes import acta


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "game.acta"
        path.write_bytes(content)
        return path

    return write


def test_a_good_archive_is_right_in_everything(file):
    done = acta("verify", file(archived()))
    assert done.code == 0
    assert done.err == ""
    assert "opened for the arbiter" in done.out
    assert f"✓ chain   {len(events())} events" in done.out
    assert "✓ moves" in done.out
    assert "✓ luck    every shuffle" in done.out
    assert "✓ result" in done.out
    assert done.out.endswith("OK: everything is right.\n")


def test_what_cannot_be_checked_is_said(file):
    done = acta("verify", file(archived("spectator", seed=False)))
    assert done.code == 0
    assert "– moves   not checked: this archive leaves out" in done.out
    assert "– luck    not checked" in done.out
    assert "– result  not checked" in done.out
    assert "OK: all that can be checked is right." in done.out


def test_a_running_game_has_no_result_and_its_seed_is_sealed(file):
    done = acta("verify", file(archived(plies=10, seed=False)))
    assert done.code == 0
    assert "✓ moves   10 plies replayed" in done.out
    assert "the seed is not in the file" in done.out
    assert "none yet: the game is not over" in done.out


def test_one_changed_byte_is_found_where_it_is(file):
    good = archived().splitlines(keepends=True)
    line = good[20]
    at = line.index(b'"at":"2030') + 6
    changed = line[:at] + b"3" + line[at + 1 :]
    done = acta("verify", file(b"".join([*good[:20], changed, *good[21:]])))
    assert done.code == 1
    assert "WRONG at line 21, version 20, after ply 18: altered" in done.out
    assert "Everything before it is right: 19 events." in done.out
    assert "OK" not in done.out


def test_a_missing_end_is_found(file):
    done = acta("verify", file(b"".join(archived().splitlines(keepends=True)[:-1])))
    assert done.code == 1
    assert "cut_short" in done.out


def test_what_is_no_archive_is_wrong_at_its_first_line(file):
    done = acta("verify", file(b"\x00\xff a picture\n" * 10))
    assert done.code == 1
    assert "WRONG at line 1, the header: unreadable" in done.out


def test_standard_input():
    done = acta("verify", "-", stdin=archived())
    assert done.code == 0
    assert done.out.startswith("standard input: kobayakawa 1, game ")


def test_files_that_cannot_be_read(tmp_path, file):
    assert "No such file" in acta("verify", tmp_path / "nowhere").complaint
    assert "directory" in acta("verify", tmp_path).complaint
    assert "is empty" in acta("verify", file(b"")).complaint
    assert "is empty" in acta("verify", "-").complaint


def test_a_line_without_an_end_does_not_fill_the_memory(file):
    done = acta("verify", file(archived().splitlines(keepends=True)[0] + b"[" * 40_000_000))
    assert done.code == 1
    assert "WRONG at line 2" in done.out


def test_a_usage_that_makes_no_sense_exits_with_2():
    done = acta("verify")
    assert done.code == 2
    assert "FILE" in done.err
