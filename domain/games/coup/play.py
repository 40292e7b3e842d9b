"""Playing a move: each is checked against the step that waits, then carried out, and the steps behind it run."""

from msgspec.structs import replace

from domain.games.coup.abogado import claim_estate, leave_estate
from domain.games.coup.actions import declare
from domain.games.coup.advance import advance, awaited, closed
from domain.games.coup.agenda import (
    Blocks,
    CardChoice,
    Challenges,
    Estate,
    Examination,
    Exchange,
    FactionChoice,
    Loss,
    Step,
    Verdict,
    stage,
    without_seat,
)
from domain.games.coup.blocks import block, may_pass
from domain.games.coup.challenge import challenge, concede, show
from domain.games.coup.exchange import keep
from domain.games.coup.inquisitor import force_swap, let_keep, offer
from domain.games.coup.losses import lose
from domain.games.coup.moves import (
    Block,
    Challenge,
    ChooseCard,
    ChooseFaction,
    ClaimEstate,
    Concede,
    Declare,
    ForceSwap,
    Keep,
    LetKeep,
    Lose,
    Move,
    Offer,
    Pass,
    Show,
)
from domain.games.coup.reformation import choose_faction
from domain.games.coup.setup import choose_card
from domain.games.coup.state import State
from domain.kernel.chance import Chance
from domain.kernel.refusals import NO_SUCH_SEAT, OUT_OF_TURN, WRONG_PHASE, IllegalMove
from domain.kernel.rules import AllPass
from domain.kernel.seats import TABLE, Seat


def play(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """The position after a move, or IllegalMove with nothing changed."""
    if isinstance(move, AllPass):
        return advance(all_pass(state, seat), chance)
    if not 0 <= seat < len(state.hands):
        raise IllegalMove(NO_SUCH_SEAT, seat=seat)
    if not state.hands[seat]:
        raise IllegalMove("eliminated")  # C-6, C-40
    return advance(_played(state, state.agenda[0], seat, move, chance), chance)


def _played(state: State, step: Step, seat: Seat, move: Move, chance: Chance) -> State:
    match move:
        case Pass():
            return pass_(state, step, seat)
        case Declare():
            return declare(state, step, seat, move)
        case Challenge():
            return challenge(state, step, seat)
        case Block():
            return block(state, step, seat, move)
        case Show():
            return show(state, step, seat, chance)
        case Concede():
            return concede(state, step, seat, move)
        case _:
            _check_awaited(state, seat)
            return _chosen(state, step, seat, move, chance)


def _chosen(state: State, step: Step, seat: Seat, move: Move, chance: Chance) -> State:
    """The moves that are the one choice of the one player asked for it."""
    match move, step:
        case Lose(), Loss():
            return lose(state, step, move)
        case Keep(), Exchange():
            return keep(state, step, move)
        case Offer(), Examination():
            return offer(state, step, move, chance)
        case LetKeep(), Verdict():
            return let_keep(state)
        case ForceSwap(), Verdict():
            return force_swap(state, step, chance)
        case ClaimEstate(), Estate():
            return claim_estate(state, step)
        case ChooseFaction(), FactionChoice():
            return choose_faction(state, step, move)
        case ChooseCard(), CardChoice():
            return choose_card(state, step, seat, move)
        case _:
            raise IllegalMove(WRONG_PHASE, stage=stage(step))


def pass_(state: State, step: Step, seat: Seat) -> State:
    """C-96: one more player lets it be."""
    match step:
        case Challenges(claimant=claimant, waiting=waiting):
            if seat == claimant:
                raise IllegalMove("own_claim")
            if seat not in waiting:
                raise IllegalMove("already_passed")
            return replace(state, agenda=(without_seat(step, seat), *state.agenda[1:]))
        case Blocks():
            may_pass(state, step, seat)
            return replace(state, agenda=(without_seat(step, seat), *state.agenda[1:]))
        case Estate():
            _check_awaited(state, seat)
            return leave_estate(state, step)
        case _:
            raise IllegalMove("nothing_to_pass")  # C-93


def all_pass(state: State, seat: Seat) -> State:
    """C-96: one recorder enters that everybody who could still react lets it be."""
    if seat != TABLE or not state.options.one_recorder:
        raise IllegalMove("no_recorder")
    match state.agenda[0]:
        case Challenges() | Blocks():
            return closed(state)
        case Estate(dead, coins, _, claimants):
            return replace(state, agenda=(Estate(dead, coins, (), claimants), *state.agenda[1:]))
        case _:
            raise IllegalMove("nothing_to_pass")


def _check_awaited(state: State, seat: Seat) -> None:
    waiting = awaited(state)
    if seat not in waiting:
        raise IllegalMove(OUT_OF_TURN, awaited=tuple(sorted(waiting)))
