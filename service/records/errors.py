"""What a game command can meet in the shell, beside the refusals of the domain."""

from uuid import UUID


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


class KeyReused(Exception):
    """This idempotency key was already used for another request."""


class Contended(Exception):
    """Other writers were faster again and again; nothing is stored."""
