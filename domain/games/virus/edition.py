"""An edition of Virus! as data: its cards and its numbers."""

from collections import Counter
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.editions import check_different, check_id, check_name, check_players, packaged
from domain.kernel.refusals import BadOptions

Kind = Literal["organ", "virus", "medicine", "treatment"]
Color = Literal["red", "green", "blue", "yellow", "multi", "bionic"]
Strain = Literal["evolved", "experimental"]
Treatment = Literal[
    "transplant",
    "organ_thief",
    "contagion",
    "latex_glove",
    "medical_error",
    "protective_suit",
    "quarantine",
    "overtime",
    "second_opinion",
]


class CardType(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card and how many there are of it. Treatments have no colour; basic cards have no strain."""

    id: str
    kind: Kind
    count: int
    color: Color | None = None
    strain: Strain | None = None
    treatment: Treatment | None = None


class Totals(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How many cards of each kind the box should hold; an edition that was mistyped does not agree with it."""

    organ: int
    virus: int
    medicine: int
    treatment: int


class Edition(Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the box. With `healthy_organs_in_duel`, two players may play a duel (V-84)."""

    name: str
    players: tuple[int, int]
    hand_size: int
    healthy_organs_to_win: int
    total: int
    totals_by_kind: Totals
    cards: tuple[CardType, ...]
    healthy_organs_in_duel: int | None = None


class Expansion(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards that are added to another edition's."""

    name: str
    adds_to: str
    healthy_organs_in_duel: int
    total: int
    totals_by_kind: Totals
    cards: tuple[CardType, ...]


def expanded(base: Edition, more: Expansion) -> Edition:
    """The edition with an expansion's cards; one that both have raises its number."""
    added = {card.id: card.count for card in more.cards}
    known = {card.id for card in base.cards}
    cards = tuple(replace(card, count=card.count + added.get(card.id, 0)) for card in base.cards)
    return replace(
        base,
        name=more.name,
        healthy_organs_in_duel=more.healthy_organs_in_duel,
        total=base.total + more.total,
        totals_by_kind=Totals(
            organ=base.totals_by_kind.organ + more.totals_by_kind.organ,
            virus=base.totals_by_kind.virus + more.totals_by_kind.virus,
            medicine=base.totals_by_kind.medicine + more.totals_by_kind.medicine,
            treatment=base.totals_by_kind.treatment + more.totals_by_kind.treatment,
        ),
        cards=(*cards, *(card for card in more.cards if card.id not in known)),
    )


BASE = packaged("domain.games.virus", "base", Edition)
EVOLUTION = expanded(BASE, packaged("domain.games.virus", "evolution", Expansion))
EDITIONS: dict[str, Edition] = {edition.name: edition for edition in (BASE, EVOLUTION)}

_PATH = "options.edition"
MOST_PLAYERS = 8
"""With more, a transplant could be more than 2,000 different moves."""
MOST_IN_HAND = 5
"""With more, the ways to discard a hand in order would be."""
MOST_COPIES = 200
"""An edition comes from outside: this keeps its cards in memory."""


def check_edition(edition: Edition) -> None:
    """An edition of a club's own can be played. Raises BadOptions naming the entry at fault."""
    check_name(f"{_PATH}.name", edition.name)
    check_players(f"{_PATH}.players", edition.players, 2, MOST_PLAYERS)
    if not 1 <= edition.hand_size <= MOST_IN_HAND:
        raise BadOptions(f"{_PATH}.hand_size", "bad_hand_size", given=edition.hand_size, most=MOST_IN_HAND)
    _check_cards(edition.cards)
    _check_totals(edition)
    _check_goals(edition)
    needed = edition.players[1] * edition.hand_size + 1
    if edition.total < needed:
        raise BadOptions(f"{_PATH}.total", "too_few_cards", needed=needed, given=edition.total)


def _check_cards(cards: tuple[CardType, ...]) -> None:
    ids = [(f"{_PATH}.cards.{index}.id", card.id) for index, card in enumerate(cards)]
    for path, given in ids:
        check_id(path, given)
    check_different(ids, "card_ids_repeat")
    faces: set[tuple[object, ...]] = set()
    for index, card in enumerate(cards):
        path = f"{_PATH}.cards.{index}"
        face = (card.kind, card.color, card.strain, card.treatment)
        if not 1 <= card.count <= MOST_COPIES:
            raise BadOptions(f"{path}.count", "bad_count", card=card.id, given=card.count, most=MOST_COPIES)
        _check_face(card, path)
        if face in faces:
            raise BadOptions(path, "cards_repeat", card=card.id)
        faces.add(face)


def _check_face(card: CardType, path: str) -> None:
    """Treatments have an effect and nothing else; everything else has a colour and no effect."""
    treats = card.kind == "treatment"
    if treats != (card.treatment is not None):
        raise BadOptions(f"{path}.treatment", "wrong_feature", card=card.id)
    if treats != (card.color is None) or (card.color == "bionic" and card.kind != "organ"):
        raise BadOptions(f"{path}.color", "wrong_feature", card=card.id)
    if card.strain is not None and (card.kind, card.strain) not in (("virus", "evolved"), ("medicine", "experimental")):
        raise BadOptions(f"{path}.strain", "wrong_feature", card=card.id)


def _check_totals(edition: Edition) -> None:
    counted: Counter[str] = Counter()
    for card in edition.cards:
        counted[card.kind] += card.count
    for kind in Totals.__struct_fields__:
        said = getattr(edition.totals_by_kind, kind)
        if counted[kind] != said:
            path = f"{_PATH}.totals_by_kind.{kind}"
            raise BadOptions(path, "counts_do_not_add_up", counted=counted[kind], given=said)
    if counted.total() != edition.total:
        raise BadOptions(f"{_PATH}.total", "counts_do_not_add_up", counted=counted.total(), given=edition.total)


def _check_goals(edition: Edition) -> None:
    """There are as many different organs as a win asks for."""
    organs = sum(card.kind == "organ" for card in edition.cards)
    goals = {"healthy_organs_to_win": edition.healthy_organs_to_win}
    if edition.healthy_organs_in_duel is not None:
        goals["healthy_organs_in_duel"] = edition.healthy_organs_in_duel
    for name, goal in goals.items():
        if not 1 <= goal <= organs:
            raise BadOptions(f"{_PATH}.{name}", "bad_goal", given=goal, most=organs)
