"""Turn order, the stake stage's end, the showdown and the payment: how a round gets from one player to its result."""

from msgspec.structs import replace

from domain.games.kobayakawa.state import Settlement, Shown, State
from domain.kernel.chance import Chance
from domain.kernel.seats import ALL, Seat, clockwise


def stake_due(state: State, seat: Seat) -> int:
    """K-8, K-9: what this round's stake is for a player; with fewer medals than that, all of them."""
    return min(state.options.edition.stakes[_played(state)], state.medals[seat])


def prize(state: State) -> int:
    """What the centre pays this round, with what earlier rounds carried over (K-24, K-27)."""
    return state.options.edition.prizes[_played(state)] + state.carried


def _played(state: State) -> int:
    """The round being played, counted from 0; when one is over, the next."""
    return state.round if state.stage == "round_over" else state.round - 1


def next_player(state: State, chance: Chance) -> State:
    """K-20, K-21: the turn passes on; after the last player the next stage begins, or the showdown."""
    turn = state.turn + 1
    if turn < len(state.order):
        return replace(state, turn=turn)
    if state.stage == "draw":
        return replace(state, stage="stake", turn=0)
    return settle(state, chance)


def settle(state: State, chance: Chance) -> State:
    """K-22, K-23: the showdown among those who staked, and the payment."""
    stakers = tuple(seat for seat in state.order if state.stakes[seat])
    if not stakers:
        return _all_passed(state)
    if len(stakers) == 1:  # K-7: nobody to compare with, so no card is shown
        return _paid(state, stakers[0], ())
    shown = _showdown(state, stakers, chance)
    # K-6: of equal totals the earlier in turn order; `max` keeps the first it meets
    return _paid(state, max(shown, key=lambda each: each.total).seat, shown)


def _showdown(state: State, stakers: tuple[Seat, ...], chance: Chance) -> tuple[Shown, ...]:
    """K-5, K-22: stakers alone reveal, and the lowest of them adds the Kobayakawa."""
    cards: dict[Seat, int] = {}
    for seat in stakers:
        (card,) = chance.show("K-22", f"hand {seat}", *state.hands[seat], seen_by=ALL)
        cards[seat] = card  # type: ignore[assignment]  # this game's cards are numbers
    lowest = min(cards.values())
    support = state.kobayakawa[-1]
    return tuple(Shown(seat, card, card + support if card == lowest else card) for seat, card in cards.items())


def _pot(state: State) -> int:
    return prize(state) + sum(stake or 0 for stake in state.stakes)


def _paid(state: State, winner: Seat, shown: tuple[Shown, ...]) -> State:
    """K-23: the winner takes all stakes and the prize."""
    pot = _pot(state)
    medals = tuple(had + pot if seat == winner else had for seat, had in enumerate(state.medals))
    return _round_over(replace(state, medals=medals, carried=0), winner, winner, pot, shown)


def _all_passed(state: State) -> State:
    """K-12, K-24: nobody takes part. Stakes whose owners withdrew go where the prize goes."""
    pot = _pot(state)
    first = state.order[0]
    match state.options.all_pass:
        case "remove_prize":
            return _round_over(replace(state, box=state.box + pot, carried=0), None, first, pot, ())
        case "carry_over":
            return _round_over(replace(state, carried=pot), None, first, pot, ())
        case "last_player_wins":
            return _paid(state, state.order[-1], ())


def _round_over(state: State, winner: Seat | None, first: Seat, pot: int, shown: tuple[Shown, ...]) -> State:
    """The round's result stands in a position of its own. K-16: `first` begins, and deals, the next."""
    centre = state.centre - state.options.edition.prizes[state.round - 1]
    settled = replace(
        state,
        stage="round_over",
        order=_living_from(state, first),
        turn=0,
        stakes=(None,) * len(state.medals),
        centre=centre,
        settlement=Settlement(state.round, winner, pot, shown),
    )
    return end_if_decided(settled)


def _living_from(state: State, first: Seat) -> tuple[Seat, ...]:
    """K-10, K-11: who has medals left once the round is settled, clockwise from the next first player."""
    seats = clockwise(first, len(state.medals))
    return tuple(seat for seat in seats if state.medals[seat] > 0 and seat not in state.withdrawn)


def end_if_decided(state: State) -> State:
    """K-13, K-15, K-27: the game ends after its last round, or when one player is left; two play on (K-14)."""
    if state.stage == "round_over" and state.round == state.options.edition.rounds:
        return _over(state, "last_round")
    if len(state.order) == 1:
        return _over(state, "last_player")
    return state


def _over(state: State, why: str) -> State:
    """No more decisions. What was carried past the last round goes to the box (K-24).

    K-25: when the others have left in the middle of a round, it is not paid: the one player left takes the own stake
    back, and what the others had staked leaves the game.
    """
    back = tuple((state.stakes[seat] or 0) if seat in state.order else 0 for seat in range(len(state.medals)))
    lost = sum(stake or 0 for stake in state.stakes) - sum(back)
    return replace(
        state,
        stage="over",
        order=(),
        turn=0,
        stakes=(None,) * len(state.medals),
        medals=tuple(had + returned for had, returned in zip(state.medals, back, strict=True)),
        box=state.box + state.carried + lost,
        carried=0,
        why=why,
    )
