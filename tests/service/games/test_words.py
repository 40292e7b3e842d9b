"""What is said with moves: a digest on record, the text beside it, told with it, erased, and in archives."""

import hashlib
import json
from random import Random
from typing import Any, NamedTuple

import msgspec
import psycopg
import pytest

from domain.kernel.words import MOST_LETTERS
from domain.record.verify import verify
from tests.service.api.serving import Client, Reply
from tests.service.cli.processes import acta
from tests.service.games.hall import Hall, Table
from tests.service.games.sent import ask
from tests.service.games.stream import Stream

QUESTION = "Is it cold in here?"
NASTY = "\x00\x07\x1b[31m\n\r\t\x7f\x85\u2028\u202eevil\u2066\ufeff <script>alert(1)</script>%s'; DROP TABLE x --"


class Round(NamedTuple):
    """A table of Spyfall whose clock runs: who asks, and whom."""

    table: Table
    asking: int
    asked: int

    @property
    def seats(self) -> tuple[Client, ...]:
        return self.table.seats

    def say(self, seat: int, move: dict[str, object], **told: Any) -> Reply:
        """Play a move for the newest version, with whatever else the body has."""
        key = told.pop("key", None)
        version = self.table.state()["version"]
        return self.seats[seat].post(self.table.moves, {"move": move} | told, if_match=f'"{version}"', key=key)

    def ask(self, said: str = QUESTION, **told: Any) -> Reply:
        return self.say(self.asking, {"move": "ask", "player": self.asked}, said=said, **told)

    def answer(self, said: str, **told: Any) -> Reply:
        return self.say(self.asked, {"move": "answer"}, said=said, **told)


def inquiry(hall: Hall, **told: Any) -> Round:
    """A first round that has been dealt and started."""
    table = hall.table(3, ruleset="spyfall", options={"first_dealer": 1}, **told)
    for move in ("deal", "start"):
        [seat] = table.state()["awaited"]
        answer = table.seats[seat].post(table.moves, {"move": {"move": move}}, if_match=f'"{table.state()["version"]}"')
        assert answer.status == 200, answer.raw
    [asking] = table.state()["awaited"]
    return Round(table, asking, (asking + 1) % 3)


def lines(raw: bytes) -> list[bytes]:
    return [line + b"\n" for line in raw.split(b"\n") if line]


def archived(round_: Round, query: str = "words=true", client: Client | None = None) -> list[bytes]:
    answer = (client or round_.table.arbiter).get(f"{round_.table.path}/archive?{query}")
    assert answer.status == 200, answer.raw
    return lines(answer.raw)


def kept(hall: Hall, game: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(hall.served.url) as connection:
        return connection.execute(
            "SELECT version, seat, salt, said FROM game_words WHERE game = %s ORDER BY version", (game,)
        ).fetchall()


def test_a_text_lies_beside_its_digest_and_is_told_with_it(hall: Hall) -> None:
    round_ = inquiry(hall, spectators=True)
    table = round_.table
    assert round_.ask().status == 200
    assert round_.answer("Sometimes.").status == 200
    texts = {4: QUESTION, 5: "Sometimes."}
    for version, seat, salt, said in kept(hall, table.id):
        assert (bytes(said).decode(), seat) == (texts[version], round_.asking if version == 4 else round_.asked)
        assert len(salt) == 32
        assert table.log()[version - 1]["move"]["words"] == hashlib.sha256(salt + said).hexdigest()
    for viewer, client in {0: table.seats[0], "spectator": hall.served.client, "arbiter": table.arbiter}.items():
        entries = client.get(f"{table.path}/log?as={viewer}").body["entries"]
        assert {entry["version"]: entry["said"] for entry in entries if "said" in entry} == texts
        replay = [json.loads(line)["event"] for line in lines(client.get(f"{table.path}/replay?as={viewer}").raw)]
        assert replay == entries
        with Stream(client, f"{table.path}/live?as={viewer}", 0) as stream:
            assert [told.data for told in stream.entries(5)] == entries
    assert len({bytes(salt) for _, _, salt, _ in kept(hall, table.id)}) == 2


def test_the_stream_tells_it_as_it_is_said(hall: Hall) -> None:
    round_ = inquiry(hall)
    with Stream(round_.seats[round_.asked], f"{round_.table.path}/live") as stream:
        assert stream.next() is not None
        round_.ask()
        [told] = stream.entries(4)
        assert told.data["said"] == QUESTION


@pytest.mark.parametrize("said", [NASTY, "x" * MOST_LETTERS, "\U0001f600" * MOST_LETTERS, "\x00", " ", "null"])
def test_a_text_is_just_text(hall: Hall, said: str, caplog: pytest.LogCaptureFixture) -> None:
    round_ = inquiry(hall)
    with caplog.at_level("DEBUG"):
        assert round_.ask(said).status == 200
        log = round_.table.seats[0].get(f"{round_.table.path}/log")
    assert log.body["entries"][-1]["said"] == said
    assert log.headers["content-type"] == "application/json"
    assert said not in caplog.text or said in (" ", "null")
    with Stream(round_.seats[0], f"{round_.table.path}/live", 3) as stream:
        [told] = stream.entries(4)
        assert told.data["said"] == said  # no line of its own in the stream
    report = verify(archived(round_))
    assert (report.ok, report.events) == (True, 4)


@pytest.mark.parametrize("said", ["x" * (MOST_LETTERS + 1), 5, ["x"], {"text": "x"}])
def test_what_is_no_text(hall: Hall, said: object) -> None:
    round_ = inquiry(hall)
    refused = round_.ask(said)  # type: ignore[arg-type]
    assert (refused.status, refused.code, refused.body["pointer"]) == (422, "invalid_body", "/said")
    raw = b'{"move": {"move": "ask", "player": %d}, "said": "\\ud800"}' % round_.asked
    assert round_.seats[round_.asking].post(round_.table.moves, raw=raw).status == 400
    assert round_.table.state()["version"] == 3


def test_where_nothing_can_be_said(hall: Hall) -> None:
    round_ = inquiry(hall)
    digest = hashlib.sha256(b"x").hexdigest()
    question = {"move": "ask", "player": round_.asked}
    accusation: dict[str, object] = {"move": "accuse", "player": round_.asked}
    for refused in (
        round_.say(round_.asking, accusation, said="You!"),
        round_.say(round_.asking, question | {"words": digest}, said="x"),
        round_.seats[round_.asking].post(round_.table.moves, {"moves": [question], "said": "x"}),
        round_.table.arbiter.post(round_.table.moves, {"move": {"move": "time_up"}, "seat": -1, "said": "x"}),
    ):
        assert (refused.status, refused.code, refused.body["pointer"]) == (422, "said_out_of_place", "/said")
    nonsense = round_.say(round_.asking, {"move": "fly"}, said="x")
    assert (nonsense.code, nonsense.body["pointer"]) == ("malformed_move", "/move/move")
    assert round_.say(round_.asked, question, said="Not me").code == "out_of_turn"
    assert kept(hall, round_.table.id) == []
    other = hall.table()
    assert other.seats[0].post(other.moves, {"move": {"move": "draw"}, "said": "x"}).code == "said_out_of_place"


def test_a_digest_of_ones_own_and_nothing_at_all(hall: Hall) -> None:
    round_ = inquiry(hall)
    digest = hashlib.sha256(b"kept at home").hexdigest()
    assert round_.say(round_.asking, {"move": "ask", "player": round_.asked, "words": digest}).status == 200
    assert round_.answer("").status == 200
    question, answer = round_.table.log()[-2:]
    assert (question["move"]["words"], answer["move"]["words"]) == (digest, "")
    assert "said" not in question
    assert "said" not in answer
    assert kept(hall, round_.table.id) == []
    assert verify(archived(round_)).ok


def test_sent_twice_it_is_said_once(hall: Hall) -> None:
    round_ = inquiry(hall)
    body = {"move": {"move": "ask", "player": round_.asked}, "said": QUESTION}
    client = round_.seats[round_.asking]
    first, again = (client.post(round_.table.moves, body, key="a-question") for _ in range(2))
    assert (first.status, again.status, again.raw) == (200, 200, first.raw)
    other = client.post(round_.table.moves, body | {"said": "Is it warm?"}, key="a-question")
    assert other.code == "idempotency_key_reused"
    assert len(kept(hall, round_.table.id)) == 1
    with psycopg.connect(hall.served.url) as connection:
        [[digest]] = connection.execute("SELECT body_digest FROM idempotency_keys WHERE key = 'a-question'").fetchall()
    plain = b"\0".join((b"POST", round_.table.moves.encode(), json.dumps(body).encode()))
    assert bytes(digest) != hashlib.sha256(plain).digest()  # the text could be guessed from it after it was erased


def everywhere(hall: Hall, text: str) -> list[str]:
    """The tables of the database that hold a text, in any column."""
    found = []
    with psycopg.connect(hall.served.url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        for (table,) in tables:
            rows = connection.execute(f'SELECT t::text FROM "{table}" AS t').fetchall()  # type: ignore[arg-type]
            if any(text in row or text.encode().hex() in row for (row,) in rows):
                found.append(table)
    return sorted(found)


def test_erasing_one_text(hall: Hall) -> None:
    round_ = inquiry(hall)
    table = round_.table
    round_.ask("Who is the baker?")
    round_.answer("A man of many words.")
    before = table.arbiter.get(table.path)
    assert everywhere(hall, "A man of many words.") == ["game_words"]
    for seat in table.seats:
        assert seat.delete(f"{table.path}/words/5").code == "forbidden"
    assert table.arbiter.delete(f"{table.path}/words/5").status == 204
    assert everywhere(hall, "A man of many words.") == []
    assert "said" not in table.log()[-1]
    assert table.log()[-1]["move"]["words"] != ""
    assert table.log()[-2]["said"] == "Who is the baker?"
    after = table.arbiter.get(table.path)
    assert (after.raw, after.headers["etag"]) == (before.raw, before.headers["etag"])
    assert verify(archived(round_)).ok
    assert table.owner.delete(f"{table.path}/words/4").status == 204
    for version in ("4", "5", "1", "99", "-1", "x", "9" * 30, "%00"):
        assert table.owner.delete(f"{table.path}/words/{version}").code == "no_such_words", version
    assert "said" not in table.log()[-2]


def test_erasing_a_player_erases_what_was_said_at_their_seats(hall: Hall) -> None:
    hall.seated(2)
    gone, twin = hall.owner.registered("Gone"), hall.owner.registered("Gone again")
    assert hall.owner.post(f"/v1/players/{twin}/merge", {"into": str(gone)}).status == 200
    as_gone = hall.served.a("player", gone)
    players = (twin, *hall.players[:2])
    told = {"ruleset": "spyfall", "seats": [{"player": str(player)} for player in players]}
    opened = hall.owner.post("/v1/games", told)
    table = Table(opened.body["game"], (as_gone, *hall.clients[:2]), players, hall.owner, hall.arbiter)
    for move in ("deal", "start"):
        assert as_gone.post(table.moves, {"move": {"move": move}}).status == 200
    round_ = Round(table, 0, 1)
    round_.ask("What would a vanished one ask?")
    round_.answer("Nothing of the kind.")
    assert hall.owner.delete(f"/v1/players/{gone}").status == 204
    assert everywhere(hall, "What would a vanished one ask?") == []
    question, answer = table.log()[-2:]
    assert "said" not in question
    assert answer["said"] == "Nothing of the kind."
    # An arbiter can still play for the seat; what is then said is not kept.
    version = answer["version"]
    body = {"move": {"move": "ask", "player": 2}, "said": "And behind the back?", "seat": 1}
    assert table.arbiter.post(table.moves, body, if_match=f'"{version}"').status == 200
    body = {"move": {"move": "answer"}, "said": "Well.", "seat": 2}
    assert table.arbiter.post(table.moves, body, if_match=f'"{version + 1}"').status == 200
    body = {"move": {"move": "ask", "player": 0}, "said": "You there?", "seat": 2}
    assert table.arbiter.post(table.moves, body, if_match=f'"{version + 2}"').status == 200
    body = {"move": {"move": "answer"}, "said": "From beyond.", "seat": 0}
    assert table.arbiter.post(table.moves, body, if_match=f'"{version + 3}"').status == 200
    assert everywhere(hall, "From beyond.") == []
    assert everywhere(hall, "You there?") == ["game_words"]
    assert table.arbiter.get(f"{table.path}/audit").body["ok"]


def test_archives_hold_texts_only_when_asked(hall: Hall) -> None:
    round_ = inquiry(hall)
    round_.ask()
    round_.answer("Sometimes.")
    without, with_texts = archived(round_, "as=arbiter"), archived(round_)
    assert not any(b'"said"' in line for line in without)
    assert [json.loads(line)["said"]["text"] for line in with_texts if b'"said"' in line] == [QUESTION, "Sometimes."]
    assert without[0] == with_texts[0]
    for one, other in zip(without[1:], with_texts[1:], strict=True):
        assert json.loads(one)["digest"] == json.loads(other)["digest"]
    assert verify(without) == verify(with_texts)
    assert verify(with_texts).ok
    ended = round_.table.owner.post(f"{round_.table.path}/withdraw", {"seat": 0}).body
    assert ended["status"] == "ended"
    own = archived(round_, "words=true", round_.seats[2])
    assert sum(b'"said"' in line for line in own) == 2
    assert verify(own).ok


def test_the_command_line_puts_texts_in_when_asked(hall: Hall) -> None:
    round_ = inquiry(hall)
    round_.ask(NASTY)
    for asked, count in (((), 0), (("--words",), 1)):
        done = acta("export", round_.table.id, "-o", "-", *asked, ACTA_DATABASE_URL=hall.served.url)
        assert done.code == 0, done.err
        exported = lines(done.out.encode())
        assert sum(b'"said"' in line for line in exported) == count
        assert verify(exported).ok


def test_a_replay_tells_what_was_said_until_it_is_erased(hall: Hall) -> None:
    round_ = inquiry(hall)
    round_.ask()
    version = round_.table.state()["version"]
    reader = round_.seats[(round_.asked + 1) % 3]
    database = {"ACTA_DATABASE_URL": hall.served.url}
    remote = ("--url", reader.url, "--token", str(reader.token), "--as", (round_.asked + 1) % 3)

    def told() -> list[str]:
        replays = [acta("replay", round_.table.id, "--ply", "3", *how, **database) for how in ((), remote)]
        for done in replays:
            assert "Clock" in done.out
            assert "(running)" in done.out
        return [done.out.splitlines()[1].removeprefix(f"Seat {round_.asking}: asks ") for done in replays]

    assert told() == [f"Seat {round_.asked}: “{QUESTION}”"] * 2
    round_.table.arbiter.delete(f"{round_.table.path}/words/{version}")
    assert told() == [f"Seat {round_.asked} (something was said, and the text is not kept here)"] * 2


@pytest.mark.parametrize(
    "change",
    [
        {"text": "Is it cold in there?"},
        {"text": ""},
        {"salt": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="},
        {"salt": "AAAA"},
        {"salt": ""},
    ],
)
def test_a_forged_text_is_found(hall: Hall, change: dict[str, str]) -> None:
    round_ = inquiry(hall)
    round_.ask()
    archive = archived(round_)
    line = json.loads(archive[4])
    archive[4] = msgspec.json.encode(line | {"said": line["said"] | change}, order="sorted") + b"\n"
    problem = verify(archive).problem
    assert problem is not None
    assert (problem.code, problem.line, problem.version) == ("other_words", 5, 4)


def test_a_text_beside_something_else_is_found(hall: Hall) -> None:
    round_ = inquiry(hall)
    round_.ask()
    round_.answer("")
    archive = archived(round_)
    said = json.loads(archive[4])["said"]
    for place in (1, 2, 3, 5):
        forged = list(archive)
        forged[place] = msgspec.json.encode(json.loads(archive[place]) | {"said": said}, order="sorted") + b"\n"
        problem = verify(forged).problem
        assert problem is not None
        assert (problem.code, problem.line) == ("other_words", place + 1)
    forged = list(archive)
    forged[5] = msgspec.json.encode(json.loads(archive[5]) | {"said": None}, order="sorted") + b"\n"
    assert verify(forged).problem.code == "unreadable"  # type: ignore[union-attr]


def test_whoever_may_not_know_of_the_game_cannot_tell_whether_something_was_said(hall: Hall) -> None:
    round_ = inquiry(hall)
    round_.ask()
    stranger = hall.served.a("player", hall.owner.registered("Stranger"))
    for version in (3, 4):
        there = ask(stranger, "DELETE", f"{round_.table.path}/words/{version}")
        nowhere = ask(stranger, "DELETE", f"/v1/games/{'0' * 8}-0000-0000-0000-{'0' * 12}/words/{version}")
        assert there == nowhere
        assert there.status == 404


def test_every_text_is_told_with_its_own_move(hall: Hall) -> None:
    round_ = inquiry(hall)
    rng = Random(1)
    for _ in range(6):
        asking = round_.table.turn()
        if "answer" in [move["move"] for move in round_.seats[asking].get(round_.table.moves).body["moves"]]:
            assert round_.say(asking, {"move": "answer"}, said=f"answer of {asking}").status == 200
            continue
        moves = [m for m in round_.seats[asking].get(round_.table.moves).body["moves"] if m["move"] == "ask"]
        assert round_.say(asking, rng.choice(moves), said=f"question of {asking}").status == 200
    for entry in round_.table.log()[3:]:
        assert entry["said"].endswith(f" of {entry['seat']}")
        assert entry["said"].startswith("question" if entry["move"]["move"] == "ask" else "answer")
