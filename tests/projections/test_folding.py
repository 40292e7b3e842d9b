"""Whatever the batches, the tables come out the same, and say what a plain reading of the events says."""

import random

import psycopg
import pytest

from projections.queries.games import EVERY_GAME, GameFilter, list_games
from projections.queries.players import entries, player_page
from projections.queries.standings import leagues, reasons, standings
from projections.rebuild import rebuild
from projections.runner import Runner
from tests.projections.conftest import contents
from tests.projections.histories import MAPPER, History, append
from tests.projections.oracle import World


def seeds(first: int) -> list:
    """Three histories every time, and forty more now and then."""
    return [pytest.param(n, marks=[pytest.mark.long] if n >= first + 3 else []) for n in range(first, first + 43)]


def record(history: History, writer: psycopg.Connection, count: int) -> None:
    """Store a history of so many events."""
    append(writer, [event for events in history.events(count) for event in events])


def caught_up(connection: psycopg.Connection, *, batch: int = 2000) -> None:
    runner = Runner(MAPPER.decode, batch=batch)
    while runner.step(connection).events:
        pass


@pytest.mark.parametrize("seed", seeds(0))
def test_live_in_batches_of_any_size_equals_rebuilt(
    seed: int, writer: psycopg.Connection, reader: psycopg.Connection, owner_url: str
) -> None:
    history, rng = History(seed), random.Random(seed)
    for events in history.events(1500):
        append(writer, events)
        if rng.random() < 0.1:
            runner = Runner(MAPPER.decode, batch=rng.choice((1, 2, 7, 100)))
            for _ in range(rng.randrange(8)):
                runner.step(reader)
    caught_up(reader, batch=rng.choice((1, 30)))
    live = contents(reader)
    assert len(live["game_index"]) > 10
    assert len(live["game_scores"]) > 20
    rebuild(owner_url, MAPPER.decode, batch=rng.choice((50, 10_000)))
    assert contents(reader) == live


@pytest.mark.parametrize("seed", seeds(100))
def test_the_tables_say_what_the_events_say(seed: int, writer: psycopg.Connection, reader: psycopg.Connection) -> None:
    history = History(seed)
    record(history, writer, 2500)
    caught_up(reader, batch=333)
    world = World(history.log)
    listed = {row.id: row for row in everything(reader)}
    assert listed.keys() == world.games.keys()
    for id_, game in world.games.items():
        row, opened = listed[id_], game["opened"]
        assert (row.ply, row.status, row.result) == (game["ply"], game["status"], game["result"])
        assert (row.version, row.last_at, row.position) == (game["version"], game["last_at"], game["position"])
        assert (row.opened_at, row.owner, row.league) == (opened.at, opened.owner, opened.league)
        assert (row.seats, row.spectators) == (opened.seats, opened.spectators)
        assert row.players == tuple(map(world.person, opened.seats))
    for player in world.registered:
        page = player_page(reader, player)
        assert page is not None
        played, won, opponents = world.tally(world.person(player))
        assert (page.id, page.played, page.won) == (world.person(player), played, won)
        assert {one.opponent: (one.played, one.ahead, one.behind, one.level) for one in page.opponents} == opponents
        assert page.erased == (page.id in world.erased)
        assert {one.opponent for one in page.opponents if one.erased} == opponents.keys() & world.erased
        assert sorted(page.entries) == sorted(one for one in world.registered if world.person(one) == page.id)
        assert page.unfinished == sum(
            page.id in map(world.person, game["opened"].seats)
            for game in world.games.values()
            if game["status"] != "ended"
        )
    assert {id_: entry.survivor for id_, entry in entries(reader, world.registered).items()} == {
        id_: world.person(id_) for id_ in world.registered
    }


@pytest.mark.parametrize("seed", seeds(200))
def test_standings_of_any_moment_are_those_of_the_events_up_to_it(
    seed: int, writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    history = History(seed)
    record(history, writer, 3000)
    caught_up(reader, batch=777)
    rng = random.Random(seed)
    moments = [None, history.log[-1].at, *(rng.choice(history.log).at for _ in range(40))]
    seen = set()
    for league in history.leagues:
        for moment in moments:
            expected = World(history.log, moment)
            found = standings(reader, league.id, moment)
            if league.id not in expected.leagues:
                assert found is None
                continue
            assert found is not None
            assert found.league.terms.name == expected.leagues[league.id].name
            assert [
                (line.place, line.player, line.points, line.played, line.won) for line in found.places
            ] == expected.standings(league.id)
            seen.add(found.places)
    assert len(seen) > 25, "moments that differ"
    assert {row.id for row in leagues(reader).items} == {league.id for league in history.leagues}


def test_every_point_of_the_standings_is_explained_by_games(
    writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    history = History(31)
    record(history, writer, 2500)
    caught_up(reader)
    from fractions import Fraction

    for league in history.leagues:
        for moment in (None, history.log[len(history.log) // 2].at):
            table = standings(reader, league.id, moment)
            assert table is not None
            for line in table.places:
                found, cursor = [], None
                while True:
                    page = reasons(reader, league.id, line.player, as_of=moment, cursor=cursor, limit=3)
                    assert page is not None
                    found += page.items
                    if (cursor := page.next) is None:
                        break
                assert sum(Fraction(reason.points) for reason in found) == Fraction(line.points)
                assert len({reason.game for reason in found}) == line.played
                assert len({reason.game for reason in found if reason.place == 1}) == line.won


def test_filters_agree_with_a_plain_look_at_all_games(writer: psycopg.Connection, reader: psycopg.Connection) -> None:
    history = History(41)
    record(history, writer, 2500)
    caught_up(reader)
    every = everything(reader)
    world = World(history.log)
    middle = every[len(every) // 2].opened_at
    somebody = every[3].seats[1]
    person = world.person(somebody)
    for asked, fits in (
        (GameFilter(ruleset="kobayakawa"), lambda row: True),
        (GameFilter(ruleset="coup"), lambda row: False),
        (GameFilter(player=somebody), lambda row: person in row.players),
        (GameFilter(status="ended"), lambda row: row.status == "ended"),
        (GameFilter(status="open"), lambda row: row.status == "open"),
        (GameFilter(status="paused"), lambda row: row.status == "paused"),
        (GameFilter(league=history.leagues[0].id), lambda row: row.league == history.leagues[0].id),
        (GameFilter(owner=every[0].owner), lambda row: world.person(row.owner) == world.person(every[0].owner)),
        (GameFilter(opened_from=middle), lambda row: row.opened_at >= middle),
        (GameFilter(opened_before=middle, status="ended"), lambda row: row.opened_at < middle and row.result),
        (GameFilter(public_only=True), lambda row: row.spectators),
        (
            GameFilter(visible_to=somebody),
            lambda row: row.spectators or person in (*row.players, world.person(row.owner)),
        ),
    ):
        assert everything(reader, asked) == [row for row in every if fits(row)], asked


def everything(connection: psycopg.Connection, asked: GameFilter = EVERY_GAME) -> list:
    rows, cursor = [], None
    while True:
        page = list_games(connection, asked, cursor, limit=7)
        rows += page.items
        if (cursor := page.next) is None:
            return rows
