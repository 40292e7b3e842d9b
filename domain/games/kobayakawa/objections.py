"""What is wrong with an impossible step on record, in words for an arbiter."""

from collections.abc import Mapping

from domain.games.kobayakawa.moves import Move, Replace
from domain.kernel.refusals import Fact
from domain.kernel.seats import Seat


def objection(seat: Seat, move: Move | None, code: str, facts: Mapping[str, Fact]) -> str:
    """The sentence for a refusal of these rules, or for other cards on record than the rules show; "" for others."""
    match code:
        case "already_drew":
            return f"seat {seat} {'turns up a card' if isinstance(move, Replace) else 'draws'} after it has drawn"
        case "draw_first":
            return f"seat {seat} discards before it has drawn"
        case "card_not_held":
            return f"seat {seat} discards a {facts['card']} it does not hold"
        case "wrong_stake":
            return f"seat {seat} stakes {_medals(facts['given'])}, and {_medals(facts['due'])} {_is(facts['due'])} due"
        case "other_facts":
            return f"the record shows {_cards(facts['shown'])} at the {facts['what']}, and it is {_cards(facts['due'])}"
        case _:
            return ""


def _medals(count: Fact) -> str:
    return f"{count} medal{'' if count == 1 else 's'}"


def _is(count: Fact) -> str:
    return "is" if count == 1 else "are"


def _cards(cards: Fact) -> str:
    return " and ".join(map(str, cards)) if isinstance(cards, tuple) else str(cards)
