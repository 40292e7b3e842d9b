"""Who may do what with a game: pure functions over who asks, the terms the table was opened on, and whether it is over.

Deny by default: each function names who may, and everybody else may not. Neither administrators nor organisers see
anything hidden for being that.

- The player of a seat looks and acts as that seat.
- An arbiter looks as anybody and acts for any seat; but in a running game in which they hold a seat themselves, an
  arbiter is that seat and no more.
- Once the game is over, the table's `review` widens what is seen to the seated players or to everyone.
"""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from msgspec import Struct

from domain.kernel.seats import ARBITER, SPECTATOR, Seat, Viewer
from domain.record.events import GameOpened
from service.auth.principal import Principal


class Forbidden(Exception):
    """The caller may not do this."""


class NotKnown(Exception):
    """The caller may not even know that there is such a game."""


class BadViewer(Exception):
    """What was asked for is no viewer of this game: neither `spectator`, nor `arbiter`, nor the number of a seat."""


class NoSuchSeat(Exception):
    """The table has no seat of this number."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


class SeatNeeded(Exception):
    """The caller acts for several seats, or for any, and did not say for which."""


class Visible(Struct, frozen=True):
    """Which games a list may show: those open to spectators, beside them those of one player or owner, or all."""

    everything: bool = False
    visible_to: UUID | None = None


_SEAT_DIGITS: Final = 4


def seats_of(principal: Principal | None, opened: GameOpened) -> tuple[Seat, ...]:
    """The seats that the caller's own player holds, under any of the player's merged entries."""
    if principal is None or not principal.players:
        return ()
    players = principal.players
    return tuple([seat for seat, player in enumerate(opened.seats) if player in players])


def arbitrates(principal: Principal | None, opened: GameOpened, *, ended: bool) -> bool:
    """Whether the caller is an arbiter here, and not just a player of this game for as long as it runs."""
    return principal is not None and principal.role == "arbiter" and (ended or not seats_of(principal, opened))


def owns(principal: Principal | None, opened: GameOpened) -> bool:
    """Whether the caller opened this table."""
    return principal is not None and principal.owns(opened.owner)


def reviews(principal: Principal | None, opened: GameOpened, *, ended: bool) -> bool:
    """Whether the table lets the caller see everything now that the game is over."""
    if not ended:
        return False
    return opened.review == "everyone" or (opened.review == "players" and bool(seats_of(principal, opened)))


def check_known(principal: Principal | None, opened: GameOpened, *, ended: bool) -> None:
    """Whether the caller may know that there is this game. Raises NotKnown."""
    known = (
        opened.spectators
        or bool(seats_of(principal, opened))
        or owns(principal, opened)
        or arbitrates(principal, opened, ended=ended)
        or reviews(principal, opened, ended=ended)
    )
    if not known:
        raise NotKnown


def may_look(principal: Principal | None, opened: GameOpened, viewer: Viewer, *, ended: bool) -> bool:
    """Whether the caller may see the game through these eyes."""
    if arbitrates(principal, opened, ended=ended) or reviews(principal, opened, ended=ended):
        return True
    own = seats_of(principal, opened)
    match viewer:
        case "spectator":
            return opened.spectators or bool(own) or owns(principal, opened)
        case "arbiter":
            return False
        case seat:
            return seat in own


def viewer_for(principal: Principal | None, opened: GameOpened, asked: str | None, *, ended: bool) -> Viewer:
    """Through whose eyes the caller sees this game; `asked` is the parameter `as`.

    Without it: the caller's own seat where there is exactly one, else a spectator. Raises NotKnown, Forbidden and
    BadViewer.
    """
    check_known(principal, opened, ended=ended)
    if asked is None:
        own = seats_of(principal, opened)
        viewer: Viewer = own[0] if len(own) == 1 else SPECTATOR
    else:
        viewer = read_viewer(asked, len(opened.seats))
    if not may_look(principal, opened, viewer, ended=ended):
        raise Forbidden
    return viewer


def read_viewer(asked: str, seats: int) -> Viewer:
    """A viewer as it is written in a query. Raises BadViewer.

    >>> read_viewer("1", 3), read_viewer("arbiter", 3)
    (1, 'arbiter')
    """
    if asked == SPECTATOR:
        return SPECTATOR
    if asked == ARBITER:
        return ARBITER
    if not (asked.isascii() and asked.isdigit() and len(asked) <= _SEAT_DIGITS) or int(asked) >= seats:
        raise BadViewer(asked)
    return int(asked)


def seat_for(principal: Principal | None, opened: GameOpened, asked: Seat | None, *, ended: bool) -> Seat:
    """The seat the caller plays, takes back or asks for legal moves of.

    Without `asked` the own one, where there is exactly one. Raises NotKnown, Forbidden, SeatNeeded and NoSuchSeat.
    """
    own = seats_of(principal, opened)
    if not own:  # whoever sits there knows
        check_known(principal, opened, ended=ended)
    if asked is None:
        if len(own) == 1:
            return own[0]
        raise SeatNeeded if own or arbitrates(principal, opened, ended=ended) else Forbidden
    _check_seat(asked, opened)
    if asked not in own and not arbitrates(principal, opened, ended=ended):
        raise Forbidden
    return asked


def own_seat(principal: Principal | None, opened: GameOpened, asked: Seat | None, *, ended: bool) -> Seat:
    """The seat whose private notes the caller reads or writes: an own one, whoever else the caller may be.

    Without `asked` the own one, where there is exactly one. Raises NotKnown, Forbidden, SeatNeeded and NoSuchSeat.
    """
    check_known(principal, opened, ended=ended)
    own = seats_of(principal, opened)
    if not own:
        raise Forbidden
    if asked is None:
        if len(own) > 1:
            raise SeatNeeded
        return own[0]
    _check_seat(asked, opened)
    if asked not in own:
        raise Forbidden
    return asked


def check_may_speak_for_table(principal: Principal | None, opened: GameOpened, *, clock: bool, ended: bool) -> None:
    """Whether the caller may play a move that no seat chooses: a time-out (`clock`) whoever sits there, and for all who
    could still react whoever opened the table and does not sit there, and an arbiter. Raises NotKnown and Forbidden."""
    check_known(principal, opened, ended=ended)
    seated = bool(seats_of(principal, opened))
    if clock and seated:
        return
    if (seated or not owns(principal, opened)) and not arbitrates(principal, opened, ended=ended):
        raise Forbidden


def check_may_withdraw(principal: Principal | None, opened: GameOpened, seat: Seat, *, ended: bool) -> None:
    """Whether the caller may take a seat out of the game: its player, an organiser or administrator who owns the game,
    or an arbiter. Raises NotKnown and Forbidden."""
    check_known(principal, opened, ended=ended)
    own = seat in seats_of(principal, opened)
    if not own and not _runs(principal, opened) and not arbitrates(principal, opened, ended=ended):
        raise Forbidden


def check_may_pause(principal: Principal | None, opened: GameOpened, *, ended: bool) -> None:
    """Whether the caller may pause and resume: who opened the table, or an arbiter. Raises NotKnown and Forbidden."""
    check_known(principal, opened, ended=ended)
    if not owns(principal, opened) and not arbitrates(principal, opened, ended=ended):
        raise Forbidden


def check_may_erase_words(principal: Principal | None, opened: GameOpened, *, ended: bool) -> None:
    """Whether the caller may erase a text: who opened the table, or an arbiter. Raises NotKnown and Forbidden."""
    check_known(principal, opened, ended=ended)
    if not owns(principal, opened) and not arbitrates(principal, opened, ended=ended):
        raise Forbidden


def check_may_open(principal: Principal, seats: Sequence[UUID]) -> None:
    """Whether the caller may open a table of these players: an organiser or administrator for anybody, others where
    they sit down themselves. Raises Forbidden."""
    if principal.role not in ("organiser", "admin") and principal.players.isdisjoint(seats):
        raise Forbidden


def check_may_count_for(principal: Principal, league_owner: UUID) -> None:
    """Whether the caller may open tables that count for a league: an organiser, an administrator, or the league's
    owner. Raises Forbidden."""
    if principal.role not in ("organiser", "admin") and not principal.owns(league_owner):
        raise Forbidden


def archive_viewer(principal: Principal | None, opened: GameOpened, asked: str | None, *, ended: bool) -> Viewer:
    """For whose eyes the caller may take the archive away: an arbiter at any time, after the end a player as the own
    seat, and whoever may review.

    Without `asked` the most there is to see. Raises NotKnown, Forbidden and BadViewer.
    """
    check_known(principal, opened, ended=ended)
    everything = arbitrates(principal, opened, ended=ended) or reviews(principal, opened, ended=ended)
    own = seats_of(principal, opened) if ended else ()
    if asked is None:
        if everything:
            return ARBITER
        if len(own) != 1:
            raise Forbidden
        return own[0]
    viewer = read_viewer(asked, len(opened.seats))
    if not everything and viewer not in own:
        raise Forbidden
    return viewer


def may_have_seed(principal: Principal | None, opened: GameOpened, *, revealed: bool) -> bool:
    """Whether the archive may tell the caller the seed: once it is revealed, and to them."""
    if not revealed:
        return False
    if opened.reveal == "everyone":
        return True
    return opened.reveal == "arbiters" and principal is not None and principal.role == "arbiter"


def check_may_audit(principal: Principal | None, opened: GameOpened, *, ended: bool) -> None:
    """Whether the caller may read the audit: arbiters, and after the end whoever may review.

    Raises NotKnown and Forbidden.
    """
    check_known(principal, opened, ended=ended)
    if not arbitrates(principal, opened, ended=ended) and not reviews(principal, opened, ended=ended):
        raise Forbidden


def visible_games(principal: Principal | None) -> Visible:
    """Which games a list may show the caller."""
    if principal is None:
        return Visible()
    return Visible(everything=principal.role == "arbiter", visible_to=principal.actor)


def _check_seat(seat: Seat, opened: GameOpened) -> None:
    if not 0 <= seat < len(opened.seats):
        raise NoSuchSeat(seat)


def _runs(principal: Principal | None, opened: GameOpened) -> bool:
    return principal is not None and principal.role in ("organiser", "admin") and owns(principal, opened)
