"""Playing a move: each is checked against its phase, then carried out."""

from typing import TypeVar

from msgspec.structs import replace

from domain.games.kobayakawa.moves import Deal, Discard, Draw, Move, Pass, Replace, Stake
from domain.games.kobayakawa.rounds import next_player, stake_due
from domain.games.kobayakawa.setup import deal
from domain.games.kobayakawa.state import Action, Stage, State
from domain.kernel.bags import bag, holds, taken
from domain.kernel.chance import Chance
from domain.kernel.refusals import OUT_OF_TURN, WRONG_PHASE, IllegalMove
from domain.kernel.seats import ALL, Seat, only


def play(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """The position after a move, or IllegalMove with nothing changed."""
    if seat != state.order[state.turn]:
        raise IllegalMove(OUT_OF_TURN, awaited=state.order[state.turn])
    match move:
        case Draw():
            return draw(state, seat, chance)
        case Discard(card):
            return discard(state, seat, card, chance)
        case Replace():
            return replace_kobayakawa(state, seat, chance)
        case Stake(medals):
            return stake(state, seat, medals, chance)
        case Pass():
            return pass_(state, seat, chance)
        case Deal():
            _check_stage(state, "round_over")
            return deal(state, seat, chance)


def has_drawn(state: State, seat: Seat) -> bool:
    """Two cards in hand, one of them still to be discarded."""
    return len(state.hands[seat]) == 2


def draw(state: State, seat: Seat, chance: Chance) -> State:
    """K-20 (a): draw one; the discard is the same player's next decision."""
    _check_stage(state, "draw")
    if has_drawn(state, seat):
        raise IllegalMove("already_drew")  # K-2
    (card,), deck = chance.draw("deck", state.deck, 1, seen_by=only(seat))
    hand = bag((*state.hands[seat], card))
    return replace(state, deck=deck, hands=_with(state.hands, seat, hand), actions=_with(state.actions, seat, _DREW))


def discard(state: State, seat: Seat, card: int, chance: Chance) -> State:
    """K-20 (a), K-3: keep one, discard the other face up."""
    _check_stage(state, "draw")
    if not has_drawn(state, seat):
        raise IllegalMove("draw_first")
    hand = state.hands[seat]
    if not holds(hand, card):
        raise IllegalMove("card_not_held", card=card)
    after = replace(
        state,
        hands=_with(state.hands, seat, taken(hand, card)),
        discards=_with(state.discards, seat, (*state.discards[seat], card)),
    )
    return next_player(after, chance)


def replace_kobayakawa(state: State, seat: Seat, chance: Chance) -> State:
    """K-20 (b), K-4: the top card of the deck covers the Kobayakawa."""
    _check_stage(state, "draw")
    if has_drawn(state, seat):
        raise IllegalMove("already_drew")  # K-1
    (card,), deck = chance.draw("deck", state.deck, 1, seen_by=ALL)
    kobayakawa = (*state.kobayakawa, card)
    after = replace(state, deck=deck, kobayakawa=kobayakawa, actions=_with(state.actions, seat, _REPLACED))
    return next_player(after, chance)


def stake(state: State, seat: Seat, medals: int, chance: Chance) -> State:
    """K-21: take part in the showdown, openly and finally."""
    _check_stage(state, "stake")
    due = stake_due(state, seat)
    if medals != due:
        raise IllegalMove("wrong_stake", due=due, given=medals)  # K-9
    after = replace(
        state,
        stakes=_with(state.stakes, seat, medals),
        medals=_with(state.medals, seat, state.medals[seat] - medals),
    )
    return next_player(after, chance)


def pass_(state: State, seat: Seat, chance: Chance) -> State:
    """K-21: stay out of the showdown, openly and finally."""
    _check_stage(state, "stake")
    return next_player(replace(state, stakes=_with(state.stakes, seat, 0)), chance)


T = TypeVar("T")

_DREW: Action = "drew"
_REPLACED: Action = "replaced"


def _check_stage(state: State, stage: Stage) -> None:
    if state.stage != stage:
        raise IllegalMove(WRONG_PHASE, stage=state.stage)


def _with(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
