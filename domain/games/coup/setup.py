"""The opening of a game, and the choices made before the first turn."""

from msgspec.structs import replace

from domain.games.coup import cards
from domain.games.coup.agenda import TURN, Agenda, CardChoice, FactionChoice, without_seat
from domain.games.coup.cards import Cards, sorted_cards, with_card, without
from domain.games.coup.moves import ChooseCard
from domain.games.coup.options import Options, check_options
from domain.games.coup.state import State, moved, put
from domain.kernel.bags import holds
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import Seat, only


def setup(options: Options, count: int, chance: Chance) -> State:
    """C-85 to C-92: cards and coins are dealt; the first player begins, once all choices before that are made."""
    check_options(options, count)
    coins = _starting_coins(options, count)
    hands, sets, court = _dealt(options, count, chance)
    return State(
        options=options,
        turn=options.first_player,
        agenda=_choices(options, count),
        court=court,
        hands=hands,
        lost=((),) * count,
        coins=coins,
        treasury=options.box.worth - sum(coins),
        factions=(None,) * count if options.reformation else (),
        sets=sets,
    )


def _starting_coins(options: Options, count: int) -> tuple[int, ...]:
    """C-86, C-88: two each; of two players the one who begins has one fewer."""
    coins = (options.box.starting_coins,) * count
    return moved(coins, options.first_player, -1) if count == 2 and options.two_player_handicap else coins


def _choices(options: Options, count: int) -> Agenda:
    """C-60, C-89: what is chosen before the first turn."""
    agenda: Agenda = (TURN,)
    if options.two_player_choice:
        agenda = (CardChoice(tuple(range(count))), *agenda)
    return (FactionChoice(options.first_player), *agenda) if options.reformation else agenda


def _dealt(options: Options, count: int, chance: Chance) -> tuple[tuple[Cards, ...], tuple[Cards, ...], Cards]:
    """The hands, the sets to choose from, and the court.

    C-86: two cards each. C-89: one of a third set each, and a set of one's own.
    """
    own = sorted_cards(options.book.characters) if options.two_player_choice else ()
    court, each, sets = (own, 1, (own,) * count) if own else (options.book.deck(count), 2, ())
    hands: list[Cards] = []
    for seat in range(count):
        hand, court = cards.draw(chance, "court", court, each, only(seat))
        hands.append(sorted_cards(hand))
    return tuple(hands), sets, court


def choose_card(state: State, step: CardChoice, seat: Seat, move: ChooseCard) -> State:
    """C-89, C-90: one card of the own set is kept in secret, the other four go to the court."""
    own = state.sets[seat]
    if not holds(own, move.card):
        raise IllegalMove("card_not_in_set", card=move.card)
    return replace(
        state,
        hands=put(state.hands, seat, with_card(state.hands[seat], move.card)),
        sets=put(state.sets, seat, ()),
        court=sorted_cards((*state.court, *without(own, move.card))),
        agenda=(without_seat(step, seat), *state.agenda[1:]),
    )
