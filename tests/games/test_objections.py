"""What the rules refuse can be told an arbiter in words."""

from collections.abc import Iterator
from random import Random

from domain.kernel.refusals import IllegalMove
from domain.kernel.rules import AnyRuleset, Played, Withdrawal, apply
from domain.record.checks import RULES_SAY
from tests.kit.games import random_game, variants
from tests.kit.soup import pool


def refusals(rules: AnyRuleset) -> Iterator[tuple[Played | Withdrawal, IllegalMove]]:
    """Impossible steps of every variant, and what the rules say to them."""
    rng, moves = Random(5), pool(rules)
    for number, variant in enumerate(variants(rules)):
        script = random_game(variant, number, leaving=0.02)
        for ply in rng.sample(range(script.ply + 1), min(10, script.ply + 1)):
            before = script.cut(ply)
            tried = rng.sample(moves, min(30, len(moves)))
            for step in (*(Played(rng.randrange(-1, script.seats), move) for move in tried), Withdrawal(0)):
                try:
                    apply(rules, before.state, step, before.luck())
                except IllegalMove as refusal:
                    yield step, refusal


def test_every_refusal_of_a_game_is_a_sentence(rules: AnyRuleset) -> None:
    codes = set()
    for step, refusal in refusals(rules):
        codes.add(refusal.code)
        told = rules.objection(step.seat, step.move if isinstance(step, Played) else None, refusal.code, refusal.facts)
        if not told:
            assert refusal.code in RULES_SAY, f"nobody says {refusal.code}"
            continue
        assert told.startswith(("seat ", "the ")), told
        assert not set("{}[]<>'") & set(told), told
    assert len(codes) > 3
