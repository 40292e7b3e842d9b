"""The opening of a game."""

from domain.games.confusion.options import Options, check_options
from domain.games.confusion.state import Spies, Spy, State
from domain.kernel.chance import Chance
from domain.kernel.seats import Seat, only


def setup(options: Options, count: int, chance: Chance) -> State:
    """CF-R36: the movement pieces of each side are dealt to its spies; the briefcase lies in the centre.

    CF-R37: who begins was agreed. CF-R40: each side has the tokens of the options.
    """
    check_options(options, count)
    tokens = options.tokens
    return State(
        options=options,
        turn=options.first_player,
        spies=(_dealt(options, 0, chance), _dealt(options, 1, chance)),
        briefcase=options.plan.briefcase,
        tokens=(tokens.white, tokens.red) if options.white == 0 else (tokens.red, tokens.white),
    )


def _dealt(options: Options, seat: Seat, chance: Chance) -> Spies:
    """CF-R36: in the order of the letters, seen by the opponent alone."""
    plan = options.plan
    pieces, _ = chance.draw(f"pieces {seat}", plan.ids, len(plan.ids), seen_by=only(1 - seat))
    return tuple(Spy(str(piece), square) for piece, square in zip(pieces, plan.starts[seat], strict=True))
