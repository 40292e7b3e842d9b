"""Everything a caller is sent about a game: every route, every ply, bodies, headers, and the live stream."""

from typing import NamedTuple

from tests.service.api.serving import Client
from tests.service.games.stream import Stream

WRONG: tuple[object, ...] = (
    {"move": {"move": "draw"}},
    {"move": {"move": "replace"}},
    {"move": {"move": "discard", "card": 1}},
    {"move": {"move": "discard", "card": 15}},
    {"move": {"move": "stake", "medals": 3}},
    {"move": {"move": "deal"}},
    {"move": {"move": "fly"}},
    {"moves": [{"move": "pass"}, {"move": "fly"}]},
)
"""Moves that are refused whoever plays them: a wrong seat, a wrong moment or a wrong shape. See `is_refused`."""


class Sent(NamedTuple):
    """An answer without what differs from one request to the next."""

    status: int
    headers: tuple[tuple[str, str], ...]
    raw: bytes


def ask(client: Client, method: str, path: str, body: object = None) -> Sent:
    answer = client.ask(method, path, body, x_request_id="1")
    headers = tuple(sorted((name.lower(), value) for name, value in answer.headers.items() if name.lower() != "date"))
    return Sent(answer.status, headers, answer.raw)


def everything(client: Client, path: str, viewer: object, *, wrong: bool = False) -> dict[str, Sent]:
    """All a caller is sent who looks through these eyes. `wrong` tries moves too, in a game where all are refused."""
    game = client.get(path).body
    seen = f"as={viewer}"
    paths = ["", "/moves", "/audit", "/archive", f"/archive?{seen}&names=true", f"/view?{seen}", f"/board?{seen}"]
    paths += [f"/{what}?{seen}&ply={ply}" for what in ("view", "board") for ply in range(-1, game["ply"] + 2)]
    paths += [f"/log?{seen}", f"/log?{seen}&after=3", f"/replay?{seen}", f"/replay?{seen}&from=2&to=3", "/view?as=9"]
    sent = {f"GET {what}": ask(client, "GET", path + what) for what in paths}
    sent["GET /v1/games"] = ask(client, "GET", "/v1/games?limit=200")
    if game["status"] != "ended":
        with Stream(client, f"{path}/live?{seen}", 0) as stream:
            stream.entries(game["version"])
            stream.next()  # the standing behind them
            sent["live"] = Sent(stream.status, (), stream.raw)
    if wrong and client.token is not None:
        for number, body in enumerate(WRONG):
            sent[f"POST {number}"] = ask(client, "POST", f"{path}/moves", body)
        sent["POST takeback"] = ask(client, "POST", f"{path}/takeback")
    return sent
