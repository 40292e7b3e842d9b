"""What a problem says of its facts: in the reader's words where the game has some, and never more than is bearable."""

import json
from typing import Any

import pytest

from service.api.problems import LONGEST, Problem, problem_response
from service.i18n import text

LONG = "x" * 100_000


def told(problem: Problem, language: str = "en") -> dict[str, Any]:
    scope = {"type": "http", "headers": [(b"accept-language", language.encode())]}
    body: dict[str, Any] = json.loads(bytes(problem_response(problem, scope).body))
    return body


@pytest.mark.parametrize(
    ("game", "code", "facts", "spanish"),
    [
        ("geek_out_masters", "die_not_active", {"face": "spaceship"}, "Ningún dado activo muestra Nave espacial."),
        ("geek_out_masters", "actions_are_due", {"faces": ("heart", "meeple")}, "deben hacerlo: Corazón, Meeple."),
        ("geek_out_masters", "wrong_phase", {"stage": "roll"}, "no en esta fase (la primera tirada)."),
        ("kobayakawa", "wrong_phase", {"stage": "round_over"}, "no en esta fase (la ronda ha terminado)."),
        ("coup", "does_not_block", {"character": "duke", "action": "tax"}, "Duque no bloquea la acción Impuestos."),
        ("coup", "does_not_block", {"character": "bard", "action": "tax"}, "bard no bloquea la acción Impuestos."),
        ("spyfall", "id_is_taken", {"given": "spy"}, "spy"),
        (None, "unknown_ruleset", {"ruleset": "duke"}, "duke"),
    ],
)
def test_a_fact_is_told_in_the_words_of_the_game_and_sent_as_it_is(
    game: str | None, code: str, facts: dict[str, Any], spanish: str
) -> None:
    assert spanish in text("es", code, facts, game).detail
    sent = told(Problem(code, facts, status=409, game=game), "es")["facts"]
    assert sent == json.loads(json.dumps(facts))


def test_what_was_sent_is_not_repeated_without_end() -> None:
    given = {"given": LONG, "known": (LONG, "base_15")}
    answer = told(Problem("unknown_edition", given, status=422, game="coup", pointer=f"/options/{LONG}/edition"))
    assert answer["facts"] == {"given": LONG[:LONGEST] + "…", "known": [LONG[:LONGEST] + "…", "base_15"]}
    assert answer["pointer"] == "/options"
    assert len(json.dumps(answer)) < 2_000
