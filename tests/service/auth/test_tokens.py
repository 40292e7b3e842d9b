"""Tokens in the database and in the cache before it."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from service.auth.lookup import TokenExpired, TokenInvalid, TokenLookup, entries_of
from service.auth.tokens import TokenNeedsPlayer, digest, issue_token, list_tokens, revoke_token


class Asked:
    """Runs queries on one connection, and counts them."""

    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url, autocommit=True)
        self.times = 0

    async def __call__(self, work: Callable[[psycopg.Connection[Any]], Any]) -> Any:
        self.times += 1
        await asyncio.sleep(0)
        return work(self.connection)


def test_the_database_never_learns_a_token(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        issued = issue_token(connection, "admin", label="desk")
        assert issued.token.startswith("acta_")
        assert len(issued.token) == len("acta_") + 43
        [row] = connection.execute("SELECT t::text, digest FROM tokens AS t").fetchall()
        assert issued.token[5:] not in row[0]
        assert row[1] == digest(issued.token)


def test_a_players_token_names_the_player(database_url: str) -> None:
    with psycopg.connect(database_url) as connection, pytest.raises(TokenNeedsPlayer):
        issue_token(connection, "player")


def test_listed_by_who_made_them_and_revoked_only_by_them(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        maker, other = uuid4(), uuid4()
        mine = [issue_token(connection, "arbiter", created_by=maker).id for _ in range(3)]
        theirs = issue_token(connection, "arbiter", created_by=other).id
        assert [token.id for token in list_tokens(connection, maker, None, 10)] == sorted(mine)
        assert [token.id for token in list_tokens(connection, maker, min(mine), 1)] == sorted(mine)[1:2]
        assert len(list_tokens(connection, None, None, 10)) == 4
        assert not revoke_token(connection, theirs, created_by=maker)
        assert revoke_token(connection, theirs)
        [first] = [token.revoked_at for token in list_tokens(connection, other, None, 10)]
        assert revoke_token(connection, theirs)
        assert [token.revoked_at for token in list_tokens(connection, other, None, 10)] == [first]


def test_one_look_serves_many_requests_until_it_is_told_otherwise(database_url: str) -> None:
    async def play() -> None:
        asked = Asked(database_url)
        lookup = TokenLookup(asked)
        issued = issue_token(asked.connection, "organiser")
        principals = await asyncio.gather(*(lookup.principal(issued.token) for _ in range(20)))
        assert {principal.token for principal in principals} == {issued.id}
        await lookup.principal(issued.token)
        assert asked.times == 1
        revoke_token(asked.connection, issued.id)
        assert (await lookup.principal(issued.token)).role == "organiser"  # another process would not know either
        lookup.forget()
        with pytest.raises(TokenInvalid):
            await lookup.principal(issued.token)
        asked.connection.close()

    asyncio.run(play())


def test_a_look_begun_before_a_revocation_is_not_kept(database_url: str) -> None:
    async def play() -> None:
        asked = Asked(database_url)
        lookup = TokenLookup(asked)
        issued = issue_token(asked.connection, "organiser")
        looking = asyncio.ensure_future(lookup.principal(issued.token))
        await asyncio.sleep(0)
        lookup.forget()
        await looking
        await lookup.principal(issued.token)
        assert asked.times == 2
        asked.connection.close()

    asyncio.run(play())


def test_a_revocation_elsewhere_counts_soon(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.auth.lookup.TTL", 0.05)

    async def play() -> None:
        asked = Asked(database_url)
        lookup = TokenLookup(asked)
        issued = issue_token(asked.connection, "organiser")
        await lookup.principal(issued.token)
        revoke_token(asked.connection, issued.id)
        await asyncio.sleep(0.1)
        with pytest.raises(TokenInvalid):
            await lookup.principal(issued.token)
        asked.connection.close()

    asyncio.run(play())


def test_expiry_counts_also_for_a_token_that_was_looked_up_before(database_url: str) -> None:
    async def play() -> None:
        asked = Asked(database_url)
        lookup = TokenLookup(asked)
        soon = datetime.now(UTC) + timedelta(seconds=0.3)
        issued = issue_token(asked.connection, "organiser", expires=soon)
        await lookup.principal(issued.token)
        await asyncio.sleep(0.4)
        with pytest.raises(TokenExpired):
            await lookup.principal(issued.token)
        assert asked.times == 1
        asked.connection.close()

    asyncio.run(play())


@pytest.mark.parametrize("token", ["", "short", "x" * 300, "with space in it", "ä" * 20, "line\nbreak token"])
def test_what_cannot_be_a_token_is_not_looked_up(database_url: str, token: str) -> None:
    async def play() -> None:
        asked = Asked(database_url)
        with pytest.raises(TokenInvalid):
            await TokenLookup(asked).principal(token)
        assert asked.times == 0
        asked.connection.close()

    asyncio.run(play())


def test_entries_of_a_person_are_found_from_any_of_them(database_url: str) -> None:
    a, b, c, d, alone = (uuid4() for _ in range(5))
    with psycopg.connect(database_url) as connection:
        for one, into in ((a, b), (b, c), (d, c)):
            connection.execute("INSERT INTO player_merges VALUES (%s, %s)", (one, into))
        for each in (a, b, c, d):
            assert entries_of(connection, each) == (c, frozenset({a, b, c, d}))
        assert entries_of(connection, alone) == (alone, frozenset({alone}))


def test_two_merges_that_close_a_circle_end_nowhere(database_url: str) -> None:
    a, b = uuid4(), uuid4()
    with psycopg.connect(database_url) as connection:
        for one, into in ((a, b), (b, a)):
            connection.execute("INSERT INTO player_merges VALUES (%s, %s)", (one, into))
        assert entries_of(connection, a) == (a, frozenset({a, b}))
