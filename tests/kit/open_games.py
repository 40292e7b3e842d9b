"""Games that hide nothing: there is no secret to vary, and everybody must be told what the arbiter is told."""

from domain.kernel.rules import AnyRuleset
from domain.kernel.seats import ARBITER
from domain.record.log import log_entry
from tests.kit.games import random_game, variants
from tests.kit.laws import viewers
from tests.kit.told import as_record_event

GAMES = 2


def check_open(rules: AnyRuleset) -> int:
    """View and log are the same for all, at every ply of some games of each variant. How many plies were compared."""
    compared = 0
    for variant in variants(rules):
        for number in range(GAMES):
            script = random_game(variant, number, leaving=0.02 * number)
            for ply, state in enumerate(script.states):
                event = as_record_event(script, ply)
                everything, entry = rules.view(state, ARBITER), log_entry(event, ARBITER)
                for viewer in viewers(variant.seats):
                    place = f"{rules.name}, seed {script.seed.hex()}, viewer {viewer}, ply {ply}"
                    assert rules.view(state, viewer) == everything, place
                    assert log_entry(event, viewer) == entry, place
                compared += 1
    return compared
