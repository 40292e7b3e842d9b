"""The same request twice is done once, and answered the same bytes."""

import hashlib
import hmac
import json
import threading
from uuid import uuid4

import psycopg
import pytest

from service.settings import DatabaseUrl, Settings
from tests.conftest import FreshDatabase
from tests.service.api.serving import Client, Reply, Served, serving


def events(url: str) -> int:
    with psycopg.connect(url) as connection:
        [[count]] = connection.execute("SELECT count(*) FROM events").fetchall()
    return int(count)


def test_sent_again_it_is_answered_the_same(served: Served, organiser: Client) -> None:
    key, body = str(uuid4()), {"name": "Player 1"}
    first = organiser.post("/v1/players", body, key=key)
    stored = events(served.url)
    again = organiser.post("/v1/players", body, key=key)
    assert (again.status, again.raw) == (first.status, first.raw)
    assert again.position >= first.position
    assert events(served.url) == stored


def test_another_request_with_the_key_is_refused(organiser: Client) -> None:
    key = str(uuid4())
    organiser.post("/v1/players", {"name": "Player 1"}, key=key)
    refused = organiser.post("/v1/players", {"name": "Player 2"}, key=key)
    assert (refused.status, refused.code) == (422, "idempotency_key_reused")
    elsewhere = organiser.post("/v1/leagues", {"name": "League", "points": ["1"]}, key=key)
    assert elsewhere.code == "idempotency_key_reused"


def test_keys_are_the_callers_own(served: Served, organiser: Client) -> None:
    key, body = str(uuid4()), {"name": "Player 1"}
    first = organiser.post("/v1/players", body, key=key)
    other = served.a("organiser").post("/v1/players", body, key=key)
    assert other.status == 201
    assert other.body["id"] != first.body["id"]


def test_what_is_kept_of_a_request_does_not_tell_a_name(served: Served, organiser: Client) -> None:
    """The digest of a body stays after the person was erased: nobody without the caller's token can try names on it."""
    key, body = str(uuid4()), {"name": "Player 1"}
    assert organiser.post("/v1/players", body, key=key).status == 201
    with psycopg.connect(served.url) as connection:
        [[digest]] = connection.execute("SELECT body_digest FROM idempotency_keys WHERE key = %s", (key,)).fetchall()
    sent = b"\0".join((b"POST", b"/v1/players", json.dumps(body).encode()))
    assert bytes(digest) != hashlib.sha256(sent).digest()
    assert bytes(digest) == hmac.digest(str(organiser.token).encode(), sent, "sha256")


def test_what_was_done_is_answered_though_it_could_not_be_done_again(organiser: Client) -> None:
    one, other, key = organiser.registered(), organiser.registered(), str(uuid4())
    path, body = f"/v1/players/{one}/merge", {"into": str(other)}
    first = organiser.post(path, body, key=key)
    assert organiser.post(path, body, key=key).raw == first.raw
    assert organiser.post(path, body).code == "already_merged"
    assert organiser.post(path, {"into": str(one)}, key=key).code == "idempotency_key_reused"


def test_a_refusal_is_not_kept(organiser: Client) -> None:
    one, key = organiser.registered(), str(uuid4())
    path = f"/v1/players/{one}/merge"
    assert organiser.post(path, {"into": str(one)}, key=key).code == "merge_into_itself"
    assert organiser.post(path, {"into": str(organiser.registered())}, key=key).status == 200


@pytest.mark.parametrize("key", ["x" * 201, "with space", "tab\there"])
def test_keys_that_cannot_be_used(organiser: Client, key: str) -> None:
    refused = organiser.post("/v1/players", {"name": "Player"}, key=key)
    assert (refused.status, refused.code) == (400, "bad_idempotency_key")


def test_many_at_the_same_moment_are_one(served: Served, organiser: Client) -> None:
    key, answers = str(uuid4()), list[Reply]()
    stored = events(served.url)
    barrier = threading.Barrier(8)

    def send() -> None:
        barrier.wait()
        answers.append(organiser.post("/v1/players", {"name": "Player"}, key=key))

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({(answer.status, answer.raw) for answer in answers}) == 1
    assert answers[0].status == 201
    assert events(served.url) == stored + 1


def test_the_key_outlives_the_server(database: FreshDatabase) -> None:
    settings = Settings(database_url=DatabaseUrl(database.url))
    key, body = str(uuid4()), {"name": "Player 1"}
    with serving(settings, database.url) as served:
        token = served.token("organiser")
        first = served.client.holding(token).post("/v1/players", body, key=key)
    with serving(settings, database.url) as served:
        again = served.client.holding(token).post("/v1/players", body, key=key)
    assert (first.status, first.raw) == (again.status, again.raw)
    assert events(database.url) == 1
