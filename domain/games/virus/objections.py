"""What is wrong with an impossible step on record, in words for an arbiter."""

from collections.abc import Mapping
from typing import Final

from domain.games.virus.moves import Move
from domain.kernel.refusals import Fact
from domain.kernel.seats import Seat, who

_WRONG: Final[Mapping[str, str]] = {
    "card_not_held": "{does}, and holds no {card} for it",
    "not_in_edition": "{does}, and there is no {treatment} at this table",
    "not_an_organ": "lays {card} into its body, and that is no organ",
    "not_a_virus": "plays {card} as a virus, which it is not",
    "not_a_medicine": "plays {card} as a medicine, which it is not",
    "organ_in_body": "{does}, and has an organ {organ} already",
    "no_such_organ": "{does}, and seat {seat} has no organ {organ}",
    "bionic_organ": "{does}, and {card} cannot come onto the bionic organ of seat {seat}",
    "immune_organ": "{does}, and the organ {organ} of seat {seat} is immune",
    "does_not_fit": "{does}, and {card} does not fit the organ {organ} of seat {seat} or what lies on it",
    "evolved_virus": "{does}, and {card} does not help against the evolved virus on the organ {organ} of seat {seat}",
    "same_body": "{does} within one body, that of seat {seat}",
    "lower_seat_first": "{does}, naming seat {seat} before seat {other}",
    "second_organ_of_kind": "{does}, and seat {seat} would have a second organ {organ}",
    "own_organ": "{does}, and the organ {organ} is its own",
    "not_yourself": "{does} with itself",
    "has_left": "{does} with seat {seat}, whose player has left",
    "nothing_spreads": "{does}, and none of its viruses can move",
    "not_infected": "{does}, and the organ {organ} of seat {seat} is not infected",
    "already_spread": "{does} from its organ {organ} twice",
    "organ_not_free": "{does}, and the organ {organ} of seat {seat} is not free",
    "more_must_spread": "ends its contagion while more viruses can move",
    "nothing_spread_yet": "ends its contagion before a virus has moved",
    "nothing_discarded": "discards no card",
    "no_discarding": "discards, and cards are only played or kept after overtime or a second opinion",
    "hand_not_empty": "draws a new hand and holds cards",
    "suit_is_an_answer": "puts on a suit in its own turn",
    "another_card": "{does}, and the card to be aimed anew is another",
    "target_protected": "{does} against a player whom a suit protects",
    "other_target_stays": "{does} without the organ that was not protected",
}

_DOES: Final[Mapping[str, str]] = {
    "play_organ": "lays an organ",
    "infect": "plays a virus",
    "treat": "plays a medicine",
    "transplant": "makes a transplant",
    "steal": "steals an organ",
    "contagion": "begins a contagion",
    "spread": "moves a virus",
    "latex_glove": "plays the latex glove",
    "medical_error": "makes a medical error",
    "quarantine": "quarantines a virus",
    "overtime": "plays overtime",
    "second_opinion": "asks for a second opinion",
    "discard": "discards",
    "suit": "puts on a suit",
}


def objection(seat: Seat, move: Move | None, code: str, facts: Mapping[str, Fact]) -> str:
    """The sentence for a refusal of these rules, or for other cards on record than were shown; "" for others."""
    if code == "other_facts":
        owner = str(facts["what"]).rpartition(" ")[2]
        return f"seat {owner} shows {_told(facts['shown'])}, and the hand is {_told(facts['due'])}"
    if code not in _WRONG:
        return ""
    does = "moves" if move is None else _DOES.get(str(move.__struct_config__.tag), "moves")
    told = {name: _told(fact) for name, fact in facts.items()}
    return f"{who(seat)} {_WRONG[code].format(**told | {'does': does})}"


def _told(fact: Fact) -> str:
    if isinstance(fact, tuple):
        return ", ".join(_told(each) for each in fact) or "nothing"
    return str(fact).removeprefix("treatment_").replace("_", " ") or "card without a name"
