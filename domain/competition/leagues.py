"""A league: its name, the games it admits and the points it gives."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Final, get_args
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.competition.events import LeagueChanged, LeagueEvent, LeagueOpened, Ties
from domain.competition.points import read_points, written_points
from domain.competition.refusals import BAD_LEAGUE_NAME, BAD_TIES, NO_RULESETS, NOTHING_CHANGES, RULESET_NOT_ADMITTED
from domain.games.registry import names
from domain.record.commands import Stamp
from domain.record.refusals import Refused, UnknownRuleset

LONGEST_NAME: Final = 200


class Terms(Struct, frozen=True):
    """What defines a league. The terms in force count for all of its games, also for those played before."""

    name: str
    points: tuple[str, ...]
    ties: Ties
    owner: UUID
    rulesets: tuple[str, ...] | None = None
    spectators: bool = False
    """Whether anybody may read the standings, names included."""

    def exact_points(self) -> tuple[Fraction, ...]:
        return read_points(self.points)


class League(Struct, frozen=True):
    """A league at one version."""

    id: UUID
    version: int
    at: datetime
    terms: Terms


Decision = tuple[tuple[LeagueEvent, ...], League]


def terms_of(event: LeagueEvent) -> Terms:
    """The terms an event puts in force."""
    return Terms(event.name, event.points, event.ties, event.owner, event.rulesets, event.spectators)


def league_after(events: Iterable[LeagueEvent]) -> League:
    """The league after these events, of which the last says everything. Raises ValueError for none."""
    *_, last = events
    return League(last.originator_id, last.originator_version, last.at, terms_of(last))


def open_league(league: UUID, terms: Terms, stamp: Stamp) -> Decision:
    """Open a league. Raises Refused for bad terms and UnknownRuleset."""
    checked = _checked(terms)
    event = LeagueOpened(
        originator_id=league,
        originator_version=1,
        at=stamp.at,
        by=stamp.by,
        request_id=stamp.request_id,
        name=checked.name,
        points=checked.points,
        ties=checked.ties,
        rulesets=checked.rulesets,
        owner=checked.owner,
        spectators=checked.spectators,
    )
    return (event,), league_after((event,))


def change_league(league: League, terms: Terms, stamp: Stamp) -> Decision:
    """Put new terms in force. Raises Refused for bad terms or the same ones, and UnknownRuleset."""
    checked = _checked(terms)
    if checked == league.terms:
        raise Refused(NOTHING_CHANGES)
    event = LeagueChanged(
        originator_id=league.id,
        originator_version=league.version + 1,
        at=max(stamp.at, league.at),  # time never goes back within a league
        by=stamp.by,
        request_id=stamp.request_id,
        name=checked.name,
        points=checked.points,
        ties=checked.ties,
        rulesets=checked.rulesets,
        owner=checked.owner,
        spectators=checked.spectators,
    )
    return (event,), league_after((event,))


def check_admits(league: League, ruleset: str) -> None:
    """Whether a table of this game may be opened in the league. Raises Refused.

    Asked when a table opens. Later terms that admit fewer games do not shut out what was played.
    """
    admitted: Sequence[str] | None = league.terms.rulesets
    if admitted is not None and ruleset not in admitted:
        raise Refused(RULESET_NOT_ADMITTED, ruleset=ruleset, admitted=tuple(admitted))


def _checked(terms: Terms) -> Terms:
    """The terms in the one way they are written: fractions in lowest terms, games sorted."""
    name = terms.name.strip()
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused(BAD_LEAGUE_NAME, most=LONGEST_NAME)
    if terms.ties not in get_args(Ties):
        raise Refused(BAD_TIES)
    points = written_points(read_points(terms.points))
    return replace(terms, name=name, points=points, rulesets=_checked_rulesets(terms.rulesets))


def _checked_rulesets(rulesets: tuple[str, ...] | None) -> tuple[str, ...] | None:
    if rulesets is None:
        return None
    if not rulesets:
        raise Refused(NO_RULESETS)
    known = names()
    for ruleset in rulesets:
        if ruleset not in known:
            raise UnknownRuleset(ruleset)
    return tuple(sorted(set(rulesets)))
