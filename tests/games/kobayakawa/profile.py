"""Kobayakawa for the shared tests: its planted leaks.

Each tells one thing that K-26 keeps, in one of the ways secrets get out: through a view, a number, an order of moves, a
refusal, or a card shown that nobody had to show.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.kobayakawa.moves import Move, Pass
from domain.games.kobayakawa.play import play
from domain.games.kobayakawa.rounds import stake_due
from domain.games.kobayakawa.rules import KOBAYAKAWA, moves
from domain.games.kobayakawa.state import State
from domain.games.kobayakawa.view import View, view
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import ALL, Seat, Viewer
from tests.kit.profile import Planted, Profile, broken


def _passers_hands(state: State, viewer: Viewer) -> View:
    """After the round everybody sees every hand, not only those of the showdown."""
    told = view(state, viewer)
    if state.stage != "round_over":
        return told
    return replace(told, players=tuple(replace(each, hand=state.hands[each.seat]) for each in told.players))


def _hands_while_deciding(state: State, viewer: Viewer) -> View:
    """Who is to decide may look at the neighbour's hand."""
    told = view(state, viewer)
    if viewer != told.turn or len(state.order) < 2:
        return told
    neighbour = state.order[state.turn - 1]
    players = tuple(
        replace(each, hand=state.hands[neighbour]) if each.seat == neighbour else each for each in told.players
    )
    return replace(told, players=players)


def _deck_size_tells(state: State, viewer: Viewer) -> View:
    """The size of the deck goes up by one while the highest card lies in it."""
    return replace(view(state, viewer), deck_size=len(state.deck) + (15 in state.deck))


def _aside_shown(state: State, viewer: Viewer) -> View:
    """A card put aside is put aside face up."""
    return replace(view(state, viewer), aside=state.aside)


def _no_hopeless_stake(state: State, seat: Seat) -> Iterator[Move]:
    """Staking is not offered while another holds the highest card."""
    for move in moves(state, seat):
        if state.stage != "stake" or move == Pass() or not _other_holds(state, seat, 15):
            yield move


def _moves_sorted_by_deck(state: State, seat: Seat) -> Iterator[Move]:
    """The order of the moves offered follows the deck."""
    offered = list(moves(state, seat))
    yield from offered if sum(map(int, state.deck)) % 2 else reversed(offered)


def _refusal_tells(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """A wrong stake is refused with the number of cards that beat the own one."""
    try:
        return play(state, seat, move, chance)
    except IllegalMove as refusal:
        if refusal.code == "wrong_stake":
            own = max(map(int, state.hands[seat]))
            beaten_by = sum(int(card) > own for hand in state.hands for card in hand)
            raise IllegalMove(refusal.code, due=stake_due(state, seat), beaten_by=beaten_by) from refusal
        raise


def _sole_staker_shows(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """K-7 broken: who alone staked shows the card all the same."""
    after = play(state, seat, move, chance)
    done = after.settlement is not None and state.settlement is None
    if done and after.settlement and after.settlement.winner is not None and not after.settlement.shown:
        winner = after.settlement.winner
        chance.show("K-22", f"hand {winner}", *state.hands[winner], seen_by=ALL)
    return after


def _drawn_card_open(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """K-20 broken: a card is drawn before everybody's eyes."""
    return play(state, seat, move, _Open(chance))


class _Open:
    """Chance that lets everybody see what is drawn."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def draw(self, pile, bag, count, *, seen_by):  # type: ignore[no-untyped-def]
        return self._chance.draw(pile, bag, count, seen_by=ALL)

    def __getattr__(self, name: str) -> object:
        return getattr(self._chance, name)


def _other_holds(state: State, seat: Seat, card: int) -> bool:
    return any(card in hand for other, hand in enumerate(state.hands) if other != seat)


PROFILE = Profile(
    planted=(
        Planted("hands after the round", broken(KOBAYAKAWA, view=_passers_hands), "view"),
        Planted("a neighbour's hand", broken(KOBAYAKAWA, view=_hands_while_deciding), "view"),
        Planted("a size that tells", broken(KOBAYAKAWA, view=_deck_size_tells), "view"),
        Planted("cards put aside", broken(KOBAYAKAWA, view=_aside_shown), "view"),
        Planted("number of moves", broken(KOBAYAKAWA, moves=_no_hopeless_stake), "moves"),
        Planted("order of moves", broken(KOBAYAKAWA, moves=_moves_sorted_by_deck), "moves"),
        Planted("facts of a refusal", broken(KOBAYAKAWA, play=_refusal_tells), "refusals"),
        Planted("a sole staker's card", broken(KOBAYAKAWA, play=_sole_staker_shows), "visibility"),
        Planted("a card drawn openly", broken(KOBAYAKAWA, play=_drawn_card_open), "visibility"),
    ),
    floor=100,
)
