"""What an arbiter is told of a step on record that cannot be."""

import re
from pathlib import Path

import pytest

from domain.games.virus import objections
from domain.games.virus.moves import Discard, Infect, MedicalError, Move, Steal, Transplant
from domain.games.virus.rules import VIRUS
from domain.kernel.refusals import IllegalMove
from domain.kernel.rules import Played, apply
from domain.kernel.supplied import SuppliedChance
from tests.games.virus.table import Table, cards


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Discard(cards("m-blue")), "seat 0 discards, and holds no medicine blue for it"),
        (Discard(("",)), "seat 0 discards, and holds no card without a name for it"),
        (Steal(1, "blue"), "seat 0 steals an organ, and holds no organ thief for it"),
        (
            Infect("virus_red", 1, "blue"),
            "seat 0 plays a virus, and virus red does not fit the organ blue of seat 1 or what lies on it",
        ),
        (Infect("organ_red", 1, "blue"), "seat 0 plays organ red as a virus, which it is not"),
        (MedicalError(0), "seat 0 makes a medical error with itself"),
        (Transplant(0, "red", 0, "red"), "seat 0 makes a transplant within one body, that of seat 0"),
    ],
)
def test_a_refusal_is_a_sentence(move: Move, sentence: str) -> None:
    table = Table("v-red o-red medical_error transplant", "o-blue", bodies=("red", "blue"))
    with pytest.raises(IllegalMove) as refusal:
        apply(VIRUS, table.state, Played(0, move), SuppliedChance())
    assert VIRUS.objection(0, move, refusal.value.code, refusal.value.facts) == sentence


def test_every_code_of_the_rules_is_a_sentence() -> None:
    """In the folder of the game, each code is written where it is raised."""
    sources = "\n".join(file.read_text(encoding="utf-8") for file in Path(objections.__file__).parent.glob("*.py"))
    codes = set(re.findall(r'IllegalMove\("(\w+)"', sources))
    assert len(codes) == 30
    facts = dict.fromkeys(("card", "treatment", "seat", "other", "organ"), 1)
    assert all(VIRUS.objection(0, None, code, facts) for code in codes)


def test_a_hand_shown_other_than_it_is() -> None:
    facts = {"ruling": "V-98", "what": "hand 2", "due": ("virus_red",), "shown": ()}
    assert VIRUS.objection(1, None, "other_facts", facts) == "seat 2 shows nothing, and the hand is virus red"
