"""Tries to win at Virus!: plays what improves its own body most against the others, and keeps what it needs.

What it knows: its own hand, all bodies, and what each card does to them. It judges the table after each move, as if
nobody had a suit, and puts on its own whenever it can.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

import msgspec

from domain.games.virus import view as game
from domain.games.virus.book import compiled
from domain.games.virus.edition import EVOLUTION
from domain.games.virus.organs import fits
from service.players.choosing import Move, View, best

Cards: TypeAlias = tuple[str, ...]
Bodies: TypeAlias = dict[int, dict[str, Cards]]
"""By seat and kind of organ, the cards on it."""

_BOOK = compiled(EVOLUTION)
_ILL, _FREE, _VACCINATED, _IMMUNE = 1.0, 3.0, 4.2, 5.0
_WIN = 100.0
_RIVAL = 0.7
"""How much the best other body counts against the own."""

_WORTHS: Mapping[str, float] = {
    "latex_glove": 1.5,
    "overtime": 3.0,
    "second_opinion": 0.6,
    "contagion": 2.0,
    "suit": 1.0,
}
"""Moves whose worth is not to be seen on the bodies."""


def choose(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """The move after which the table looks best."""
    table = msgspec.convert(view, game.View)
    own = next(player for player in table.players if player.hand is not None)
    bodies: Bodies = {each.seat: {organ.color: organ.on for organ in each.body} for each in table.players}
    before = _standing(bodies, own.seat, table.needed)
    return best(moves, lambda move: _worth(table, own, bodies, move) - before, rng)


def _worth(table: game.View, own: game.Player, bodies: Bodies, move: Move) -> float:
    """How the table stands for a player after a move."""
    after = {seat: dict(body) for seat, body in bodies.items()}
    _act(after, own.seat, move)
    standing = _standing(after, own.seat, table.needed) + _WORTHS.get(move["move"], 0.0)
    if move["move"] == "discard":
        standing -= sum(_use(bodies[own.seat], card) for card in move["cards"])
    return standing


def _standing(bodies: Bodies, seat: int, needed: int) -> float:
    """The own body against the best of the others, and a little against all of them."""
    others = [_value(body, needed) for other, body in bodies.items() if other != seat]
    return _value(bodies[seat], needed) - _RIVAL * max(others) - 0.1 * sum(others)


def _value(body: Mapping[str, Cards], needed: int) -> float:
    """What a body is worth; the more healthy organs there are, the more each counts."""
    healthy = sum(not _is_ill(on) for on in body.values())
    won = _WIN if healthy >= needed else 0.0
    return won + sum(_organ(on) for on in body.values()) + 0.5 * healthy * healthy


def _organ(on: Cards) -> float:
    if _is_ill(on):
        return _ILL
    return _IMMUNE if _is_immune(on) else _VACCINATED if on else _FREE


def _is_ill(on: Cards) -> bool:
    return any(_kind(card) == "virus" for card in on)


def _is_immune(on: Cards) -> bool:
    return len(on) == 2 or any("experimental" in card for card in on)


def _kind(card: str) -> str:
    found = _BOOK.cards.get(card)
    return found.kind if found else ""


def _use(body: Mapping[str, Cards], card: str) -> float:
    """What a card in hand may be good for, and so what its discard costs: little, or the discard would never come."""
    found = _BOOK.cards.get(card)
    if found is None:
        return 0.0
    match found.kind:
        case "organ":
            return 0.9 if found.color not in body else -0.6
        case "medicine":
            useful = any(fits(str(found.color), color) for color, on in body.items() if not _is_immune(on))
            return 0.5 if useful else -0.2
        case "virus":
            return -0.1
        case "treatment":
            return 0.3


def _act(bodies: Bodies, seat: int, move: Move) -> None:
    """Do to the bodies what a move does, all going well."""
    own = bodies[seat]
    match move:
        case {"move": "play_organ", "card": card}:
            own[str(_BOOK.cards[card].color) if card in _BOOK.cards else card] = ()
        case {"move": "infect", "card": card, "seat": other, "organ": organ}:
            _infect(bodies[other], organ, card)
        case {"move": "treat", "card": card, "seat": other, "organ": organ}:
            on = bodies[other][organ]
            bodies[other][organ] = () if _is_ill(on) else (*on, card)
        case {"move": "quarantine", "seat": other, "organ": organ}:
            bodies[other][organ] = ()
        case {"move": "steal", "seat": other, "organ": organ}:
            own[organ] = bodies[other].pop(organ)
        case {"move": "spread", "organ": organ, "seat": other, "onto": onto}:
            own[organ], bodies[other][onto] = (), own[organ]
        case {"move": "medical_error", "seat": other}:
            bodies[seat], bodies[other] = bodies[other], own
        case {"move": "transplant", "seat": one, "organ": organ, "other_seat": other, "other_organ": organ_there}:
            first, second = bodies[one].pop(organ), bodies[other].pop(organ_there)
            bodies[one][organ_there], bodies[other][organ] = second, first
        case _:
            pass


def _infect(body: dict[str, Cards], organ: str, card: str) -> None:
    on = body[organ]
    if _is_ill(on):
        del body[organ]
    else:
        body[organ] = () if on else (card,)
