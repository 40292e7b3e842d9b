"""The luck of docs/luck.md: a second implementation from the page alone, the vectors of the page, and fairness."""

import hashlib
import hmac
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.kernel import luck
from domain.kernel.bags import bag
from domain.kernel.seeded import SeededChance

PAGE = Path(__file__).parent.parent.parent / "docs" / "luck.md"
SEED = bytes(range(32))


def vectors() -> list[dict[str, Any]]:
    """The vectors as the page prints them."""
    (block,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    found: list[dict[str, Any]] = json.loads(block)
    return found


def number(value: int) -> bytes:
    return bytes(value >> shift & 255 for shift in range(56, -8, -8))


def words_of(seed: bytes, version: int) -> Iterator[int]:
    """The words of an event, by the page."""
    index = 0
    while True:
        block = hmac.new(seed, b"acta/luck/1" + number(version) + number(index), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield block[at] << 24 | block[at + 1] << 16 | block[at + 2] << 8 | block[at + 3]
        index += 1


def below(words: Iterator[int], limit: int) -> int:
    for word in words:
        if word < 2**32 - 2**32 % limit:
            return word % limit
    raise AssertionError


def canonical(cards: list[Any]) -> list[Any]:
    numbers = [card for card in cards if isinstance(card, int)]
    words = [card for card in cards if isinstance(card, str)]
    return sorted(numbers) + sorted(words, key=lambda word: [ord(letter) for letter in word])


def draw(words: Iterator[int], cards: list[Any], count: int) -> list[Any]:
    left = canonical(cards)
    return [left.pop(below(words, len(left))) for _ in range(count)]


def worked_out(vector: dict[str, Any]) -> Any:
    """What a vector should be, by the page and by nothing else."""
    seed, version = bytes.fromhex(vector["seed"]), vector.get("version", 0)
    words = words_of(seed, version)
    match vector["what"]:
        case "commitment":
            return hashlib.sha256(seed).hexdigest()
        case "words":
            return [next(words) for _ in vector["is"]]
        case "below":
            return [below(words, limit) for limit in vector["limits"]]
        case "salt":
            message = b"acta/salt/1" + number(version) + number(vector["index"])
            return hmac.new(seed, message, hashlib.sha256).hexdigest()
        case "draw":
            return draw(words, vector["bag"], vector["count"])
        case "shuffle":
            return draw(words, vector["cards"], len(vector["cards"]))
        case "roll":
            return [vector["die"][below(words, len(vector["die"]))] for _ in range(vector["count"])]
        case "event":
            return [answered(words, question) for question in vector["asked"]]
    raise AssertionError(vector["what"])


def answered(words: Iterator[int], question: dict[str, Any]) -> list[Any]:
    match question:
        case {"draw": cards, "count": count}:
            return draw(words, cards, count)
        case {"shuffle": cards}:
            return draw(words, cards, len(cards))
        case {"roll": die, "count": count}:
            return [die[below(words, len(die))] for _ in range(count)]
    raise AssertionError(question)


def asked_of_the_service(vector: dict[str, Any]) -> Any:
    """The same from the code the service runs."""
    seed, version = bytes.fromhex(vector["seed"]), vector.get("version", 0)
    stream, chance = luck.Luck(seed, version), SeededChance(seed, version)
    match vector["what"]:
        case "commitment":
            return luck.commitment(seed).hex()
        case "words":
            return [stream.below(2**32) for _ in vector["is"]]
        case "below":
            return [stream.below(limit) for limit in vector["limits"]]
        case "salt":
            return luck.salt(seed, version, vector["index"]).hex()
        case "draw":
            return list(chance.draw("pile", bag(vector["bag"]), vector["count"], seen_by="all")[0])
        case "shuffle":
            return list(chance.shuffle("pile", tuple(vector["cards"]), seen_by="all"))
        case "roll":
            return list(chance.roll(tuple(vector["die"]), vector["count"]))
        case "event":
            return [given(chance, question) for question in vector["asked"]]
    raise AssertionError(vector["what"])


def given(chance: SeededChance, question: dict[str, Any]) -> list[Any]:
    match question:
        case {"draw": cards, "count": count}:
            return list(chance.draw("pile", bag(cards), count, seen_by="all")[0])
        case {"shuffle": cards}:
            return list(chance.shuffle("pile", tuple(cards)))
        case {"roll": die, "count": count}:
            return list(chance.roll(tuple(die), count))
    raise AssertionError(question)


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: f"{vector['what']}-{vector.get('version', '')}")
def test_the_page_the_service_and_a_second_implementation_agree(vector: dict[str, Any]) -> None:
    assert worked_out(vector) == vector["is"]
    assert asked_of_the_service(vector) == vector["is"]


def test_the_vectors_cover_every_question_and_a_word_thrown_away() -> None:
    assert {vector["what"] for vector in vectors()} == {
        "commitment", "words", "below", "draw", "shuffle", "roll", "salt", "event",
    }  # fmt: skip
    thrown_away = [
        vector
        for vector in vectors()
        if vector["what"] == "below"
        and next(words_of(bytes.fromhex(vector["seed"]), vector["version"])) >= 2**32 - 2**32 % vector["limits"][0]
    ]
    assert thrown_away


def test_the_second_implementation_agrees_over_many_seeds_and_events() -> None:
    for n in range(200):
        seed = hashlib.sha256(number(n)).digest()
        stream, words = luck.Luck(seed, n), words_of(seed, n)
        limits = [1, 2, 3, 15, 52, 240, 2**31 + 1, 3_000_000_000, 2**32]
        assert [stream.below(limit) for limit in limits * 5] == [below(words, limit) for limit in limits * 5]


def test_every_order_of_a_small_pile_is_as_likely_as_another() -> None:
    """Chi-square over the 24 orders of four cards: 23 degrees of freedom, far below the one-in-a-million bound."""
    rounds = 12_000
    orders = Counter(luck.Luck(SEED, version).order((1, 2, 3, 4)) for version in range(rounds))
    expected = rounds / 24
    assert len(orders) == 24
    assert sum((seen - expected) ** 2 / expected for seen in orders.values()) < 75


def test_the_order_before_a_shuffle_does_not_matter() -> None:
    assert luck.Luck(SEED, 5).order((3, 1, 2)) == luck.Luck(SEED, 5).order((1, 2, 3))


def test_each_event_and_each_seed_has_luck_of_its_own() -> None:
    first = {tuple(luck.Luck(SEED, version).below(2**32) for _ in range(2)) for version in range(500)}
    second = {tuple(luck.Luck(bytes(32), version).below(2**32) for _ in range(2)) for version in range(500)}
    assert len(first | second) == 1_000


def test_salts_differ_by_event_by_outcome_and_from_the_words() -> None:
    salts = {luck.salt(SEED, version, index) for version in range(20) for index in range(20)}
    assert len(salts) == 400
    assert hmac.new(SEED, b"acta/luck/1" + number(1) + number(0), "sha256").digest() not in salts
