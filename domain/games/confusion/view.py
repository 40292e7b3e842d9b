"""What a viewer of Confusion may know, built up from what is public and the pieces before the viewer's eyes.

A player sees the opponent's movement pieces and not the own ones; spectators see neither.
"""

from typing import Literal

from msgspec import Struct

from domain.games.confusion.attempts import target_of
from domain.games.confusion.edition import Direction, Pattern, Reach
from domain.games.confusion.moves import Attempt, Handling
from domain.games.confusion.options import Token
from domain.games.confusion.plan import GONE, Place
from domain.games.confusion.state import Act, Crown, Fate, Shown, State
from domain.games.confusion.turns import awaited
from domain.kernel.seats import ARBITER, Seat, Viewer

Colour = Literal["white", "red"]


class SpySeen(Struct, frozen=True, gc=False):
    """A spy as this viewer sees it. `piece` is None where the viewer may not know it.

    `granted` is, for each of the directions F, FR, R, BR, B, BL, L, FL, the longest attempt answered with yes, and
    `refused` the shortest answered with no, before a promotion; 0 is none.
    """

    name: str
    place: Place | None
    fate: Fate
    crown: Crown
    shown: Shown
    piece: str | None
    granted: tuple[int, ...]
    refused: tuple[int, ...]


class SideSeen(Struct, frozen=True, gc=False):
    """One player's spies, in the order of their letters, and the tokens not yet played (CF-R40)."""

    colour: Colour
    spies: tuple[SpySeen, ...]
    tokens: tuple[Token, ...]


class Asked(Struct, frozen=True, gc=False):
    """The attempt that waits for its answer, and the square it leads to."""

    spy: str
    direction: Direction
    distance: int
    briefcase: Handling | None
    target: Place


class View(Struct, frozen=True, gc=False):
    """The table. `seat` is the player who looks, None for others; `sides` are indexed by seat.

    `act` is what was done before the attempt this turn, `resting` who may not be moved this turn. The board and the
    pieces in the box are here too, so that everything the record proves follows from a view alone.
    """

    seat: Seat | None
    turn: Seat
    awaited: tuple[Seat, ...]
    asked: Asked | None
    sides: tuple[SideSeen, ...]
    briefcase: Place
    holder: str | None
    act: Act
    resting: tuple[str, ...]
    attempts: int
    at_home: bool
    offer: Seat | None
    quiet: int
    draw_after: int
    columns: int
    rows: int
    usable_columns: tuple[int, int]
    own_half: int
    pieces: tuple[Pattern, ...]
    promoted: Reach
    double_agent_limit: int | None
    winner: Seat | None
    why: str


def view(state: State, viewer: Viewer) -> View:
    """The table as a seat, a spectator or an arbiter may know it."""
    options = state.options
    plan, edition = options.plan, options.edition
    return View(
        seat=viewer if viewer in (0, 1) else None,  # type: ignore[arg-type]  # a seat, that is
        turn=state.turn,
        awaited=tuple(sorted(awaited(state))),
        asked=None if state.pending is None else _asked(state, state.pending),
        sides=(_side(state, 0, viewer), _side(state, 1, viewer)),
        briefcase=plan.places[state.briefcase],
        holder=_holder(state),
        act=state.act,
        resting=state.resting,
        attempts=state.attempts,
        at_home=state.at_home,
        offer=state.offer,
        quiet=state.quiet,
        draw_after=options.draw_after,
        columns=plan.columns,
        rows=plan.rows,
        usable_columns=(plan.first_column, plan.last_column),
        own_half=edition.own_half,
        pieces=edition.pieces,
        promoted=edition.promoted,
        double_agent_limit=edition.double_agent_limit,
        winner=state.winner,
        why=state.why,
    )


def _asked(state: State, pending: Attempt) -> Asked:
    target = state.options.plan.places[target_of(state, state.turn, pending)]
    return Asked(pending.spy, pending.direction, pending.distance, pending.briefcase, target)


def _holder(state: State) -> str | None:
    for seat in (0, 1):
        for name, spy in zip(state.options.plan.names[seat], state.spies[seat], strict=True):
            if spy.square == state.briefcase:
                return name
    return None


def _side(state: State, seat: Seat, viewer: Viewer) -> SideSeen:
    plan = state.options.plan
    places, seen = plan.places, _seen_when(seat, viewer)
    return SideSeen(
        "white" if seat == state.options.white else "red",
        tuple(
            [
                SpySeen(
                    name,
                    None if spy.square == GONE else places[spy.square],
                    spy.fate,
                    spy.crown,
                    spy.shown,
                    spy.piece if spy.shown in seen else None,
                    spy.granted,
                    spy.refused,
                )
                for name, spy in zip(plan.names[seat], state.spies[seat], strict=True)
            ]
        ),
        state.tokens[seat],
    )


def _seen_when(owner: Seat, viewer: Viewer) -> tuple[Shown, ...]:
    """To whom a piece must have been shown for this viewer to see it: to nobody for the opponent, who always does."""
    if viewer in (1 - owner, ARBITER):
        return ("nobody", "players", "all")
    return ("players", "all") if viewer == owner else ("all",)
