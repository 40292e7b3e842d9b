"""Who a request comes from."""

from typing import Final, Literal, get_args
from uuid import UUID

from msgspec import Struct

Role = Literal["admin", "organiser", "arbiter", "player"]

ROLES: Final[tuple[Role, ...]] = get_args(Role)


class Principal(Struct, frozen=True):
    """The holder of a valid token. `players` are all entries of the directory that are this person, merged ones too."""

    token: UUID
    role: Role
    player: UUID | None = None
    players: frozenset[UUID] = frozenset()

    @property
    def actor(self) -> UUID:
        """Who events name as having done something: the player, or the token of somebody who plays nowhere."""
        return self.player or self.token

    @property
    def scope(self) -> str:
        """Whose idempotency keys are whose."""
        return f"player:{self.player}" if self.player else f"token:{self.token}"

    def owns(self, owner: UUID) -> bool:
        """Whether `owner`, as an event names it, is this principal."""
        return owner == self.token or owner in self.players
