"""Single cases worth naming: ties, ends that do not stand, merges in a circle, erased persons, changed terms."""

from datetime import datetime, timedelta
from fractions import Fraction
from uuid import UUID

import psycopg
import pytest

from domain.competition.events import LeagueOpened, PlayerErased, PlayerMerged, PlayerRegistered
from domain.competition.leagues import change_league, league_after, terms_of
from domain.kernel.results import Result
from domain.record.commands import Stamp
from domain.record.events import GameEnded, GameOpened, MoveTakenBack
from projections.games_table import OpeningMissing
from projections.queries.games import game, list_games
from projections.queries.players import player_page
from projections.queries.standings import Standings, league, leagues, reasons, standings
from projections.runner import Runner
from tests.projections.conftest import contents
from tests.projections.histories import MAPPER, START, Event, append

LEAGUE = UUID(int=100)
ONE, TWO, THREE, FOUR = (UUID(int=n) for n in range(1, 5))
BY = UUID(int=9)


def moment(minutes: int) -> dict[str, object]:
    return {"at": START + timedelta(minutes=minutes), "by": BY, "request_id": "r"}


def entry(player: UUID) -> PlayerRegistered:
    return PlayerRegistered(originator_id=player, originator_version=1, **moment(0))


def merge(player: UUID, into: UUID, minutes: int) -> PlayerMerged:
    return PlayerMerged(originator_id=player, originator_version=2, into=into, **moment(minutes))


def a_league(points: tuple[str, ...] = ("3", "2", "1"), ties: str = "share") -> LeagueOpened:
    about = {"name": "Cup", "points": points, "ties": ties, "rulesets": None, "owner": BY, "spectators": False}
    return LeagueOpened(originator_id=LEAGUE, originator_version=1, **about, **moment(0))


def opening(number: int, minutes: int, seats: tuple[UUID, ...] = (ONE, TWO, THREE)) -> GameOpened:
    return GameOpened(
        originator_id=UUID(int=1000 + number),
        originator_version=1,
        **moment(minutes),
        prev=b"",
        ruleset="kobayakawa",
        ruleset_version=1,
        options={},
        seats=seats,
        owner=BY,
        league=LEAGUE,
        spectators=True,
        review="nobody",
        reveal="everyone",
        seed=b"never told" * 3,
        seed_commitment=b"",
        outcomes=(),
    )


def end(number: int, minutes: int, places: tuple[int, ...], version: int = 2) -> GameEnded:
    sides = tuple((seat,) for seat in range(len(places)))
    result = Result(sides, places, tuple(-place for place in places), "over")
    return GameEnded(
        originator_id=UUID(int=1000 + number), originator_version=version, **moment(minutes), prev=b"", result=result
    )


def take_back(number: int, minutes: int, version: int = 3) -> MoveTakenBack:
    return MoveTakenBack(
        originator_id=UUID(int=1000 + number), originator_version=version, **moment(minutes), prev=b"", seat=0, ply=0
    )


def projected(writer: psycopg.Connection, reader: psycopg.Connection, *events: Event, batch: int = 100) -> None:
    append(writer, list(events))
    runner = Runner(MAPPER.decode, batch=batch)
    while runner.step(reader).events:
        pass


def lines(table: Standings | None) -> list[tuple[int, UUID, str, int, int]]:
    assert table is not None
    return [(line.place, line.player, line.points, line.played, line.won) for line in table.places]


def at(minutes: int) -> datetime:
    return START + timedelta(minutes=minutes)


def test_shared_places_are_exact_and_a_shared_first_place_is_won(
    writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    games = [event for n in range(3) for event in (opening(n, 1), end(n, 2, (1, 1, 1) if n else (1, 2, 2)))]
    projected(writer, reader, a_league(("1", "1/3")), *games)
    third = Fraction(1, 3) / 2, (1 + Fraction(1, 3)) / 3
    shared = third[0] + 2 * third[1]
    assert lines(standings(reader, LEAGUE)) == [
        (1, ONE, str(1 + 2 * third[1]), 3, 3),
        (2, TWO, str(shared), 3, 2),
        (2, THREE, str(shared), 3, 2),
    ]


@pytest.mark.parametrize("batch", [1, 2, 100])
def test_an_end_taken_back_counts_until_then_and_not_after(
    batch: int, writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    projected(
        writer,
        reader,
        *(entry(player) for player in (ONE, TWO, THREE)),
        a_league(),
        opening(1, 1),
        end(1, 10, (1, 2, 3)),
        take_back(1, 20),
        end(1, 30, (3, 2, 1), version=4),
        opening(2, 40),
        end(2, 50, (1, 2, 3)),
        take_back(2, 50),
        batch=batch,
    )
    assert lines(standings(reader, LEAGUE, at(9))) == []
    assert lines(standings(reader, LEAGUE, at(10)))[0] == (1, ONE, "3", 1, 1)
    assert lines(standings(reader, LEAGUE, at(25))) == []
    assert lines(standings(reader, LEAGUE, at(30))) == [(1, THREE, "3", 1, 1), (2, TWO, "2", 1, 0), (3, ONE, "1", 1, 0)]
    assert lines(standings(reader, LEAGUE)) == lines(standings(reader, LEAGUE, at(30)))
    first, second = game(reader, UUID(int=1001)), game(reader, UUID(int=1002))
    assert first is not None
    assert second is not None
    assert (first.status, first.result and first.result.places) == ("ended", (3, 2, 1))
    assert (second.status, second.result) == ("open", None)
    page = player_page(reader, THREE)
    assert page is not None
    assert (page.played, page.won, page.unfinished) == (1, 1, 1)
    assert [(one.played, one.ahead) for one in page.opponents] == [(1, 1), (1, 1)]


def test_a_merge_counts_from_its_moment_on_and_both_games_stay(
    writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    projected(
        writer,
        reader,
        *(entry(player) for player in (ONE, TWO, THREE, FOUR)),
        a_league(),
        *(opening(1, 1), end(1, 2, (1, 2, 3))),
        *(opening(2, 3, (FOUR, TWO, THREE)), end(2, 4, (1, 2, 3))),
        merge(FOUR, ONE, 10),
    )
    assert [line[1] for line in lines(standings(reader, LEAGUE, at(9)))] == [TWO, ONE, FOUR, THREE]
    assert lines(standings(reader, LEAGUE, at(10)))[0] == (1, ONE, "6", 2, 2)
    page = reasons(reader, LEAGUE, ONE)
    assert page is not None
    assert [reason.game for reason in page.items] == [UUID(int=1002), UUID(int=1001)]
    assert player_page(reader, FOUR) == player_page(reader, ONE)
    other = player_page(reader, TWO)
    assert other is not None
    assert [(one.opponent, one.played, one.ahead, one.behind) for one in other.opponents] == [
        (ONE, 2, 0, 2),
        (THREE, 2, 2, 0),
    ]


def test_one_who_sat_at_a_table_twice_played_once_and_never_met_themselves(
    writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    projected(
        writer,
        reader,
        *(entry(player) for player in (ONE, TWO, THREE)),
        a_league(),
        *(opening(1, 1), end(1, 2, (1, 2, 3))),
        merge(THREE, ONE, 3),
    )
    assert lines(standings(reader, LEAGUE)) == [(1, ONE, "4", 1, 1), (2, TWO, "2", 1, 0)]
    page = player_page(reader, ONE)
    assert page is not None
    assert [(one.opponent, one.played, one.ahead, one.behind) for one in page.opponents] == [(TWO, 1, 1, 1)]


def test_of_two_merges_that_close_a_circle_the_later_is_dropped(
    writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    projected(
        writer,
        reader,
        *(entry(player) for player in (ONE, TWO, THREE)),
        a_league(),
        *(opening(1, 1), end(1, 2, (1, 2, 3))),
        *(merge(ONE, TWO, 3), merge(TWO, THREE, 4), merge(THREE, ONE, 5)),
    )
    assert lines(standings(reader, LEAGUE)) == [(1, THREE, "6", 1, 1)]


def test_the_erased_stand_as_erased_and_their_opponents_games_stay(
    writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    projected(
        writer,
        reader,
        *(entry(player) for player in (ONE, TWO, THREE)),
        a_league(),
        *(opening(1, 1), end(1, 2, (1, 2, 3))),
        PlayerErased(originator_id=ONE, originator_version=2, **moment(3)),
    )
    table = standings(reader, LEAGUE)
    assert table is not None
    assert [(line.player, line.erased, line.points) for line in table.places] == [
        (ONE, True, "3"),
        (TWO, False, "2"),
        (THREE, False, "1"),
    ]
    page = player_page(reader, TWO)
    assert page is not None
    assert [(one.opponent, one.erased, one.behind) for one in page.opponents] == [(ONE, True, 1), (THREE, False, 0)]
    erased = player_page(reader, ONE)
    assert erased is not None
    assert (erased.erased, erased.played) == (True, 1)


def test_changed_terms_count_for_all_games_from_their_moment_on(
    writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    first = a_league()
    terms = type(terms_of(first))("Cup", ("1", "0"), "full", BY)
    change, _ = change_league(league_after([first]), terms, Stamp(at(20), BY, "r"))
    projected(writer, reader, first, opening(1, 1), end(1, 2, (1, 2, 2)), *change)
    assert [line[2] for line in lines(standings(reader, LEAGUE, at(19)))] == ["3", "3/2", "3/2"]
    assert [line[2] for line in lines(standings(reader, LEAGUE))] == ["1", "0", "0"]
    before, now = league(reader, LEAGUE, at(19)), league(reader, LEAGUE)
    assert before is not None
    assert now is not None
    assert (before.version, now.version, now.opened_at, now.changed_at) == (1, 2, at(0), at(20))
    assert leagues(reader).items == (now,)


def test_what_is_not_there_is_none(reader: psycopg.Connection) -> None:
    assert standings(reader, LEAGUE) is None
    assert reasons(reader, LEAGUE, ONE) is None
    assert player_page(reader, ONE) is None
    assert game(reader, ONE) is None
    assert list_games(reader).items == leagues(reader).items == ()


def test_a_log_that_begins_in_the_middle_of_a_game_is_refused_whole(
    writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    append(writer, [opening(1, 1), end(2, 2, (1, 2, 3))])
    with pytest.raises(OpeningMissing):
        Runner(MAPPER.decode).step(reader)
    assert not any(contents(reader).values())


def test_a_projection_that_is_new_catches_up_beside_the_others(
    writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    projected(writer, reader, entry(ONE), a_league(), opening(1, 1), end(1, 2, (1, 2, 3)))
    before = contents(reader)
    reader.execute("DELETE FROM league_terms")
    reader.execute("DELETE FROM projection_positions WHERE projection = 'leagues'")
    projected(writer, reader, batch=1)
    assert contents(reader) == before


def test_the_index_holds_nothing_a_spectator_may_not_know(
    writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    projected(writer, reader, a_league(), opening(1, 1))
    [[row]] = reader.execute("SELECT to_jsonb(g) FROM game_index AS g").fetchall()
    assert row.keys() == {
        *("id", "ruleset", "ruleset_version", "seats", "owner", "league", "spectators", "status", "opened_at"),
        *("last_at", "version", "ply", "position", "opened_position", "result"),
    }, "a new column: is it public at every moment of a game?"
