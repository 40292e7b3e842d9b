"""What is sent over HTTP is what the viewer may know: by the domain's word for it, and by worlds that look the same."""

import base64
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.kernel.luck import salt
from domain.record.log import log_entry
from domain.record.record import GameRecord
from service.records.loading import Loader
from service.records.registry import event_mapper
from service.store.application import ActaApplication
from service.store.settings import StoreSettings
from tests.service.games.hall import Hall, Table, edition
from tests.service.games.sent import Sent, everything

VIEWERS: tuple[object, ...] = (0, 1, 2, "spectator", "arbiter")


def plain(value: object) -> Any:
    """A value as whoever reads its JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def record_of(hall: Hall, table: Table) -> GameRecord:
    store = ActaApplication(StoreSettings(url=hall.served.url), event_mapper())
    try:
        return Loader(store, store.recorder.datastore).whole(UUID(table.id))  # type: ignore[arg-type]
    finally:
        store.close()


def played(hall: Hall, number: int, plies: int, **told: object) -> Table:
    """A random game whose commands have request ids of their own, with a pause and perhaps a withdrawal."""
    table = hall.table(spectators=True, **told)  # type: ignore[arg-type]
    rng = Random(number)
    for ply in range(plies):
        state = table.state()
        if state["status"] == "ended":
            break
        [seat] = state["awaited"]
        moves = table.seats[seat].get(table.moves).body["moves"]
        table.play(seat, rng.choice(moves), x_request_id=f"foreign-request-{seat}-{ply}")
        if ply == plies // 2:
            table.owner.post(f"{table.path}/pause", x_request_id="foreign-request-pause")
            table.owner.post(f"{table.path}/resume", x_request_id="foreign-request-resume")
    return table


def of_viewer(table: Table, hall: Hall, viewer: object) -> dict[str, Sent]:
    client = (
        table.seats[viewer]
        if isinstance(viewer, int)
        else {"spectator": hall.served.client, "arbiter": table.arbiter}[str(viewer)]
    )
    return everything(client, table.path, viewer)


@pytest.mark.parametrize("number", range(3))
def test_all_that_is_sent_is_what_the_domain_says(hall: Hall, number: int) -> None:
    table = played(hall, number, (5, 14, 29)[number])
    record = record_of(hall, table)
    rules = record.rules
    for viewer in VIEWERS:
        log = [plain(log_entry(event, viewer)) for event in record.events]  # type: ignore[arg-type]
        sent = of_viewer(table, hall, viewer)
        assert msgspec.json.decode(sent[f"GET /log?as={viewer}"].raw)["entries"] == log
        replay = [msgspec.json.decode(line) for line in sent[f"GET /replay?as={viewer}"].raw.splitlines()]
        for ply in range(record.ply + 1):
            at = record.at_ply(ply)
            view = rules.view(at.state, viewer)  # type: ignore[arg-type]
            assert replay[ply]["view"] == plain(view)
            assert replay[ply]["event"] == log[at.version - 1]
            for what, shown in (("view", view), ("board", rules.board(view))):
                body = msgspec.json.decode(sent[f"GET /{what}?as={viewer}&ply={ply}"].raw)
                assert body[what] == plain(shown)
                assert (body["ply"], body["viewer"]) == (ply, viewer)
        live = [line[6:] for line in sent["live"].raw.splitlines() if line.startswith(b'data: {"version"')]
        assert [msgspec.json.decode(line) for line in live] == log
        if isinstance(viewer, int):
            legal = rules.moves(record.tip.state, viewer)
            assert msgspec.json.decode(sent["GET /moves"].raw)["moves"] == [plain(move) for move in legal]


def written(secret: bytes) -> list[bytes]:
    """The ways a byte string may be written."""
    return [secret, secret.hex().encode(), base64.b64encode(secret), base64.urlsafe_b64encode(secret)]


def secrets_of(record: GameRecord, *, chain: bool) -> list[bytes]:
    """Strings that nobody may be sent: the seed, its salts, request ids; with `chain` the digests too."""
    seed = record.opened.seed
    found = [*written(seed), b"foreign-request", b"request_id"]
    for event in record.events:
        for index in range(len(getattr(event, "outcomes", ()))):
            found += written(salt(seed, event.originator_version, index))
        if chain and event.originator_version > 1:
            found += written(event.prev)
    return found


def tell(sent: dict[str, Sent], secrets: list[bytes]) -> list[tuple[str, bytes]]:
    """Where any of the secrets is told; problems name the caller's own request."""
    return [
        (what, secret)
        for what, answer in sent.items()
        for secret in secrets
        if secret in answer.raw.replace(b'"request_id":"1"', b"")
    ]


def test_neither_seed_nor_salts_nor_chain_are_told_while_a_game_runs(hall: Hall) -> None:
    table = played(hall, 7, 12)
    record = record_of(hall, table)
    for viewer in VIEWERS[:-1]:
        sent = of_viewer(table, hall, viewer)
        assert tell(sent, secrets_of(record, chain=True)) == []
        assert sent["GET /archive"].status == (401 if viewer == "spectator" else 403)
    archive = of_viewer(table, hall, "arbiter")["GET /archive"]
    assert tell({"archive": archive}, [*written(record.opened.seed), b"foreign-request", b"request_id"]) == []


@pytest.mark.parametrize(
    ("reveal", "review"),
    [("sealed", "nobody"), ("arbiters", "players"), ("everyone", "nobody"), ("everyone", "everyone")],
)
def test_the_seed_is_told_to_whom_the_table_chose(hall: Hall, reveal: str, review: str) -> None:
    table = played(hall, 3, 200, options=edition(2), reveal=reveal, review=review)
    record = record_of(hall, table)
    assert record.result is not None
    seed = record.opened.seed
    for viewer in VIEWERS:
        sent = of_viewer(table, hall, viewer)
        archive = sent["GET /archive"]
        told = {what for what, _ in tell(sent, written(seed))}
        if archive.status == 200 and (reveal == "everyone" or (reveal == "arbiters" and viewer == "arbiter")):
            assert told == {"GET /archive", f"GET /archive?as={viewer}&names=true"} & told
            assert "GET /archive" in told
        else:
            assert told == set()
        assert tell(sent, [b"foreign-request", b"request_id"]) == []
        own = isinstance(viewer, int) and review == "nobody" and reveal != "everyone"
        if own:
            opened = [msgspec.json.decode(line).get("opened", {}) for line in archive.raw.splitlines()[1:]]
            for event, paths in zip(record.events, opened, strict=True):
                outcomes = getattr(event, "outcomes", ())
                mine = {f"outcomes/{n}" for n, each in enumerate(outcomes) if each.seen_by == frozenset({viewer})}
                assert set(paths) == mine
