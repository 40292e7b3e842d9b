"""Write what the tests compare with: ``python -m tests.kit.write [GAME ...] [--again]``.

Visibility tables are printed anew; look at the diff before you approve it. Golden games are written where one is
missing. ``--again`` writes them all anew: only for a ruleset version that nobody has recorded a game of yet.
"""

import sys

from tests.kit.games import ALL_RULESETS, variants
from tests.kit.golden import as_text, file_of, golden_game
from tests.kit.visibility import surveyed, table_file


def main(arguments: list[str]) -> None:
    """Write the files of the games named, or of all."""
    again = "--again" in arguments
    named = [argument for argument in arguments if argument != "--again"]
    for rules in ALL_RULESETS:
        if named and rules.name not in named:
            continue
        table_file(rules).parent.mkdir(parents=True, exist_ok=True)
        table_file(rules).write_text(surveyed(rules).text, encoding="utf-8")
        for variant in variants(rules):
            if again or not file_of(variant).exists():
                file_of(variant).write_text(as_text(golden_game(variant)), encoding="utf-8")
                print(f"wrote {file_of(variant).relative_to(table_file(rules).parent.parent.parent)}")


if __name__ == "__main__":
    main(sys.argv[1:])
