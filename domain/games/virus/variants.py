"""The option sets the shared tests play out: every value of every option, and an edition of a club's own."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.virus.edition import EVOLUTION, Edition, Totals
from domain.games.virus.options import Options


def _epidemic() -> Edition:
    """A club's own edition: a big box and a hand of one card, no cure but the quarantine, and many contagions."""
    counts = {"virus_multi": 12, "treatment_contagion": 24, "treatment_overtime": 8}
    boxes = 3
    treatments = {None, "contagion", "overtime", "quarantine"}
    cards = tuple(
        replace(card, count=boxes * counts.get(card.id, card.count))
        for card in EVOLUTION.cards
        if card.kind != "medicine" and card.treatment in treatments
    )
    held = {kind: sum(card.count for card in cards if card.kind == kind) for kind in Totals.__struct_fields__}
    return replace(
        EVOLUTION,
        name="epidemic",
        players=(2, 3),
        hand_size=1,
        total=sum(held.values()),
        totals_by_kind=Totals(**held),
        cards=cards,
    )


def option_sets() -> Iterator[Options]:
    """Options worth playing out: both boxes plain, the open questions and the variants the other way, the duel."""
    yield Options()
    yield Options(eradicate_viruses=True, any_infection_blocks_win=True, first_player=1)
    yield Options(edition=_epidemic(), duel=False, contagion_must_be_maximal=False)
    yield Options(edition=EVOLUTION)
    yield Options(edition=EVOLUTION, eradicate_viruses=True, duel=False, contagion_must_be_maximal=False)
    yield Options(edition=EVOLUTION, any_infection_blocks_win=True, duel=True)
