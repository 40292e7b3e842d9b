"""The opening of a game, and the deal that begins every round."""

from domain.games.kobayakawa.state import Edition, Options, State
from domain.kernel.bags import Bag, bag
from domain.kernel.chance import Chance
from domain.kernel.editions import check_different, check_length, check_players
from domain.kernel.opening import check_seat, check_seat_count
from domain.kernel.refusals import BadOptions
from domain.kernel.seats import ALL, Seat, clockwise, only

_MOST_CARDS = 100
_MOST_PLAYERS = (_MOST_CARDS - 1) // 2
_MOST_ROUNDS = 5_000
"""What an edition may have: more than any club plays, and nothing that fills a server's memory."""


def seats(options: Options) -> range:
    """K-17: as many players as the edition says; 3 to 6 in the printed game."""
    least, most = options.edition.players
    return range(least, most + 1)


def setup(options: Options, count: int, chance: Chance) -> State:
    """K-17: medals to every player and to the centre, the rest stays in the box; then the first deal."""
    _check_edition(options.edition)
    check_seat_count(count, seats(options))
    check_seat("options.first_player", options.first_player, count)
    edition = options.edition
    centre = sum(edition.prizes)
    opening = State(
        options=options,
        round=0,
        stage="round_over",
        order=(),
        turn=0,
        deck=(),
        kobayakawa=(),
        hands=((),) * count,
        discards=((),) * count,
        actions=(None,) * count,
        stakes=(None,) * count,
        medals=(edition.medals_each,) * count,
        centre=centre,
        carried=0,
        box=edition.medals - centre - edition.medals_each * count,
    )
    return deal(opening, options.first_player, chance)


def deal(state: State, first: Seat, chance: Chance) -> State:
    """K-18: all cards shuffled again, one to each living player, the next turned up as the Kobayakawa."""
    count = len(state.medals)
    order = tuple(seat for seat in clockwise(first, count) if is_living(state, seat))
    deck = bag(state.options.edition.cards)
    hands: list[Bag] = [()] * count
    for seat in order:
        hands[seat], deck = chance.draw("deck", deck, 1, seen_by=only(seat))
    kobayakawa, deck = chance.draw("deck", deck, 1, seen_by=ALL)
    return State(
        options=state.options,
        round=state.round + 1,
        stage="draw",
        order=order,
        turn=0,
        deck=deck,
        kobayakawa=kobayakawa,  # type: ignore[arg-type]  # this game's cards are numbers
        hands=tuple(hands),
        discards=((),) * count,
        actions=(None,) * count,
        stakes=(None,) * count,
        medals=state.medals,
        centre=state.centre,
        carried=state.carried,
        box=state.box,
        withdrawn=state.withdrawn,
    )


def is_living(state: State, seat: Seat) -> bool:
    """K-11: who has no medals after a round is out of the game, and so is who withdrew (K-25)."""
    return state.medals[seat] > 0 and seat not in state.withdrawn


def _check_edition(edition: Edition) -> None:
    path = "options.edition"
    most = edition.players[1]
    check_players(f"{path}.players", edition.players, 2, _MOST_PLAYERS)
    check_length(f"{path}.cards", edition.cards, _MOST_CARDS)
    check_different(((f"{path}.cards.{index}", card) for index, card in enumerate(edition.cards)), "cards_repeat")
    if len(edition.cards) < 2 * most + 1:
        raise BadOptions(f"{path}.cards", "too_few_cards", needed=2 * most + 1, given=len(edition.cards))
    check_length(f"{path}.prizes", edition.prizes, _MOST_ROUNDS)
    if not edition.prizes:
        raise BadOptions(f"{path}.prizes", "bad_amounts")
    if len(edition.stakes) != len(edition.prizes):
        raise BadOptions(f"{path}.stakes", "bad_amounts")
    for name, least, amounts in (("prizes", 0, edition.prizes), ("stakes", 1, edition.stakes)):
        for index, amount in enumerate(amounts):
            if amount < least:
                raise BadOptions(f"{path}.{name}.{index}", "bad_amounts")
    if edition.medals_each < 1:
        raise BadOptions(f"{path}.medals_each", "bad_amounts")
    needed = most * edition.medals_each + sum(edition.prizes)
    if edition.medals < needed:
        raise BadOptions(f"{path}.medals", "too_few_medals", needed=needed, given=edition.medals)
