"""What the pages name is there: links, files, commands, settings, games, decisions, modules, codes."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from domain.games.registry import names
from service.api.app import all_operations
from service.api.problems import STATUS
from service.cli.main import app
from service.settings import Settings
from tests.docs.generated import renewed
from tests.docs.pages import DOCS, README, ROOT, anchors, code, every_page, links

PAGES = pytest.mark.parametrize("page", every_page(), ids=lambda page: str(page.relative_to(ROOT)))


@PAGES
def test_relative_links_lead_somewhere(page: Path) -> None:
    for target in links(page.read_text()):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{page.name} points to {target}, which is not there"
        assert ROOT in there.parents, f"{page.name} points out of the repository: {target}"
        if anchor:
            assert anchor in anchors(there.read_text()), f"{page.name} points to {target}, which has no such heading"


@PAGES
def test_commands_are_there(page: Path) -> None:
    known = set(_commands())
    targets = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for said in code(page.read_text()):
        for target in re.findall(r"(?:^|; |&& )make ([a-z-]+)", said):
            assert target in targets, f"{page.name}: make {target}"
        for called in re.findall(r"(?:^|[;|(&] ?|do )acta ([a-z-]+)", said):
            assert called in known, f"{page.name}: acta {called}"


def _commands() -> list[str]:
    shown = CliRunner().invoke(app(["--help"]), ["--help"]).output
    return re.findall(r"^  ([a-z]+) ", shown.partition("Commands:")[2], re.MULTILINE)


@PAGES
def test_modules_and_files_are_there(page: Path) -> None:
    for said in code(page.read_text()):
        if re.fullmatch(r"(domain|projections|service|tests|alembic|docs)/[\w/.-]*", said):
            assert (ROOT / said).exists(), f"{page.name} names {said}, which is not there"


@PAGES
def test_paths_of_the_api_are_there(page: Path) -> None:
    known = {(operation.method, operation.path) for operation in all_operations()}
    for said in code(page.read_text()):
        if found := re.fullmatch(r"(GET|POST|PATCH|DELETE) (/[\w/{}.]+)", said):
            assert (found[1], found[2]) in known, f"{page.name}: {said}"


@PAGES
def test_settings_are_those_of_acta(page: Path) -> None:
    known = {f"ACTA_{name.upper()}" for name in Settings.__struct_fields__}
    others = {"ACTA_TOKEN"}  # of `acta replay`
    for said in code(page.read_text()):
        for variable in re.findall(r"\bACTA_[A-Z_]+", said):
            assert variable in known | others, f"{page.name}: {variable}"


def test_the_page_for_operators_has_every_setting_with_its_default() -> None:
    rows = re.findall(r"^\| `(ACTA_\w+)` \| (?:`(.*?)`)? ?\|", (DOCS / "operating.md").read_text(), re.MULTILINE)
    defaults = Settings()
    assert dict(rows) == {
        f"ACTA_{name.upper()}": "" if (value := getattr(defaults, name)) is None else str(value)
        for name in Settings.__struct_fields__
    }
    assert len(rows) == len(Settings.__struct_fields__)


@PAGES
def test_what_is_written_from_the_code_is_up_to_date(page: Path) -> None:
    text = page.read_text()
    assert renewed(text) == text, "bring it up to date: python -m tests.docs.write"


def test_the_readme_lists_the_registered_games() -> None:
    listed = re.search(r"<!-- begin games -->(.*?)<!-- end games -->", README.read_text(), re.DOTALL)
    assert listed is not None
    assert tuple(sorted(re.findall(r"\| `(\w+)` \|", listed[1]))) == names()


def test_every_decision_is_listed() -> None:
    index = DOCS / "decisions" / "README.md"
    pages = {page.name for page in index.parent.glob("*.md")} - {index.name}
    assert set(links(index.read_text())) == pages


def test_every_page_is_reached_from_the_readme() -> None:
    reached, next_ones = set(), {README}
    while next_ones:
        page = next_ones.pop()
        reached.add(page)
        for target in links(page.read_text()):
            there = (page.parent / target.partition("#")[0]).resolve()
            if there.suffix == ".md" and there.is_file() and there not in reached:
                next_ones.add(there)
    assert set(every_page()) <= reached


def test_the_statuses_of_the_page_for_clients_are_the_service_s() -> None:
    told = {int(status) for row in re.findall(r"^\| ([\d, ]+) \|", (DOCS / "api.md").read_text(), re.MULTILINE)
            for status in row.split(", ")}  # fmt: skip
    assert told - {409} <= set(STATUS.values())
