"""What the check of an archive found, told to people in their language. What exactly is wrong is told in English."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from domain.record.archive import Header
from domain.record.verify import Problem, Report
from service.cli.words import phrase, title

_WIDTH: Final = 7


def verdict(report: Report, header: Header | None, name: str, language: str = "en") -> Iterator[Text]:
    """What was checked and how it went, a line each."""

    def said(key: str, **facts: object) -> str:
        return phrase(language, f"verify.{key}", **facts)

    if header is not None:
        what = title(language, header.ruleset, header.ruleset_version)
        yield Text(f"{name}: {said('about', title=what, id=header.game, reader=_reader(header, language))}")
    problem = report.problem
    if problem is not None:
        yield Text(said("wrong", place=_place(report, problem, language), code=problem.code), style="bold red")
        yield Text(f"  {problem.detail}")
        before = said("before", events=_counted(language, "event", problem.version - 1))
        yield Text(f"  {before}" if problem.version > 1 else "")
        return
    checked = {
        "chain": said("chain_right", events=_counted(language, "event", report.events)),
        "moves": said("moves_right", plies=_counted(language, "ply", report.plies)) if report.legality else "",
        "luck": said("luck_checked") if report.luck == "checked" else "",
        "result": said("result_right") if report.result else "",
    }
    skipped = {
        "moves": said("moves_unchecked"),
        "luck": said(f"luck_{report.luck}") if report.luck != "checked" else "",
        "result": said("result_none" if report.legality else "result_unchecked"),
    }
    width = max(_WIDTH, *(len(said(part)) for part in checked))
    for part, told in checked.items():
        sign = ("✓", "green") if told else ("–", "yellow")
        yield Text.assemble("  ", sign, f" {said(part):<{width}} {told or skipped[part]}")
    open_ended = report.legality and not report.result  # of a game that goes on there is no result to be checked
    unchecked = [said(part) for part, told in checked.items() if not told and not (part == "result" and open_ended)]
    if not unchecked:
        yield Text(said("ok"), style="bold green")
        return
    right = ", ".join(said(part) for part, told in checked.items() if told)
    yield Text(said("ok_partly", right=right, unchecked=", ".join(unchecked)), style="bold yellow")


def _reader(header: Header, language: str) -> str:
    viewer = header.opened_for
    return phrase(language, "verify.seat" if isinstance(viewer, int) else f"verify.{viewer}", seat=viewer)


def _place(report: Report, problem: Problem, language: str) -> str:
    if problem.line == 1:
        return phrase(language, "verify.header")
    which = "after_ply" if report.legality or problem.ply else "place"
    return phrase(language, f"verify.{which}", line=problem.line, version=problem.version, ply=problem.ply)


def _counted(language: str, what: str, count: int) -> str:
    several = {"event": "events", "ply": "plies"}[what]
    return phrase(language, f"verify.{what if count == 1 else several}", count=count)
