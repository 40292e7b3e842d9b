"""Examine: the inquisitor sees a card of the target's choice and may have it swapped."""

from msgspec.structs import replace

from domain.games.coup import cards
from domain.games.coup.agenda import Examination, Verdict
from domain.games.coup.losses import returned
from domain.games.coup.moves import Offer
from domain.games.coup.state import State, put
from domain.kernel.bags import holds
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import Seat, only


def begin_examination(state: State, seat: Seat, target: Seat, chance: Chance) -> State:
    """C-51: the target chooses which card to show; C-10: an only card is shown unasked."""
    hand = state.hands[target]
    if len(hand) == 1:
        return _shown(state, seat, target, hand[0], chance)
    return replace(state, agenda=(Examination(seat, target), *state.agenda))


def offer(state: State, step: Examination, move: Offer, chance: Chance) -> State:
    """C-51: one face-down card is shown to the inquisitor only."""
    if not holds(state.hands[step.target], move.card):
        raise IllegalMove("card_not_held", card=move.card)
    after = replace(state, agenda=state.agenda[1:])
    return _shown(after, step.inquisitor, step.target, move.card, chance)


def _shown(state: State, seat: Seat, target: Seat, card: str, chance: Chance) -> State:
    """C-51, C-99: seen by the inquisitor, and by its owner anyway."""
    chance.show("C-51", f"card {target}", card, seen_by=only(seat))
    return replace(state, offered=card, agenda=(Verdict(seat, target), *state.agenda))


def let_keep(state: State) -> State:
    """C-51: the target keeps the card."""
    return replace(state, offered=None, agenda=state.agenda[1:])


def force_swap(state: State, step: Verdict, chance: Chance) -> State:
    """C-52: the replacement is drawn first, so the target cannot get the same card back."""
    assert state.offered is not None, "a verdict follows an offer"
    new, court = cards.draw(chance, "court", state.court, 1, only(step.target))
    if not new:
        return let_keep(state)
    swapped = returned(replace(state, court=court), step.target, state.offered)
    hand = cards.sorted_cards((*swapped.hands[step.target], *new))
    return let_keep(replace(swapped, hands=put(swapped.hands, step.target, hand)))
