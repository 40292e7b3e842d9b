"""Blocks: who may stop an action, and by which character."""

from msgspec.structs import replace

from domain.games.coup.agenda import Blocks, BlockStands, Challenges, Resolve, Step, without_action
from domain.games.coup.book import Deed
from domain.games.coup.moves import Block
from domain.games.coup.reformation import same_side
from domain.games.coup.state import State, living_but, pending
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import Seat


def blockers(state: State, deed: Deed, actor: Seat, target: Seat | None) -> tuple[Seat, ...]:
    """C-95: the target alone, or any living opponent; C-61: nobody of the actor's faction while factions differ.

    C-55, C-75, C-83: a character that takes another's place blocks what that one blocked; the table of actions says so.
    """
    if not deed.blocked_by:
        return ()
    if deed.target_blocks:
        return () if target is None else (target,)
    return tuple(seat for seat in living_but(state, actor) if not same_side(state, seat, actor))


def block(state: State, step: Step, seat: Seat, move: Block) -> State:
    """C-34: the first block accepted counts. It is a claim like any other, and challenged before it stops anything."""
    action = pending(state)
    match step:
        case Blocks(waiting) if action is not None:
            _check_blocker(state, action, waiting, seat)
            _check_character(state, action, move.character)
            stands = BlockStands(tuple(other for other in waiting if other != seat))
            claim = Challenges("block", seat, move.character, living_but(state, seat))
            return replace(state, agenda=(claim, stands, *state.agenda[1:]))
        case Challenges(about="action" | "denial"):
            raise IllegalMove("challenges_first")  # C-95
        case Challenges(about="block", claimant=blocker):
            raise IllegalMove("already_blocked", blocker=blocker)  # C-34, C-35
        case _:
            raise IllegalMove("nothing_to_block")


def may_pass(state: State, step: Blocks, seat: Seat) -> None:
    """Who may block, may also let it be."""
    action = pending(state)
    assert action is not None, "blocks are of an action"
    _check_blocker(state, action, step.waiting, seat)


def _check_blocker(state: State, action: Resolve, waiting: tuple[Seat, ...], seat: Seat) -> None:
    if seat in waiting:
        return
    deed = state.options.book.deeds[action.action]
    if seat in blockers(state, deed, action.seat, action.target):
        raise IllegalMove("already_passed")
    raise IllegalMove("may_not_block")  # C-61, C-95


def _check_character(state: State, action: Resolve, character: str) -> None:
    """C-8, C-56, C-100: the character is named, is in play, and blocks this action."""
    book = state.options.book
    if character not in book.characters:
        raise IllegalMove("character_not_in_play", character=character)
    if character not in book.deeds[action.action].blocked_by:
        raise IllegalMove("does_not_block", character=character, action=action.action)


def run_block_stands(state: State) -> State:
    """C-24, C-29: the action is stopped and its cost stays paid."""
    return replace(state, agenda=without_action(state.agenda))
