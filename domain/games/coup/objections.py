"""What is wrong with an impossible step on record, in words for an arbiter: "seat 3 shows a duke it does not hold"."""

from collections.abc import Mapping

from domain.games.coup.moves import Block, ClaimEstate, Concede, Declare, Keep, Lose, Move, Offer, Pass
from domain.kernel.refusals import Fact
from domain.kernel.seats import Seat, who


def objection(seat: Seat, move: Move | None, code: str, facts: Mapping[str, Fact]) -> str:
    """The sentence for a refusal of these rules, or for other cards on record than the rules show; "" for others."""
    if code == "other_facts":
        return _shown(str(facts["ruling"]), str(facts["what"]), _cards(facts["due"]), _cards(facts["shown"]))
    wrong = _wrong(move, code, facts)
    return wrong and f"{who(seat)} {wrong}"


def _shown(ruling: str, what: str, due: str, shown: str) -> str:
    """C-1, C-10, C-51, C-67, C-105: the record shows other cards than those that lie there."""
    seat = what.rpartition(" ")[2]
    if ruling == "C-1":
        return f"seat {seat} shows {shown}, and its claim was {due}"
    if ruling == "C-51":
        return f"seat {seat} shows the inquisitor {shown}, and the card it shows is {due}"
    return f"seat {seat} shows {shown} it does not hold: it holds {due}"


def _wrong(move: Move | None, code: str, facts: Mapping[str, Fact]) -> str:
    """What goes after "seat 3"."""
    match code:
        case "character_not_held":
            return f"shows {_a(facts['character'])} it does not hold"
        case "character_held":
            return f"shows its cards to deny the {facts['character']}, and holds one"
        case "that_is_the_proof":
            return f"gives up a claim by turning up {_a(facts['character'])}, which is what was claimed"
        case "must_show":
            return "gives up a claim it can prove, which this table does not allow"
        case "card_not_held" | "card_not_in_set":
            return f"{_handles(move)} {_a(facts['card'])} it does not hold"
        case "wrong_count":
            return f"keeps {facts['given']} cards of an exchange, and {facts['due']} are due"
        case "cards_not_in_order":
            return "names the cards it keeps in another order than the alphabet's"
        case "character_not_in_play":
            return f"{_says(move)}, and the {facts['character']} is not in play at this table"
        case "does_not_block":
            return f"blocks {_name(facts['action'])} with {_a(facts['character'])}, which does not block it"
        case "may_not_block":
            return f"{_says(move)}, and neither blocking this action nor letting it be is up to it"
        case "already_blocked":
            return f"{_says(move)}, and seat {facts['blocker']} has blocked already"
        case "nothing_to_block":
            return f"{_says(move)}, and there is nothing to be blocked"
        case "challenges_first":
            return f"{_says(move)} before the challenges are over"
        case "already_challenged":
            return f"challenges a claim that seat {facts['challenger']} has challenged already"
        case "nothing_to_challenge":
            return "challenges, and there is no claim to be challenged"
        case "own_claim":
            return f"{_says(move)}, and the claim is its own"
        case "already_passed":
            return f"{_says(move)}, and it has passed already"
        case "nothing_to_pass":
            return f"{_says(move)}, and there is nothing to be let be"
        case "no_recorder":
            return "says that all pass, which at this table everybody says for themselves"
        case "eliminated":
            return f"{_says(move)}, and is out of the game"
        case "must_force":
            return f"{_says(move)} with {facts['coins']} coins, which leave it nothing but {_name(facts['action'])}"
        case "too_few_coins":
            return f"{_says(move)}, which costs {facts['cost']} coins, and has {facts['coins']}"
        case "target_missing":
            return f"{_says(move)} against nobody"
        case "takes_no_target":
            return f"{_says(move)}, which is done to nobody"
        case "target_self":
            return f"{_says(move)}, which is itself"
        case "target_out":
            return f"{_says(move)}, who is out of the game"
        case "own_faction":
            return f"{_says(move)}, who is of its own faction"
        case "unknown_action":
            return f"declares {_name(facts['action'])}, which is no action of this edition"
        case "option_off":
            return f"{_says(move)}, which belongs to a variant this table does not play: {facts['option']}"
        case "option_on":
            return f"{_says(move)}, which the variant {facts['option']} of this table takes away"
        case "unknown_faction":
            return f"chooses {facts['given']}, which is no faction: there are {' and '.join(_words(facts['known']))}"
        case _:
            return ""


def _says(move: Move | None) -> str:
    match move:
        case Declare(action, target):
            return f"declares {_name(action)}{'' if target is None else f' against seat {target}'}"
        case Block(character):
            return f"blocks with {_a(character)}"
        case ClaimEstate():
            return "claims the coins of the dead"
        case Pass():
            return "passes"
        case None:
            return "leaves"
        case _:
            return f"plays {_name(str(move.__struct_config__.tag))}"


def _handles(move: Move | None) -> str:
    """What is done with a card of one's own."""
    match move:
        case Concede():
            return "gives up a claim by turning up"
        case Lose():
            return "loses"
        case Offer():
            return "shows the inquisitor"
        case Keep():
            return "keeps"
        case _:
            return "chooses"


def _cards(cards: Fact) -> str:
    return " and ".join(map(_a, _words(cards))) or "nothing"


def _words(fact: Fact) -> tuple[str, ...]:
    return tuple(map(str, fact)) if isinstance(fact, tuple) else (str(fact),)


def _a(card: Fact) -> str:
    """A card with its article.

    >>> _a("duke"), _a("assassin")
    ('a duke', 'an assassin')
    """
    return f"{'an' if str(card)[:1] in 'aeiou' else 'a'} {card}"


def _name(name: Fact) -> str:
    return str(name).replace("_", " ")
