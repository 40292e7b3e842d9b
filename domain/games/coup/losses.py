"""Losing an influence, and what happens when the last one is lost."""

from msgspec.structs import replace

from domain.games.coup.agenda import (
    TURN,
    Agenda,
    Answer,
    Challenges,
    Estate,
    Examination,
    Exchange,
    FactionChoice,
    Loss,
    Resolve,
    Split,
    Step,
    Turn,
    Verdict,
    fallen,
    with_estate,
    without_action,
    without_seat,
)
from domain.games.coup.cards import sorted_cards, with_card, without
from domain.games.coup.moves import Lose
from domain.games.coup.state import State, living, living_after, put
from domain.kernel.bags import holds
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import ALL, Seat


def lose(state: State, step: Loss, move: Lose) -> State:
    """C-9: the loser names the character of a face-down card."""
    if not holds(state.hands[step.seat], move.card):
        raise IllegalMove("card_not_held", card=move.card)
    return turned_up(replace(state, agenda=state.agenda[1:]), step.seat, move.card)


def run_loss(state: State, step: Loss, chance: Chance) -> State | None:
    """C-10: the only face-down card is turned up unasked; who has two is asked, also when they are the same."""
    hand = state.hands[step.seat]
    if len(hand) > 1:
        return None
    (card,) = hand
    chance.show("C-10", f"card {step.seat}", card, seen_by=ALL)
    return turned_up(replace(state, agenda=state.agenda[1:]), step.seat, card)


def turned_up(state: State, seat: Seat, card: str) -> State:
    """C-11: the card stays face up before its owner. C-40: the last one takes its owner out of the game."""
    hand = without(state.hands[seat], card)
    after = replace(
        state,
        hands=put(state.hands, seat, hand),
        lost=put(state.lost, seat, (*state.lost[seat], card)),
    )
    return after if hand else _eliminated(after, seat)


def _eliminated(state: State, seat: Seat) -> State:
    """C-40: out at once; the coins go to the treasury, or are an estate that may be claimed (C-80)."""
    coins = state.coins[seat]
    after = departed(replace(state, coins=put(state.coins, seat, 0), out=(*state.out, seat)), seat)
    if not after.agenda or not coins or state.options.book.heir is None:
        return replace(after, treasury=after.treasury + coins)
    estate = Estate(seat, coins, living_after(after, seat), ())
    return replace(after, agenda=with_estate(after.agenda, estate))


def departed(state: State, seat: Seat) -> State:
    """The position without a player who has just lost all influence or left: what was theirs to do or to suffer goes.

    C-41: with one player left the game is over at once.
    """
    if len(living(state)) == 1:
        return over(state, "last_player")
    after = _action_dropped(state) if _action_ends_with(state, seat) else state
    turn = after.turn
    if turn == seat and any(isinstance(step, Turn) for step in after.agenda):
        turn = living_after(after, seat)[0]
    return replace(after, turn=turn, agenda=_agenda_without(after, seat))


def _action_ends_with(state: State, seat: Seat) -> bool:
    """C-82, C-105: the acting player is gone. C-28, C-32, C-54: the target is, and nothing is left to be done."""
    if seat == state.turn:
        return True
    for step in state.agenda:
        match step:
            case Resolve(action, _, target) if target == seat:
                return state.options.book.deeds[action].lapses_without_target
            case Examination(_, target) | Verdict(_, target) if target == seat:
                return True
            case _:
                pass
    return False


def _action_dropped(state: State) -> State:
    """C-105: the cost stays paid, and the drawn cards go back."""
    return replace(
        state,
        agenda=without_action(state.agenda),
        court=sorted_cards((*state.court, *state.drawn)) if state.drawn else state.court,
        drawn=(),
        offered=None,
    )


def _agenda_without(state: State, seat: Seat) -> Agenda:
    """C-81, C-105: the player's claims fall and nobody loses a card for them; their challenges are forgotten."""
    agenda: Agenda = ()
    fell: Answer | Challenges | None = None
    for step in state.agenda:
        if isinstance(step, Answer | Challenges) and step.claimant == seat:
            fell = step
        elif not _is_only_theirs(step, seat):
            agenda = (*agenda, _passed_on(state, step, seat))
    if fell is not None and fell.about == "block":
        return fallen(agenda, "block", seat, one_block=state.options.one_block_per_action)
    return agenda


def _is_only_theirs(step: Step, seat: Seat) -> bool:
    match step:
        case Loss(loser):
            return loser == seat
        case Answer(challenger=challenger):
            return challenger == seat
        case Exchange(owner):
            return owner == seat
        case _:
            return False


def _passed_on(state: State, step: Step, seat: Seat) -> Step:
    """C-105: who leaves before choosing a faction leaves the choice, and the first turn, to the next player."""
    match step:
        case FactionChoice(chooser) if chooser == seat:
            return FactionChoice(living_after(state, seat)[0])
        case Turn():
            return TURN
        case _:
            return without_seat(step, seat)


def over(state: State, why: str) -> State:
    """C-41, C-84: no more decisions; estates nobody got go to the treasury, drawn cards to the court (C-82)."""
    unclaimed = sum(step.coins for step in state.agenda if isinstance(step, Estate | Split))
    after = _action_dropped(state)
    return replace(after, agenda=(), treasury=state.treasury + unclaimed, why=why)


def returned(state: State, seat: Seat, card: str) -> State:
    """A face-down card goes back into the court, which is shuffled: a bag has no order."""
    return replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], card)),
        court=with_card(state.court, card),
    )
