"""Organs, viruses and medicines: what each does on the organ it is played on."""

from msgspec.structs import replace

from domain.games.virus.agenda import played_on
from domain.games.virus.cards import Cards, without
from domain.games.virus.moves import Infect, PlayOrgan, Treat
from domain.games.virus.organs import (
    Organ,
    cards_of,
    is_closed,
    is_immune,
    is_infected,
    organ_of,
    resists,
    takes_medicine,
    takes_virus,
    with_organ,
    without_organ,
)
from domain.games.virus.state import State, put
from domain.games.virus.winning import settled
from domain.kernel.bags import holds
from domain.kernel.refusals import NO_SUCH_SEAT, IllegalMove
from domain.kernel.seats import Seat


def check_held(state: State, seat: Seat, card: str) -> None:
    """V-5: nobody plays a card that is not in hand."""
    if not holds(state.hands[seat], card):
        raise IllegalMove("card_not_held", card=card)


def target_organ(state: State, seat: Seat, color: str) -> Organ:
    """V-31, V-51: the organ a card is played on is there."""
    if not 0 <= seat < len(state.bodies):
        raise IllegalMove(NO_SUCH_SEAT, seat=seat)
    organ = organ_of(state.bodies[seat], color)
    if organ is None:
        raise IllegalMove("no_such_organ", seat=seat, organ=color)
    return organ


def play_organ(state: State, seat: Seat, move: PlayOrgan) -> State:
    """V-26, V-27: into the own body, at most one of a kind."""
    check_held(state, seat, move.card)
    face = state.options.book.cards[move.card]
    if face.kind != "organ":
        raise IllegalMove("not_an_organ", card=move.card)
    body = state.bodies[seat]
    color = str(face.color)
    if organ_of(body, color) is not None:
        raise IllegalMove("organ_in_body", organ=color)
    return settled(
        replace(
            state,
            hands=put(state.hands, seat, without(state.hands[seat], move.card)),
            bodies=put(state.bodies, seat, (*body, Organ(color, move.card))),
            agenda=played_on(state.agenda),
        )
    )


def check_infection(state: State, move: Infect) -> None:
    """V-10 to V-12, V-16 to V-24: the virus can come onto that organ. V-29: anybody's."""
    book = state.options.book
    if book.cards[move.card].kind != "virus":
        raise IllegalMove("not_a_virus", card=move.card)
    organ = target_organ(state, move.seat, move.organ)
    _check_open(state, move, organ)
    if not takes_virus(book, move.card, organ):
        raise IllegalMove("does_not_fit", card=move.card, seat=move.seat, organ=move.organ)


def _check_open(state: State, move: Infect | Treat, organ: Organ) -> None:
    if is_closed(organ):
        raise IllegalMove("bionic_organ", card=move.card, seat=move.seat, organ=move.organ)  # V-74
    if is_immune(state.options.book, organ):
        raise IllegalMove("immune_organ", seat=move.seat, organ=move.organ)  # V-16, V-73


def infect(state: State, seat: Seat, color: str, virus: str) -> State:
    """V-10: infected. V-11, V-17: the second virus destroys the organ. V-12, V-22: the vaccine is lost.

    V-7: what is destroyed reaches the discard pile in the order in which it lay there, the played card last.
    """
    body = state.bodies[seat]
    organ = organ_of(body, color)
    assert organ is not None
    discarded: Cards = ()
    if not organ.on:
        body = with_organ(body, Organ(color, organ.card, (virus,)))
    elif is_infected(state.options.book, organ):
        body = without_organ(body, color)
        discarded = (*cards_of(organ), virus)
    else:
        body = with_organ(body, Organ(color, organ.card))
        discarded = (*organ.on, virus)
    after = replace(state, bodies=put(state.bodies, seat, body), discards=(*state.discards, *discarded), played="")
    return settled(after)


def check_treatment(state: State, seat: Seat, move: Treat) -> Organ:
    """V-13 to V-16, V-18, V-20 to V-23, V-71: the medicine can come onto that organ. V-30: anybody's."""
    check_held(state, seat, move.card)
    book = state.options.book
    if book.cards[move.card].kind != "medicine":
        raise IllegalMove("not_a_medicine", card=move.card)
    organ = target_organ(state, move.seat, move.organ)
    _check_open(state, move, organ)
    if resists(book, organ, move.card):
        raise IllegalMove("evolved_virus", card=move.card, seat=move.seat, organ=move.organ)  # V-71
    if not takes_medicine(book, move.card, organ):
        raise IllegalMove("does_not_fit", card=move.card, seat=move.seat, organ=move.organ)
    return organ


def treat(state: State, seat: Seat, move: Treat) -> State:
    """V-13: the virus is cured. V-14, V-15, V-72: a vaccine, or immunity. V-97: nobody is asked for a suit.

    V-89: where viruses are eradicated, a cured one leaves the game; the medicine is discarded as usual.
    """
    organ = check_treatment(state, seat, move)
    discards, gone = state.discards, state.gone
    if not is_infected(state.options.book, organ):
        treated = Organ(organ.color, organ.card, (*organ.on, move.card))
    else:
        treated = Organ(organ.color, organ.card)
        if state.options.eradicate_viruses:
            gone, discards = (*gone, *organ.on), (*discards, move.card)
        else:
            discards = (*discards, *organ.on, move.card)
    return settled(
        replace(
            state,
            hands=put(state.hands, seat, without(state.hands[seat], move.card)),
            bodies=put(state.bodies, move.seat, with_organ(state.bodies[move.seat], treated)),
            discards=discards,
            gone=gone,
            agenda=played_on(state.agenda),
        )
    )
