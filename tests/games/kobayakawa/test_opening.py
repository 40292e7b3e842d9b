"""The opening: an edition of a club's own is refused at the entry at fault, and played with up to its bounds."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.kobayakawa.rules import KOBAYAKAWA
from domain.games.kobayakawa.state import STANDARD, Options
from domain.kernel.refusals import BadOptions
from domain.kernel.seeded import SeededChance


def opened(seats: int, **parts: Any) -> Any:
    """A table with the printed edition but for some parts."""
    return KOBAYAKAWA.setup(Options(edition=replace(STANDARD, **parts)), seats, SeededChance(bytes(32), 1))


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"players": (1, 6)}, "players: seat_range least=1 most=6 fewest=2 limit=49"),
        ({"players": (4, 3)}, "players: seat_range least=4 most=3 fewest=2 limit=49"),
        ({"players": (3, 50)}, "players: seat_range least=3 most=50 fewest=2 limit=49"),
        ({"cards": tuple(range(101))}, "cards: too_many most=100 given=101"),
        ({"cards": (1, 2, 1, *range(4, 20))}, "cards.2: cards_repeat given=1"),
        ({"cards": tuple(range(12))}, "cards: too_few_cards needed=13 given=12"),
        ({"prizes": (1,) * 5_001}, "prizes: too_many most=5000 given=5001"),
        ({"prizes": (), "stakes": ()}, "prizes: bad_amounts"),
        ({"prizes": (1, 1), "stakes": (1,)}, "stakes: bad_amounts"),
        ({"prizes": (1, -1), "stakes": (1, 1)}, "prizes.1: bad_amounts"),
        ({"prizes": (1, 0), "stakes": (1, 0)}, "stakes.1: bad_amounts"),
        ({"medals_each": 0}, "medals_each: bad_amounts"),
        ({"medals": 10, "medals_each": 1, "prizes": (5,), "stakes": (1,)}, "medals: too_few_medals needed=11 given=10"),
    ],
)
def test_an_edition_nobody_can_play_is_refused_at_the_entry(parts: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        opened(3, **parts)
    assert str(refusal.value) == f"options.edition.{words}"


def test_an_edition_at_its_bounds_is_played_with() -> None:
    rounds = (0,) * 5_000
    table = opened(49, players=(2, 49), cards=tuple(range(100)), prizes=rounds, stakes=(1,) * 5_000, medals_each=1,
                   medals=49)  # fmt: skip
    assert sum(len(hand) for hand in table.hands) == 49
    assert opened(2, players=(2, 2), cards=(1, 2, 3, 4, 5)).medals == (4, 4)
