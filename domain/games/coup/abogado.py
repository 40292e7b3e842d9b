"""Abogado: the dead leave their coins to whoever claims to be the lawyer, and is believed."""

from msgspec.structs import replace

from domain.games.coup.agenda import Agenda, Challenges, Estate, Split
from domain.games.coup.state import State, living_but, moved
from domain.kernel.seats import Seat


def claim_estate(state: State, step: Estate) -> State:
    """C-80: the player whose turn to speak it is claims the character that inherits."""
    seat, *others = step.waiting
    return replace(state, agenda=(_asked(step, tuple(others), seat), *state.agenda[1:]))


def leave_estate(state: State, step: Estate) -> State:
    """C-80: or lets it be."""
    return replace(state, agenda=(_asked(step, step.waiting[1:]), *state.agenda[1:]))


def _asked(step: Estate, waiting: tuple[Seat, ...], *claimant: Seat) -> Estate:
    return Estate(step.dead, step.coins, waiting, (*step.claimants, *claimant))


def run_estate(state: State, step: Estate) -> State | None:
    """C-82: once everybody has spoken, the claims may be challenged in the order they were made; then the split."""
    if step.waiting:
        return None
    heir = state.options.book.heir or ""
    claims: Agenda = tuple(
        Challenges("estate", claimant, heir, living_but(state, claimant)) for claimant in step.claimants
    )
    return replace(state, agenda=(*claims, Split(step.dead, step.coins, step.claimants), *state.agenda[1:]))


def run_split(state: State, step: Split) -> State:
    """C-80: equal shares for the claims that stood; the remainder goes to the treasury, with no claim all of it."""
    share, rest = divmod(step.coins, len(step.claimants)) if step.claimants else (0, step.coins)
    coins = state.coins
    for seat in step.claimants:
        coins = moved(coins, seat, share)
    return replace(state, coins=coins, treasury=state.treasury + rest, agenda=state.agenda[1:])
