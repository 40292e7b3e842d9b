"""What can be done to a record: each command returns the events it makes and the record after them, or refuses.

Nothing here is stored yet: the caller appends the events, and only then takes the new record for true.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from msgspec import Struct

from domain.kernel.luck import SEED_BYTES, commitment, salt
from domain.kernel.rules import Played, Step, Withdrawal, apply
from domain.kernel.seats import Seat
from domain.kernel.secrecy import secret_fields
from domain.kernel.seeded import SeededChance
from domain.record.chain import GENESIS, SALT_BYTES, check_plain, event_digest
from domain.record.events import (
    GameEnded,
    GameEvent,
    GameOpened,
    GamePaused,
    GameResumed,
    MovePlayed,
    MoveTakenBack,
    Reveal,
    Review,
    SeatWithdrawn,
    SeedRevealed,
    Told,
)
from domain.record.record import Fold, GameRecord, read_move, read_options, replayed, ruleset, told
from domain.record.refusals import (
    CHANCE_ANSWERED,
    GAME_OVER,
    NOT_PAUSED,
    NOT_YOUR_MOVE,
    NOTHING_TO_TAKE_BACK,
    OTHERS_LEARNED,
    PAUSED,
    TELLS_TOO_MUCH,
    HistoryNotLoaded,
    MalformedMove,
    MalformedOptions,
    Refused,
)

Decision = tuple[tuple[GameEvent, ...], GameRecord]


class Stamp(Struct, frozen=True):
    """What the shell knows and the core cannot: the moment, the actor, the request, and fresh entropy for salts.

    Salts of a move's secret fields come from `entropy`; a move that has some needs 32 fresh bytes.
    """

    at: datetime
    by: UUID
    request_id: str
    entropy: bytes = b""


class Table(Struct, frozen=True):
    """A table to be opened."""

    id: UUID
    ruleset: str
    ruleset_version: int
    options: object
    seats: tuple[UUID, ...]
    owner: UUID
    seed: bytes
    league: UUID | None = None
    spectators: bool = False
    review: Review = "nobody"
    reveal: Reveal = "everyone"


def open_game(table: Table, stamp: Stamp) -> Decision:
    """Open a table. Raises UnknownRuleset, MalformedMove for options of the wrong shape, and BadOptions.

    ValueError for a seed that is not 32 bytes: with a shorter one outcomes could be guessed.
    """
    if len(table.seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    rules = ruleset(table.ruleset, table.ruleset_version)
    options = read_options(rules, table.options)
    chance = SeededChance(table.seed, 1)
    state = rules.setup(options, len(table.seats), chance)
    event = GameOpened(
        originator_id=table.id,
        originator_version=1,
        at=_moment(stamp),
        by=stamp.by,
        request_id=stamp.request_id,
        prev=GENESIS,
        ruleset=rules.name,
        ruleset_version=rules.version,
        options=_plain(options, MalformedOptions),
        seats=table.seats,
        owner=table.owner,
        league=table.league,
        spectators=table.spectators,
        review=table.review,
        reveal=table.reveal,
        seed=table.seed,
        seed_commitment=commitment(table.seed),
        outcomes=tuple(chance.outcomes),
    )
    fold = Fold()
    fold.open(event, state)
    return _with_end(event, fold.record(), stamp)


def play_move(record: GameRecord, seat: Seat, move: object, stamp: Stamp) -> Decision:
    """Play a move of a seat. Raises Refused, MalformedMove and IllegalMove."""
    check_going_on(record)
    return _step(record, Played(seat, read_move(record.rules, move)), stamp)


def play_moves(record: GameRecord, seat: Seat, moves: Sequence[object], stamp: Stamp) -> Decision:
    """Play moves of a seat one after the other, all or none. Raises as `play_move` does.

    Every move but the last must be one that could be taken back. Otherwise a refusal of a later one, with nothing
    stored, would tell for free what an earlier one draws or shows, and it could be decided anew.
    """
    made: tuple[GameEvent, ...] = ()
    for left, move in zip(range(len(moves) - 1, -1, -1), moves, strict=True):
        before = record
        events, record = play_move(before, seat, move, stamp)
        made += events
        if left and not _could_be_taken_back(before, record):
            raise Refused(TELLS_TOO_MUCH)
    return made, record


def _could_be_taken_back(before: GameRecord, record: GameRecord) -> bool:
    step = record.tip.step
    if not isinstance(step, Played) or before.rules.binding(before.tip.state, step.seat, step.move):
        return False
    return not record.tip.outcomes and record.result is None


def withdraw(record: GameRecord, seat: Seat, stamp: Stamp) -> Decision:
    """Take a seat out of the game; allowed also while it is paused. Raises Refused and IllegalMove."""
    if record.result is not None:
        raise Refused(GAME_OVER)
    return _step(record, Withdrawal(seat), stamp)


def take_back(record: GameRecord, seat: Seat, stamp: Stamp) -> Decision:
    """Take back the last move: only its own seat may, and only while nobody learned anything from it.

    Raises Refused, and HistoryNotLoaded when the position before lies before the record's checkpoint.
    """
    check_take_back(record, seat)
    event = MoveTakenBack(*_stamped(record, stamp), seat=seat, ply=record.ply - 1)
    return (event,), replayed((event,), record)


def check_take_back(record: GameRecord, seat: Seat) -> None:
    """Whether a seat may take back the last move; raises what `take_back` raises."""
    check_going_on(record)
    if record.ply == record.base and not record.complete:
        raise HistoryNotLoaded
    last = record.tip
    if not isinstance(last.step, Played):
        raise Refused(NOTHING_TO_TAKE_BACK)
    if last.step.seat != seat:
        raise Refused(NOT_YOUR_MOVE)
    if last.outcomes:
        raise Refused(CHANCE_ANSWERED)
    before = record.at_ply(record.ply - 1)
    if record.rules.binding(before.state, seat, last.step.move):
        raise Refused(OTHERS_LEARNED)


def pause(record: GameRecord, stamp: Stamp) -> Decision:
    """Stop the clock. Raises Refused when it stands already."""
    check_going_on(record)
    event = GamePaused(*_stamped(record, stamp))
    return (event,), replayed((event,), record)


def resume(record: GameRecord, stamp: Stamp) -> Decision:
    """Let the clock run on. Raises Refused when it runs."""
    if record.result is not None:
        raise Refused(GAME_OVER)
    if not record.paused:
        raise Refused(NOT_PAUSED)
    event = GameResumed(*_stamped(record, stamp))
    return (event,), replayed((event,), record)


def check_going_on(record: GameRecord) -> None:
    """Whether the game takes moves at all; raises Refused while it is paused and when it is over."""
    if record.result is not None:
        raise Refused(GAME_OVER)
    if record.paused:
        raise Refused(PAUSED)


def _step(record: GameRecord, step: Step, stamp: Stamp) -> Decision:
    """Play a step with the luck of the event it becomes.

    A refused step stores nothing, and meets the same luck when it is tried again.
    """
    base = _stamped(record, stamp)
    version, at = base[1], base[2]
    chance = SeededChance(record.opened.seed, version, record.clock(at))
    state = apply(record.rules, record.tip.state, step, chance)
    outcomes = tuple(chance.outcomes)
    match step:
        case Played(seat, move):
            event: MovePlayed | SeatWithdrawn = MovePlayed(
                *base,
                seat=seat,
                move=_plain(move, MalformedMove),
                salts=_salts(move, version, stamp),
                outcomes=outcomes,
            )
        case Withdrawal(seat):
            event = SeatWithdrawn(*base, seat=seat, outcomes=outcomes)
    fold = Fold(record)
    fold.step(event, step, state)
    return _with_end(event, fold.record(), stamp)


def _salts(move: Struct, version: int, stamp: Stamp) -> dict[str, bytes]:
    """A salt for each secret field. Raises ValueError without entropy: a guessable salt hides nothing."""
    names = sorted(secret_fields(type(move)))
    if names and len(stamp.entropy) < SALT_BYTES:
        raise ValueError(f"a move with secret fields needs {SALT_BYTES} bytes of entropy")
    return {name: salt(stamp.entropy, version, n) for n, name in enumerate(names)}


def _plain(struct: Struct, malformed: type[MalformedMove]) -> Told:
    """Options or a move as they are stored; raises `malformed` where they hold what no record can."""
    try:
        plain = told(struct)
        check_plain(plain)
    except (OverflowError, ValueError) as error:
        raise malformed(str(error)) from None
    return plain


def _with_end(event: GameEvent, record: GameRecord, stamp: Stamp) -> Decision:
    """Where the rules have come to a result, the end and the reveal go on record with the step that brought it."""
    result = record.rules.result(record.tip.state)
    if result is None:
        return (event,), record
    ended = GameEnded(*_stamped(record, stamp), result=result)
    record = replayed((ended,), record)
    if record.opened.reveal == "sealed":
        return (event, ended), record
    revealed = SeedRevealed(*_stamped(record, stamp), to=record.opened.reveal)
    return (event, ended, revealed), replayed((revealed,), record)


def _stamped(record: GameRecord, stamp: Stamp) -> tuple[UUID, int, datetime, UUID, str, bytes]:
    """The fields every event begins with. Time never goes back within a game."""
    return (
        record.id,
        record.version + 1,
        max(_moment(stamp), record.at),
        stamp.by,
        stamp.request_id,
        head(record),
    )


def _moment(stamp: Stamp) -> datetime:
    """The stamp's moment in UTC, as it reads when the event comes back from the store."""
    if stamp.at.tzinfo is None:
        raise ValueError("a moment needs a time zone")
    return stamp.at.astimezone(UTC)


def head(record: GameRecord) -> bytes:
    """The digest of the record's newest event: what the next one names as `prev`."""
    return event_digest(record.events[-1], record.opened.seed)
