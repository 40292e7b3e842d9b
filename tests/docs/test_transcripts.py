"""The commands of the pages, run in order against a service of their own, print what the pages say."""

from pathlib import Path

import pytest

from tests.docs.pages import DOCS, README, ROOT
from tests.docs.plain import plain
from tests.docs.transcript import commands, run, service

PAGES = [README, DOCS / "api.md", pytest.param(DOCS / "operating.md", marks=pytest.mark.long)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_transcript_of_a_page_is_true(page: Path) -> None:
    with service() as on:
        answered = run(page.read_text(), on)
    assert len(answered) > 10
    wrong = [
        f"$ {command.text}\n--- the page says\n{command.output}\n--- it prints\n{printed}"
        for command, printed in answered
        if plain(printed) != plain(command.output)
    ]
    assert not wrong, (
        f"{page.relative_to(ROOT)} is not true any more. If the change is meant: python -m tests.docs.write\n\n"
        + "\n\n".join(wrong)
    )


def test_every_page_with_commands_is_run() -> None:
    run_here = {page.values[0] if not isinstance(page, Path) else page for page in PAGES}
    assert {page for page in (README, *DOCS.rglob("*.md")) if commands(page.read_text())} == run_here


def test_the_readme_shows_what_it_must() -> None:
    """A refusal in two languages, two seats' hands at one ply, a good archive, and a forged one with the place."""
    shown = [(command.text, command.output) for command in commands(README.read_text())]
    refused = [output for _, output in shown if '"code":"out_of_turn"' in output]
    assert any("application/problem+json" in output for output in refused)
    assert any("No es su turno" in output for output in refused)
    one, other = (output for text, output in shown if text.startswith("acta replay") and "Hand" in output)
    assert one.splitlines()[0].startswith("Ply 1/")
    assert one.splitlines()[0].partition(",")[0] == other.splitlines()[0].partition(",")[0]
    assert one != other
    verified = [output for text, output in shown if text.startswith("acta verify")]
    assert "OK: everything is right." in verified[0]
    assert "WRONG at line 3, version 2: altered" in verified[1]


def test_outputs_that_differ_in_more_than_chance_are_told_apart() -> None:
    said = plain('{"status":"open","awaited":[0],"hand":[3, 12]}')
    assert said == plain('{"status":"open","awaited":[0],"hand":[7]}')
    assert said != plain('{"status":"open","awaited":[1],"hand":[3, 12]}')
    assert said != plain('{"status":"ended","awaited":[0],"hand":[3, 12]}')
    assert said != plain('{"status":"open","awaited":[0],"hand":null}')
    assert plain("│ Hand      [2] [5]  │") != plain("│ Hand      [▒▒]×2   │")
