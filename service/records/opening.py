"""Who may sit at a new table: what the directory must know already."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import psycopg

from service.auth.lookup import entries_of
from service.directory.names import known
from service.records.errors import NotAtThisTable


def check_seats(connection: psycopg.Connection[Any], players: Sequence[UUID]) -> None:
    """Whether all players are in the directory and nobody sits twice, also not as two entries of one person.

    Raises NotAtThisTable.
    """
    there = known(connection, players)
    seated: set[UUID] = set()
    for seat, player in enumerate(players):
        if player not in there:
            raise NotAtThisTable("unknown_player", f"/seats/{seat}/player", "player", str(player))
        person, _ = entries_of(connection, player)
        if person in seated:
            raise NotAtThisTable("player_twice", f"/seats/{seat}/player", "player", str(player))
        seated.add(person)
