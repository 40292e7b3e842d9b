"""A move that answers something names the version it answers, or it could be taken for an answer to what came since."""

from tests.service.games.hall import Hall


def test_an_answer_without_a_version_is_asked_for_one_and_with_it_is_played(hall: Hall) -> None:
    table = hall.table(2, ruleset="coup", options={"edition": "base_15"})
    declared = table.seats[0].post(table.moves, {"move": {"move": "declare", "action": "tax"}})
    assert declared.status == 200
    version = declared.headers["etag"]
    unnamed = table.seats[1].post(table.moves, {"move": {"move": "pass"}})
    assert (unnamed.status, unnamed.code) == (428, "version_required")
    late = table.seats[1].post(table.moves, {"move": {"move": "pass"}}, if_match='"1"')
    assert (late.status, late.code) == (412, "stale_version")
    named = table.seats[1].post(table.moves, {"move": {"move": "pass"}}, if_match=version)
    assert named.status == 200
