"""The three kinds of chance: what each answers, what each keeps, and what each refuses."""

from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest

from domain.kernel.chance import Chance
from domain.kernel.outcomes import Draw, Hidden, Outcome, Roll, SeenOutcome, Show, Shuffle, as_seen
from domain.kernel.recorded import RecordedChance, ReplayMismatch
from domain.kernel.seats import ALL, ARBITER, NOBODY, SPECTATOR, only
from domain.kernel.seeded import SeededChance
from domain.kernel.supplied import ImpossibleOutcome, MissingOutcome, SuppliedChance

SEED = bytes(range(32))
DECK = (1, 2, 2, 3, 9)
DIE = (1, 2, 3, 4, 5, 6)
Ask = Callable[[Chance], object]


def everything(chance: Chance) -> list[object]:
    """One question of each kind."""
    return [
        chance.draw("deck", DECK, 2, seen_by=only(1)),
        chance.roll(DIE, 3),
        chance.shuffle("shelf", ("a", "b", "b")),
        chance.show("X-1", "hand 0", 7, seen_by=ALL),
        chance.elapsed(),
    ]


def test_replay_answers_what_play_answered() -> None:
    clock = timedelta(seconds=7)
    seeded = SeededChance(SEED, 3, clock)
    answers = everything(seeded)
    recorded = RecordedChance(tuple(seeded.outcomes), clock)
    assert everything(recorded) == answers
    recorded.done()
    given = [outcome.cards for outcome in seeded.outcomes if not isinstance(outcome, Show)]
    supplied = SuppliedChance(given, clock)
    assert everything(supplied) == answers
    supplied.done()
    assert supplied.outcomes == seeded.outcomes


def test_a_draw_takes_its_cards_out_of_the_bag() -> None:
    cards, left = SeededChance(SEED, 1).draw("deck", DECK, 3, seen_by=NOBODY)
    assert sorted((*cards, *left)) == sorted(DECK)


RECORD: dict[str, tuple[Outcome, Ask, str]] = {
    "another pile": (Draw("deck", ALL, (1,)), lambda c: c.draw("shelf", DECK, 1, seen_by=ALL), "other_outcome"),
    "another count": (Draw("deck", ALL, (1, 3)), lambda c: c.draw("deck", DECK, 1, seen_by=ALL), "other_outcome"),
    "another audience": (Draw("deck", ALL, (1,)), lambda c: c.draw("deck", DECK, 1, seen_by=only(0)), "other_outcome"),
    "another kind": (Roll((1,)), lambda c: c.draw("deck", DECK, 1, seen_by=ALL), "other_outcome"),
    "a card not there": (Draw("deck", ALL, (8,)), lambda c: c.draw("deck", DECK, 1, seen_by=ALL), "card_not_there"),
    "a card twice": (Draw("deck", ALL, (3, 3)), lambda c: c.draw("deck", DECK, 2, seen_by=ALL), "card_not_there"),
    "a word for a number": (
        Draw("deck", ALL, ("3",)),
        lambda c: c.draw("deck", DECK, 1, seen_by=ALL),
        "card_not_there",
    ),
    "a face not there": (Roll((7,)), lambda c: c.roll(DIE), "no_such_face"),
    "more dice": (Roll((1, 1)), lambda c: c.roll(DIE), "other_outcome"),
    "other cards": (Shuffle("shelf", NOBODY, ("a", "a")), lambda c: c.shuffle("shelf", ("a", "b")), "other_cards"),
    "a pile of words": (Shuffle("shelf", NOBODY, ("1", "2")), lambda c: c.shuffle("shelf", (1, 2)), "other_cards"),
    "a seen shuffle": (Shuffle("shelf", ALL, ("a",)), lambda c: c.shuffle("shelf", ("a",)), "other_outcome"),
    "another ruling": (Show("X-1", "a", ALL, (1,)), lambda c: c.show("X-2", "a", 1, seen_by=ALL), "other_outcome"),
    "another thing": (Show("X-1", "a", ALL, (1,)), lambda c: c.show("X-1", "b", 1, seen_by=ALL), "other_outcome"),
    "other facts": (Show("X-1", "a", ALL, (1,)), lambda c: c.show("X-1", "a", 2, seen_by=ALL), "other_facts"),
    "a narrower show": (Show("X-1", "a", ALL, (1,)), lambda c: c.show("X-1", "a", 1, seen_by=NOBODY), "other_outcome"),
}


@pytest.mark.parametrize(("held", "ask", "code"), RECORD.values(), ids=RECORD)
def test_a_record_that_disagrees_with_the_rules_says_how(held: Outcome, ask: Ask, code: str) -> None:
    with pytest.raises(ReplayMismatch) as mismatch:
        ask(RecordedChance((held,)))
    assert mismatch.value.code == code
    assert mismatch.value.asked in str(mismatch.value)
    assert mismatch.value.found in str(mismatch.value)


def test_a_record_with_an_outcome_too_few_or_too_many_says_so() -> None:
    with pytest.raises(ReplayMismatch, match="missing_outcome"):
        RecordedChance(()).roll(DIE)
    with pytest.raises(ReplayMismatch, match="left_over"):
        RecordedChance((Roll((1,)),)).done()


def test_supplied_chance_says_exactly_what_is_missing() -> None:
    chance = SuppliedChance([(2,)])
    chance.draw("deck", DECK, 1, seen_by=ALL)
    with pytest.raises(MissingOutcome) as missing:
        chance.draw("court", DECK, 2, seen_by=only(3))
    told = missing.value
    assert (told.kind, told.where, told.count, told.seen_by) == ("draw", "court", 2, only(3))
    for ask, kind, count in (
        (lambda: chance.roll(DIE, 2), "roll", 2),
        (lambda: chance.shuffle("s", (1,)), "shuffle", 1),
    ):
        with pytest.raises(MissingOutcome) as missing:
            ask()
        assert (missing.value.kind, missing.value.count) == (kind, count)


IMPOSSIBLE: dict[str, tuple[tuple[int | str, ...], Ask]] = {
    "a card not in the pile": ((8,), lambda c: c.draw("deck", DECK, 1, seen_by=ALL)),
    "one card twice": ((3, 3), lambda c: c.draw("deck", DECK, 2, seen_by=ALL)),
    "too few cards": ((3,), lambda c: c.draw("deck", DECK, 2, seen_by=ALL)),
    "no such face": ((7,), lambda c: c.roll(DIE)),
    "other cards in a pile": (("a", "c"), lambda c: c.shuffle("shelf", ("a", "b"))),
    "words for numbers": (("1", "2"), lambda c: c.shuffle("shelf", (1, 2))),
}


@pytest.mark.parametrize(("cards", "ask"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_supplied_chance_refuses_what_cannot_be(cards: tuple[int | str, ...], ask: Ask) -> None:
    chance = SuppliedChance([cards])
    with pytest.raises(ImpossibleOutcome):
        ask(chance)
    assert chance.outcomes == []


def test_supplied_chance_refuses_what_nobody_asked_for() -> None:
    with pytest.raises(ImpossibleOutcome):
        SuppliedChance([(1,)]).done()


SEEN: list[tuple[Outcome, SeenOutcome]] = [
    (Draw("deck", only(1), (7, 8)), Hidden("draw", "deck", only(1), 2)),
    (Shuffle("shelf", only(1), ("a", "b", "c")), Hidden("shuffle", "shelf", only(1), 3)),
    (Show("X-1", "hand 2", only(1), (7,)), Hidden("show", "hand 2", only(1), 1, ruling="X-1")),
]


@pytest.mark.parametrize(("outcome", "hidden"), SEEN)
def test_outsiders_learn_that_something_happened_and_not_what(outcome: Outcome, hidden: SeenOutcome) -> None:
    assert as_seen(outcome, 1) == outcome
    assert as_seen(outcome, ARBITER) == outcome
    for outsider in (0, 2, SPECTATOR):
        assert as_seen(outcome, outsider) == hidden
        text = msgspec.json.encode(as_seen(outcome, outsider)).decode()
        assert not any(f'"{card}"' in text for card in outcome.cards if isinstance(card, str))


def test_dice_and_open_outcomes_are_everybodys() -> None:
    for outcome in (Roll((6, 6)), Draw("deck", ALL, (1,)), Show("X-1", "a", ALL, (1,))):
        for viewer in (0, SPECTATOR, ARBITER):
            assert as_seen(outcome, viewer) == outcome
