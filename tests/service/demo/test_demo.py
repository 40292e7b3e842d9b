"""`acta demo`: a league played by processes over HTTP, to standings that add up."""

import re

import pytest

from tests.service.cli.processes import Running, acta


def variables(settings):
    return {"ACTA_DATABASE_URL": settings.database_url, "ACTA_MIGRATION_URL": settings.migration_url}


def test_a_small_league_ends_with_standings_that_add_up(settings):
    done = acta("demo", "--games", "6", "--players", "4", "--exit", "--port", "0", **variables(settings))
    assert done.code == 0, done.out + done.err
    assert "6 of 6 games finished, 0 running" in done.out
    assert "The standings add up: 6 games" in done.out
    assert done.out.endswith("Start again to continue.\n")
    rows = [line.split() for line in done.out.splitlines() if re.match(r"\s+\d+\s+Player \d", line)]
    assert 3 <= len(rows) <= 4
    assert "what is recorded is never removed" in done.err
    assert "acta_" not in re.sub(r"acta_service|acta_\d+_\d+", "", done.out + done.err)  # no token
    listed = acta("token", "list", **variables(settings)).out.splitlines()
    assert len(listed) == 2 + 4
    assert all(line.endswith("revoked") for line in listed)


@pytest.mark.long
def test_a_league_broken_off_goes_on_and_then_serves(settings):
    arguments = ("demo", "--games", "30", "--port", "0")
    with Running(*arguments, **variables(settings)) as first:
        first.until("10 of 30 games finished")
        assert first.stop() == 0
        assert first.lines[-1].startswith("Stopped.")
    with Running(*arguments, **variables(settings)) as again:
        again.until(r"Continuing the league where it was: after \d+ games")
        again.until("The standings add up: 30 games", seconds=200)
        again.until("Open in a browser")
        again.until("Serving on; Ctrl-C stops it.")
        assert again.stop() == 0
