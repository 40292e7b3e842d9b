"""Who plays in the demonstration."""

from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from service.demo.answers import Made, MadeToken, PlayerRow
from service.demo.client import Client, Connection
from service.players import trying_style
from service.players.registry import RANDOM

TOKEN_LIFE: Final = timedelta(days=1)
LABEL: Final = "demo"

_CONTACT: Final = "simulated player of acta demo"


class Player:
    """A simulated player: an entry of the directory, a token of its own, and a way to play."""

    def __init__(self, id_: UUID, name: str, client: Client, *, trying: bool) -> None:
        self.id = id_
        self.name = name
        self.client = client
        self._trying = trying

    def style(self, ruleset: str) -> str:
        """How it plays a game."""
        return trying_style(ruleset) if self._trying else RANDOM

    @property
    def manner(self) -> str:
        """How it plays, for people."""
        return "tries to win" if self._trying else "plays at random"


def players(connection: Connection, organiser: Client, count: int) -> list[Player]:
    """As many players as asked for; those of an earlier demonstration are the same again. Every second tries to win."""
    known = {row.name: row for row in organiser.pages("/v1/players", PlayerRow, q="Player ") if row.contact == _CONTACT}
    found = []
    for number in range(1, count + 1):
        name = f"Player {number}"
        row = known.get(name)
        new = {"name": name, "contact": _CONTACT}
        who = row.id if row is not None else organiser.post("/v1/players", new, Made).id
        expires = datetime.now(UTC) + TOKEN_LIFE
        wanted = {"role": "player", "player": who, "label": LABEL, "expires_at": expires}
        token = organiser.post("/v1/tokens", wanted, MadeToken)
        found.append(Player(who, name, Client(connection, token.token), trying=number % 2 == 0))
    return found
