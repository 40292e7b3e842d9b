"""What is wrong with an impossible step on record, in words for an arbiter."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import Final

from domain.games.confusion.moves import (
    Answer,
    Attempt,
    ExposeAgent,
    Move,
    MoveTwo,
    OfferDraw,
    RemoveSuspect,
    Reveal,
    Swap,
)
from domain.kernel.refusals import Fact
from domain.kernel.seats import Seat, who

_WRONG: Final[Mapping[str, str]] = {
    "no_such_spy": "{does}, and there is no spy {spy}",
    "not_your_spy": "{does}, and spy {spy} is of the other side",
    "your_own_spy": "{does}, and spy {spy} is its own",
    "spy_gone": "{does}, and spy {spy} is no longer on the board",
    "spy_rests": "{does}, and spy {spy} may not be moved any more this turn",
    "outside_own_half": "{does}, and spy {spy} does not stand in the own half, as the token asks",
    "spy_holds_briefcase": "{does}, and spy {spy} holds the briefcase, which the token does not allow",
    "off_board": "{does}, and there are {most} squares up to the edge of the board",
    "say_what_of_briefcase": "{does} without saying what becomes of the briefcase it holds",
    "briefcase_not_held": "{does}, and spy {spy} does not hold the briefcase",
    "way_blocked": "{does}, and something stands in the way in column {column}, row {row}",
    "own_spy_there": "{does}, and a spy of its own stands there",
    "answer_untrue": "{does} for spy {spy}, and the movement piece says otherwise",
    "not_the_double_agent": "{does}, and spy {spy} is not the double agent",
    "already_eliminated": "{does} after an elimination in the same turn",
    "token_played": "{does} after a token in the same turn",
    "no_such_token": "{does}, and has no token for it",
    "too_few_spies": "{does}, and of the two spies that needs it has {fit} in its own half without the briefcase",
    "same_spy": "{does}, which is one and the same",
    "no_draw_offers": "{does}, and this table plays without draws by agreement",
    "offer_stands": "{does} while the offer of seat {offered_by} stands",
    "no_offer": "{does}, and none is offered to it",
}


def objection(seat: Seat, move: Move | None, code: str, facts: Mapping[str, Fact]) -> str:
    """The sentence for a refusal of these rules, or for other pieces on record than are dealt; "" for others."""
    if code == "other_facts":
        return _shown(seat, str(facts["ruling"]), str(facts["what"]), _words(facts["due"]), _words(facts["shown"]))
    if code not in _WRONG:
        return ""
    return f"{who(seat)} {_WRONG[code].format(does=_does(move), **facts)}"


def _shown(seat: Seat, ruling: str, what: str, due: tuple[str, ...], shown: tuple[str, ...]) -> str:
    """CF-R25, CF-R49, CF-R50, CF-R54: the record shows another piece, or announces another thing, than there is."""
    told, true = _listed(shown), _listed(due)
    match ruling:
        case "CF-R25":
            return f"seat {seat} is shown {told} for its spy, and the piece is {true}"
        case "CF-R49":
            return f"the record announces {told} of a spy on the far row, and due is {true}"
        case "CF-R50":
            return f"the record shows {told} for the exposed spy, and the piece is {true}"
        case _:
            owner = what.rpartition(" ")[2]
            at = next(at for at, (one, other) in enumerate(zip_longest(shown, due)) if one != other)
            told, true = (_listed(pieces[at : at + 1]) for pieces in (shown, due))
            return f"the record shows {told} as piece {at + 1} of seat {owner} at the end, and the piece is {true}"


def _does(move: Move | None) -> str:
    match move:
        case Attempt(spy=spy, direction=way, distance=far):
            return f"attempts a move of spy {spy}, direction {way}, distance {far}"
        case Answer(yes=yes):
            return f"answers {'yes' if yes else 'no'}"
        case RemoveSuspect(spy=spy):
            return f"removes spy {spy} as a suspect"
        case ExposeAgent(spy=spy):
            return f"exposes spy {spy} as the double agent"
        case Reveal(spy=spy):
            return f"asks for the piece of spy {spy}"
        case MoveTwo():
            return "plays Move 2"
        case Swap(spy=spy, other=other):
            return f"swaps spies {spy} and {other}"
        case OfferDraw():
            return "offers a draw"
        case None:
            return "leaves"
        case _:
            return "accepts a draw"


def _words(fact: Fact) -> tuple[str, ...]:
    return tuple(map(str, fact)) if isinstance(fact, tuple) else (str(fact),)


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(words) or "nothing"
