"""Playing moves: events, refusals, luck."""

from datetime import timedelta

import pytest

from domain.kernel.outcomes import Draw
from domain.kernel.refusals import IllegalMove
from domain.record import commands
from domain.record.chain import event_digest
from domain.record.events import MovePlayed
from domain.record.record import replayed
from domain.record.refusals import MalformedMove
from tests.record.sitting import PLAYERS, SEED, START, Sitting, random_sitting, stamp


def only_move(events: tuple[object, ...]) -> MovePlayed:
    (event,) = events
    assert isinstance(event, MovePlayed)
    return event


def test_a_move_becomes_one_event_that_holds_everything() -> None:
    table = Sitting().wait(5)
    event = only_move(table.play(0, "look"))
    assert (event.seat, event.by, event.move) == (0, PLAYERS[0], {"move": "look"})
    assert event.at == START + timedelta(seconds=5)
    (drawn,) = event.outcomes
    assert isinstance(drawn, Draw)
    assert drawn.cards[0] in table.state.hands[0]
    assert event.prev == event_digest(table.events[0], SEED)
    assert table.record.ply == 1


def test_an_event_carries_every_field_of_the_move_and_a_salt_for_each_secret_one() -> None:
    event = only_move(Sitting().play(0, "hide", bet=4))
    assert event.move == {"move": "hide", "bet": 4, "word": "a word nobody sees", "loud": False}
    assert event.salts.keys() == {"bet", "word"}
    assert len({*event.salts.values()}) == 2
    assert all(len(salt) == 32 for salt in event.salts.values())


def test_secrets_are_not_kept_without_fresh_entropy() -> None:
    table = Sitting()
    with pytest.raises(ValueError, match="entropy"):
        commands.play_move(table.record, 0, {"move": "hide", "bet": 4}, commands.Stamp(START, PLAYERS[0], "r"))


@pytest.mark.parametrize(
    "move",
    [
        None,
        "look",
        [],
        {},
        {"move": "fly"},
        {"move": "place"},
        {"move": "place", "square": "one"},
        {"move": "place", "square": 1.5},
        {"move": "place", "square": None},
        {"move": "place", "square": 10**30},
        {"move": "place", "square": 2**53},
        {"move": "hide", "bet": 2**60},
    ],
)
def test_what_is_no_move_of_the_game_is_refused(move: object) -> None:
    table = Sitting()
    with pytest.raises(MalformedMove):
        commands.play_move(table.record, 0, move, stamp())


@pytest.mark.parametrize(
    ("seat", "move", "code"),
    [
        (1, {"move": "look"}, "out_of_turn"),
        (7, {"move": "look"}, "out_of_turn"),
        (0, {"move": "say", "words": ""}, "say_something"),
        (-1, {"move": "time_up"}, "not_yet"),
        (0, {"move": "time_up"}, "not_yet"),
    ],
)
def test_a_refused_move_stores_nothing_and_meets_the_same_luck_again(seat: int, move: object, code: str) -> None:
    table, undisturbed = Sitting(), Sitting()
    before = table.record
    for _ in range(3):
        with pytest.raises(IllegalMove) as refusal:
            commands.play_move(table.record, seat, move, stamp(request="refused"))
        assert refusal.value.code == code
    assert table.record == before
    assert only_move(table.play(0, "look")).outcomes == only_move(undisturbed.play(0, "look")).outcomes


def test_the_same_move_decided_twice_is_the_same_event() -> None:
    record = Sitting().record
    once = commands.play_move(record, 0, {"move": "look"}, stamp())
    assert commands.play_move(record, 0, {"move": "look"}, stamp()) == once


def test_luck_belongs_to_the_events_version_and_not_to_the_ply() -> None:
    straight, rewound = Sitting(), Sitting()
    rewound.play(0, "place", square=1)
    rewound.take_back(0)
    assert rewound.state == straight.state
    seen = [[only_move(table.play(0, "look")).outcomes for _ in range(4)] for table in (straight, rewound)]
    assert seen[0] != seen[1], "after a rewind the same ply has fresh luck"


@pytest.mark.parametrize("ruleset", ["toy", "kobayakawa"])
def test_replay_of_the_events_alone_makes_the_same_record(ruleset: str) -> None:
    for number in range(12):
        table = random_sitting(ruleset, number)
        assert replayed(table.events) == table.record
        assert [event.originator_version for event in table.events] == list(range(1, table.record.version + 1))
        prevs = [event.prev for event in table.events[1:]]
        assert prevs == [event_digest(event, table.record.opened.seed) for event in table.events[:-1]]
