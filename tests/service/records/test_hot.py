"""Games in memory: bounded, and not pushed out by requests for games that are not there."""

import asyncio
from uuid import uuid4

from service.records.hot import HotGames


def test_games_that_are_not_there_push_nothing_out() -> None:
    async def run() -> None:
        games = HotGames(2)
        kept = [uuid4(), uuid4()]
        places = [games.get(game) for game in kept]
        for _ in range(500):
            missing = uuid4()
            games.get(missing)
            games.discard(missing)
            games.trim()
        assert [games.get(game) for game in kept] == places

    asyncio.run(run())


def test_the_games_used_longest_ago_go_first_but_none_somebody_is_at_work_on() -> None:
    async def run() -> None:
        games = HotGames(2)
        busy, old = uuid4(), uuid4()
        at_work, place = games.get(busy), games.get(old)
        async with at_work.lock:
            changed = place.changed
            for _ in range(200):
                games.get(uuid4())
                games.trim()
            assert games.get(busy) is at_work
            assert changed.is_set(), "whoever waits for news is told to look again"
            assert games.get(old) is not place
        games.trim()
        assert len(games) == 2

    asyncio.run(run())
