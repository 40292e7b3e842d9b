"""Legal moves and all the others: what is offered is accepted, and what is not offered is refused without a trace."""

from random import Random

import msgspec
import pytest

from domain.kernel.rules import AnyRuleset
from tests.kit.games import Variant, seed_of, shared_games
from tests.kit.laws import move_kind
from tests.kit.soup import MOST, check_soup, misshapen, pool, retyped

UNASKED = 8
"""How many moves a seat that is not awaited tries at a ply in `make test`; in `make test-long`, as many as others."""


def refused_exactly_when_not_offered(variant: Variant, unasked: int, every: int) -> None:
    """Of some moves those that are not offered are refused, at every so many plies of two games."""
    rng = Random(seed_of("soup", variant))
    wrong = pool(variant.rules)
    for script in (shared_games(variant)[0], shared_games(variant, 0.03)[1]):
        plies = range(0, script.ply + 1, every)
        assert sum(check_soup(script, ply, wrong, rng, unasked=unasked) for ply in plies) > 10 * len(plies)


def test_moves_are_refused_exactly_when_they_are_not_offered(variant: Variant) -> None:
    refused_exactly_when_not_offered(variant, UNASKED, every=2)


@pytest.mark.long
def test_at_every_ply_moves_are_refused_exactly_when_they_are_not_offered(variant: Variant) -> None:
    refused_exactly_when_not_offered(variant, MOST, every=1)


def test_the_soup_holds_every_kind_of_move(rules: AnyRuleset) -> None:
    kinds = {move_kind(move) for move in pool(rules)} - {"time_up"}
    declared = {move.__struct_config__.tag for move in rules.Move.__args__} - {"time_up"}
    assert kinds == declared, f"never played at random: {declared - kinds}"


def test_what_is_no_move_is_not_read_as_one(rules: AnyRuleset) -> None:
    for move in pool(rules):
        for wrong in misshapen(move):
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert(wrong, rules.Move)


def test_a_field_of_another_type_is_refused_or_is_another_move(rules: AnyRuleset) -> None:
    """A value of a type the field does not take is refused when the move is read, never later."""
    for move in pool(rules):
        for wrong in retyped(move):
            try:
                read = msgspec.convert(wrong, rules.Move)
            except msgspec.ValidationError:
                continue
            assert msgspec.json.decode(msgspec.json.encode(read)) == msgspec.json.decode(msgspec.json.encode(wrong))
