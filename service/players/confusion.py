"""Tries to win at Confusion: moves spies by what the answers so far prove of them, and lies when that is worth it.

What it knows: where everything stands, how the opponent's spies move, and every answer. For each of its own spies it
takes each piece that is still possible to be as likely; the pieces of the opponent it reads off.
"""

from collections.abc import Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from domain.games.confusion import view as game
from domain.games.confusion.deduce import fits, possible
from domain.games.confusion.edition import DIRECTIONS, Pattern
from domain.games.confusion.plan import Place
from service.players.choosing import Move, View, best

_AGENT_SAYS_YES = 0.3
"""How often an opponent is taken to let a double agent move."""

_LETS_AGENTS_GO = 0.7
"""How often a double agent is really let go where that does no harm."""

_WIN = 1_000.0
_BRIEFCASE = 12.0
_ROW = 2.0
"""What bringing the briefcase a row nearer to the enemy home row is worth."""

_CAPTURE = 4.0
_LEARNING = 1.0


def choose(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """The move that is worth most on average."""
    table = msgspec.convert(view, game.View)
    assert table.seat is not None
    if table.asked is not None:
        return _answer(table, moves, rng)
    side = _Side(table, table.seat)
    return best(moves, side.worth, rng)


def _answer(table: game.View, moves: Sequence[Move], rng: Random) -> Move:
    """The truth; of a double agent mostly yes, unless that does harm or gives it away."""
    answers = [move for move in moves if move["move"] == "answer"]
    if len(answers) == 1:
        return answers[0]
    believed = [move for move in answers if _is_believable(table, yes=bool(move["yes"]))] or answers
    yes = not _does_harm(table) and rng.random() < _LETS_AGENTS_GO
    return next((move for move in believed if move["yes"] == yes), next(move for move in answers if not move["yes"]))


def _is_believable(table: game.View, *, yes: bool) -> bool:
    """Whether some ordinary piece would have been answered like that, with all the answers before."""
    asked = table.asked
    assert asked is not None
    spy = next(spy for spy in table.sides[table.turn].spies if spy.name == asked.spy)
    way = DIRECTIONS.index(asked.direction)
    if yes:
        spy = replace(spy, granted=_put(spy.granted, way, max(asked.distance, spy.granted[way])))
    else:
        spy = replace(spy, refused=_put(spy.refused, way, min(asked.distance, spy.refused[way] or asked.distance)))
    return any(not piece.double_agent and fits(piece, spy, None) for piece in table.pieces)


def _put(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _does_harm(table: game.View) -> bool:
    """The double agent would capture, take the briefcase, or bring it nearer to the answering player's home."""
    asked = table.asked
    assert asked is not None
    taken = any(spy.place == asked.target for spy in table.sides[1 - table.turn].spies)
    return taken or asked.briefcase is not None or asked.target == table.briefcase


class _Side:
    """One player's view of the own chances."""

    def __init__(self, table: game.View, seat: int) -> None:
        self._table = table
        self._seat = seat
        own, other = table.sides[seat], table.sides[1 - seat]
        self._forward = 1 if own.colour == "white" else -1
        self._goal = table.rows if self._forward == 1 else 1
        self._own = {spy.place: spy for spy in own.spies if spy.place}
        self._enemies = {spy.place: spy for spy in other.spies if spy.place}
        self._spies = {spy.name: spy for spy in own.spies}
        self._pieces = {piece.id: piece for piece in table.pieces}
        self._can_be = {each.spy: [self._pieces[name] for name in each.pieces] for each in possible(table, seat)}

    def worth(self, move: Move) -> float:
        """What a move is worth, seen from here. Draws are neither offered nor accepted."""
        match move["move"]:
            case "attempt":
                return self._attempt(move)
            case "expose_agent":
                return self._exposing(str(move["spy"]))
            case "remove_suspect":
                return self._removing(str(move["spy"]))
            case "reveal":
                return self._revealing(str(move["spy"]))
            case "move_two":
                return 3.0
            case _:
                return -1.0

    def _attempt(self, move: Move) -> float:
        spy = self._spies[str(move["spy"])]
        way, far = str(move["direction"]), int(move["distance"])
        likely = self.chance_of_yes(spy, way, far)
        if not likely:
            return 0.0
        learning = 0.0 if spy.crown == "promoted" else _LEARNING * likely * (1 - likely)
        return likely * self._gain(spy, self._target(spy, way, far), move["briefcase"]) + learning

    def chance_of_yes(self, spy: game.SpySeen, way: str, far: int) -> float:
        """How likely an attempt is granted: the share of the pieces still possible that move so."""
        if spy.crown == "promoted":
            return float(way in self._table.promoted.directions and far <= self._table.promoted.max_distance)
        pieces = self._can_be[spy.name]
        agent = _as_before(spy, way, far)
        return sum(agent if piece.double_agent else float(_moves(piece, way, far)) for piece in pieces) / len(pieces)

    def _target(self, spy: game.SpySeen, way: str, far: int) -> Place:
        assert spy.place is not None
        across = far * (("R" in way) - ("L" in way)) * self._forward
        ahead = far * (("F" in way) - ("B" in way)) * self._forward
        return Place(spy.place.column + across, spy.place.row + ahead)

    def _gain(self, spy: game.SpySeen, target: Place, briefcase: object) -> float:
        """What a yes brings."""
        assert spy.place is not None
        case = self._table.briefcase
        if briefcase == "send":
            return self._sending(spy.place, target)
        steps = (target.row - spy.place.row) * self._forward
        gain = _CAPTURE * (target in self._enemies) - (3.0 if self._is_attacked(target) else 0.0)
        if briefcase == "carry":
            return gain + (_WIN if target.row == self._goal else _ROW * steps)
        if briefcase == "leave":
            return gain - _BRIEFCASE
        if target == case:
            return gain + (_WIN if target.row == self._goal else _BRIEFCASE)
        nearer = max(abs(spy.place.column - case.column), abs(spy.place.row - case.row)) - max(
            abs(target.column - case.column), abs(target.row - case.row)
        )
        holds = case in self._own
        return gain + (0.2 * steps if holds else 0.4 * nearer)

    def _sending(self, start: Place, target: Place) -> float:
        if target in self._enemies:
            return -_WIN
        steps = _ROW * (target.row - start.row) * self._forward
        if target in self._own:
            return _WIN if target.row == self._goal else steps
        return steps - _BRIEFCASE

    def _is_attacked(self, target: Place) -> bool:
        """Whether an enemy beside a square may step onto it: a glance, not a count."""
        for place, enemy in self._enemies.items():
            across, ahead = target.column - place.column, target.row - place.row
            if max(abs(across), abs(ahead)) == 1 and place != target:
                way = ("F" if ahead * -self._forward > 0 else "B" if ahead else "") + (
                    "R" if across * -self._forward > 0 else "L" if across else ""
                )
                piece = self._pieces.get(enemy.piece or "")
                if enemy.crown == "promoted" or (piece is not None and _moves(piece, way, 1)):
                    return True
        return False

    def _exposing(self, name: str) -> float:
        """The opponent's double agent is taken away when it holds the briefcase."""
        return 50.0 if self._table.holder == name else -1.0

    def _removing(self, name: str) -> float:
        """A certain double agent that holds the briefcase will never be let go home with it."""
        certain = all(piece.double_agent for piece in self._can_be[name])
        return 40.0 if certain and self._table.holder == name else -1.0

    def _revealing(self, name: str) -> float:
        """The less is known of a spy on the board, the more there is to learn."""
        return 0.5 * len(self._can_be[name]) if self._spies[name].place is not None else -1.0


def _as_before(spy: game.SpySeen, way: str, far: int) -> float:
    """How likely a double agent is let go: mostly as it was the last time, or it would give itself away."""
    granted, refused = (answers[DIRECTIONS.index(way)] for answers in (spy.granted, spy.refused))
    if far <= granted:
        return 0.9
    return 0.0 if 0 < refused <= far else _AGENT_SAYS_YES


def _moves(piece: Pattern, way: str, far: int) -> bool:
    return way in piece.directions and far <= (piece.max_distance or 0)
