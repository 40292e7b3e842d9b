"""Leagues: their terms, and what is refused."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import msgspec
import pytest

from domain.competition.events import VERSIONS, LeagueOpened
from domain.competition.leagues import League, Terms, change_league, check_admits, league_after, open_league
from domain.record.commands import Stamp
from domain.record.refusals import Refused, UnknownRuleset

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
OWNER = UUID(int=9)
TERMS = Terms("Thursday league", ("3", "2", "1"), "share", OWNER)


def stamp(at: datetime = NOW) -> Stamp:
    return Stamp(at, OWNER, "request")


def opened(terms: Terms = TERMS) -> League:
    return open_league(UUID(int=1), terms, stamp())[1]


def changed(**fields: object) -> Terms:
    return msgspec.structs.replace(TERMS, **fields)


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (changed(points=("1", "x")), "bad_points"),
        (changed(points=()), "no_points"),
        (changed(ties="half"), "bad_ties"),
        (changed(name="  "), "bad_league_name"),
        (changed(name="a\nb"), "bad_league_name"),
        (changed(name="a" * 201), "bad_league_name"),
        (changed(rulesets=()), "no_rulesets"),
    ],
)
def test_bad_terms_are_refused_at_opening_and_at_a_change(terms: Terms, code: str) -> None:
    with pytest.raises(Refused, match=code):
        open_league(UUID(int=1), terms, stamp())
    with pytest.raises(Refused, match=code):
        change_league(opened(), terms, stamp())


def test_a_game_nobody_registered_is_no_game_of_a_league() -> None:
    with pytest.raises(UnknownRuleset):
        opened(changed(rulesets=("chess", "kobayakawa")))


def test_terms_are_kept_in_one_way_of_writing() -> None:
    league = opened(changed(name=" Cup ", points=("6/2", "2/4"), rulesets=("kobayakawa", "kobayakawa")))
    assert league.terms == changed(name="Cup", points=("3", "1/2"), rulesets=("kobayakawa",))


def test_a_change_says_all_terms_and_time_never_goes_back() -> None:
    opening, league = open_league(UUID(int=1), TERMS, stamp())
    change, after = change_league(league, changed(ties="full"), stamp(NOW - timedelta(days=1)))
    assert after == League(UUID(int=1), 2, NOW, changed(ties="full"))
    assert league_after((*opening, *change)) == after
    with pytest.raises(Refused, match="nothing_changes"):
        change_league(after, changed(ties="full", points=("6/2", "2", "1")), stamp())


def test_a_league_admits_every_game_or_those_it_names() -> None:
    check_admits(opened(), "coup")
    check_admits(opened(changed(rulesets=("kobayakawa",))), "kobayakawa")
    with pytest.raises(Refused, match="ruleset_not_admitted"):
        check_admits(opened(changed(rulesets=("kobayakawa",))), "coup")


def test_every_event_survives_messagepack_and_says_its_stored_name() -> None:
    (event,), _ = open_league(UUID(int=1), changed(rulesets=("kobayakawa",)), stamp())
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(event), type=LeagueOpened) == event
    for name, (_, struct) in VERSIONS.items():
        assert struct.__struct_config__.tag == name
