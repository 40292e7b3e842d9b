"""How long it takes to list the legal moves, where a search over play finds the most of them."""

import random
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from domain.games.confusion import edition as confusion
from domain.games.confusion.options import Tokens
from domain.games.coup import edition as coup
from domain.games.geek_out_masters import edition as geek_out_masters
from domain.games.registry import RULESETS
from domain.games.spyfall import edition as spyfall
from domain.games.virus import edition as virus
from domain.kernel.rules import AnyRuleset, Played, apply
from domain.kernel.seats import Seat
from domain.kernel.seeded import SeededChance
from tests.bench.report import Report, seconds, typical

_GOAL: Final = 0.005
_STEPS: Final = 1_000
"""Moves played on each table; of some that could be made, the one that leads to the most moves is played."""

_TRIED: Final = 6
_LARGE: Final = 8
"""A table of a game for any number of players."""

Table = tuple[Struct, int]


class Widest(Struct):
    """A position where a seat has many moves."""

    count: int = 0
    state: Any = None
    seat: Seat = 0


def measure() -> None:
    """Print for every game the most moves found with the printed boxes, and with a club's edition at its bounds."""
    report = Report("Rules: listing the legal moves of the widest positions found (median of 50 runs)")
    for (name, _), rules in sorted(RULESETS.items()):
        printed = ((options, _largest(rules, options)) for options in rules.option_sets())
        for whose, tables in (("printed", printed), ("a club's own", club(rules))):
            found = widest(rules, tables, random.Random(7))
            if found.count:
                list_all = partial(_listed, rules, found)
                taken = typical([seconds(list_all) for _ in range(50)])
                told = f"{name}, {whose}: {found.count:,} moves"
                report.row(told, f"{taken * 1e3:.3f} ms", f"≤ {_GOAL * 1e3:.0f} ms")
    report.show()


def _listed(rules: AnyRuleset, found: Widest) -> list[Struct]:
    return list(rules.moves(found.state, found.seat))


def _largest(rules: AnyRuleset, options: Struct) -> int:
    counts = rules.seats(options)
    return max(counts) if len(counts) <= 2 * _LARGE else _LARGE


def widest(rules: AnyRuleset, tables: Iterator[Table], rng: random.Random) -> Widest:
    """The position with the most moves of a seat that greedy play meets at any of these tables."""
    best = Widest()
    for options, seats in tables:
        left = _STEPS
        while left > 0:
            state = rules.setup(options, seats, SeededChance(rng.randbytes(32), 1))
            here = _at(rules, state)
            while here.count and left > 0:
                best = max(best, here, key=lambda each: each.count)
                here = _onward(rules, here, rng)
                left -= 1
    return best


def _at(rules: AnyRuleset, state: Struct) -> Widest:
    """Of the seats that are awaited, one with the most moves."""
    seats = (seat for seat in sorted(rules.awaited(state)) if seat >= 0)
    each = (Widest(sum(1 for _ in rules.moves(state, seat)), state, seat) for seat in seats)
    return max(each, key=lambda found: found.count, default=Widest())


def _onward(rules: AnyRuleset, here: Widest, rng: random.Random) -> Widest:
    moves = _listed(rules, here)
    tried = rng.sample(moves, min(_TRIED, len(moves)))
    chances = (SeededChance(rng.randbytes(32), 2) for _ in tried)
    after = (
        _at(rules, apply(rules, here.state, Played(here.seat, move), chance))
        for move, chance in zip(tried, chances, strict=True)
    )
    return max(after, key=lambda found: found.count)


def club(rules: AnyRuleset) -> Iterator[Table]:
    """A table with an edition at the bounds of what a club's may be; none where that allows no more moves."""
    match rules.name:
        case "confusion":
            every = ("reveal_1", "move_2", "swap")
            yield rules.Options(edition=_wide_board(), tokens=Tokens(every, every)), 2
        case "coup":
            box = coup.EDITIONS["base_15"]
            own = (coup.Action(name=f"own {n}", target=True) for n in range(coup.MOST_ACTIONS - len(box.actions)))
            most = coup.MOST_PLAYERS
            parts = {"players": (2, most), "copies_in_play": (), "actions": (*box.actions, *own)}
            yield rules.Options(edition=replace(box, characters=(("duke", coup.MOST_CARDS),), **parts)), most
        case "geek_out_masters":
            dice = geek_out_masters.MOST
            box = replace(geek_out_masters.STANDARD, dice=dice, active=dice, scores=(0,) * (dice + 1))
            yield rules.Options(edition=box), _LARGE
        case "spyfall":
            one = spyfall.SETS["international"].locations[0]
            numbers = range(spyfall.MOST_LOCATIONS)
            places = tuple(replace(one, id=f"at_{n}", name=spyfall.Names(f"Place {n}", f"Lugar {n}")) for n in numbers)
            box = replace(spyfall.SETS["international"], locations=places)
            yield rules.Options(location_set=box), spyfall.MOST_PLAYERS
        case "virus":
            yield rules.Options(edition=_epidemic()), virus.MOST_PLAYERS


def _wide_board() -> confusion.Edition:
    """The largest board, with as many spies as can be, who all go far in almost every direction."""
    far = confusion.FARTHEST
    ways = (each for count in (8, 7, 6) for each in combinations(confusion.DIRECTIONS, count))
    ordinary = tuple(confusion.Pattern(f"P{n}", far, next(ways)) for n in range(confusion.MOST_SPIES - 1))
    rows = [["."] * confusion.LARGEST for _ in range(confusion.LARGEST)]
    for n in range(confusion.MOST_SPIES):
        column, row = n % 10 + 4 * (n // 10), 1 + 2 * (n // 10)
        rows[row][column], rows[far - row][column] = chr(ord("a") + n), chr(ord("A") + n)
    rows[far // 2][far // 2] = confusion.BRIEFCASE
    return replace(
        confusion.STANDARD,
        map=tuple("".join(row) for row in rows),
        narrow_columns=(1, confusion.LARGEST),
        own_half=far // 2,
        pieces=(*ordinary, confusion.Pattern("agent", None, (), double_agent=True)),
        promoted=confusion.Reach(far, confusion.DIRECTIONS),
    )


def _epidemic() -> virus.Edition:
    """Many players with many organs and large hands, and no win before the last organ."""
    counts = {"organ": virus.MOST_COPIES, "treatment": 20}
    cards = tuple(replace(card, count=counts.get(card.kind, 20)) for card in virus.EVOLUTION.cards)
    held = {kind: sum(card.count for card in cards if card.kind == kind) for kind in virus.Totals.__struct_fields__}
    return replace(
        virus.EVOLUTION,
        players=(2, virus.MOST_PLAYERS),
        hand_size=virus.MOST_IN_HAND,
        healthy_organs_to_win=sum(card.kind == "organ" for card in cards),
        total=sum(held.values()),
        totals_by_kind=virus.Totals(**held),
        cards=cards,
    )
