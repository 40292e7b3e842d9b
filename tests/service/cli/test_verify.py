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
    last = done.out.splitlines()[-1]
    assert last == "OK as far as it was opened: chain. Not checked: moves, luck, result."


def test_a_running_game_has_no_result_and_its_seed_is_sealed(file):
    done = acta("verify", file(archived(plies=10, seed=False)))
    assert done.code == 0
    assert "✓ moves   10 plies replayed" in done.out
    assert "the seed is not in the file" in done.out
    assert "none yet: the game is not over" in done.out
    assert done.out.splitlines()[-1] == "OK as far as it was opened: chain, moves. Not checked: luck."


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
    lines, count = len(events()) + 1, len(events()) - 1
    assert f"WRONG at line {lines}, version {count + 1}, after ply 60: cut_short" in done.out
    assert f"Everything before it is right: {count} events." in done.out


def test_one_is_no_more_than_one(file):
    opening = archived(plies=0, seed=False)
    assert "✓ chain   1 event, each" in acta("verify", file(opening)).out
    done = acta("verify", file(b"".join([*archived().splitlines(keepends=True)[:2], b"{}\n"])))
    assert "Everything before it is right: 1 event." in done.out
    assert "1 ply replayed" in acta("verify", file(archived(plies=1, seed=False))).out


def test_it_speaks_spanish(file):
    done = acta("verify", file(archived()), LANG="es_ES.UTF-8")
    assert "Kobayakawa (reglamento, versión 1), partida" in done.out
    assert "abierta para el árbitro" in done.out
    assert "✓ azar" in done.out
    assert done.out.endswith("CORRECTO: todo está bien.\n")
    done = acta("verify", file(archived(0, seed=False)), "--language", "es")
    assert done.out.splitlines()[-1] == "CORRECTO en lo que se abrió: cadena. Sin comprobar: jugadas, azar, resultado."


def test_what_is_no_archive_is_wrong_at_its_first_line(file):
    done = acta("verify", file(b"\x00\xff a picture\n" * 10))
    assert done.code == 1
    assert "WRONG at line 1, the header: unreadable" in done.out


def test_standard_input():
    done = acta("verify", "-", stdin=archived())
    assert done.code == 0
    assert done.out.startswith("standard input: Kobayakawa (rules version 1), game ")


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
