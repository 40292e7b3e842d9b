"""Who may sit at a new table, and which league it may count for: what the log and the directory must know already."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import psycopg

from service.records.errors import NotAtThisTable


def check_seats(connection: psycopg.Connection[Any], players: Sequence[UUID], league: UUID | None) -> None:
    """Whether all players are in the directory, nobody sits twice, and the league exists. Raises NotAtThisTable."""
    known = connection.execute("SELECT id FROM players WHERE id = ANY(%s)", (list(players),)).fetchall()
    for seat, player in enumerate(players):
        if (player,) not in known:
            raise NotAtThisTable("unknown_player", f"/seats/{seat}/player", "player", str(player))
        if player in players[:seat]:
            raise NotAtThisTable("player_twice", f"/seats/{seat}/player", "player", str(player))
    if league is None:
        return
    found = connection.execute(
        "SELECT 1 FROM events WHERE originator_id = %s AND originator_version = 1 AND topic LIKE 'league.opened/%%'",
        (league,),
    ).fetchone()
    if found is None:
        raise NotAtThisTable("unknown_league", "/league", "league", str(league))
