"""What is checked of one event of an archive: its shape, whether it was allowed, and whether its luck is the seed's.

Each check raises `Wrong` with a stable code and a detail written for an arbiter.
"""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import zip_longest
from typing import Literal

import msgspec

from domain.kernel.outcomes import Draw, Outcome, Roll, Show, Shuffle
from domain.kernel.recorded import ReplayMismatch
from domain.kernel.refusals import (
    ALREADY_WITHDRAWN,
    NO_SUCH_SEAT,
    NOT_YET,
    OUT_OF_TURN,
    TIME_IS_UP,
    WRONG_PHASE,
    BadOptions,
    IllegalMove,
)
from domain.kernel.refusals import GAME_OVER as RULES_GAME_OVER
from domain.kernel.results import Result
from domain.kernel.rules import Played, Step, Withdrawal, apply
from domain.kernel.seats import who
from domain.kernel.secrecy import secret_fields
from domain.kernel.seeded import SeededChance
from domain.kernel.words import words
from domain.record.archive import Line, Spoken, event_of
from domain.record.chain import SALT_BYTES, Opening, Path, check_plain, commitment, digest, public_document, secrets
from domain.record.commands import check_going_on, check_take_back
from domain.record.events import (
    GameEnded,
    GameEvent,
    GameOpened,
    GamePaused,
    GameResumed,
    MovePlayed,
    MoveTakenBack,
    SeatWithdrawn,
    SeedRevealed,
    Told,
)
from domain.record.record import GameRecord, read_move, read_options, told
from domain.record.refusals import GAME_OVER, NOT_PAUSED, OPENED_TWICE, MalformedMove, Refused, UnknownRuleset


class Wrong(Exception):
    """Something an archive claims does not hold: in the line that was read, behind it, or in the
    header."""

    def __init__(self, code: str, detail: str, where: Literal["line", "behind", "header"] = "line") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.where = where


def committed_to(document: Told) -> Iterator[tuple[Path, object]]:
    """Where in a document commitments stand, and what they are."""
    for part in ("outcomes", "move"):
        kept = document.get(part)
        items = enumerate(kept) if isinstance(kept, list) else kept.items() if isinstance(kept, dict) else ()
        for name, value in items:
            if isinstance(value, dict) and "commitment" in value:
                yield f"{part}/{name}", value["commitment"]


def whole_event(line: Line, seed: bytes) -> GameEvent:
    """The event of a line, which is all the line holds: the event makes the same document again.

    So nothing can be added to a document, left out of it, or written in a second way, in no nested part of it either.
    """
    try:
        check_plain(line.document)
        event = event_of(line, seed)
    except (msgspec.MsgspecError, ValueError) as error:
        raise Wrong("no_event", f"this is no event of a game record: {error}") from None
    committed = dict(committed_to(line.document))
    again: dict[Path, str] = {}
    for path, value in secrets(event):
        opening = line.opened.get(path)
        again[path] = str(committed.get(path)) if opening is None else commitment(Opening(opening.salt, value))
    if digest(public_document(event, again)).hex() != line.digest:
        raise Wrong("no_event", f"{described(event)}, but not written as one: something was added, left out or renamed")
    if event.at.tzinfo is None or event.at.utcoffset():
        raise Wrong("no_event", f"{described(event)} at {event.at.isoformat()}, which is no time in UTC")
    return event


def check_words(record: GameRecord, event: GameEvent) -> None:
    """Options and moves say what the game reads in them and no more, and what is secret in a move is committed to."""
    if isinstance(event, GameOpened):
        _check_known("options", event.options, told(read_options(record.rules, event.options)))
    if isinstance(event, MovePlayed):
        move = read_move(record.rules, event.move)
        _check_known("move", event.move, told(move))
        due, found = secret_fields(type(move)), event.salts.keys()
        if due != found:
            told_of = f"secret are {_listed(sorted(due))}, committed to are {_listed(sorted(found))}"
            raise Wrong("wrong_secrets", f"{described(event)}, in which {told_of}")


def check_said(event: GameEvent, said: Spoken) -> None:
    """The text beside a move is the one whose digest the move has, under a salt of the one length there is."""
    due = event.move.get("words") if isinstance(event, MovePlayed) else None
    if not due or len(said.salt) != SALT_BYTES or words(said.text, said.salt) != due:
        raise Wrong("other_words", f"{described(event)}, and the text beside it is not what was said with it")


def _check_known(place: str, stored: object, read: object) -> None:
    """Every value that is stored is one that was read; what was left out is filled in and is no matter."""
    if isinstance(stored, dict) and isinstance(read, dict):
        for name, value in stored.items():
            if name not in read:
                raise Wrong("no_event", f"{place}.{name} is nothing this game knows")
            _check_known(f"{place}.{name}", value, read[name])
    elif isinstance(stored, list) and isinstance(read, list) and len(stored) == len(read):
        for index, (value, other) in enumerate(zip(stored, read, strict=True)):
            _check_known(f"{place}[{index}]", value, other)
    elif type(stored) is not type(read) or stored != read:
        raise Wrong("no_event", f"{place} is {stored!r}, and this game reads {read!r}")


def check_allowed(record: GameRecord, event: GameEvent) -> None:
    """What commands check before they make an event, checked of an event that somebody else made."""
    due = record.rules.result(record.tip.state)
    if due is not None and record.result is None and not isinstance(event, GameEnded):
        raise Wrong("no_result", f"{described(event)}, but the game had come to its end: {_result(due)}")
    match event:
        case GameOpened():
            raise Refused(OPENED_TWICE)
        case MovePlayed() | GamePaused():
            check_going_on(record)
        case MoveTakenBack(seat=seat):
            check_take_back(record, seat)
        case GameResumed():
            if not record.paused:
                raise Refused(NOT_PAUSED)
        case GameEnded(result=result):
            if record.result is not None:
                raise Refused(GAME_OVER)
            if result != due:
                raise Wrong("not_allowed", f"the record says {_result(result)}, the rules say {_result(due)}")
        case SeatWithdrawn():
            if record.result is not None:
                raise Refused(GAME_OVER)
        case SeedRevealed(to=to):
            if record.result is None or record.revealed or to != record.opened.reveal or to == "sealed":
                agreed = record.opened.reveal
                raise Wrong(
                    "not_allowed", f"{described(event)} to {to}; the table agreed on {agreed}, once, at the end"
                )


def check_luck(before: GameRecord | None, after: GameRecord, event: GameEvent, seed: bytes) -> None:
    """Deal, draw and roll again from the seed: the same function must get the same outcomes."""
    if not isinstance(event, GameOpened | MovePlayed | SeatWithdrawn):
        return
    rules = after.rules
    chance = SeededChance(seed, event.originator_version, before.clock(event.at) if before else timedelta())
    if isinstance(event, GameOpened):
        rules.setup(read_options(rules, event.options), len(event.seats), chance)
    elif before is not None:
        step: Step = Withdrawal(event.seat)
        if isinstance(event, MovePlayed):
            step = Played(event.seat, read_move(rules, event.move))
        apply(rules, before.tip.state, step, chance)
    for index, (drawn, recorded) in enumerate(zip_longest(chance.outcomes, event.outcomes)):
        if drawn != recorded:
            differing = f"the seed gives {_outcome(drawn)}, the record has {_outcome(recorded)}"
            raise Wrong("not_from_seed", f"{described(event)}, outcome {index}: {differing}")


_BECAUSE = {
    "paused": "the game is paused",
    "game_over": "the game is over",
    "not_paused": "the game is not paused",
    "opened_twice": "the game is open already",
    "nothing_to_take_back": "there is no move to take back",
    "not_your_move": "the last move is another seat's",
    "chance_answered": "the move drew, rolled or showed something",
    "others_learned": "the others learned something from the move",
}

RULES_SAY = {
    OUT_OF_TURN: "it was not its turn; awaited: {awaited}",
    WRONG_PHASE: "the game knows this move at another stage, not at this one: {stage}",
    RULES_GAME_OVER: "the game is over",
    NO_SUCH_SEAT: "there is no such seat",
    ALREADY_WITHDRAWN: "this player has left before",
    TIME_IS_UP: "the time was up",
    NOT_YET: "the time was not up yet",
}
"""What the refusals mean that every game knows; a game may know more of them, and say so in its `objection`."""


def refused(before: GameRecord | None, event: GameEvent, error: Exception) -> str:
    """Why an event could not be, for people: which ply, who did what, what stands against it, and the code."""
    match error:
        case Refused(code=code):
            because = f"{_BECAUSE.get(code, 'the record refuses it')} ({code})"
        case IllegalMove() | ReplayMismatch() if before is not None and isinstance(event, MovePlayed | SeatWithdrawn):
            return f"ply {before.ply + 1}: {_objection(before, event, error)}"
        case IllegalMove() | BadOptions():
            because = f"the rules refuse it: {error}"
        case MalformedMove():
            because = f"the game cannot read it: {error}"
        case UnknownRuleset():
            because = "this game, or this version of it, is not known here"
        case _:
            because = str(error)
    return f"{described(event)}, but {because}"


def _objection(before: GameRecord, event: MovePlayed | SeatWithdrawn, error: IllegalMove | ReplayMismatch) -> str:
    """What is wrong with a step, in the game's own words where it has some."""
    move = read_move(before.rules, event.move) if isinstance(event, MovePlayed) else None
    told: str = before.rules.objection(event.seat, move, error.code, error.facts)
    if told:
        return f"{told} ({error.code})"
    if isinstance(error, ReplayMismatch):
        return f"{described(event)}, but {error}"
    because = RULES_SAY.get(error.code)
    if because is None:
        return f"{described(event)}, but the rules refuse it: {error}"
    facts = {name: _listed(value) if isinstance(value, tuple) else value for name, value in error.facts.items()}
    return f"{described(event)}, but {because.format_map(facts)} ({error.code})"


def described(event: GameEvent) -> str:
    """An event in a few words: ``seat 2 plays stake (medals=1)``."""
    match event:
        case GameOpened(ruleset=ruleset, ruleset_version=version):
            return f"a table of {ruleset} {version} is opened for {len(event.seats)} seats"
        case MovePlayed(seat=seat, move=move):
            fields = ", ".join(
                f"{name}={value}" for name, value in move.items() if name != "move" and value is not None
            )
            return f"{who(seat)} plays {move.get('move')}{fields and f' ({fields})'}"
        case MoveTakenBack(seat=seat, ply=ply):
            return f"seat {seat} takes a move back, to ply {ply}"
        case SeatWithdrawn(seat=seat):
            return f"seat {seat} withdraws"
        case GamePaused():
            return "the game is paused"
        case GameResumed():
            return "the game is resumed"
        case GameEnded():
            return "the game ends"
        case SeedRevealed():
            return "the seed is revealed"


def _outcome(outcome: Outcome | None) -> str:
    match outcome:
        case None:
            return "nothing more"
        case Draw(pile=pile):
            what = f"a draw from {pile}"
        case Shuffle(pile=pile):
            what = f"a shuffle of {pile}"
        case Show(ruling=ruling, what=shown):
            what = f"{shown} shown by {ruling}"
        case Roll():
            what = "a roll"
    return f"{what}: {_listed(outcome.cards)}"


def _result(result: Result | None) -> str:
    if result is None:
        return "that it goes on"
    return f"places {_listed(result.places)} and scores {_listed(result.scores)} ({result.why})"


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values)) or "nothing"
