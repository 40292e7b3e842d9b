"""What is wrong with an impossible step on record, in words for an arbiter: "seat 1 guesses, and is not the spy"."""

from collections.abc import Mapping
from typing import Final

from domain.games.spyfall.edition import SPY
from domain.games.spyfall.moves import Move
from domain.kernel.refusals import NOT_YET, TIME_IS_UP, Fact
from domain.kernel.seats import Seat, who

_WRONG: Final[Mapping[str, str]] = {
    TIME_IS_UP: "{does} after the time was up",
    NOT_YET: "calls time before the clock has run out",
    "own_question": "asks itself",
    "asking_back": "asks seat {player}, who has just asked it",
    "question_is_open": "asks while the question of seat {by} to seat {to} is open",
    "nothing_to_answer": "answers, and no question is open",
    "stop_is_used": "stops the clock a second time in this round",
    "own_accusation": "accuses itself",
    "accused_does_not_vote": "votes on the accusation against itself",
    "already_voted": "votes, and has agreed to this accusation already",
    "own_suspicion": "names itself in the final vote",
    "not_the_spy": "guesses where they are, and is not the spy",
    "unknown_location": "guesses {given}, which is no location of this table",
    "player_has_left": "{does} seat {seat}, whose player has left",
    "not_at_the_table": "{does}, and is not at the table or has left it",
}

_DOES: Final[Mapping[str, str]] = {
    "deal": "deals",
    "start": "starts the clock",
    "ask": "asks",
    "answer": "answers",
    "accuse": "accuses",
    "vote": "votes",
    "guess": "guesses",
    "suspect": "names",
}


def objection(seat: Seat, move: Move | None, code: str, facts: Mapping[str, Fact]) -> str:
    """The sentence for a refusal of these rules, or for other cards on record than were shown; "" for others."""
    if code == "other_facts":
        return _shown(str(facts["what"]), _faces(facts["due"]), _faces(facts["shown"]))
    if code not in _WRONG:
        return ""
    does = "leaves" if move is None else _DOES.get(str(move.__struct_config__.tag), "moves")
    return f"{who(seat)} {_WRONG[code].format(does=does, **facts)}"


def _shown(what: str, due: str, shown: str) -> str:
    """S-34, S-35: the location, somebody's card, or whether who has left was the spy."""
    if what == "location":
        return f"the location was {due}, and the record shows {shown}"
    return f"seat {what.rpartition(' ')[2]} held the card of {due}, and the record shows {shown}"


def _faces(faces: Fact) -> str:
    return " and ".join(_face(str(face)) for face in faces) or "nothing" if isinstance(faces, tuple) else str(faces)


def _face(face: str) -> str:
    location, _, role = face.replace("_", " ").partition(".")
    if role:
        return f"a {role} at {location}"
    return {SPY: "the spy", "agent": "an agent"}.get(location, location)
