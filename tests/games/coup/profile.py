"""Coup for the shared tests: its planted leaks.

Each tells one thing that C-98 or C-99 keeps, in one of the ways secrets get out of this game: through a view, through
who is asked and who is not, through what is offered, through a card shown to too many.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.games.coup.advance import advance
from domain.games.coup.agenda import Blocks, Challenges, Loss
from domain.games.coup.losses import turned_up
from domain.games.coup.moves import Block, Challenge, Keep, Move
from domain.games.coup.play import play
from domain.games.coup.rules import COUP, moves
from domain.games.coup.state import State
from domain.games.coup.view import View, view
from domain.kernel.chance import Chance
from domain.kernel.refusals import IllegalMove
from domain.kernel.seats import ALL, NOBODY, Seat, Viewer
from tests.kit.profile import Planted, Profile, broken


def _court_seen(state: State, viewer: Viewer) -> View:
    """The lowest card of the court lies open."""
    return replace(view(state, viewer), court=state.court[:1])


def _drawn_seen(state: State, viewer: Viewer) -> View:
    """The cards of an exchange lie open until it is decided."""
    return replace(view(state, viewer), drawn=state.drawn)


def _examined_seen(state: State, viewer: Viewer) -> View:
    """Everybody sees the card under an inquisitor's eyes."""
    return replace(view(state, viewer), offered=state.offered)


def _positions_sorted(state: State, viewer: Viewer) -> View:
    """The hand left after a loss says whether the card before or behind it was turned up."""
    told = view(state, viewer)
    players = tuple(
        replace(each, choices=sum(card < each.lost[-1] for card in state.hands[each.seat])) if each.lost else each
        for each in told.players
    )
    return replace(told, players=players)


def _only_liars_are_challenged(state: State, seat: Seat) -> Iterator[Move]:
    """A challenge is offered only where it would succeed."""
    step = state.agenda[0] if state.agenda else None
    honest = isinstance(step, Challenges) and (step.character in state.hands[step.claimant]) != (step.about == "denial")
    yield from (move for move in moves(state, seat) if not (honest and isinstance(move, Challenge)))


def _offered_by_the_court(state: State, seat: Seat) -> Iterator[Move]:
    """The order of the moves offered follows the court."""
    offered = list(moves(state, seat))
    yield from offered if "duke" in state.court else reversed(offered)


def _window_for_holders(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """Only players who hold a card that blocks are asked whether they block."""
    after = play(state, seat, move, chance)
    while after.agenda and isinstance(after.agenda[0], Blocks) and after.agenda[0] not in state.agenda[:1]:
        waiting = tuple(each for each in after.agenda[0].waiting if set(after.hands[each]) & {"duke", "contessa"})
        if waiting == after.agenda[0].waiting:
            break
        after = advance(replace(after, agenda=(Blocks(waiting), *after.agenda[1:])), chance)
    return after


def _believers_pass(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """Who holds nothing of what is claimed is taken to believe it, and passes unasked."""
    after = play(state, seat, move, chance)
    step = after.agenda[0] if after.agenda else None
    if not isinstance(step, Challenges) or step in state.agenda[:1]:
        return after
    waiting = tuple(each for each in step.waiting if step.character in after.hands[each])
    claim = Challenges(step.about, step.claimant, step.character, waiting or step.waiting)
    return replace(after, agenda=(claim, *after.agenda[1:]))


def _no_choice_no_question(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """C-10 broken: whose two cards are the same is not asked which to lose."""
    after = play(state, seat, move, chance)
    step = after.agenda[0] if after.agenda else None
    if isinstance(step, Loss) and len(set(after.hands[step.seat])) == 1:
        card = after.hands[step.seat][0]
        chance.show("C-10", f"card {step.seat}", card, seen_by=ALL)
        return advance(turned_up(replace(after, agenda=after.agenda[1:]), step.seat, card), chance)
    return after


def _refusal_tells(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """Who names a character that does not block is told whether the actor was telling the truth."""
    try:
        return play(state, seat, move, chance)
    except IllegalMove as refusal:
        if isinstance(move, Block) and "captain" in state.hands[state.turn]:
            raise IllegalMove("does_not_block", character=move.character, really=1) from refusal
        raise


class _Wider:
    """Chance that lets everybody see what some were to see."""

    def __init__(self, chance: Chance, kind: str) -> None:
        self._chance, self._kind = chance, kind

    def draw(self, *asked: Any, seen_by: Any) -> Any:
        return self._chance.draw(*asked, seen_by=ALL if self._kind == "draw" and seen_by != NOBODY else seen_by)

    def show(self, *asked: Any, seen_by: Any) -> Any:
        return self._chance.show(*asked, seen_by=ALL if self._kind == "show" else seen_by)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._chance, name)


def _examined_for_all(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """C-51 broken: the examined card is shown to the whole table."""
    return play(state, seat, move, _Wider(chance, "show"))


def _drawn_for_all(state: State, seat: Seat, move: Move, chance: Chance) -> State:
    """C-1 broken: what replaces a proof is drawn openly."""
    return play(state, seat, move, _Wider(chance, "draw"))


class _OpenKeep(Struct, frozen=True, tag="keep", tag_field="move", forbid_unknown_fields=True):
    """Keep, with its secret field not marked as one."""

    cards: tuple[str, ...]


def _kept_openly(state: State, seat: Seat) -> Iterator[Any]:
    yield from (_OpenKeep(move.cards) if isinstance(move, Keep) else move for move in moves(state, seat))


def _play_kept(state: State, seat: Seat, move: Any, chance: Chance) -> State:
    return play(state, seat, Keep(move.cards) if isinstance(move, _OpenKeep) else move, chance)


_OPEN_MOVE: Any = None
for _kind in COUP.Move.__args__:
    _one = _OpenKeep if _kind is Keep else _kind
    _OPEN_MOVE = _one if _OPEN_MOVE is None else _OPEN_MOVE | _one

_UNMARKED = broken(COUP, Move=_OPEN_MOVE, moves=_kept_openly, play=_play_kept)

PROFILE = Profile(
    planted=(
        Planted("a card of the court", broken(COUP, view=_court_seen), "view"),
        Planted("cards drawn in an exchange", broken(COUP, view=_drawn_seen), "view"),
        Planted("an examined card", broken(COUP, view=_examined_seen), "view"),
        Planted("sorted positions", broken(COUP, view=_positions_sorted), "view"),
        Planted("number of moves", broken(COUP, moves=_only_liars_are_challenged), "moves"),
        Planted("order of moves", broken(COUP, moves=_offered_by_the_court), "moves"),
        Planted("a window for holders only", broken(COUP, play=_window_for_holders), "view"),
        Planted("an automatic pass", broken(COUP, play=_believers_pass), "view"),
        Planted("a choice skipped", broken(COUP, play=_no_choice_no_question), "log"),
        Planted("facts of a refusal", broken(COUP, play=_refusal_tells), "refusals"),
        Planted("an audience too wide", broken(COUP, play=_examined_for_all), "visibility"),
        Planted("a draw before all", broken(COUP, play=_drawn_for_all), "visibility"),
        Planted("a secret field unmarked", _UNMARKED, "visibility"),
    ),
)
