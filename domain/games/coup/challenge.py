"""Challenges and their answers: who lied, who loses, and what becomes of the claim."""

from msgspec.structs import replace

from domain.games.coup import cards
from domain.games.coup.agenda import (
    Agenda,
    Answer,
    Blocks,
    Challenges,
    Loss,
    Step,
    fallen,
    stage,
)
from domain.games.coup.cards import sorted_cards, without
from domain.games.coup.losses import turned_up
from domain.games.coup.moves import Concede
from domain.games.coup.state import State, moved, pending, put
from domain.kernel.bags import holds
from domain.kernel.chance import Chance
from domain.kernel.refusals import OUT_OF_TURN, WRONG_PHASE, IllegalMove
from domain.kernel.seats import ALL, Seat, only


def challenge(state: State, step: Step, seat: Seat) -> State:
    """C-4: the first challenge accepted is the challenge; C-1 to C-3 follow from the answer."""
    match step:
        case Challenges(about, claimant, character, waiting):
            if seat == claimant:
                raise IllegalMove("own_claim")  # C-6
            if seat not in waiting:
                raise IllegalMove("already_passed")
            return replace(state, agenda=(Answer(about, claimant, character, seat), *state.agenda[1:]))
        case Answer(challenger=challenger):
            raise IllegalMove("already_challenged", challenger=challenger)  # C-3, C-4
        case _:
            raise IllegalMove("nothing_to_challenge")  # C-5, C-12


def is_proven_by(about: str, character: str, hand: cards.Cards) -> bool:
    """C-97: a claim is proven by the named character; a denial by having none of it face down (C-67 to C-69)."""
    return holds(hand, character) != (about == "denial")


def run_answer(state: State, step: Answer, chance: Chance) -> State | None:
    """C-10: the only face-down card is turned up unasked and decides the challenge.

    A challenged denial is asked about all the same while the player may concede it: to skip it would tell the hand.
    """
    hand = state.hands[step.claimant]
    if len(hand) > 1 or (step.about == "denial" and state.options.may_concede):
        return None
    (card,) = chance.show("C-10", f"card {step.claimant}", *hand, seen_by=ALL)
    if is_proven_by(step.about, step.character, hand):
        return proven(state, step, chance)
    return disproven(state, step, str(card))


def show(state: State, step: Step, seat: Seat, chance: Chance) -> State:
    """C-1, C-67: the claim is proven by turning up the named character, or all cards that are denied to be it."""
    answer = check_answer(step, seat)
    hand = state.hands[seat]
    if not is_proven_by(answer.about, answer.character, hand):
        if answer.about == "denial":
            raise IllegalMove("character_held", character=answer.character)  # C-68
        raise IllegalMove("character_not_held", character=answer.character)
    if answer.about == "denial":
        chance.show("C-67", f"hand {seat}", *hand, seen_by=ALL)
    else:
        chance.show("C-1", f"card {seat}", answer.character, seen_by=ALL)
    return proven(state, answer, chance)


def concede(state: State, step: Step, seat: Seat, move: Concede) -> State:
    """C-2, C-7, C-68: the claim is given up, and a card of choice turned up and lost."""
    answer = check_answer(step, seat)
    hand = state.hands[seat]
    if not holds(hand, move.card):
        raise IllegalMove("card_not_held", card=move.card)
    if answer.about != "denial" and move.card == answer.character:
        raise IllegalMove("that_is_the_proof", character=move.card)  # C-97
    if not state.options.may_concede and is_proven_by(answer.about, answer.character, hand):
        raise IllegalMove("must_show")  # C-7
    return disproven(state, answer, move.card)


def check_answer(step: Step, seat: Seat) -> Answer:
    """The challenge that this seat has to answer."""
    if not isinstance(step, Answer):
        raise IllegalMove(WRONG_PHASE, stage=stage(step))
    if seat != step.claimant:
        raise IllegalMove(OUT_OF_TURN, awaited=step.claimant)
    return step


def proven(state: State, step: Answer, chance: Chance) -> State:
    """C-1, C-13, C-67: what was shown goes back into the court and is replaced, and only then the challenger loses."""
    seat, hand = step.claimant, state.hands[step.claimant]
    shown = hand if step.about == "denial" else (step.character,)
    kept: cards.Cards = () if step.about == "denial" else without(hand, step.character)
    court = sorted_cards((*state.court, *shown))
    new, court = cards.draw(chance, "court", court, len(shown), only(seat))
    return replace(
        state,
        court=court,
        hands=put(state.hands, seat, sorted_cards((*kept, *new))),
        agenda=(Loss(step.challenger), *_after_proof(state, step)),
    )


def _after_proof(state: State, step: Answer) -> Agenda:
    """C-27, C-53: the turn goes on where it stood, whoever challenged, and nobody is asked again.

    C-26: a table may play that a target who challenged an assassin in vain cannot block; a theft they still can.
    """
    rest = state.agenda[1:]
    if step.about != "action" or state.options.target_may_block_after_losing_challenge:
        return rest
    action = pending(state)
    if action is None or action.target != step.challenger or not state.options.book.deeds[action.action].target_loses:
        return rest
    return tuple(each for each in rest if not isinstance(each, Blocks))


def disproven(state: State, step: Answer, card: str) -> State:
    """C-2: the claim falls and the card is lost; the cost of an action that fails so was never paid."""
    after = refunded(state) if step.about in ("action", "denial") else state
    agenda = fallen(after.agenda[1:], step.about, step.claimant, one_block=state.options.one_block_per_action)
    return turned_up(replace(after, agenda=agenda), step.claimant, card)


def refunded(state: State) -> State:
    """C-2: the cost goes back to the acting player."""
    action = pending(state)
    cost = state.options.book.deeds[action.action].cost if action else 0
    if not cost:
        return state
    return replace(state, coins=moved(state.coins, state.turn, cost), treasury=state.treasury - cost)
