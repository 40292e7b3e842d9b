"""What a viewer of Spyfall may know (S-34), built up from what is public and the own card."""

from datetime import timedelta

from msgspec import Struct

from domain.games.spyfall.edition import SPY, LocationSet, Names
from domain.games.spyfall.seating import awaited_seats, opener
from domain.games.spyfall.state import Accusation, Ending, Question, Stage, State
from domain.kernel.bags import Bag
from domain.kernel.seats import ARBITER, Seat, Viewer


class Place(Struct, frozen=True, gc=False):
    """A location of the list everybody may look at; `used` says that an earlier round took place there."""

    id: str
    name: Names
    used: bool


class Card(Struct, frozen=True, gc=False):
    """A card with its face: the spy's, or a location and a role there."""

    face: str
    spy: bool
    location: Names | None = None
    role: Names | None = None


class Player(Struct, frozen=True, gc=False):
    """One player as this viewer sees them.

    `card` is None where the viewer may not know it, or where there is none. `stopped` says that this round's stop is
    used, `agreed` that they said yes to the accusation, `suspects` whom they name in the final vote.
    """

    seat: Seat
    score: int
    has_card: bool
    card: Card | None
    stopped: bool
    agreed: bool
    suspects: Seat | None
    withdrawn: bool


class RoundOver(Struct, frozen=True, gc=False):
    """The round before, with all that became public; who had left before it has no card."""

    number: int
    ending: Ending
    location: Place
    spy: Seat
    cards: tuple[Card | None, ...]
    points: tuple[int, ...]


class View(Struct, frozen=True, gc=False):
    """The table. `location`, `unused` and `left` are for arbiters alone; an agent reads the location off the card.

    The clock runs out at game time `ends`, or stands with `remaining` to go; before the round it shows `minutes`.
    """

    round: int
    rounds: int
    minutes: int
    in_role: bool
    stage: Stage
    dealer: Seat
    opener: Seat | None
    ends: timedelta | None
    remaining: timedelta | None
    question: Question | None
    accusation: Accusation | None
    players: tuple[Player, ...]
    places: tuple[Place, ...]
    last: RoundOver | None
    awaited: tuple[Seat, ...]
    location: str | None = None
    unused: Bag | None = None
    left: Bag | None = None


def view(state: State, viewer: Viewer) -> View:
    """The table as a seat, a spectator or an arbiter may know it."""
    options, arbiter = state.options, viewer == ARBITER
    return View(
        round=state.round,
        rounds=options.rounds,
        minutes=options.minutes,
        in_role=options.in_role,
        stage=state.stage,
        dealer=state.dealer,
        opener=None if state.stage == "over" else opener(state),
        ends=state.ends,
        remaining=state.remaining,
        question=state.question,
        accusation=state.accusation,
        players=tuple(_player(state, seat, viewer) for seat in range(len(state.scores))),
        places=tuple(_place(options.box, location.id, state.used) for location in options.box.locations),
        last=_last(state),
        awaited=tuple(sorted(awaited_seats(state))),
        location=state.location if arbiter else None,
        unused=state.unused if arbiter else None,
        left=state.left if arbiter else None,
    )


def _player(state: State, seat: Seat, viewer: Viewer) -> Player:
    """S-34: a card is its owner's until the round is over, when it stands in the round's result."""
    return Player(
        seat=seat,
        score=state.scores[seat],
        has_card=bool(state.cards[seat]),
        card=_card(state.options.box, state.cards[seat]) if viewer in (seat, ARBITER) else None,
        stopped=seat in state.stops,
        agreed=state.accusation is not None and seat in state.accusation.yes,
        suspects=state.suspects[seat],
        withdrawn=seat in state.withdrawn,
    )


def _card(box: LocationSet, face: str) -> Card | None:
    if not face:
        return None
    if face == SPY:
        return Card(face, spy=True)
    return Card(face, spy=False, location=box.places[face.partition(".")[0]], role=box.roles[face])


def _place(box: LocationSet, location: str, used: tuple[str, ...]) -> Place:
    return Place(location, box.places[location], location in used)


def _last(state: State) -> RoundOver | None:
    if (last := state.last) is None:
        return None
    box = state.options.box
    return RoundOver(
        number=last.number,
        ending=last.ending,
        location=_place(box, last.location, state.used),
        spy=last.spy,
        cards=tuple(_card(box, face) for face in last.cards),
        points=last.points,
    )
