"""Treatments: when each may be played (V-60: never without a legal target), and what it does.

V-6: the card reaches the discard pile after its effect; the latex glove alone before it.
"""

from msgspec.structs import replace

from domain.games.virus.agenda import Extra, played_on
from domain.games.virus.cards import Cards, without
from domain.games.virus.moves import MedicalError, Quarantine, SecondOpinion, Steal, Transplant
from domain.games.virus.organs import (
    Body,
    Organ,
    is_immune,
    is_infected,
    organ_of,
    with_organ,
    without_organ,
)
from domain.games.virus.plays import check_held, target_organ
from domain.games.virus.state import State, is_playing, others_in_turn, put
from domain.games.virus.winning import settled
from domain.kernel.chance import Chance
from domain.kernel.refusals import NO_SUCH_SEAT, IllegalMove
from domain.kernel.seats import ALL, Seat, only


def treatment_card(state: State, seat: Seat, treatment: str) -> str:
    """The card of a treatment in a player's hand (V-5)."""
    card = state.options.book.treatments.get(treatment)
    if card is None:
        raise IllegalMove("not_in_edition", treatment=treatment)
    check_held(state, seat, card)
    return card


def discarded(state: State) -> State:
    """V-6: the card on the table has had its effect."""
    return replace(state, discards=(*state.discards, state.played), played="")


def may_move(state: State, seat: Seat, color: str) -> Organ:
    """V-51, V-54: an organ that is there and not immune. V-75: the bionic one may be moved."""
    organ = target_organ(state, seat, color)
    if is_immune(state.options.book, organ):
        raise IllegalMove("immune_organ", seat=seat, organ=color)
    return organ


def makes_a_pair(body: Body, leaving: str, coming: str) -> bool:
    """V-52, V-53: an organ would come into a body that has another of its kind. The one that leaves does not count."""
    return coming != leaving and organ_of(body, coming) is not None


def check_transplant(state: State, move: Transplant) -> None:
    """V-50 to V-53: between two bodies, whoever's."""
    may_move(state, move.seat, move.organ)
    may_move(state, move.other_seat, move.other_organ)
    if move.seat == move.other_seat:
        raise IllegalMove("same_body", seat=move.seat)
    if move.seat > move.other_seat:
        raise IllegalMove("lower_seat_first", seat=move.seat, other=move.other_seat)
    for seat, leaving, coming in (
        (move.seat, move.organ, move.other_organ),
        (move.other_seat, move.other_organ, move.organ),
    ):
        if makes_a_pair(state.bodies[seat], leaving, coming):
            raise IllegalMove("second_organ_of_kind", seat=seat, organ=coming)


def transplant(state: State, move: Transplant) -> State:
    """V-50: two organs change places with what lies on them."""
    one, other = state.bodies[move.seat], state.bodies[move.other_seat]
    first, second = organ_of(one, move.organ), organ_of(other, move.other_organ)
    assert first is not None
    assert second is not None
    bodies = put(state.bodies, move.seat, _in_place(one, first, second))
    bodies = put(bodies, move.other_seat, _in_place(other, second, first))
    return settled(discarded(replace(state, bodies=bodies)))


def _in_place(body: Body, old: Organ, new: Organ) -> Body:
    return tuple(new if organ is old else organ for organ in body)


def check_theft(state: State, seat: Seat, move: Steal) -> None:
    """V-54: another player's organ, not immune, of a kind the thief does not own."""
    may_move(state, move.seat, move.organ)
    if move.seat == seat:
        raise IllegalMove("own_organ", organ=move.organ)
    if organ_of(state.bodies[seat], move.organ) is not None:
        raise IllegalMove("organ_in_body", organ=move.organ)


def steal(state: State, move: Steal) -> State:
    """V-54: the organ comes over with what lies on it."""
    victim = state.bodies[move.seat]
    organ = organ_of(victim, move.organ)
    assert organ is not None
    bodies = put(state.bodies, move.seat, without_organ(victim, move.organ))
    bodies = put(bodies, state.turn, (*bodies[state.turn], organ))
    return settled(discarded(replace(state, bodies=bodies)))


def check_other_player(state: State, seat: Seat, other: Seat) -> None:
    """V-59, V-78: somebody else who is in the game."""
    if not 0 <= other < len(state.hands):
        raise IllegalMove(NO_SUCH_SEAT, seat=other)
    if other == seat:
        raise IllegalMove("not_yourself")
    if not is_playing(state, other):
        raise IllegalMove("has_left", seat=other)


def medical_error(state: State, move: MedicalError) -> State:
    """V-59: two whole bodies change places, with everything in them, however little there is."""
    bodies = put(state.bodies, move.seat, state.bodies[state.turn])
    bodies = put(bodies, state.turn, state.bodies[move.seat])
    return settled(discarded(replace(state, bodies=bodies)))


def latex_glove(state: State, spared: tuple[Seat, ...], chance: Chance) -> State:
    """V-58: everybody else's whole hand is discarded, V-80: but for those who are spared.

    V-7: the glove lies beneath the hands, which follow in turn order. V-98: they are shown in an order that tells
    nothing.
    """
    state = discarded(state)
    hands, pile = list(state.hands), list(state.discards)
    for seat in others_in_turn(state):
        if hands[seat] and seat not in spared:
            pile += shown(state, seat, "V-98", chance)
            hands[seat] = ()
    return replace(state, hands=tuple(hands), discards=tuple(pile))


def shown(state: State, seat: Seat, ruling: str, chance: Chance) -> Cards:
    """A hand thrown open before everybody, in canonical order."""
    cards = state.options.book.in_order(state.hands[seat])
    return chance.show(ruling, f"hand {seat}", *cards, seen_by=ALL)  # type: ignore[return-value]  # cards are words


def second_opinion(state: State, move: SecondOpinion, chance: Chance) -> State:
    """V-78: two hands change owners, and one of the cards received may be played.

    V-98: each of the two sees the hand received. Extra plays still due from overtime lapse: their cards are gone.
    """
    own, theirs = state.hands[state.turn], state.hands[move.seat]
    received = chance.show("V-98", f"hand {move.seat}", *theirs, seen_by=only(state.turn))
    given = chance.show("V-98", f"hand {state.turn}", *own, seen_by=only(move.seat))
    hands = put(put(state.hands, state.turn, received), move.seat, given)
    return discarded(replace(state, hands=hands, agenda=(Extra(1), state.agenda[-1])))


def overtime(state: State, seat: Seat) -> State:
    """V-77: two more plays from the other cards in hand, V-96: as far as there are so many.

    Its effect is the leave to play on, so the card is discarded before those plays.
    """
    card = treatment_card(state, seat, "overtime")
    hand = without(state.hands[seat], card)
    rest = played_on(state.agenda)[0]
    due = rest.plays if isinstance(rest, Extra) else 0
    return replace(
        state,
        hands=put(state.hands, seat, hand),
        discards=(*state.discards, card),
        agenda=(Extra(min(due + 2, len(hand))), state.agenda[-1]),
    )


def quarantine(state: State, seat: Seat, move: Quarantine) -> State:
    """V-76: anybody's infected organ is cured; the virus is out of the game, the card discarded."""
    card = treatment_card(state, seat, "quarantine")
    organ = target_organ(state, move.seat, move.organ)
    if not is_infected(state.options.book, organ):
        raise IllegalMove("not_infected", seat=move.seat, organ=move.organ)
    cured = with_organ(state.bodies[move.seat], Organ(organ.color, organ.card))
    return settled(
        replace(
            state,
            hands=put(state.hands, seat, without(state.hands[seat], card)),
            bodies=put(state.bodies, move.seat, cured),
            discards=(*state.discards, card),
            gone=(*state.gone, *organ.on),
            agenda=played_on(state.agenda),
        )
    )
