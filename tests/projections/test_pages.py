"""Pages of a listing: they stay where they are, and nothing but a cursor is taken for one."""

import psycopg
import pytest

from projections.queries.games import GameFilter, list_games
from projections.queries.pages import BadCursor
from tests.projections.test_cases import opening, projected


@pytest.mark.parametrize("cursor", ["", "a", "%%%", "é", "kM0BwA", "=" * 8, "kpHOAAAAAcQIAAAAAAAAAAA"])
def test_no_cursor_is_a_bad_cursor(cursor: str, reader: psycopg.Connection) -> None:
    with pytest.raises(BadCursor):
        list_games(reader, cursor=cursor)


def test_pages_stay_where_they_are_while_games_are_added(
    writer: psycopg.Connection, reader: psycopg.Connection
) -> None:
    there = [opening(number, number) for number in range(50)]
    projected(writer, reader, *there)
    seen, cursor = [], None
    for number in range(50, 100):
        page = list_games(reader, cursor=cursor, limit=3)
        seen += [row.id for row in page.items]
        if (cursor := page.next) is None:
            break
        projected(writer, reader, opening(number, number))
    assert seen == [event.originator_id for event in reversed(there)]


def test_a_cursor_belongs_to_what_was_asked_for(writer: psycopg.Connection, reader: psycopg.Connection) -> None:
    projected(writer, reader, *(opening(number, number) for number in range(3)))
    cursor = list_games(reader, GameFilter(status="open"), limit=1).next
    assert list_games(reader, GameFilter(status="open"), cursor, limit=2).next is None
    with pytest.raises(BadCursor):
        list_games(reader, GameFilter(status="ended"), cursor)
