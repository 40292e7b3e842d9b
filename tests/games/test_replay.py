"""Replay equals play, and everything that is stored or sent survives the way there and back."""

from typing import Any

import msgspec
import pytest

from domain.kernel.board import Board
from domain.kernel.outcomes import Outcome
from domain.kernel.recorded import RecordedChance, ReplayMismatch
from domain.kernel.results import Result
from domain.kernel.rules import Played, apply
from tests.kit.games import Variant, shared_games
from tests.kit.laws import check_replay, viewers
from tests.kit.script import replayed


def both_ways(value: Any, kind: Any) -> None:
    """JSON and MessagePack give back what was put in, byte for byte when it is put in again."""
    for codec in (msgspec.json, msgspec.msgpack):
        text = codec.encode(value, order="deterministic")
        read = codec.decode(text, type=kind)
        assert read == value
        assert codec.encode(read, order="deterministic") == text


def test_replay_equals_play_state_for_state(variant: Variant) -> None:
    for leaving in (0.0, 0.03):
        for script in shared_games(variant, leaving):
            assert list(replayed(script)) == script.states


def test_an_event_leads_on_from_a_state_that_was_stored(variant: Variant) -> None:
    """A record opened from a checkpoint plays on as the record that was never closed."""
    script = shared_games(variant)[2]
    codec = msgspec.msgpack
    script.states[:] = [codec.decode(codec.encode(state), type=variant.rules.State) for state in script.states]
    check_replay(script)


def test_an_event_with_an_outcome_more_or_fewer_does_not_replay(variant: Variant) -> None:
    script = shared_games(variant)[0]
    for ply, event in enumerate(script.events[1:], start=1):
        for outcomes in (event.outcomes[:-1], event.outcomes * 2) if event.outcomes else ():
            with pytest.raises(ReplayMismatch):
                apply(variant.rules, script.states[ply - 1], event.step, RecordedChance(outcomes, event.clock))


def test_states_views_and_boards_survive_encoding(variant: Variant) -> None:
    rules = variant.rules
    script = shared_games(variant, 0.03)[0]
    for state in script.states:
        both_ways(state, rules.State)
        for viewer in viewers(variant.seats):
            view = rules.view(state, viewer)
            both_ways(view, rules.View)
            both_ways(rules.board(view), Board)


def test_moves_options_outcomes_and_results_survive_encoding(variant: Variant) -> None:
    rules = variant.rules
    both_ways(variant.options, rules.Options)
    for script in shared_games(variant, 0.03):
        both_ways(rules.result(script.state), Result)
        for event in script.events:
            both_ways(event.outcomes, tuple[Outcome, ...])
            if isinstance(event.step, Played):
                both_ways(event.step.move, rules.Move)
