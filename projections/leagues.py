"""The leagues: a row for each time the terms of one were set."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from domain.competition.events import LeagueChanged, LeagueOpened
from domain.competition.leagues import Terms, terms_of
from projections.generations import Generation
from projections.log import Connection, Decode, Recorded


def fold(rows: Iterable[Recorded], decode: Decode) -> list[tuple[Recorded, datetime, Terms]]:
    """The terms that events of leagues put in force, each with the row it came with and its moment."""
    terms: list[tuple[Recorded, datetime, Terms]] = []
    for row in rows:
        event = decode(UUID(bytes=row.originator_id), row.version, row.topic, row.state)
        if isinstance(event, LeagueOpened | LeagueChanged):
            terms.append((row, event.at, terms_of(event)))
    return terms


class Leagues:
    """The table of terms."""

    name: Final = "leagues"
    stream: Final = "league"

    def __init__(self, decode: Decode, generation: Generation) -> None:
        self._decode = decode
        self._insert = generation.sql(
            "INSERT INTO {league_terms} "
            "(league, version, position, at, name, points, ties, rulesets, owner, spectators) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
        )

    def apply(self, connection: Connection, rows: Sequence[Recorded]) -> None:
        """Take in events of leagues."""
        with connection.cursor() as cursor:
            cursor.executemany(
                self._insert,
                [
                    (
                        UUID(bytes=row.originator_id),
                        row.version,
                        row.position,
                        at,
                        terms.name,
                        list(terms.points),
                        terms.ties,
                        None if terms.rulesets is None else list(terms.rulesets),
                        terms.owner,
                        terms.spectators,
                    )
                    for row, at, terms in fold(rows, self._decode)
                ],
            )
