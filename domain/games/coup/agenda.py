"""The agenda: the steps that are still to happen, the next one first. Steps hold public facts only.

Declaring an action writes the rest of the turn, a loss is pushed in front, a failed claim drops steps. An estate opens
in front of whatever is pending, or behind the estates that wait already (C-82, C-102), and so needs no return address.
"""

from typing import Literal

from msgspec import Struct

from domain.kernel.seats import Seat

About = Literal["action", "denial", "block", "estate"]
"""What a claim is about: an action's character, the lack of one (embezzle), a block, a dead player's coins."""


class FactionChoice(Struct, frozen=True, tag="faction_choice", tag_field="step"):
    """C-60: a player picks the faction everybody else's follows from."""

    seat: Seat


class CardChoice(Struct, frozen=True, tag="card_choice", tag_field="step"):
    """C-89: each of `waiting` still keeps one card of the own set."""

    waiting: tuple[Seat, ...]


class Turn(Struct, frozen=True, tag="turn", tag_field="step"):
    """C-93: the player whose turn it is declares an action."""


class Challenges(Struct, frozen=True, tag="challenges", tag_field="step"):
    """C-95: each of `waiting` may still challenge the claim."""

    about: About
    claimant: Seat
    character: str
    waiting: tuple[Seat, ...]


class Answer(Struct, frozen=True, tag="answer", tag_field="step"):
    """C-97: the claimant answers a challenge."""

    about: About
    claimant: Seat
    character: str
    challenger: Seat


class Blocks(Struct, frozen=True, tag="blocks", tag_field="step"):
    """C-95: each of `waiting` may still block the action."""

    waiting: tuple[Seat, ...]


class BlockStands(Struct, frozen=True, tag="block_stands", tag_field="step"):
    """A block nobody challenged, or proven: the action ends. C-33: `waiting` had neither passed nor blocked."""

    waiting: tuple[Seat, ...]


class Resolve(Struct, frozen=True, tag="resolve", tag_field="step"):
    """The declared action does what it does."""

    action: str
    seat: Seat
    target: Seat | None


class Loss(Struct, frozen=True, tag="loss", tag_field="step"):
    """A player loses one influence."""

    seat: Seat


class Exchange(Struct, frozen=True, tag="exchange", tag_field="step"):
    """C-36, C-50: a player has drawn and decides what to keep."""

    seat: Seat


class Examination(Struct, frozen=True, tag="examination", tag_field="step"):
    """C-51: the target chooses the card that the inquisitor sees."""

    inquisitor: Seat
    target: Seat


class Verdict(Struct, frozen=True, tag="verdict", tag_field="step"):
    """C-51: the inquisitor has seen the card and lets it be, or has it swapped."""

    inquisitor: Seat
    target: Seat


class Estate(Struct, frozen=True, tag="estate", tag_field="step"):
    """C-80: the coins of the dead may be claimed, by each of `waiting` in turn; `claimants` have."""

    dead: Seat
    coins: int
    waiting: tuple[Seat, ...]
    claimants: tuple[Seat, ...]


class Split(Struct, frozen=True, tag="split", tag_field="step"):
    """C-80: the coins of the dead are divided among those whose claim stood."""

    dead: Seat
    coins: int
    claimants: tuple[Seat, ...]


class NextTurn(Struct, frozen=True, tag="next_turn", tag_field="step"):
    """C-42: the turn passes to the next living player clockwise."""


Step = (
    FactionChoice
    | CardChoice
    | Turn
    | Challenges
    | Answer
    | Blocks
    | BlockStands
    | Resolve
    | Loss
    | Exchange
    | Examination
    | Verdict
    | Estate
    | Split
    | NextTurn
)
Agenda = tuple[Step, ...]

TURN = Turn()
NEXT_TURN = NextTurn()


def stage(step: Step) -> str:
    """The name of a step, for people and in refusals."""
    return str(step.__struct_config__.tag)


def is_of_action(step: Step) -> bool:
    """Whether a step belongs to the declared action, and goes when the action does."""
    match step:
        case Challenges(about=about) | Answer(about=about):
            return about != "estate"
        case Blocks() | BlockStands() | Resolve() | Exchange() | Examination() | Verdict():
            return True
        case FactionChoice() | CardChoice() | Turn() | Loss() | Estate() | Split() | NextTurn():
            return False


def without_action(agenda: Agenda) -> Agenda:
    """The action comes to nothing; losses and estates that are due stay due."""
    return tuple(step for step in agenda if not is_of_action(step))


def with_estate(agenda: Agenda, estate: Estate) -> Agenda:
    """C-82, C-102: an estate opens at once, or after those that are open already."""
    behind = max((at for at, step in enumerate(agenda, start=1) if isinstance(step, Estate | Split)), default=0)
    return (*agenda[:behind], estate, *agenda[behind:])


def fallen(agenda: Agenda, about: About, claimant: Seat, *, one_block: bool) -> Agenda:
    """The agenda once a claim has fallen; its own step is already gone."""
    match about:
        case "action" | "denial":
            return without_action(agenda)
        case "block":
            return tuple(after for step in agenda for after in _without_block(step, one_block=one_block))
        case "estate":
            first = next(at for at, step in enumerate(agenda) if isinstance(step, Split))
            return (*agenda[:first], *_all_without_heir(agenda[first : first + 1], claimant), *agenda[first + 1 :])


def _without_block(step: Step, *, one_block: bool) -> Agenda:
    """C-25, C-31: the action goes on as if there had been no block.

    C-33: a fallen block is the last, or the players who have said nothing may still block.
    """
    if not isinstance(step, BlockStands):
        return (step,)
    return () if one_block or not step.waiting else (Blocks(step.waiting),)


def _all_without_heir(agenda: Agenda, seat: Seat) -> Agenda:
    return tuple(without_seat(step, seat) for step in agenda)


def without_seat(step: Step, seat: Seat) -> Step:
    """The step when a player is no longer there to take part in it."""
    match step:
        case CardChoice(waiting) | Blocks(waiting) | BlockStands(waiting) if seat in waiting:
            return type(step)(_others(waiting, seat))
        case Challenges(about, claimant, character, waiting) if seat in waiting:
            return Challenges(about, claimant, character, _others(waiting, seat))
        case Estate(dead, coins, waiting, claimants):
            return Estate(dead, coins, _others(waiting, seat), _others(claimants, seat))
        case Split(dead, coins, claimants):
            return Split(dead, coins, _others(claimants, seat))
        case _:
            return step


def _others(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)
