"""What others wrote is shown on the terminal, and does nothing there."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from uuid import UUID

import pytest
from msgspec import json
from rich.console import Console

from domain.kernel.board import Area, Board, Cell, Grid, Piece, Track
from domain.kernel.outcomes import Hidden, Show
from domain.kernel.results import Result
from domain.record.log import LogEntry
from service.cli import console
from service.cli.frames import Frame
from service.cli.remote import _problem
from service.cli.replay import Screen
from tests.service.cli.known_games import PLAYERS, archived
from tests.service.cli.processes import acta

EVIL = "a\x1b[8mb\x9bc\nOK\rd\u202ee\u2066f\x07[/][bold]"


def harmless(text):
    return all(line.isprintable() for line in text.split("\n")) and "\nOK" not in text


def changed(**fields):
    header, rest = archived().split(b"\n", 1)
    return json.encode(json.decode(header) | fields) + b"\n" + rest


@pytest.fixture
def file(tmp_path):
    def write(content):
        path = tmp_path / "game.acta"
        path.write_bytes(content)
        return path

    return write


def test_a_forged_ruleset_says_nothing_in_our_name(file):
    done = acta("verify", file(changed(ruleset="kobayakawa 1\nOK: everything is right.\x1b[8m")))
    assert done.code == 1
    assert harmless(done.out)
    assert r"kobayakawa 1\x0aOK: everything is right.\x1b[8m" in done.out
    assert not any(line.startswith("OK") for line in done.out.splitlines())


def test_what_is_wrong_is_told_without_what_it_would_do(file):
    header, opening, rest = archived().split(b"\n", 2)
    line = json.decode(opening)
    line["document"]["event"] = EVIL
    done = acta("verify", file(b"\n".join([header, json.encode(line), rest])))
    assert done.code == 1
    assert harmless(done.out)
    assert r"\x1b[8m" in done.out


def test_names_in_a_file_are_drawn_as_they_are_written(file):
    done = acta("replay", file(changed(names={str(PLAYERS[0]): EVIL})), "--ply", "60")
    assert done.code == 0
    assert harmless(done.out)
    assert r"a\x1b[8mb\x9bc\x0aOK\x0dd\u202ee\u2066f\x07[/][bold]" in done.out


def test_where_a_file_goes_wrong_is_told_in_one_line(file):
    lines = archived().split(b"\n")[:12]
    line = json.decode(lines[-1])
    line["document"]["event"] = EVIL
    done = acta("replay", file(b"\n".join([*lines[:-1], json.encode(line)])))
    assert harmless(done.out + done.err)
    assert len(done.err.splitlines()) == 1


class Evil:
    """A service that sends in every text what a terminal would obey."""

    game, version, last, trouble, id, names = EVIL, 1, 0, None, EVIL, (EVIL, EVIL)

    def frame(self, ply):
        pieces = (Piece(EVIL, EVIL, 2, (EVIL,)),)
        board = Board(
            areas=(Area("a", EVIL, "row", pieces), Area("b", EVIL, "hand", pieces, 0)),
            tracks=(Track("t", EVIL, 1, None, 0),),
            grids=(Grid("g", EVIL, 1, 1, (Cell(0, 0, pieces, (EVIL,)),), (EVIL,), (EVIL,)),),
        )
        outcomes = (Hidden(EVIL, EVIL, (), 1, EVIL), Show(EVIL, EVIL, (), (EVIL,)))
        move = {"move": EVIL, EVIL: EVIL, "list": [EVIL, {EVIL: EVIL}]}
        entry = LogEntry(
            1, EVIL, datetime(2030, 1, 1, tzinfo=UTC), UUID(int=1), seat=0, move=move, said=EVIL, outcomes=outcomes
        )
        return Frame(ply, entry, board, timedelta(), Result(((0,), (1,)), (1, 2), (1, 0), EVIL))


@pytest.mark.parametrize("compact", [False, True])
def test_a_hostile_service_draws_texts(compact):
    drawn = Console(file=StringIO(), width=4000, highlight=False, soft_wrap=True)
    drawn.print(Screen(Evil(), "en", 0).drawn(0, compact=compact))
    told = drawn.file.getvalue()
    assert harmless(told)
    assert told.count(r"\x1b[8m") > 15


def test_a_hostile_service_refuses_in_one_line():
    body = json.encode({"code": EVIL, "detail": EVIL, "what_to_do": EVIL})
    assert _problem(body, 400).isprintable()


@pytest.mark.parametrize("how", [console.say, console.warn, console.complain])
def test_what_is_said_beside_the_result_is_text(how, monkeypatch):
    err = Console(file=StringIO(), highlight=False, soft_wrap=True)
    monkeypatch.setattr(console, "err", err)
    how("one\x1b[8m\ntwo\u202e")
    assert err.file.getvalue().endswith("one\\x1b[8m\ntwo\\u202e\n")
