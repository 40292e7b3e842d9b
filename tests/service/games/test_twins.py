"""Twin worlds over HTTP: two servers whose games differ in a card one viewer has not seen send that viewer the same."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

import psycopg
import pytest

from domain.kernel.seats import Viewer
from service.auth.tokens import issue_token
from service.settings import DatabaseUrl, Settings
from tests.conftest import Databases
from tests.service.api.serving import Client, serving
from tests.service.games.sent import everything
from tests.service.games.worlds import PLAYERS, events_of, store, twins

VIEWERS: tuple[Viewer, ...] = (0, 1, 2, "spectator")
WANTED = (("kobayakawa", False, 8), ("kobayakawa", True, 3), ("coup", False, 8), ("coup", True, 1))
"""Pairs of games for each viewer: of which ruleset, whether they are over, and how many. Coup has secret moves too."""


class Pair(NamedTuple):
    """A game that is in both worlds, and whose eyes it looks the same to."""

    game: UUID
    viewer: Viewer
    ended: bool


class Worlds(NamedTuple):
    pairs: list[Pair]
    addresses: tuple[str, str]
    tokens: dict[int, str]

    def clients(self, viewer: Viewer) -> list[Client]:
        """The viewer in either world, with the same token."""
        token = self.tokens[viewer] if isinstance(viewer, int) else None
        return [Client(address, token) for address in self.addresses]


@pytest.fixture(scope="module")
def worlds(databases: Databases) -> Iterator[Worlds]:
    one = databases.fresh()
    tokens: dict[int, str] = {}
    with psycopg.connect(one.url) as connection:
        for number, player in enumerate(PLAYERS):
            connection.execute("INSERT INTO players (id, name) VALUES (%s, %s)", (player, f"Player {number}"))
            tokens[number] = issue_token(connection, "player", player).token
    other = databases.fresh(template=one.name)
    pairs: list[Pair] = []
    for viewer in VIEWERS:
        for ruleset, whole, wanted in WANTED:
            found, number = 0, 0
            while found < wanted:
                number += 1
                if (both := twins(ruleset, number, viewer, whole=whole)) is None:
                    continue
                found += 1
                game = UUID(int=10_000 + len(pairs))
                for script, database in zip(both, (one, other), strict=True):
                    store(database.url, events_of(script, game, viewer))
                pairs.append(Pair(game, viewer, not script.rules.awaited(script.state)))
    with ExitStack() as stack:
        served = [
            stack.enter_context(serving(Settings(database_url=DatabaseUrl(each.url)), each.url))
            for each in (one, other)
        ]
        with psycopg.connect(one.url) as connection:
            [[newest]] = connection.execute("SELECT max(notification_id) FROM events").fetchall()
        for each in served:  # lists follow a moment later, and not in the same one
            assert each.client.get(f"/v1/games?after={newest}").status == 200
        yield Worlds(pairs, (served[0].client.url, served[1].client.url), tokens)
    for database in (one, other):
        databases.drop(database)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_a_viewer_is_sent_is_the_same_in_both_worlds(worlds: Worlds, viewer: Viewer) -> None:
    for pair in worlds.pairs:
        if pair.viewer != viewer:
            continue
        one, other = (
            everything(client, f"/v1/games/{pair.game}", viewer, wrong=not awaited(client, pair))
            for client in worlds.clients(viewer)
        )
        assert one.keys() == other.keys()
        for what in one:
            if what.startswith("GET /archive") and one[what].status == 200:
                # It holds commitments to the hidden cards, which differ and tell nothing without their salts.
                assert one[what].headers == other[what].headers
                assert len(one[what].raw) == len(other[what].raw)
            else:
                assert one[what] == other[what], (what, pair)


def awaited(client: Client, pair: Pair) -> bool:
    return pair.viewer in client.get(f"/v1/games/{pair.game}").body["awaited"]


def test_the_worlds_do_differ(worlds: Worlds) -> None:
    """For those who may see all of it; else the test above compares nothing."""
    assert sum(pair.ended for pair in worlds.pairs) >= 4 * len(VIEWERS)
    differing = 0
    for pair in worlds.pairs:
        told = []
        for address in worlds.addresses:
            views = [
                Client(address, worlds.tokens[seat]).get(f"/v1/games/{pair.game}/log?as={seat}").raw
                for seat in range(3)
            ]
            told.append(views)
        same = [one == other for one, other in zip(*told, strict=True)]
        if isinstance(pair.viewer, int):
            assert same[pair.viewer]
        differing += not all(same)
    assert differing > len(worlds.pairs) // 2


def test_times_are_the_records(worlds: Worlds) -> None:
    """Nothing of when the request was answered is in what was compared."""
    [client, _] = worlds.clients(0)
    game = next(pair.game for pair in worlds.pairs if pair.viewer == 0)
    entries = client.get(f"/v1/games/{game}/log").body["entries"]
    assert {datetime.fromisoformat(entry["at"]).year for entry in entries} == {2030}
