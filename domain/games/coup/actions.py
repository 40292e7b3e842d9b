"""A turn: declaring an action, and what it does when nobody has stopped it."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.coup.agenda import NEXT_TURN, TURN, Agenda, Blocks, Challenges, Loss, Resolve, Step, Turn, stage
from domain.games.coup.blocks import blockers
from domain.games.coup.book import Book, Deed
from domain.games.coup.exchange import begin_exchange
from domain.games.coup.inquisitor import begin_examination
from domain.games.coup.moves import Declare
from domain.games.coup.reformation import converted, same_side
from domain.games.coup.state import State, living_after, living_but, moved
from domain.kernel.chance import Chance
from domain.kernel.refusals import NO_SUCH_SEAT, OUT_OF_TURN, WRONG_PHASE, IllegalMove
from domain.kernel.seats import Seat


def must_force(state: State, seat: Seat) -> bool:
    """C-20, C-103: who begins a turn with ten coins or more has one action left."""
    return state.coins[seat] >= state.options.book.forced_at


def targets(state: State, seat: Seat, deed: Deed) -> Iterator[Seat]:
    """C-22, C-61: the living opponents an action may name."""
    for other in living_but(state, seat):
        if not (deed.spares and same_side(state, seat, other)):
            yield other


def declarations(state: State, seat: Seat) -> Iterator[Declare]:
    """Every action this seat can declare, with every target."""
    forced = must_force(state, seat)
    for name, deed in state.options.book.deeds.items():
        if deed.cost > state.coins[seat] or (forced and name != state.options.book.forced):
            continue
        if deed.target:
            yield from (Declare(name, target) for target in targets(state, seat, deed))
        else:
            yield Declare(name)


def declare(state: State, step: Step, seat: Seat, move: Declare) -> State:
    """C-93, C-94: the action is named and paid for, and the rest of the turn is written down."""
    if seat != state.turn:
        raise IllegalMove(OUT_OF_TURN, awaited=state.turn)
    if not isinstance(step, Turn):
        raise IllegalMove(WRONG_PHASE, stage=stage(step))
    deed = _checked(state, seat, move)
    agenda = _rest_of_turn(state, seat, deed, move.target)
    if not deed.cost:
        return replace(state, agenda=agenda)
    return replace(
        state,
        coins=moved(state.coins, seat, -deed.cost),
        treasury=state.treasury + (0 if deed.to_reserve else deed.cost),
        reserve=state.reserve + (deed.cost if deed.to_reserve else 0),
        agenda=agenda,
    )


def _rest_of_turn(state: State, seat: Seat, deed: Deed, target: Seat | None) -> Agenda:
    """C-95: challenges, by the own faction too (C-63), then blocks, then the action itself.

    C-70: who may block is settled here, by the factions as they are now.
    """
    agenda: Agenda = (Resolve(deed.name, seat, target), NEXT_TURN)
    may_block = blockers(state, deed, seat, target)
    if may_block:
        agenda = (Blocks(may_block), *agenda)
    if deed.claim:
        return (Challenges("action", seat, deed.claim, living_but(state, seat)), *agenda)
    if deed.denied:
        return (Challenges("denial", seat, deed.denied, living_but(state, seat)), *agenda)
    return agenda  # C-5, C-21: no claim, no challenge


def _checked(state: State, seat: Seat, move: Declare) -> Deed:
    """The action, or the reason it cannot be declared now."""
    book = state.options.book
    deed = book.deeds.get(move.action)
    if deed is None:
        raise _missing(book, move.action)
    if must_force(state, seat) and deed.name != book.forced:
        raise IllegalMove("must_force", action=book.forced, coins=state.coins[seat])  # C-20, C-65
    if deed.cost > state.coins[seat]:
        raise IllegalMove("too_few_coins", cost=deed.cost, coins=state.coins[seat])  # C-94
    _check_target(state, seat, deed, move.target)
    return deed


def _missing(book: Book, action: str) -> IllegalMove:
    """C-56, C-100: why this table has no such action."""
    if action not in book.missing:
        return IllegalMove("unknown_action", action=action)
    kind, name = book.missing[action]
    if kind == "character":
        return IllegalMove("character_not_in_play", character=name)
    return IllegalMove("option_off", option=name) if kind == "needs" else IllegalMove("option_on", option=name)


def _check_target(state: State, seat: Seat, deed: Deed, target: Seat | None) -> None:
    if target is None:
        if deed.target:
            raise IllegalMove("target_missing", action=deed.name)  # C-22
        return
    if not deed.target:
        raise IllegalMove("takes_no_target", action=deed.name)  # C-23
    if not 0 <= target < len(state.hands):
        raise IllegalMove(NO_SUCH_SEAT, seat=target)
    if target == seat:
        raise IllegalMove("target_self")  # C-22
    if not state.hands[target]:
        raise IllegalMove("target_out", target=target)  # C-22
    if deed.spares and same_side(state, seat, target):
        raise IllegalMove("own_faction", target=target)  # C-57, C-61


def run_resolve(state: State, step: Resolve, chance: Chance) -> State:
    """What the action does, part by part, as its line in the table of actions says."""
    deed = state.options.book.deeds[step.action]
    after = replace(_paid_out(state, step, deed), agenda=state.agenda[1:])
    if deed.converts == "self":
        after = converted(after, step.seat)
    if step.target is not None and state.hands[step.target]:
        after = _done_to(after, step.seat, step.target, deed, chance)
    return begin_exchange(after, step.seat, deed.draw, chance) if deed.draw else after


def _done_to(state: State, seat: Seat, target: Seat, deed: Deed, chance: Chance) -> State:
    """What is done to a living target, coins apart."""
    after = converted(state, target) if deed.converts == "target" else state
    if deed.target_loses:
        after = replace(after, agenda=(*(Loss(target),) * deed.target_loses, *after.agenda))
    return begin_examination(after, seat, target, chance) if deed.examines else after


def _paid_out(state: State, step: Resolve, deed: Deed) -> State:
    """C-30, C-66, C-75, C-101: coins from treasury, reserve and target; C-76: a dead player is given nothing."""
    coins, reserve, treasury = state.coins, state.reserve, state.treasury
    if deed.gain:
        coins, treasury = moved(coins, step.seat, deed.gain), treasury - deed.gain
    if deed.take and step.target is not None:
        taken = min(deed.take, coins[step.target])
        coins = moved(moved(coins, step.target, -taken), step.seat, taken)
    if deed.give and step.target is not None and state.hands[step.target]:
        coins, treasury = moved(coins, step.target, deed.give), treasury - deed.give
    if deed.takes_reserve:
        coins, reserve = moved(coins, step.seat, reserve), 0
    return replace(state, coins=coins, treasury=treasury, reserve=reserve)


def run_next_turn(state: State) -> State:
    """C-42: the next living player clockwise from the active player's seat, also when that player is dead."""
    return replace(state, turn=living_after(state, state.turn)[0], agenda=(TURN,))
