"""Bags: multisets in canonical order, of numbers, of words and of both."""

from random import Random

import pytest

from domain.kernel.bags import Card, added, bag, holds, taken

KINDS: dict[str, tuple[Card, ...]] = {
    "numbers": (1, 2, 3, 10, -4),
    "words": ("duke", "captain", "ámbar", "Zeus", ""),
    "both": (1, 10, 2, "duke", "1", "captain", -4),
}


@pytest.fixture(params=KINDS.values(), ids=KINDS)
def faces(request: pytest.FixtureRequest) -> tuple[Card, ...]:
    kinds: tuple[Card, ...] = request.param
    return kinds


def test_equal_multisets_are_equal_bags(faces: tuple[Card, ...]) -> None:
    rng = Random(1)
    for _ in range(200):
        cards = rng.choices(faces, k=rng.randrange(8))
        assert bag(cards) == bag(rng.sample(cards, len(cards)))


def test_adding_and_taking_keep_the_canonical_order(faces: tuple[Card, ...]) -> None:
    rng = Random(2)
    for _ in range(500):
        cards, card = bag(rng.choices(faces, k=rng.randrange(8))), rng.choice(faces)
        assert added(cards, card) == bag([*cards, card])
        assert taken(added(cards, card), card) == cards
        assert holds(cards, card) == (card in list(cards))


def test_what_is_not_there_is_not_taken(faces: tuple[Card, ...]) -> None:
    for card in faces:
        others = bag(other for other in faces if other != card)
        assert not holds(others, card)
        with pytest.raises(KeyError):
            taken(others, card)


def test_one_copy_goes_at_a_time() -> None:
    assert taken(bag([3, 3, 3]), 3) == (3, 3)
    assert taken(bag(["duke", "duke"]), "duke") == ("duke",)


def test_a_number_is_not_its_word() -> None:
    assert not holds((1, 2), "1")
    assert not holds(("1", "2"), 1)
    assert bag([1]) != bag(["1"])
