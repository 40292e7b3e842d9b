"""Tries to win at Kobayakawa: counts the cards that are still unseen and stakes when it pays on average.

What it knows: its own card, the Kobayakawa and those beneath it, all discards, who has staked and who is still to
decide. It takes every unseen card to be as likely in any hand, and everybody still to decide to stake half the time.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from random import Random

import msgspec

from domain.games.kobayakawa import view as game
from domain.games.kobayakawa.state import STANDARD
from service.players.choosing import Move, View, best

_JOINS = 0.5
"""The chance that somebody who has yet to decide will stake."""


def choose(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """The move that is worth most on average."""
    table = msgspec.convert(view, game.View)
    return best(moves, lambda move: _worth(table, move), rng)


def _worth(table: game.View, move: Move) -> float:
    """What a move brings in medals, on average, seen from here."""
    match move["move"]:
        case "draw":
            return _after_drawing(table)
        case "replace":
            return _after_replacing(table)
        case "discard":
            (kept,) = (card for card in _hand(table) if card != move["card"])
            return _prospect(table, kept, table.kobayakawa[-1], _unseen(table))
        case "stake":
            return _gain(table, _hand(table)[0], table.kobayakawa[-1], _unseen(table))
        case _:
            return 0.0


def _after_drawing(table: game.View) -> float:
    (held,), support, unseen = _hand(table), table.kobayakawa[-1], _unseen(table)
    worths = []
    for drawn in unseen:
        rest = tuple(card for card in unseen if card != drawn)
        worths.append(max(_prospect(table, kept, support, rest) for kept in (held, drawn)))
    return sum(worths) / len(worths)


def _after_replacing(table: game.View) -> float:
    (held,), unseen = _hand(table), _unseen(table)
    worths = []
    for support in unseen:
        rest = tuple(card for card in unseen if card != support)
        worths.append(_prospect(table, held, support, rest))
    return sum(worths) / len(worths)


def _prospect(table: game.View, held: int, support: int, unseen: tuple[int, ...]) -> float:
    """What a card will bring in the stake stage, where one may pass."""
    return max(0.0, _gain(table, held, support, unseen))


def _gain(table: game.View, held: int, support: int, unseen: tuple[int, ...]) -> float:
    """What staking brings: the pot as often as it is won, less the stake."""
    others = [player for player in table.players if player.seat in table.order and player.seat != table.turn]
    staked = sum(1 for player in others if player.stake)
    undecided = sum(1 for player in others if player.stake is None)
    average = 0.0
    for joining in range(undecided + 1):
        stakers = staked + joining
        likely = comb(undecided, joining) * _JOINS**joining * (1 - _JOINS) ** (undecided - joining)
        pot = table.prize + (stakers + 1) * table.stake
        average += likely * pot * chance_to_win(held, support, unseen, stakers)
    return average - table.stake


@lru_cache(maxsize=100_000)
def chance_to_win(held: int, support: int, unseen: tuple[int, ...], rivals: int) -> float:
    """How often a card wins a showdown against so many rivals, whose cards are any of the unseen. A tie counts as lost.

    >>> chance_to_win(15, 1, tuple(range(2, 15)), 0), chance_to_win(15, 1, tuple(range(2, 15)), 2)
    (1.0, 1.0)
    >>> chance_to_win(2, 3, (1, 4, 5), 1)
    0.3333333333333333
    """
    if not rivals:
        return 1.0
    lower = sorted(card for card in unseen if card < held)
    # As the lowest it gets the support: all rivals must lie between it and its total.
    ways = comb(sum(held < card < held + support for card in unseen), rivals)
    # Otherwise it must be the highest, and the lowest of the rivals must fall short of it with the support.
    for index, lowest in enumerate(lower):
        if lowest + support < held:
            ways += comb(len(lower) - index - 1, rivals - 1)
    return ways / comb(len(unseen), rivals)


def _hand(table: game.View) -> tuple[int, ...]:
    (own,) = (player for player in table.players if player.seat == table.turn)
    return tuple(card for card in own.hand or () if isinstance(card, int))


def _unseen(table: game.View) -> tuple[int, ...]:
    seen = {*_hand(table), *table.kobayakawa, *(card for player in table.players for card in player.discards)}
    return tuple(card for card in STANDARD.cards if card not in seen)
