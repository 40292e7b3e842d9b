"""What a viewer of Kobayakawa may know (K-26), built up from what is public and the own hand."""

from msgspec import Struct

from domain.games.kobayakawa.rounds import prize, stake_due
from domain.games.kobayakawa.state import Action, Settlement, Stage, State
from domain.kernel.bags import Bag
from domain.kernel.seats import ARBITER, Seat, Viewer


class Player(Struct, frozen=True):
    """One player as this viewer sees them. `hand` is None where the viewer may not know it."""

    seat: Seat
    medals: int
    stake: int | None
    action: Action | None
    discards: Bag
    cards: int
    hand: Bag | None
    withdrawn: bool


class View(Struct, frozen=True):
    """The table. `kobayakawa` has the covered cards first; `deck` and `aside` are for arbiters alone.

    `prize` is what the winner of the round takes from the centre, and `stake` what the player to decide would have to
    stake; between two rounds, in the one to come.
    """

    round: int
    rounds: int
    stage: Stage
    order: tuple[Seat, ...]
    turn: Seat | None
    kobayakawa: tuple[int, ...]
    deck_size: int
    aside_size: int
    centre: int
    prize: int
    stake: int
    players: tuple[Player, ...]
    settlement: Settlement | None
    deck: Bag | None = None
    aside: Bag | None = None


def view(state: State, viewer: Viewer) -> View:
    """The table as a seat, a spectator or an arbiter may know it."""
    turn = state.order[state.turn] if state.order else None
    arbiter = viewer == ARBITER
    return View(
        round=state.round,
        rounds=state.options.edition.rounds,
        stage=state.stage,
        order=state.order,
        turn=turn,
        kobayakawa=state.kobayakawa,
        deck_size=len(state.deck),
        aside_size=len(state.aside),
        centre=state.centre + state.carried,
        prize=0 if turn is None else prize(state),
        stake=0 if turn is None else stake_due(state, turn),
        players=tuple(_player(state, seat, viewer) for seat in range(len(state.medals))),
        settlement=state.settlement,
        deck=state.deck if arbiter else None,
        aside=state.aside if arbiter else None,
    )


def _player(state: State, seat: Seat, viewer: Viewer) -> Player:
    """K-26: a hand is its owner's; revealed cards stand in the settlement, where everybody reads them."""
    hand = state.hands[seat]
    return Player(
        seat=seat,
        medals=state.medals[seat],
        stake=state.stakes[seat],
        action=state.actions[seat],
        discards=state.discards[seat],
        cards=len(hand),
        hand=hand if viewer in (seat, ARBITER) else None,
        withdrawn=seat in state.withdrawn,
    )
