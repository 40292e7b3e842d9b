"""`acta replay`: a known game, as different eyes see it, drawn the same every time."""

import os
import pty
import re
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from uuid import UUID

import msgspec
import pytest
from rich.console import Console

from domain.games.spyfall.edition import SETS
from domain.kernel.board import Area, Board, Piece
from domain.kernel.words import SALT_BYTES, words
from domain.record.archive import Spoken, archive
from domain.record.log import LogEntry
from service.cli.archives import source_of
from service.cli.drawing import Drawing
from service.cli.frames import Frame
from service.cli.keys import pressed
from service.cli.replay import Screen
from tests.record.sitting import Sitting
from tests.service.cli.known_games import archived, events
from tests.service.cli.processes import acta, refusal

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.acta"
    path.write_bytes(archived())
    return path


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("opening-arbiter-en", ["--ply", "0"]),
        ("ply-17-seat-1-en", ["--ply", "17", "--as", "1"]),
        ("end-spectator-es", ["--ply", "60", "--as", "spectator", "--language", "es"]),
    ],
)
def test_a_known_game_is_drawn_as_ever(name, arguments, file):
    """To approve a change: ACTA_APPROVE=1, and read the diff."""
    snapshot = SNAPSHOTS / f"{name}.txt"
    done = acta("replay", file, *arguments)
    assert (done.code, done.err) == (0, "")
    drawn = "\n".join(line.rstrip() for line in done.out.splitlines()) + "\n"
    if os.environ.get("ACTA_APPROVE") == "1":
        snapshot.write_text(drawn, encoding="utf-8")
    assert drawn == snapshot.read_text(encoding="utf-8")


def test_without_a_terminal_every_ply_is_printed(file):
    done = acta("replay", file, "--as", "0", LC_ALL="es_ES.UTF-8")
    assert [line.split()[1] for line in done.out.splitlines() if line.startswith("Jugada ")] == [
        f"{ply}/60" for ply in range(61)
    ]


def test_a_seat_sees_its_own_hand_and_no_other(file):
    done = acta("replay", file, "--ply", "0", "--as", "2")
    hands = next(line for line in done.out.splitlines() if "Hand" in line)
    assert hands.count("[▒▒]") == 2
    assert "Seat 0: " not in done.out
    assert done.out.count("Deck: 1 × ?") == 2


def test_what_is_not_there_is_said(file, tmp_path):
    assert "plies 0 to 60" in refusal("replay", file, "--ply", "61")
    assert "plies 0 to 60" in refusal("replay", file, "--ply", "-1")
    assert "seats 0 to 2" in refusal("replay", file, "--as", "3")
    assert "spectator or arbiter" in refusal("replay", file, "--as", "everybody")
    assert "en and es" in refusal("replay", file, "--language", "fr")
    assert "No such file" in refusal("replay", tmp_path / "nowhere")
    assert "cannot be reached" in refusal("replay", "--url", "http://127.0.0.1:1", str(events()[0].originator_id))


@pytest.mark.parametrize(("gone", "last"), [(2, 0), (5, 3), (61, 59)])
def test_an_archive_with_a_line_missing_is_shown_up_to_the_gap(tmp_path, gone, last):
    lines = archived().splitlines(keepends=True)
    file = tmp_path / "gap.acta"
    file.write_bytes(b"".join((*lines[:gone], *lines[gone + 1 :])))
    source = source_of(file, "arbiter")
    assert (source.last, source.frame(last).ply) == (last, last)
    assert source.trouble == f"line {gone + 1}: version {gone + 1} stands where version {gone} is due"


def test_an_archive_that_leaves_out_hidden_cards_is_not_replayed_with_made_up_ones(tmp_path):
    path = tmp_path / "seen.acta"
    path.write_bytes(archived("spectator", seed=False))
    assert "leaves out" in refusal("replay", path)


def test_a_bad_event_ends_the_replay_and_is_named(tmp_path):
    path = tmp_path / "bad.acta"
    path.write_bytes(b"".join([*archived().splitlines(keepends=True)[:12], b"{}\n"]))
    done = acta("replay", path)
    assert done.code == 0
    assert "Ply 10/10" in done.out
    assert "the game ends here, because what follows is wrong: line 13" in done.err


def test_keys_are_told_apart_also_when_they_come_together():
    leader, follower = pty.openpty()
    try:
        with open(follower, closefd=False) as terminal, pressed(terminal) as keys:
            os.write(leader, b"n\x1b[C\x1b[D\x1bOHxlq")
            assert [next(keys) for _ in range(6)] == ["next", "next", "back", "first", "last", "quit"]
    finally:
        os.close(leader)
        os.close(follower)


class LongNames:
    """A game whose board grows with its seats."""

    game, version, last, trouble = "kobayakawa", 1, 0, None
    id = title = "something that is longer than the screen is wide"

    def __init__(self, seats):
        self.names = ("Somebody",) * seats
        self._seats = seats

    def frame(self, ply):
        areas = [Area("deck", "kobayakawa.deck", "pile", (Piece("card", count=3),))]
        areas += [Area(f"{n}", "kobayakawa.hand", "hand", (Piece("card", n),), owner=n) for n in range(self._seats)]
        entry = LogEntry(1, "game.opened", datetime(2030, 1, 1, tzinfo=UTC), UUID(int=1))
        return Frame(ply, entry, Board(areas=tuple(areas), awaited=(1,)), timedelta(), None)


@pytest.mark.parametrize(("seats", "framed"), [(2, True), (10, False)])
def test_a_board_too_high_for_the_screen_has_a_line_a_seat_and_its_keys_stay_in_sight(seats, framed):
    console = Console(file=StringIO(), width=40, height=24, force_terminal=True, highlight=False, soft_wrap=True)
    with console.screen() as full:
        full.update(Screen(LongNames(seats), "en", 0).fitting(0, console))
    drawn = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", console.file.getvalue())
    assert "q quit" in " ".join(drawn.split())
    assert "than the screen is wide" in " ".join(drawn.split())
    assert ("╭─ Seat 1" in drawn) == framed
    assert all(f"Seat {seat} · Somebody" in drawn for seat in range(seats))


def test_areas_of_one_kind_share_a_place_in_the_line_of_their_seat():
    areas = [Area(f"organ.{n}", "virus.organ", "pile", (Piece("organ", n),), owner=0) for n in (11, 12, 13)]
    console = Console(file=StringIO(), width=80)
    console.print(Drawing("en", "virus").board(Board(areas=tuple(areas)), compact=True))
    assert "11; 12; 13" in console.file.getvalue()


QUESTION = "Is it cold in here?\x1b[8m"


def spoken(tmp_path, **options):
    """The file of a round of Spyfall at ply 4: half a minute was played, a question was said, and a vote is open."""
    sitting, salt = Sitting("spyfall", 3, options={"minutes": 2} | options, seed=bytes(32)), bytes(SALT_BYTES)
    sitting.play(0, "deal")
    sitting.wait(5).play(0, "start")
    sitting.wait(20).play(0, "ask", player=1, words=words(QUESTION, salt))
    sitting.wait(9.5).play(2, "accuse", player=1)
    file, silent = tmp_path / "spoken.acta", tmp_path / "silent.acta"
    file.write_bytes(b"".join(archive(sitting.events, "arbiter", said={4: Spoken(salt, QUESTION)})))
    silent.write_bytes(b"".join(sitting.archive()))
    return file, silent


def test_what_was_said_is_told_where_the_archive_holds_it_and_else_that_something_was(tmp_path):
    file, silent = spoken(tmp_path)
    told = acta("replay", file, "--ply", "3", "--as", "spectator").out.splitlines()[1]
    assert told == "Seat 0: asks Seat 1: “Is it cold in here?\\x1b[8m”"
    told = acta("replay", silent, "--ply", "3", "--as", "1").out.splitlines()[1]
    assert told == "Seat 0: asks Seat 1 (something was said, and the text is not kept here)"
    told = acta("replay", silent, "--ply", "3", "--language", "es").out.splitlines()[1]
    assert told == "Asiento 0: pregunta a Asiento 1 (se dijo algo, y el texto no se guarda aquí)"


def test_a_clock_shows_what_is_left_on_it_at_each_ply(tmp_path):
    file, _ = spoken(tmp_path)
    shown = [line.split("Clock")[1].strip(" │") for line in acta("replay", file).out.splitlines() if "Clock" in line]
    assert shown == ["2:00 (stopped)", "2:00 (stopped)", "2:00 (running)", "1:40 (running)", "1:31 (stopped)"]
    assert "Reloj" in (told := acta("replay", file, "--ply", "3", "--language", "es").out)
    assert "1:40 (en marcha)" in told


def test_a_clubs_own_names_are_drawn_and_told_in_both_languages(tmp_path):
    club = msgspec.to_builtins(SETS["international"])
    club["locations"] = club["locations"][:1]
    club["locations"][0]["name"] = {"en": "Our attic", "es": "Nuestro desván"}
    for role in club["locations"][0]["roles"]:
        role["name"] = {"en": "Guest", "es": "invitado"}
    file, _ = spoken(tmp_path, location_set=club, rounds=1)
    for language, place, role in (("en", "Our attic", "Guest"), ("es", "Nuestro desván", "invitado")):
        drawn = acta("replay", file, "--ply", "1", "--language", language).out
        assert drawn.count(f"[{place}] [{role}]") == 2  # two agents' cards
        assert f": {place};" in drawn.splitlines()[1]  # the draw, to an arbiter
