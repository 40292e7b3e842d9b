"""Contagion: put together one virus at a time, then it breaks out all at once."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.virus.agenda import Answers, Outbreak, Spreading, Strike, played_on
from domain.games.virus.cards import without
from domain.games.virus.moves import Spread
from domain.games.virus.organs import Body, Organ, fits, is_closed, is_infected, organ_of, with_organ
from domain.games.virus.plays import target_organ
from domain.games.virus.state import State, others_in_turn, put
from domain.games.virus.treatments import discarded, treatment_card
from domain.games.virus.winning import settled
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import Seat


def spreads(state: State, planned: tuple[Spread, ...] = ()) -> Iterator[Spread]:
    """V-55: every virus that could still move, and everywhere it could."""
    book, own = state.options.book, state.bodies[state.turn]
    sources = {each.organ for each in planned}
    taken = {(each.seat, each.onto) for each in planned}
    infected = [(o.color, book.color(o.on[0])) for o in own if is_infected(book, o) and o.color not in sources]
    if not infected:
        return
    for seat in others_in_turn(state):
        for organ in state.bodies[seat]:
            if _takes_virus(organ) and (seat, organ.color) not in taken:
                for source, virus in infected:
                    if fits(virus, organ.color):
                        yield Spread(source, seat, organ.color)


def _takes_virus(organ: Organ) -> bool:
    """V-55, V-74: a contagion comes onto free organs alone, and never onto the bionic one."""
    return not organ.on and not is_closed(organ)


def can_spread(state: State, planned: tuple[Spread, ...] = ()) -> bool:
    """V-56: some virus could still move."""
    return next(spreads(state, planned), None) is not None


def begin_contagion(state: State, seat: Seat) -> State:
    """V-55; V-57: never played when no virus can move."""
    card = treatment_card(state, seat, "contagion")
    if not can_spread(state):
        raise IllegalMove("nothing_spreads")
    return replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], card)),
        played=card,
        agenda=(Spreading(()), *played_on(state.agenda)),
    )


def spread(state: State, step: Spreading, move: Spread) -> State:
    """V-55: one more virus is given a place; each organ receives one at most, of a colour that fits it."""
    check_spread(state, step, move)
    return replace(state, agenda=(Spreading((*step.planned, move)), *state.agenda[1:]))


def check_spread(state: State, step: Spreading, move: Spread) -> None:
    """V-55: from an infected organ of one's own onto a free one of another player."""
    book = state.options.book
    source = target_organ(state, state.turn, move.organ)
    if not is_infected(book, source):
        raise IllegalMove("not_infected", seat=state.turn, organ=move.organ)
    if any(each.organ == move.organ for each in step.planned):
        raise IllegalMove("already_spread", organ=move.organ)
    onto = target_organ(state, move.seat, move.onto)
    if move.seat == state.turn:
        raise IllegalMove("own_organ", organ=move.onto)
    if is_closed(onto):
        raise IllegalMove("bionic_organ", card=source.on[0], seat=move.seat, organ=move.onto)  # V-74
    if onto.on or any((each.seat, each.onto) == (move.seat, move.onto) for each in step.planned):
        raise IllegalMove("organ_not_free", seat=move.seat, organ=move.onto)
    if not fits(book.color(source.on[0]), onto.color):
        raise IllegalMove("does_not_fit", card=source.on[0], seat=move.seat, organ=move.onto)


def stop_spreading(state: State, step: Spreading) -> State:
    """V-56: where the table does not ask for as many as possible, the player may stop after the first."""
    if state.options.contagion_must_be_maximal:
        raise IllegalMove("more_must_spread")
    if not step.planned:
        raise IllegalMove("nothing_spread_yet")
    return planned_out(state, step)


def run_spreading(state: State, step: Spreading) -> State | None:
    """V-56: when everybody can see that no more virus can move, there is nothing to ask."""
    return None if can_spread(state, step.planned) else planned_out(state, step)


def planned_out(state: State, step: Spreading) -> State:
    """V-83, V-97: everybody whom the contagion would reach is asked, in turn order, before it breaks out."""
    reached = {each.seat for each in step.planned}
    asked = tuple(seat for seat in others_in_turn(state) if seat in reached)
    waiting = asked if state.options.book.asks_for_suits else ()
    return replace(state, agenda=(Answers(waiting), Strike(Outbreak(step.planned), asked, ()), *state.agenda[1:]))


def break_out(state: State, outbreak: Outbreak, spared: tuple[Seat, ...]) -> State:
    """V-55: the viruses move. V-80: those meant for a player who is spared stay where they are."""
    bodies = state.bodies
    for each in outbreak.spreads:
        if each.seat not in spared:
            own, theirs = bodies[state.turn], bodies[each.seat]
            source, onto = organ_of(own, each.organ), organ_of(theirs, each.onto)
            assert source is not None
            assert onto is not None
            bodies = put(bodies, state.turn, _with_cards(own, source, ()))
            bodies = put(bodies, each.seat, _with_cards(theirs, onto, source.on))
    return settled(discarded(replace(state, bodies=bodies)))


def _with_cards(body: Body, organ: Organ, on: tuple[str, ...]) -> Body:
    return with_organ(body, Organ(organ.color, organ.card, on))
