"""How a table of Confusion plays."""

from functools import cached_property
from typing import Literal

from msgspec import Struct

from domain.games.confusion.edition import EMPTY, STANDARD, Edition, check_edition
from domain.games.confusion.plan import Plan, planned
from domain.kernel.opening import check_seat, check_seat_count
from domain.kernel.refusals import BadOptions
from domain.kernel.seats import Seat

Token = Literal["reveal_1", "move_2", "swap"]

SEATS = range(2, 3)


class Tokens(Struct, frozen=True, forbid_unknown_fields=True):
    """CF-R40: which tokens each side has; none, all, or any of them, also unequal."""

    white: tuple[Token, ...] = ()
    red: tuple[Token, ...] = ()


class Options(Struct, frozen=True, forbid_unknown_fields=True, dict=True, cache_hash=True):
    """How a table plays.

    CF-R36, CF-R37: who is White and who begins are agreed before. CF-R42: `narrow_board` leaves out the outer columns.
    CF-R30: after `draw_after` moves without progress the game is drawn; CF-R51: `draw_offers` lets players agree on it.
    CF-R54: `sealed` keeps the movement pieces secret when the game is over.
    """

    white: Seat = 0
    first_player: Seat = 0
    tokens: Tokens = Tokens()
    narrow_board: bool = False
    draw_offers: bool = True
    draw_after: int = 200
    sealed: bool = False
    edition: Edition = STANDARD

    @cached_property
    def plan(self) -> Plan:
        """The board of this table; worked out once, since every state of a game shares its options."""
        return planned(self.edition, self.white, self.narrow_board)


def check_options(options: Options, count: int) -> None:
    """Raises BadOptions naming the option, or the entry of the edition, that cannot be played."""
    check_edition(options.edition)
    check_seat_count(count, SEATS)
    for name, seat in (("white", options.white), ("first_player", options.first_player)):
        check_seat(f"options.{name}", seat, count)
    for name, tokens in (("white", options.tokens.white), ("red", options.tokens.red)):
        if len(set(tokens)) < len(tokens):
            raise BadOptions(f"options.tokens.{name}", "tokens_repeat")
    if options.draw_after < 1:
        raise BadOptions("options.draw_after", "bad_limit", given=options.draw_after)
    if options.narrow_board:
        _check_narrow(options.edition)


def _check_narrow(edition: Edition) -> None:
    """CF-R42: nothing may stand in the columns that do not exist."""
    first, last = edition.narrow_columns
    for index, line in enumerate(edition.map):
        for sign in (line[: first - 1] + line[last:]).replace(EMPTY, ""):
            raise BadOptions(f"options.edition.map.{index}", "outside_narrow_board", given=sign)
