"""What a game command can meet in the shell, beside the refusals of the domain."""

from uuid import UUID

from domain.record.record import GameRecord


class NoSuchGame(Exception):
    """No game has this id, as far as the caller may know."""

    def __init__(self, game: UUID) -> None:
        super().__init__(f"no game {game}")
        self.game = game


class StaleVersion(Exception):
    """The caller decided on another version of the game than the newest."""

    def __init__(self, expected: int, newest: int) -> None:
        super().__init__(f"expected version {expected}, the game is at {newest}")
        self.expected = expected
        self.newest = newest


class VersionRequired(Exception):
    """A move that answers something says which version of the game it answers."""


class KeyReused(Exception):
    """This idempotency key was already used for another request."""


class Contended(Exception):
    """Other writers were faster again and again; nothing is stored."""


class DamagedRecord(Exception):
    """A stored record does not hold: at `version` it cannot be read, or goes against its rules.

    `prefix` is the record up to there, None where even the opening is damaged. `detail` may tell hidden cards.
    """

    def __init__(self, game: UUID, version: int, prefix: GameRecord | None, detail: str) -> None:
        super().__init__(f"game {game} is damaged at version {version}")
        self.game = game
        self.version = version
        self.prefix = prefix
        self.detail = detail


class NotAtThisTable(Exception):
    """A table cannot be opened so: `code` says why not, `pointer` where, and `what` (a player, a league) is `told`."""

    def __init__(self, code: str, pointer: str, what: str, told: str) -> None:
        super().__init__(f"{pointer}: {code}")
        self.code = code
        self.pointer = pointer
        self.what = what
        self.told = told
