"""Every ruleset there is, by name and version. Adding a game is one line here."""

from domain.games.confusion.rules import CONFUSION
from domain.games.coup.rules import COUP
from domain.games.geek_out_masters.rules import GEEK_OUT_MASTERS
from domain.games.kobayakawa.rules import KOBAYAKAWA
from domain.games.spyfall.rules import SPYFALL
from domain.games.virus.rules import VIRUS
from domain.kernel.rules import AnyRuleset

RULESETS: dict[tuple[str, int], AnyRuleset] = {
    (rules.name, rules.version): rules
    for rules in (
        CONFUSION,
        COUP,
        GEEK_OUT_MASTERS,
        KOBAYAKAWA,
        SPYFALL,
        VIRUS,
    )
}


def names() -> tuple[str, ...]:
    """The games there are, in alphabetical order."""
    return tuple(sorted({name for name, _ in RULESETS}))


def newest(name: str) -> AnyRuleset:
    """The newest version of a game: what a table opens with today. Raises KeyError for a game nobody registered."""
    versions = [version for known, version in RULESETS if known == name]
    if not versions:
        raise KeyError(name)
    return RULESETS[name, max(versions)]
