"""The opening of a game."""

from domain.games.virus.agenda import NEW_TURN
from domain.games.virus.cards import Cards, draw, sorted_cards
from domain.games.virus.options import Options, check_options
from domain.games.virus.state import State
from domain.kernel.chance import Chance
from domain.kernel.seats import only


def setup(options: Options, count: int, chance: Chance) -> State:
    """V-85: a hand each, the rest face down, no organ anywhere. V-86: the first player is given."""
    check_options(options, count)
    deck = options.book.deck
    hands: list[Cards] = []
    for seat in range(count):
        hand, deck = draw(chance, deck, options.box.hand_size, only(seat))
        hands.append(sorted_cards(hand))
    return State(
        options=options,
        turn=options.first_player,
        agenda=NEW_TURN,
        deck=deck,
        hands=tuple(hands),
        bodies=((),) * count,
    )
